"""Seasons: events of one or several clubs, ranked by the places in them."""
