"""The decks of command cards: their file format, the names of effects, and when cards may be played."""
