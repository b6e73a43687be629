"""Fuzzing that stays: seeded mutations of valid inputs against every decoder that eats bytes from outside.

`python -m tools.fuzz --list` names the targets, `make fuzz` runs them all; docs/security.md says what must hold.
"""
