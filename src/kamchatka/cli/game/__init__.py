"""Games at the keyboard: seating, input, and the clock."""
