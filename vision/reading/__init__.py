"""A picture to cards: indices found, named, put together; series of pictures; decks that a host has taught."""
