"""Simulations of the whole platform: some fixed seeds, and those that have found a bug."""

import pytest

from tests.simulation.found import FOUND, FixedFailure
from tests.simulation.simulate import run

SEEDS = range(1, 13)  # about fifteen seconds of computing; `make simulate` runs any number


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_lost_and_everybody_plays_on(seed: int) -> None:
    assert run(seed).wrong == []


@pytest.mark.parametrize("found", FOUND, ids=lambda found: found.why)
def test_what_was_found_once_stays_right(found: FixedFailure) -> None:
    assert run(found.seed, found.faults).wrong == []


def test_an_evening_without_faults() -> None:
    """Without faults people play, and a rated game is counted."""
    outcome = run(4, [])
    assert outcome.wrong == []
    assert outcome.acknowledged > 50
    assert outcome.settled == 1
