"""Routes of tournaments and seasons."""
