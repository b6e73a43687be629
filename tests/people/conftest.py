"""Servers as in tests/server."""

from tests.server.conftest import club, own_server, server

__all__ = ["club", "own_server", "server"]
