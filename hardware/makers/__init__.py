"""For makers: wiring diagrams and sketches drawn from what the program uses, and the guide to a first evening."""
