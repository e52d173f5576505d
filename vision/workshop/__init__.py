"""The workshop: what draws recordings and trains the reader. Not in the wheel, imported by no product module."""
