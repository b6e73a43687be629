"""Tune, train, rate and compare the bots of editions."""
