"""Tournaments on the page: a server's events, shown live, run by organisers, played at real tables or online."""
