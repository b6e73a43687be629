"""Pieces of Risk 2210: losses, stations, energy and moves."""
