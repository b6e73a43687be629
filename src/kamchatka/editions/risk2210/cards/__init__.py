"""Command cards: files, the vocabulary they are written in, and how they are played."""
