"""A browser for the tests of a run, and servers as in tests/server; the shared one knows its luck beforehand."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Error, Playwright, sync_playwright

from tests.browser.person import chromium
from tests.editions.conftest import outside
from tests.server.conftest import own_server, running_in
from tests.server.running import Server

__all__ = ["browser", "outside", "own_server", "server"]

MISSING = (
    "No browser can be started for tests/browser. `make test` installs one (python -m tools.install_browser); "
    "KAMCHATKA_BROWSER=PATH takes another Chromium or Chrome. What was tried said: {error}"
)
FIRST = pytest.StashKey[str]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Remember the first test that needs a browser: it speaks for all of them if there is none."""
    config.stash[FIRST] = next((item.nodeid for item in items if "browser" in getattr(item, "fixturenames", ())), "")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browser."""
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def started(playwright: Playwright) -> Iterator[Browser | str]:
    """A real Chromium without a window, or a sentence that says why there is none."""
    try:
        running = chromium(playwright)
    except Error as error:
        yield MISSING.format(error=error.message.strip().partition("\n")[0])
    else:
        yield running
        running.close()


@pytest.fixture
def browser(started: Browser | str, request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser of this run; without one the first test fails with a sentence and the others are skipped."""
    if not isinstance(started, str):
        yield started
        close_contexts(started)
    elif request.node.nodeid == request.config.stash[FIRST]:
        pytest.fail(started, pytrace=False)
    else:
        pytest.skip("no browser: the first test of tests/browser says what to do")


def close_contexts(browser: Browser) -> None:
    """A page that a test has left open would go on drawing, and the bots at its table playing, beside later tests."""
    for context in browser.contexts:
        context.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with instant bots, whose tables of one name all have the same luck."""
    yield from running_in(tmp_path_factory.mktemp("server"), "tests.server.seeded")
