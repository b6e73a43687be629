"""Bots for the age of the gods: values, invasions, gods, miracles, bids."""
