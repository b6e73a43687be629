"""Computer players. They know a view, the options and the public game; what a booklet knows, they ask its Strategy."""
