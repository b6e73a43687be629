"""The teaching edition sits beside the others while a kernel test wants it."""

import pytest

from kamchatka.editions import EDITIONS
from tests.teaching.edition import TEACHING


@pytest.fixture
def teaching(monkeypatch: pytest.MonkeyPatch) -> None:
    """`Match.new("teaching", 3)` works in this test."""
    monkeypatch.setitem(EDITIONS, "teaching", TEACHING)
