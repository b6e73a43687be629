"""Parse typed input into actions: words, names, numbered choices."""
