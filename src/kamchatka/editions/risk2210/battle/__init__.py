"""Invasions: reach, dice, losses, conquest and elimination."""
