"""Study tools, computed in workers: analyses and lessons of finished games, the analysis board, and puzzles."""
