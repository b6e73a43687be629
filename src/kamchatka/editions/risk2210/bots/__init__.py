"""Bots for the year 2210: energy, commanders, stations, command cards, the seas and the Moon."""
