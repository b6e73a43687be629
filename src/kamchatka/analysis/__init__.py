"""Looking back at a finished game, and at positions: luck by exact odds, chances and better turns by search."""
