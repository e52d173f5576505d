"""What a state looks like: lamps, the board, the history; values and pure functions, shown elsewhere."""
