"""Cups: events that the server itself announces, draws, hosts and closes, by a timetable in a file."""
