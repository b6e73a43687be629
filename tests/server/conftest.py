"""A server for all tests of a run, and separate servers for tests that kill theirs."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.server.databases import chosen
from tests.server.running import QUICK, Server


@pytest.fixture(scope="session", autouse=True)
def kind_of_database(request: pytest.FixtureRequest) -> Iterator[None]:
    """With `--database postgresql` every server of these tests stores its games there."""
    if request.config.getoption("--database") == "postgresql":
        chosen.postgres = request.getfixturevalue("postgres")
    yield
    chosen.postgres = None


@pytest.fixture(autouse=True)
def of_sqlite_alone(request: pytest.FixtureRequest) -> None:
    """Skip tests about files of databases or events with PostgreSQL."""
    if chosen.postgres is not None and request.node.get_closest_marker("sqlite"):
        pytest.skip("about files of one machine")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server with instant bots. Tests share it and create their own players."""
    yield from running_in(tmp_path_factory.mktemp("server"))


@pytest.fixture(scope="session")
def server_of_rows(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that stores games and events in PostgreSQL."""
    yield from running_in(tmp_path_factory.mktemp("club"), database=postgres.fresh())


# Of a function: in random order, a parameter of the session would start a server for almost each test.
@pytest.fixture(params=["server", "server_of_rows"], ids=["files", "rows"])
def club(request: pytest.FixtureRequest) -> Server:
    """Return the server of a tournament test: one stores events in files, one in PostgreSQL."""
    server: Server = request.getfixturevalue(request.param)
    return server


def running_in(folder: Path, program: str = QUICK, database: str = "", **settings: str) -> Iterator[Server]:
    """Start a server without limits on connections and requests."""
    running = Server(
        database or chosen.at(folder / "games.db"),
        folder / "log",
        program,
        requests_a_minute="100000",
        logins_a_minute="100000",
        events_a_minute="100000",
        connections_per_address="500",
        sockets_a_minute="100000",
        work_a_minute="100000",
        messages_a_second="1000",
        events=str(folder / "games-events"),
        **settings,
    ).start()
    yield running
    running.stop()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start a server for this test alone."""
    started: list[Server] = []

    def start(**settings: str) -> Server:
        file = tmp_path / f"{len(started)}.db"
        known = {**chosen.beside(file), **settings}
        started.append(Server(chosen.at(file), tmp_path / "log", **known).start())
        return started[-1]

    yield start
    for running in started:
        running.stop()
