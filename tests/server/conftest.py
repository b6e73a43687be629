"""A server for all tests of a run, and one of one's own for tests that kill it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.running import Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server with instant bots; tests share it and bring their own players."""
    yield from running_in(tmp_path_factory.mktemp("server"))


def running_in(folder: Path, program: str = "kamchatka.cli") -> Iterator[Server]:
    """A server that lets tests knock as often as they like."""
    running = Server(
        str(folder / "games.db"),
        folder / "log",
        program,
        requests_a_minute="100000",
        logins_a_minute="100000",
        events_a_minute="100000",
        connections_per_address="500",
        sockets_a_minute="100000",
        work_a_minute="100000",
        messages_a_second="1000",
    ).start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server that this test alone uses."""
    started: list[Server] = []

    def start(**settings: str) -> Server:
        started.append(Server(str(tmp_path / f"{len(started)}.db"), tmp_path / "log", **settings).start())
        return started[-1]

    yield start
    for running in started:
        running.stop()
