"""Seasons on a server: storage, forms, and what the pages show."""
