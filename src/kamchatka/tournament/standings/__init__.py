"""Standings of players and teams, final places, and ratings over events."""
