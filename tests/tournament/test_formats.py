"""Sizes and numbers of tables, plans of direct elimination, and the messages when there is none."""

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.formats import advise_format, is_small, knockout_plan, parse_knockout_plan, table_sizes
from tests.tournament.kit import settings


@pytest.mark.parametrize(
    ("players", "sizes", "tables", "found"),
    [
        (8, (4, 5), 2, (4, 4)),
        (9, (4, 5), 2, (5, 4)),
        (10, (4, 5), 2, (5, 5)),
        (12, (4,), 3, (4, 4, 4)),
        (11, (4, 5, 3), None, (4, 4, 3)),
        (13, (4, 5, 3), 3, (5, 4, 4)),
        (12, (5, 3, 4), 3, (5, 4, 3)),
        (20, (3, 4, 5), 4, (5, 5, 5, 5)),
        (18, (5, 3), 4, (5, 5, 5, 3)),
        (15, (5, 3), 5, (3, 3, 3, 3, 3)),
    ],
)
def test_so_many_tables_seat_so_many(
    players: int, sizes: tuple[int, ...], tables: int | None, found: tuple[int, ...]
) -> None:
    """The first size is used as often as the number of tables allows."""
    assert table_sizes(players, sizes, tables) == found


@pytest.mark.parametrize(
    ("players", "sizes", "tables", "said"),
    [
        (7, (5, 4), 2, "7 players do not fill 2 tables of 4, 5: a player must join or stand aside. [rtu.12.1a]"),
        (11, (4, 5), 2, "11 players do not fill 2 tables of 4, 5: a player must join or stand aside. [rtu.12.1a]"),
        (12, (4,), 2, "12 players do not fill 2 tables of 4: a player must join or stand aside. [rtu.12.1a]"),
        (17, (5, 3), 4, "17 players do not fill 4 tables of 3, 5: a player must join or stand aside. [rtu.12.1a]"),
        (9, (3,), 2, "9 players do not fill 2 tables of 3: a player must join or stand aside. [rtu.12.1b]"),
        (1, (3,), 1, "1 player does not fill 1 table of 3: a player must join or stand aside. [rtu.12.1b]"),
        (7, (4, 5), None, "7 players do not fill tables of 4, 5: a player must join or stand aside. [rtu.12.1a]"),
    ],
)
def test_who_does_not_fill_the_tables_is_told_which(
    players: int, sizes: tuple[int, ...], tables: int | None, said: str
) -> None:
    """The message names the number of players, the possible tables and the rule."""
    with pytest.raises(Problem) as caught:
        table_sizes(players, sizes, tables)
    assert caught.value.sentence("en") == said


@pytest.mark.parametrize(
    ("entrants", "sizes", "near"),
    [
        (30, "4,5", "22, 23, 24, 25"),
        (13, "4,5", "5, 20, 21, 22"),
        (55, "4,5", "—"),
        (105, "5", "125"),
        (104, "5", "—"),
        (145, "5", "125"),
        (146, "5", "—"),
        (7, "4,5", "5, 20, 21, 22"),
    ],
)
def test_a_plan_that_cannot_be_names_the_numbers_nearby_that_can(entrants: int, sizes: str, near: str) -> None:
    """The message names at most four possible numbers within twenty; a dash stands for none."""
    with pytest.raises(Problem) as caught:
        parse_knockout_plan(entrants, 5, sizes)
    assert caught.value.sentence("en") == (
        f"With {entrants} entrants and a final of 5 the tables are no multiple of the finalists; "
        f"{near} entrants would do, or another final. [rtu.12.3c]"
    )


def test_a_plan_for_sizes_as_people_write_them() -> None:
    """A plan accepts any of the three sizes in any order, each once, for one to five thousand entrants."""
    assert parse_knockout_plan(27, 3, "3") == knockout_plan(27, 3, (3,))
    assert parse_knockout_plan(100, 5, "4,5") == knockout_plan(100, 5, (4, 5))
    assert [len(one.tables) for one in parse_knockout_plan(60, 4, "3,4,5")] == [12, 4, 1]
    assert sum(parse_knockout_plan(5000, 4, "5,4")[0].tables) == 5000
    for entrants, seats, sizes in ((1, 5, "4,5"), (17, 4, "3,5")):  # threes and fives: never 17 at four tables
        with pytest.raises(Problem, match="no multiple"):
            parse_knockout_plan(entrants, seats, sizes)


@pytest.mark.parametrize(
    ("entrants", "sizes"), [(0, "4,5"), (5001, "4,5"), (100, "4,4"), (100, ""), (100, "6"), (100, "4 5"), (100, "4,6")]
)
def test_bounds_of_a_plan(entrants: int, sizes: str) -> None:
    """Other sizes, a repeated size, no entrants and too many entrants are refused."""
    with pytest.raises(Problem) as caught:
        parse_knockout_plan(entrants, 5, sizes)
    assert caught.value.sentence("en") == "1 to 5000 entrants, tables of 3, 4 or 5, each size once. [rtu.12.1a]"


def test_an_event_is_small_up_to_its_first_step() -> None:
    """A raduno is small up to 36 entrants; an event without steps is always small."""
    assert [is_small(entrants, settings("raduno")) for entrants in (36, 37, 77)] == [True, False, False]
    assert is_small(1000, settings("evening"))


def test_a_ranking_is_advised_while_the_days_can_take_everybody() -> None:
    """A ranking is recommended for up to 24 entrants a day; with one more, direct elimination is."""
    told = [advise_format(entrants, 2).text("en") for entrants in (48, 49)]
    assert told == [
        "48 entrants, 2 days: a ranking is advised, all play several games (rtu.12.2b).",
        "49 entrants, 2 days: direct elimination is advised (rtu.12.3b).",
    ]
