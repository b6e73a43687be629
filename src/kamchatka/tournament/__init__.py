"""Tournaments: entrants, draws, scores, standings, what referees look up. Pure functions on data; one file per event.

Its folders import only those before them: `settings`, `events`, `results`, `standings`, `draw`, `documents`. What a
table scores is asked of the event's edition (`edition_rules`); no edition is known by name, and no screen.
"""
