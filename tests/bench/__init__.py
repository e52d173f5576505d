"""What is measured: speed, watching, random hands, the cable. `python -m tests.bench` runs it all; nothing ships."""
