"""The table watched: frames to what is at rest, what is out of sight, and which card is which."""
