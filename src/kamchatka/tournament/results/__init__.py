"""Check, score and rank the results of tables."""
