"""Make the teaching edition available to kernel tests."""

import pytest

from kamchatka.editions import EDITIONS
from tests.teaching.edition import TEACHING


@pytest.fixture
def teaching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `Match.new("teaching", 3)` work in this test."""
    monkeypatch.setitem(EDITIONS, "teaching", TEACHING)
