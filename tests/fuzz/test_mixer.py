"""Strangers who do everything at once against a real server: nothing breaks, nothing is logged as a bug."""

from collections.abc import Callable

from tests.fuzz.mixer import LIMITS, mix
from tests.fuzz.seed import SEED
from tests.server.conftest import own_server
from tests.server.running import Server
from tests.server.together import to_its_end

__all__ = ["own_server"]
STEPS = 400


def test_strangers_break_nothing(own_server: Callable[..., Server]) -> None:
    """No 5xx but 503, no socket closed with 1011, no bug in the log, and the server is ready at the end."""
    house = to_its_end(mix(own_server(**LIMITS), SEED, STEPS))
    print(f"seed {SEED}, {STEPS} steps: {dict(house.answers)}")
    assert house.broken == {}
    assert house.answers["HTTP 200"] > 20
    assert house.answers["HTTP 400"] > 20
