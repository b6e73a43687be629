"""What one studies between games: finished games analysed, positions set up by hand, puzzles. Reckoned in workers."""
