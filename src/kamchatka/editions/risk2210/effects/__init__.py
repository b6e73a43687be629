"""The effects of which command cards are composed."""
