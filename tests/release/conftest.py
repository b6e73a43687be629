"""The server for the tests of this folder."""

from collections.abc import Iterator

import pytest

from tests.server.conftest import running_in
from tests.server.running import REAL, Server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server with instant bots."""
    yield from running_in(tmp_path_factory.mktemp("release"), REAL)
