"""Tournaments on the page: the events of a folder, shown live, run by organisers, played at real tables or here."""
