"""Computer players. They see a view, the options and the public game; rulebook knowledge comes from its Strategy."""
