"""The decks of command cards: their file, the vocabulary of effects, and when cards may be played."""
