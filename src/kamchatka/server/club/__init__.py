"""Tournaments on the page: the events of a server, shown live, run by organisers, played at real tables or here."""
