"""A browser for the tests of a run, and servers as in tests/server."""
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.person import chromium
from tests.server.conftest import own_server, server

__all__ = ["browser", "own_server", "server"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium without a window."""
    with sync_playwright() as playwright:
        running = chromium(playwright)
        yield running
        running.close()
