"""Regular fuzzing: seeded mutations of valid inputs for every decoder of external bytes.

`python -m tools.fuzz --list` names the targets, `make fuzz` runs them all; docs/security.md says what must hold.
"""
