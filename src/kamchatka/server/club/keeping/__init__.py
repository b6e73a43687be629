"""Storage of events: the interface, and implementations with files and with database rows."""
