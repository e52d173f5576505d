"""Cameras: what a word in the settings means, how each is opened, frames as they come, lost ones taken up again."""
