"""Tournaments: entrants, draws, scores, standings and the referee's desk. Pure functions on results; one file an event.

It knows editions and matches; it knows no screen, and nothing below knows it.
"""
