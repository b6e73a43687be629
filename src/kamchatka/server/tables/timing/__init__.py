"""Thinking time: clocks of open and closed rooms, and lag credits."""
