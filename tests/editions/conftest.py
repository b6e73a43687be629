"""The environment with Lagoon, created once for all tests that use it."""

import pytest

from tests.editions.outside import EXAMPLE, Environment, with_package


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return a fresh environment in which Lagoon is installed."""
    return with_package(EXAMPLE, tmp_path_factory.mktemp("outside"))
