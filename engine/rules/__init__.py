"""The forms of the game as data: presets, house files, whether they can be played, how they read in words."""
