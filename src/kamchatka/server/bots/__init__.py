"""Bots at the tables of a server: whose turn it is to think, and where they think."""
