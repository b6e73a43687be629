"""Bots for Risk 2210: energy, commanders, stations, command cards, the seas and the Moon."""
