"""Pictures to cards: the mat found, the table seen straight down, cards found, named and settled.

Knows no rule of the game: it reports what lies where and how sure it is.
"""
