"""Ratings: results of finished games, ratings by edition and pace, profiles and leaderboards."""
