"""The list of public tables and of those waiting for players, and its broadcasts."""
