"""Tournaments on a server: its events are shown live, run by organisers, and played at real tables or online."""
