"""A game at the keyboard: who sits there, what is asked, and how long it may take."""
