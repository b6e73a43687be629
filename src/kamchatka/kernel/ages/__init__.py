"""What games of ages (years, epochs) have in common besides the board: purses, pieces, cards by their backs."""
