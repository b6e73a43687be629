"""The environment with Lagoon, made once for all tests that look at it."""

import pytest

from tests.editions.outside import EXAMPLE, Environment, with_package


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """A fresh environment in which Lagoon is installed."""
    return with_package(EXAMPLE, tmp_path_factory.mktemp("outside"))
