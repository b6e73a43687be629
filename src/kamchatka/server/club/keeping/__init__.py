"""Where the events of a server are kept: a port, a folder of files, rows of the database."""
