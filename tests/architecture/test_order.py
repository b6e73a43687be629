"""Tests run in random order, which a seed reproduces."""

import itertools

import pytest

from tests.order import shuffle


@pytest.fixture
def collected(request: pytest.FixtureRequest) -> list[pytest.Item]:
    """Return the collected tests of this run, which include at least those of this file."""
    return request.session.items[:]


def test_a_seed_repeats_an_order(collected: list[pytest.Item]) -> None:
    """The same seed gives the same order and another seed another order, always of the same tests."""
    one, again, other = collected[:], collected[:], collected[:]
    shuffle(one, 1)
    shuffle(again, 1)
    shuffle(other, 2)
    assert one == again
    assert sorted(map(id, one)) == sorted(map(id, collected))
    assert one != other


def test_no_seed_keeps_the_order(collected: list[pytest.Item]) -> None:
    kept = collected[:]
    shuffle(kept, 0)
    assert kept == collected


def test_neighbours_stay_together(collected: list[pytest.Item]) -> None:
    """The tests of each folder and each file run together, so that its servers start only once."""
    shuffle(collected, 3)
    files = [item.path for item in collected]
    changes = sum(1 for before, after in itertools.pairwise(files) if before != after)
    assert changes == len(set(files)) - 1
    folders = [path.parent for path in files]
    changes = sum(1 for before, after in itertools.pairwise(folders) if before != after)
    assert changes == len(set(folders)) - 1
