"""Pairs of options: the arrays cover every pair, and a game of every row is played under laws and scorers.

`python -m tests.pairs.campaign --games 100` plays a hundred games of every row.
"""

from itertools import combinations

import pytest

from kamchatka.editions import EDITIONS
from tests.pairs.arrays import SEATS, factors, pairs, rows
from tests.pairs.campaign import TEXTS, Played, tables

SAMPLE = 350  # actions of each game: the preparation and some rounds


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_pair_of_values_stands_in_a_row(edition: str) -> None:
    """Every pair of values, the number of seats included, is in some row."""
    values = factors(edition, TEXTS)
    assert {*values} == {SEATS, *(option.name for option in EDITIONS[edition].options)}
    found = {
        pair
        for row in rows(values)
        for pair in combinations(sorted((name, values[name].index(value)) for name, value in row.items()), 2)
    }
    assert found == pairs(values)


def test_a_row_is_no_longer_than_need_be() -> None:
    """The array is nearly minimal: four options with three values need nine rows, greedy ones a few more."""
    assert 9 <= len(rows({name: (1, 2, 3) for name in "abcd"})) <= 12


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_with_every_pair_of_options_keep_the_laws(edition: str) -> None:
    """The beginning of one game of each row obeys the laws, with a seed outside the campaign's first hundred."""
    for setup in tables(edition):
        played = Played(setup, 1000, SAMPLE)
        played.play()
        assert played.actions > 0


@pytest.mark.parametrize("edition", ["challenge", "modern", "risk2210", "godstorm"])
def test_whole_games_are_scored_alike_by_the_independent_scorer(edition: str) -> None:
    """The independent scorer agrees with the rules in whole games of two rows."""
    for setup in tables(edition)[:2]:
        assert Played(setup, 2000).play()
