"""Miracle cards: how to play one, its questions, and its effect."""
