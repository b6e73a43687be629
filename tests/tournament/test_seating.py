"""Draws compared with every possible seating, and seeds that reproduce their draws."""

from itertools import combinations
from random import Random

import pytest

from kamchatka.tournament.draw.greedy import draw_greedily
from kamchatka.tournament.draw.seating import DrawProblem, KeepApart, Tables
from kamchatka.tournament.draw.solver import draw_best
from tests.tournament.crowded import sixth_round

SIXTH = sixth_round(clubs=3)


def tangled(seed: int) -> DrawProblem:
    """Create nine players for a five and a four, with random groups that can't all sit apart."""
    random = Random(seed)
    groups = (("club", 3), ("rematch", 5), ("rematch", 4), ("winners", 3), ("region", 5), ("rematch", 2))
    apart = tuple(KeepApart(kind, tuple(random.sample(range(9), size))) for kind, size in groups)  # type: ignore[arg-type]
    return DrawProblem(tuple(range(9)), (5, 4), apart, {player: random.randint(0, 20) for player in range(9)})


def every_seating(draw: DrawProblem) -> list[Tables]:
    """Return all ways to seat nine players at a five and a four."""
    return [
        (five, tuple(player for player in draw.players if player not in five)) for five in combinations(draw.players, 5)
    ]


@pytest.mark.parametrize("seed", range(8))
def test_no_seating_is_better_than_the_optimisers(seed: int) -> None:
    """None of the 126 seatings is cheaper than the optimiser's, and it proves that."""
    draw = tangled(seed)
    found = draw_best(draw, seed)
    assert found.cost == found.bound == min(map(draw.cost, every_seating(draw)))
    assert found.method in ("swaps", "cp-sat")


def test_the_optimiser_spreads_a_large_group_evenly() -> None:
    """Eight players of a region sit at seven tables, none with three or zero, with any seed."""
    region = (*(7 * (table % 3) + (table + 5 * (table % 3)) % 7 for table in range(7)), 20)
    draw = DrawProblem(SIXTH.players, SIXTH.sizes, (*SIXTH.apart, KeepApart("region", region)))
    for seed in (1, 2**31 + 1, 2**33 - 1):
        found = draw_best(draw, seed)
        assert (found.cost, found.bound) == (0, 0)


def test_without_time_to_think_the_greedy_draw_is_kept_by_its_name() -> None:
    """The result is labelled as greedy."""
    kept = draw_best(SIXTH, seed=1, effort=0.0, steps=0)
    assert (kept.tables, kept.method) == (draw_greedily(SIXTH, 1).tables, "greedy")


def test_tables_of_five_again_are_told_and_weighed() -> None:
    """A further table of five costs for each earlier one of its players; tables of four cost nothing."""
    draw = DrawProblem(tuple(range(9)), (5, 4), (), {0: 1, 1: 2, 8: 4})
    tables = ((0, 1, 2, 3, 4), (5, 6, 7, 8))
    assert draw.clashes(tables)["five"] == 3
    assert draw.cost(tables) == 30


@pytest.mark.parametrize(
    ("seed", "tables", "cost"),
    [
        (0, ((4, 6, 8, 13, 12), (3, 1, 5, 11, 10), (0, 2, 7, 9)), 30),
        (1, ((4, 5, 11, 9, 12), (2, 3, 7, 10, 13), (1, 0, 6, 8)), 21),
        (2, ((2, 4, 8, 10, 12), (1, 5, 11, 7, 9), (0, 3, 6, 13)), 21),
    ],
)
def test_a_seed_of_old_still_gives_its_greedy_draw(seed: int, tables: Tables, cost: int) -> None:
    """A seed keeps its greedy draw in all later versions."""
    draw = DrawProblem(
        tuple(range(14)),
        (5, 5, 4),
        (
            KeepApart("club", (0, 1, 2, 3, 4)),
            KeepApart("club", (5, 6)),
            KeepApart("rematch", (0, 5, 7, 8)),
            KeepApart("rematch", (6, 9, 10)),
            KeepApart("winners", (2, 6, 11)),
            KeepApart("region", (7, 8, 9, 10, 11, 12, 13)),
        ),
        {0: 1, 6: 2, 9: 1, 12: 1},
    )
    found = draw_greedily(draw, seed, tries=1)
    assert (found.tables, found.cost, found.bound, found.method) == (tables, cost, 0, "greedy")
