"""Analyse finished games and positions: luck from exact odds, win chances and better turns from search."""
