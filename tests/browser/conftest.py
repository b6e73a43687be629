"""A browser for the tests of a run, and servers as in tests/server; the shared one knows its luck beforehand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.person import chromium
from tests.server.conftest import own_server, running_in
from tests.server.running import Server

__all__ = ["browser", "own_server", "server"]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A real Chromium without a window."""
    with sync_playwright() as playwright:
        running = chromium(playwright)
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with instant bots, whose tables of one name all have the same luck."""
    yield from running_in(tmp_path_factory.mktemp("server"), "tests.server.seeded")
