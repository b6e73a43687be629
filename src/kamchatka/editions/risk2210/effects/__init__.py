"""The effects that command cards are composed of."""
