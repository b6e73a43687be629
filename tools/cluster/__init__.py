"""Run, upgrade and damage a whole platform on this machine."""
