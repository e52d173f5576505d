"""After the play: a finished hand solved, argued over, written down; a match told again when it is corrected."""
