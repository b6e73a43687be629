"""Bots at a server's tables: scheduling and running their decisions."""
