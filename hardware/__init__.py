"""Things wired to the Raspberry Pi: lamps and cameras. Knows nothing of cards, rules or the seat box."""
