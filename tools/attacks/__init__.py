"""Attack a server, alone or beside an earlier version, and look for leaked secrets."""
