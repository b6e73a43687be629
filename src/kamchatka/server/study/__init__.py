"""Study tools, computed in workers: analysis of finished games, the analysis board, puzzles."""
