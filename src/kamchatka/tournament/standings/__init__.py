"""Standings of players and teams, final places, ratings over events."""
