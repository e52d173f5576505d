"""The cable to the seat box: what is said on it, the link that finds and keeps it, a fake, the firmware."""
