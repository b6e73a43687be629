"""The referee's desk: clock, last rounds, closing throws."""

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import ClockSet
from kamchatka.tournament.events.event import ClockState
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.referee import chance_of_closing, closing_throws, must_throw, read_clock, turns_after_time
from tests.rulemark import rule
from tests.tournament.kit import open_event, seat_round, settings

THROWS = closing_throws("challenge")


@rule("rtu.8.1")
def test_a_game_lasts_ninety_minutes_unless_set_otherwise() -> None:
    """A game lasts 90 minutes by default; its clock can be started, stopped and resumed until it is over."""
    clock = ClockState()
    assert (read_clock(None, 90, 5.0).phase, read_clock(None, 90, 5.0).left) == ("stopped", 5400)
    clock = clock.set(100.0, running=True)
    assert (read_clock(clock, 90, 160.0).phase, read_clock(clock, 90, 160.0).left) == ("running", 5340)
    clock = clock.set(160.0, running=False)
    assert read_clock(clock, 90, 9000.0).left == 5340
    clock = clock.set(10_000.0, running=True)
    over = read_clock(clock, 90, 10_000.0 + 5340)
    assert (over.phase, over.left) == ("over", 0)
    assert read_clock(clock, 105, 10_000.0 + 5340).left == 900


def test_clocks_of_all_tables_or_of_one() -> None:
    """All clocks start together, and a single one can be stopped for a while."""
    event = seat_round(open_event(settings("ranking"), "ABCDEFGH"), [1, 2, 3, 4], [5, 6, 7, 8])
    event = apply_change(ClockSet(1, 0, 1000.0, True), event, 0)
    event = apply_change(ClockSet(1, 2, 1060.0, False), event, 0)
    event = apply_change(ClockSet(1, 2, 1120.0, True), event, 0)
    assert [read_clock(event.rounds[0].clocks[table], 90, 1240.0).left for table in (1, 2)] == [5400 - 240, 5400 - 180]


@rule("rtu.9.1", "rtu.9.4a", "rtu.9.2b", "rtu.9.2c")
def test_who_plays_after_time_and_at_which_total_the_game_closes() -> None:
    """Time runs out on the second of four players; the last player of the last round throws first, at 4."""
    turns = turns_after_time(THROWS, [1, 2, 3, 4], playing=2, turns=27)
    assert [(turn.part, turn.hand) for turn in turns[:7]] == [
        ("penultimate", 2),
        ("penultimate", 3),
        ("penultimate", 4),
        ("last", 1),
        ("last", 2),
        ("last", 3),
        ("last", 4),
    ]
    assert [turn.threshold for turn in turns[:7]] == [0, 0, 0, 0, 0, 0, 4]
    assert [(turn.hand, turn.threshold) for turn in turns[7:]] == [
        (1, 4),
        (2, 4),
        (3, 4),
        (4, 5),
        (1, 5),
        (2, 5),
        (3, 5),
        (4, 6),
        (1, 6),
        (2, 6),
        (3, 6),
        (4, 7),
        (1, 7),
        (2, 7),
        (3, 7),
        (4, 7),
        (1, 7),
        (2, 7),
        (3, 7),
        (4, 7),
    ]


def test_eliminated_hands_are_out_of_the_ring() -> None:
    """The last surviving player in order throws first."""
    turns = turns_after_time(THROWS, [1, 3], playing=3, turns=7)
    assert [(turn.hand, turn.threshold) for turn in turns] == [(3, 0), (1, 0), (3, 4), (1, 4), (3, 5), (1, 5), (3, 6)]
    with pytest.raises(Problem, match="Hand 2 is not in the game"):
        turns_after_time(THROWS, [1, 3], playing=2, turns=5)


def test_the_chances_of_two_dice() -> None:
    """6, 10, 15 and 21 of 36."""
    assert [round(chance_of_closing(total) * 36) for total in (4, 5, 6, 7)] == [6, 10, 15, 21]


@rule("rtu.9.3b")
def test_more_than_two_conquests_spare_the_throw() -> None:
    """Two conquests don't."""
    assert [must_throw(THROWS, conquests) for conquests in (0, 2, 3, 5)] == [True, True, False, False]
