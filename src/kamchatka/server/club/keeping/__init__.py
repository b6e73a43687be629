"""Storage of events: the interface, and its implementations with files and with database rows."""
