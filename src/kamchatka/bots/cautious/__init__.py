"""`cautious`: looks one place ahead and puts its own objective first."""
