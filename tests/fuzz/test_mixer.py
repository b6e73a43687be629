"""Concurrent clients use a real server in every way: nothing breaks, and no bug is logged."""

from collections.abc import Callable

from tests.fuzz.mixer import LIMITS, mix
from tests.fuzz.seed import SEED
from tests.server.conftest import own_server
from tests.server.running import Server
from tests.server.together import to_its_end

__all__ = ["own_server"]
STEPS = 400


def test_strangers_break_nothing(own_server: Callable[..., Server]) -> None:
    """No status is a 5xx but 503, no socket closes with 1011, no bug is logged, and the server is ready at the end."""
    house = to_its_end(mix(own_server(**LIMITS), SEED, STEPS))
    print(f"seed {SEED}, {STEPS} steps: {dict(house.answers)}")
    assert house.broken == {}
    assert house.answers["HTTP 200"] > 20
    assert house.answers["HTTP 400"] > 20
