"""From what a person types to actions: words, names, numbered choices."""
