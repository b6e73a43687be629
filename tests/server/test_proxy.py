"""Behind a proxy: which address counts. What docs/operations.md promises about X-Forwarded-For."""

from collections.abc import Callable

import httpx
import pytest

from tests.server.client import PATIENCE
from tests.server.running import Server

ONE_EACH = {"requests_a_minute": "1"}  # the second request of an address is refused


def asks(server: Server, forwarded: str) -> int:
    """Return the status of a request forwarded by a proxy on this machine."""
    headers = {"X-Forwarded-For": forwarded}
    return httpx.get(f"{server.address}/api/me", headers=headers, timeout=PATIENCE, trust_env=False).status_code


def test_limits_are_those_of_the_client_not_of_the_proxy(own_server: Callable[..., Server]) -> None:
    """A local proxy's forwarded address is trusted; addresses that the client put before it are ignored."""
    server = own_server(**ONE_EACH)
    assert [asks(server, "203.0.113.1"), asks(server, "203.0.113.1"), asks(server, "203.0.113.2")] == [200, 429, 200]
    assert asks(server, "198.51.100.7, 203.0.113.1") == 429


def test_others_are_not_believed(own_server: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """Only proxies named by FORWARDED_ALLOW_IPS are trusted."""
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")
    server = own_server(**ONE_EACH)
    assert [asks(server, "203.0.113.1"), asks(server, "203.0.113.2")] == [200, 429]
