"""The teaching edition: a complete small booklet with the hard parts of the large ones. Start at `edition.py`."""
