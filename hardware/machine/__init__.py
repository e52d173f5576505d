"""The machine itself: disk, voltage, clock, the power button, and word to systemd."""
