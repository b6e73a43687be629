"""How a captain plays in the age of the gods: stakes, crusades, gods, miracles, bids."""
