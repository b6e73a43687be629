"""The web server: accounts, tables (one task per live game), sockets. It contains no rules of the games."""
