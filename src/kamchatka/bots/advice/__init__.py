"""Explain a captain's decisions: sentences as data, with figures from the position."""
