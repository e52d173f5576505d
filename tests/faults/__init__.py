"""Breaks things around the real service, and looks at what people at the table notice of it."""
