"""A platform whose parts tests may kill, provided that they restart them."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests import nats, postgres
from tests.cluster.parts import LocalPlatform, platform


@pytest.fixture(scope="package")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalPlatform]:
    """Start PostgreSQL, NATS and two servers that take over tables after twelve seconds of silence."""
    for missing, why in ((postgres.installed(), postgres.MISSING), (nats.find_program(), nats.MISSING)):
        if missing is None:
            pytest.skip(why)
    with platform(tmp_path_factory.mktemp("cluster"), lease_seconds="12") as running:
        with ThreadPoolExecutor() as threads:
            list(threads.map(lambda _: running.serve(), range(2)))
        yield running
