"""Clocks and attendance on the table's own time: no wall clock is waited for."""

import msgspec
import pytest

from kamchatka.editions import edition
from kamchatka.server.protocol.payloads import ClockForm, SeatForm, TableForm
from kamchatka.server.storage.records import Sitter, TableRecord
from kamchatka.server.tables.attendance import PATIENCE, Attendance
from kamchatka.server.tables.clocks import Clocks, table_limit

ADA, BRUNO = 11, 12


def clocks(per: str, seconds: int = 60) -> Clocks:
    return Clocks(msgspec.convert({"per": per, "seconds": seconds}, ClockForm), 3)


def test_without_a_clock_nobody_is_hurried() -> None:
    none = clocks("none")
    none.update([0], 0, 5.0)
    assert none.left(0, 1000.0) is None


def test_a_move_clock_begins_anew_with_every_question() -> None:
    move = clocks("move")
    move.update([0], 0, 0.0)
    assert move.left(0, 25.0) == 35.0
    move.update([0], 0, 25.0, acted=0)
    assert move.left(0, 25.0) == 60.0
    assert move.left(0, 200.0) == 0.0


def test_others_answers_do_not_give_back_time_in_a_shared_question() -> None:
    """Several seats are asked at once: a slow seat continues with the time it has already used."""
    move = clocks("move")
    move.update([0, 1], 0, 0.0)
    move.update([1], 0, 20.0, acted=0)
    assert move.left(1, 30.0) == 30.0
    assert move.left(0, 30.0) == 60.0


def test_a_turn_clock_runs_through_the_turn_and_is_wound_up_at_the_next() -> None:
    turn = clocks("turn")
    turn.update([0], 0, 0.0)
    turn.update([1], 0, 20.0, acted=0)  # a defence within the turn
    turn.update([0], 0, 25.0, acted=1)
    assert turn.left(0, 30.0) == 35.0
    assert turn.left(1, 30.0) == 55.0
    turn.update([1], 1, 40.0, acted=0)
    assert (turn.left(0, 40.0), turn.left(1, 40.0)) == (60.0, 60.0)


def test_a_game_clock_is_never_wound_up() -> None:
    game = clocks("game", 100)
    game.update([0], 0, 0.0)
    game.update([1], 1, 30.0, acted=0)
    game.update([0], 2, 40.0, acted=1)
    assert (game.left(0, 50.0), game.left(1, 50.0)) == (60.0, 90.0)


def test_the_tables_clock_is_an_option_of_the_booklet() -> None:
    modern = edition("modern")
    assert table_limit(modern.table_rules({"time_limit_minutes": 30})) == 1800.0
    assert table_limit(edition("classic").table_rules({})) is None


def attendance(per: str = "move", absent_after: int = 90) -> Attendance:
    form = TableForm("modern", tuple(SeatForm("open") for _ in range(3)), absent_after=absent_after)
    seats = (Sitter("Ada", ADA), Sitter("Bruno", BRUNO), Sitter("Vega", bot="random"))
    table = TableRecord(id="t", agreed=form, seats=seats, status="playing", host=ADA, key="00")
    return Attendance(lambda: table, clocks(per))


def test_a_bot_steps_in_for_who_is_away_and_steps_back() -> None:
    here = attendance("none")
    here.everybody_away(0.0)
    here.came(BRUNO)
    here.clocks.update([0], 0, 10.0)
    assert here.absent_in(0, 40.0) == 60.0  # counted from the question, not from before it
    assert here.alarm_in(40.0) == 60.0
    assert not here.relieve(99.0)
    assert here.relieve(100.0)
    assert here.bot_plays(0)
    assert here.alarm_in(100.0) is None
    here.came(ADA)
    assert not here.bot_plays(0)


@pytest.mark.parametrize(("per", "patience"), [("move", 86_400.0), ("turn", 86_400.0), ("game", 90.0), ("none", 90.0)])
def test_who_has_a_day_for_a_move_may_be_away_for_a_day(per: str, patience: float) -> None:
    """Games over days: the others are looking, and still no bot steps in before its time."""
    here = attendance(per)
    here.clocks = clocks(per, 86_400)
    here.everybody_away(0.0)
    here.came(BRUNO)
    here.clocks.update([0], 0, 0.0)
    assert here.absent_in(0, 0.0) == patience


def test_a_game_rests_while_nobody_is_here() -> None:
    """A game pauses while no person is connected, and no bot takes over a seat."""
    here = attendance("none")
    here.everybody_away(0.0)
    here.clocks.update([0], 0, 10.0)
    assert here.absent_in(0, 1e6) is None
    assert here.alarm_in(1e6) is None
    here.came(BRUNO)
    assert here.absent_in(0, 20.0) == 80.0


def test_who_is_here_is_not_absent_and_bots_never_are() -> None:
    here = attendance("none")
    here.clocks.update([0, 2], 0, 0.0)
    assert here.alarm_in(1e6) is None
    assert here.bot_plays(2)


def test_a_move_out_of_time_is_answered_once_then_for_good() -> None:
    here = attendance("move")
    now = 0.0
    for missed in range(1, PATIENCE + 1):
        here.clocks.update([0], 0, now)
        now += 60.0
        assert here.relieve(now)
        here.acted(0, by_bot=True)
        assert here.bot_plays(0) == (missed == PATIENCE)
    here.acted(0, by_bot=False)  # the player is back at the keyboard
    assert not here.bot_plays(0)


def test_a_turn_out_of_time_is_played_to_its_end() -> None:
    here = attendance("turn")
    here.clocks.update([0], 0, 0.0)
    assert here.relieve(60.0)
    here.acted(0, by_bot=True)
    assert here.bot_plays(0)
    here.turn_passed()
    assert not here.bot_plays(0)
