"""Invasions: declarations, Sky cards, god wars, battles, captures and casualties."""
