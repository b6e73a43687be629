"""Servers with default limits, as strangers meet them, one for each attack."""

from tests.server.conftest import own_server

__all__ = ["own_server"]
