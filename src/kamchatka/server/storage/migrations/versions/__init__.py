"""Migration modules, one per step, named by their numbers."""
