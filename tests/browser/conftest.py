"""The browser of a test run, and servers as in tests/server; the shared server uses seeded dice."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.editions.conftest import outside
from tests.server.conftest import own_server, running_in
from tests.server.running import Server

__all__ = ["browser", "outside", "own_server", "server"]

FIRST = pytest.StashKey[str]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remember the first test that needs a browser: only that one fails if the browser is missing."""
    config.stash[FIRST] = next((item.nodeid for item in items if "browser" in getattr(item, "fixturenames", ())), "")


@pytest.fixture
def browser(started: Browser | str, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """Start the browser; without one, the first test fails with a sentence and the others are skipped."""
    if not isinstance(started, str):
        yield started
        close_contexts(started)
    elif request.node.nodeid == request.config.stash[FIRST]:
        pytest.fail(started, pytrace=False)
    else:
        pytest.skip("no browser: the first test of tests/browser says what to do")


def close_contexts(browser: Browser) -> None:
    """Close pages that a test left open, which would go on drawing and playing beside later tests."""
    for context in browser.contexts:
        context.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server with instant bots. Tables with the same name have the same dice."""
    yield from running_in(tmp_path_factory.mktemp("server"), "tests.server.seeded")
