"""Miracle cards: how one is played, what it asks for, and what each of them does."""
