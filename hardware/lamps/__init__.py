"""Lamps on the Pi's pins: what they can say, which hangs where, and how the pins are reached."""
