"""Terminal output: the board, the panels beside it, colours and symbols."""
