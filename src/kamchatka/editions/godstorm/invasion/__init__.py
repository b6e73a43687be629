"""Invasions: declaration, Sky cards, god wars and battles; captures and casualties."""
