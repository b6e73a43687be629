"""An event as data: what can happen to it, what it is after that, and the file that keeps it."""
