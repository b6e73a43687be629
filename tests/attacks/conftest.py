"""Servers as strangers meet them: default limits, one for each attack."""

from tests.server.conftest import own_server

__all__ = ["own_server"]
