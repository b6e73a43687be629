"""The effects that command cards are made of."""
