"""The teaching edition: a whole booklet in small, with the hard moments of the big ones. Start at `edition.py`."""
