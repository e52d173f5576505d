"""What a camera sees of a table: ground, light, lens, things that lie on it, hands and sleeves over it."""
