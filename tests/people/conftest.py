"""Servers as in tests/server."""

from tests.server.conftest import own_server, server

__all__ = ["own_server", "server"]
