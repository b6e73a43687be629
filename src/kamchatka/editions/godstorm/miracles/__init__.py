"""Miracle cards: how they are played, their questions, and their effects."""
