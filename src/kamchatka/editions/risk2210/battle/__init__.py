"""Invasions: what may be reached, dice, losses, conquest and elimination."""
