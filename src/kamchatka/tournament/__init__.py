"""Run tournaments: entrants, draws, scores, standings and referee tools. Pure functions on data; one file per event.

Subpackages import only earlier ones in this list: `settings`, `events`, `results`, `standings`, `draw`, `documents`.
The event's edition supplies the scoring rules of its tables (`edition_rules`). Nothing here names an edition or a
screen.
"""
