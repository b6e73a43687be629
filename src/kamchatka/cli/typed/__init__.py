"""Parse typed input into actions: words, names and numbered choices."""
