"""Servers as in tests/server."""

from tests.server.conftest import club, own_server, server, server_of_rows

__all__ = ["club", "own_server", "server", "server_of_rows"]
