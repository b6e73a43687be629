"""Clocks and attendance on the table's own time; no test waits for a wall clock."""

import random

import msgspec
import pytest

from kamchatka import Match
from kamchatka.editions import EDITIONS, edition
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.payloads import ClockForm, SeatForm, TableForm
from kamchatka.server.storage.records import Sitter, TableRecord, User
from kamchatka.server.tables.attendance import PATIENCE, Attendance
from kamchatka.server.tables.seating import new_table
from kamchatka.server.tables.timing.clocks import Clocks, table_limit, turn_of
from kamchatka.server.tables.timing.lag import CAP

ADA, BRUNO = 11, 12


def clocks(per: str, seconds: int = 60, bank: int = 0) -> Clocks:
    return Clocks(msgspec.convert({"per": per, "seconds": seconds, "bank": bank}, ClockForm), 3)


def test_without_a_clock_nobody_is_hurried() -> None:
    none = clocks("none")
    none.update([0], (1, 0), 5.0)
    assert none.seconds_left(0, 1000.0) is None


def test_a_move_clock_begins_anew_with_every_question() -> None:
    move = clocks("move")
    move.update([0], (1, 0), 0.0)
    assert move.seconds_left(0, 25.0) == 35.0
    move.update([0], (1, 0), 25.0, acted=0)
    assert move.seconds_left(0, 25.0) == 60.0
    assert move.seconds_left(0, 200.0) == 0.0


def test_others_answers_do_not_give_back_time_in_a_shared_question() -> None:
    """Several seats are asked at once: a slow seat continues with the time it has already used."""
    move = clocks("move")
    move.update([0, 1], (1, 0), 0.0)
    move.update([1], (1, 0), 20.0, acted=0)
    assert move.seconds_left(1, 30.0) == 30.0
    assert move.seconds_left(0, 30.0) == 60.0


def test_a_turn_clock_runs_through_the_turn_and_is_wound_up_at_the_next() -> None:
    turn = clocks("turn")
    turn.update([0], (1, 0), 0.0)
    turn.update([1], (1, 0), 20.0, acted=0)  # a defence within the turn
    turn.update([0], (1, 0), 25.0, acted=1)
    assert turn.seconds_left(0, 30.0) == 35.0
    assert turn.seconds_left(1, 30.0) == 55.0
    turn.update([1], (1, 1), 40.0, acted=0)
    assert (turn.seconds_left(0, 40.0), turn.seconds_left(1, 40.0)) == (60.0, 60.0)


def test_a_game_clock_is_never_wound_up() -> None:
    game = clocks("game", 100)
    game.update([0], (1, 0), 0.0)
    game.update([1], (1, 1), 30.0, acted=0)
    game.update([0], (1, 2), 40.0, acted=1)
    assert (game.seconds_left(0, 50.0), game.seconds_left(1, 50.0)) == (60.0, 90.0)


def test_between_turns_a_turn_clock_counts_every_answer_alone() -> None:
    """Choosing colours and placing first armies use no time of a turn; each first turn has its full time."""
    turn = clocks("turn")
    turn.update([0], None, 0.0)
    turn.update([1], None, 50.0, acted=0)  # a colour
    turn.update([0], None, 90.0, acted=1)
    assert (turn.seconds_left(0, 90.0), turn.seconds_left(0, 140.0)) == (60.0, 10.0)
    assert turn.measure == "move"
    turn.update([0], (1, 0), 140.0, acted=0)
    assert (turn.seconds_left(0, 140.0), turn.measure) == (60.0, "turn")


def test_two_turns_of_a_seat_one_after_the_other_have_two_clocks() -> None:
    """With new bids, the last turn of one round can be followed by the same seat's first turn of the next."""
    turn = clocks("turn")
    turn.update([2], (1, 2), 0.0)
    turn.update([2], (1, 2), 40.0, acted=2)
    assert turn.seconds_left(2, 40.0) == 20.0
    turn.update([2], (2, 2), 50.0, acted=2)
    assert turn.seconds_left(2, 50.0) == 60.0


@pytest.mark.parametrize("id", sorted(EDITIONS))
def test_no_answer_before_the_first_turn_costs_time_of_a_later_one(id: str) -> None:
    """Each decision of the preparation takes some of its 60 seconds, and the first turn has a whole minute."""
    match, now = Match.new(id, seats=edition(id).seats[-1], seed=5), 0.0
    turn = Clocks(clocks("turn").agreed, match.seats)
    turn.update(match.awaited, turn_of(match.state), now)
    while turn.turn is None:
        now += 50.0 / match.seats
        left, seat = min((turn.seconds_left(seat, now) or 0.0, seat) for seat in match.awaited)
        assert left >= 10.0 - 1e-9
        match.play(match.legal_actions_of(seat)[0], seat)
        turn.update(match.awaited, turn_of(match.state), now, seat)
    assert turn.seconds_left(match.awaited[0], now) == 60.0


# -------------------------------------------------------------------- the bank
def test_a_bank_is_used_when_the_time_of_a_move_is_gone() -> None:
    move = clocks("move", 20, bank=30)
    move.update([0], (1, 0), 0.0)
    assert (move.seconds_left(0, 15.0), move.bank_left(0, 15.0)) == (35.0, 30.0)
    assert (move.seconds_left(0, 32.0), move.bank_left(0, 32.0)) == (18.0, 18.0)
    move.update([0], (1, 0), 32.0, acted=0)
    assert (move.seconds_left(0, 32.0), move.bank_left(0, 32.0)) == (38.0, 18.0)
    assert (move.seconds_left(0, 100.0), move.bank_left(0, 100.0)) == (0.0, 0.0)
    move.update([1], (1, 1), 100.0, acted=0)
    move.update([0], (1, 0), 110.0, acted=1)
    assert (move.seconds_left(0, 110.0), move.bank_left(0, 110.0)) == (20.0, 0.0)  # an empty time bank stays empty
    assert move.bank_left(1, 110.0) == 30.0


def test_a_bank_pays_for_long_turns_once_a_game() -> None:
    turn = clocks("turn", 60, bank=100)
    turn.update([0], (1, 0), 0.0)
    turn.update([0], (1, 0), 50.0, acted=0)
    turn.update([1], (1, 1), 90.0, acted=0)
    turn.update([0], (2, 0), 95.0, acted=1)
    assert (turn.seconds_left(0, 95.0), turn.bank_left(0, 95.0)) == (130.0, 70.0)
    assert turn.seconds_left(1, 95.0) == 160.0


@pytest.mark.parametrize("per", ["none", "game"])
def test_a_bank_needs_a_clock_that_is_wound_up(per: str) -> None:
    form = TableForm("modern", (SeatForm("me"), *[SeatForm("bot")] * 2), clock=clocks(per, bank=60).agreed)
    with pytest.raises(Fault) as refused:
        new_table(form, User(ADA, "Ada", True))
    assert "bank" in refused.value.sentence("en")


# -------------------------------------------------------------------- lag
def test_the_way_of_messages_is_not_charged() -> None:
    """A client 300 ms away sees a minute on its clock, thinks for ten seconds, and has used ten seconds."""
    game = clocks("game", 600)
    game.lag.reported[0] = 0.3
    game.update([0], (1, 0), 0.0)
    assert game.seconds_left(0, 0.2) == 600.0  # the question is still on its way
    game.update([1], (1, 1), 10.3, acted=0)
    assert game.seconds_left(0, 20.0) == pytest.approx(590.0)
    assert game.credited == pytest.approx(0.3)


def test_an_answer_that_left_in_time_arrives_in_time() -> None:
    move = clocks("move", 30)
    move.lag.reported[0] = 0.4
    move.update([0], (1, 0), 0.0)
    assert move.seconds_left(0, 30.3) == pytest.approx(0.1)
    assert move.seconds_left(0, 30.5) == 0.0


def test_a_lying_client_gains_the_cap_and_the_quota_at_most() -> None:
    """The client claims a minute of lag for each of 1000 answers, at once or after a second."""
    luck = random.Random(3)
    game, used, now = clocks("game", 300), 0.0, 0.0
    game.lag.reported[0] = 60.0
    for _ in range(1000):
        game.update([0], (1, 0), now, acted=0)
        before, took = game.seconds_left(0, now) or 0.0, luck.choice((0.0, 0.1, 1.0))
        now, used = now + took, used + took
        assert (before - (game.seconds_left(0, now) or 0.0)) >= took - CAP - 1e-9 or not game.seconds_left(0, now)
        if used > 300.0 + 30.0:
            break
    assert game.seconds_left(0, now) == 0.0
    assert game.spent[0] >= used - took - 30.0 - 1e-9  # a tenth of the time


def test_a_claim_counts_from_the_next_question_on() -> None:
    """A client can't stretch a question that it has already read."""
    move = clocks("move", 30)
    move.update([0], (1, 0), 0.0)
    move.lag.reported[0] = 0.5
    assert move.seconds_left(0, 29.0) == 1.0


def test_lag_is_credited_once_though_others_act_meanwhile() -> None:
    turn = clocks("turn")
    turn.lag.reported[0] = 0.5
    turn.update([0, 1], (1, 0), 0.0)
    turn.update([0], (1, 0), 5.0, acted=1)
    assert turn.seconds_left(0, 8.0) == 52.5
    turn.update([0], (1, 0), 8.0, acted=0)
    assert turn.seconds_left(0, 8.0) == 52.5


def test_stored_credits_give_the_same_clocks_again() -> None:
    luck, live, again = random.Random(9), clocks("turn", 60, bank=200), clocks("turn", 60, bank=200)
    live.lag.reported[:] = [0.1, 0.7, 0.0]
    now, asked = 0.0, [0]
    for clock in (live, again):
        clock.update(asked, None, now)
    for n in range(200):
        acted, now = luck.choice(asked), now + luck.uniform(0.0, 9.0)
        asked, turn = luck.sample(range(3), luck.choice((1, 1, 2))), (None if n < 20 else (n // 30, n // 10 % 3))
        live.update(asked, turn, now, acted)
        again.update(asked, turn, now, acted, round(live.credited, 3))
        assert [*again.spent, *again.banked] == pytest.approx([*live.spent, *live.banked], abs=0.2)


def test_a_snapshot_brings_back_time_bank_and_quota() -> None:
    move = clocks("move", 10, bank=30)
    move.lag.reported[0] = 0.5
    move.update([0], (1, 0), 0.0)
    before, was = move.moment(), [move.seconds_left(0, 13.0), move.bank_left(0, 13.0)]
    move.update([0], (1, 0), 25.0, acted=0)
    move.back_to(before)
    assert [move.seconds_left(0, 13.0), move.bank_left(0, 13.0)] == was


@pytest.mark.parametrize(("seconds", "low"), [(20, 5.0), (60, 9.0), (900, 30.0)])
def test_a_player_is_warned_in_time(seconds: int, low: float) -> None:
    assert clocks("turn", seconds).low() == low


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
    here.clocks.update([0], (1, 0), 10.0)
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
    """In games over days no bot takes a seat before its time, even while the others watch."""
    here = attendance(per)
    here.clocks = clocks(per, 86_400)
    here.everybody_away(0.0)
    here.came(BRUNO)
    here.clocks.update([0], (1, 0), 0.0)
    assert here.absent_in(0, 0.0) == patience


def test_a_game_rests_while_nobody_is_here() -> None:
    """A game pauses while no person is connected, and no bot takes over a seat."""
    here = attendance("none")
    here.everybody_away(0.0)
    here.clocks.update([0], (1, 0), 10.0)
    assert here.absent_in(0, 1e6) is None
    assert here.alarm_in(1e6) is None
    here.came(BRUNO)
    assert here.absent_in(0, 20.0) == 80.0


def test_who_is_here_is_not_absent_and_bots_never_are() -> None:
    here = attendance("none")
    here.clocks.update([0, 2], (1, 0), 0.0)
    assert here.alarm_in(1e6) is None
    assert here.bot_plays(2)


def test_a_move_out_of_time_is_answered_once_then_for_good() -> None:
    here = attendance("move")
    now = 0.0
    for missed in range(1, PATIENCE + 1):
        here.clocks.update([0], (1, 0), now)
        now += 60.0
        assert here.relieve(now)
        here.note_answer(0, by_bot=True)
        assert here.bot_plays(0) == (missed == PATIENCE)
    here.note_answer(0, by_bot=False)  # the player is back at the keyboard
    assert not here.bot_plays(0)


def test_an_answer_out_of_time_between_turns_is_one_answer() -> None:
    """A player who is late with a first placement doesn't lose its first turn as well."""
    here = attendance("turn")
    here.clocks.update([0], None, 0.0)
    assert here.relieve(60.0)
    here.note_answer(0, by_bot=True)
    assert not here.bot_plays(0)


def test_a_turn_out_of_time_is_played_to_its_end() -> None:
    here = attendance("turn")
    here.clocks.update([0], (1, 0), 0.0)
    assert here.relieve(60.0)
    here.note_answer(0, by_bot=True)
    assert here.bot_plays(0)
    here.turn_passed()
    assert not here.bot_plays(0)
