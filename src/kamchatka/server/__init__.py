"""The web server: accounts, tables, one task a live game, sockets. It knows no rule."""
