"""What the terminal shows: the board, the panels beside it, colours and symbols."""
