"""An event as data: its changes, the resulting state, and the file that stores it."""
