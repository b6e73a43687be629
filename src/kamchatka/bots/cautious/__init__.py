"""`cautious`: one place ahead, its own objective first."""
