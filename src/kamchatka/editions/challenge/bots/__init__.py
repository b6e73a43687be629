"""Bots for the tournament game: `strategy` is the entry point, the other modules are its parts."""
