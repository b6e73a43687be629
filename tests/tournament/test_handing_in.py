"""Results handed in by phone: a second player on another phone confirms or disputes, or the organiser decides."""

from collections.abc import Sequence

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import Absent, AnyChange, Confirmed, Disputed, Proposed, TableReport, Withdrew
from kamchatka.tournament.events.descriptions import describe
from kamchatka.tournament.events.event import Confirmation, Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.events.keys import Keys
from kamchatka.tournament.events.trail import TrailEntry
from kamchatka.tournament.results.handing_in import MOST_STEPS, PhonePlayer, check_steps, confirm, dispute, hand_in
from tests.tournament.kit import open_event, people, points, seat_round, settings

ONE, TWO, THREE, FOUR = (PhonePlayer(number, f"phone {number}") for number in (1, 2, 3, 4))


def evening() -> Event:
    """Return an event with tables of 1 to 4 and of 5 to 8."""
    return seat_round(open_event(settings("evening"), people(8, 4)), (1, 2, 3, 4), (5, 6, 7, 8))


def sheet(*made: int) -> TableReport:
    """Return the points of players 1 to 4."""
    return TableReport(tuple(PlayerResult(number, one) for number, one in enumerate(made or (20, 11, 12, 13), start=1)))


def follow(event: Event, changes: Sequence[AnyChange], number: int) -> Event:
    """Return the event after changes of the trail that begin with a number."""
    for at, change in enumerate(changes, start=number):
        event = apply_change(change, event, at)
    return event


def submit() -> Event:
    """Return the event after player 1 submitted table 1 as entry 50."""
    event = evening()
    return follow(event, hand_in(event, 1, 1, ONE, sheet()), 50)


def test_a_result_counts_when_a_second_player_confirms_it() -> None:
    event = submit()
    assert event.rounds[0].reports == {}
    after = follow(event, confirm(event, 1, 1, TWO, 50), 51)
    assert [line.points for line in after.rounds[0].reports[1].lines] == [20, 11, 12, 13]
    assert after.rounds[0].confirmations == {1: Confirmation(1, 2)}
    assert after.rounds[0].entries == {1: 51}
    assert after.rounds[0].proposals == {}
    with pytest.raises(Problem, match="has a result already"):
        confirm(after, 1, 1, THREE, 50)
    with pytest.raises(Problem, match="has a result already"):
        hand_in(after, 1, 1, THREE, sheet())


def test_nobody_confirms_the_own_result() -> None:
    event = submit()
    for who in (ONE, PhonePlayer(1, "other phone", is_known=True)):
        with pytest.raises(Problem, match="a second player confirms"):
            confirm(event, 1, 1, who, 50)
    with pytest.raises(Problem, match="already spoken for P000"):
        confirm(event, 1, 1, PhonePlayer(2, ONE.device), 50)
    with pytest.raises(Problem, match="already spoken for P000"):
        confirm(event, 1, 1, PhonePlayer(2, ONE.device, is_known=True), 50)
    with pytest.raises(Problem, match="submitted this result yourself"):
        apply_change(Confirmed(1, 1, 1, 50), event, 51)
    with pytest.raises(Problem, match="is not at table 1"):
        confirm(event, 1, 1, PhonePlayer(5, "phone 5"), 50)


def test_a_player_speaks_from_one_phone() -> None:
    """Another phone of the same player needs the personal link; the first one may correct what it submitted."""
    event = submit()
    with pytest.raises(Problem, match="from another phone"):
        hand_in(event, 1, 1, PhonePlayer(1, "other phone"), sheet(19, 11, 12, 13))
    assert hand_in(event, 1, 1, PhonePlayer(1, "other phone", is_known=True), sheet(19, 11, 12, 13))
    changed = follow(event, hand_in(event, 1, 1, ONE, sheet(19, 11, 12, 13)), 51)
    assert hand_in(changed, 1, 1, ONE, sheet(19, 11, 12, 13)) == []  # a repeated request
    with pytest.raises(Problem, match="has changed in the meantime"):
        confirm(changed, 1, 1, TWO, 50)
    assert confirm(changed, 1, 1, TWO, 51)


def test_the_same_result_twice_is_a_confirmation() -> None:
    """Two players submit at the same time: equal results confirm each other, different ones are compared."""
    event = submit()
    assert hand_in(event, 1, 1, TWO, sheet()) == [Confirmed(1, 1, 2, 50, TWO.device)]
    with pytest.raises(Problem, match="P000 has already submitted"):
        hand_in(event, 1, 1, TWO, sheet(19, 11, 12, 13))
    with pytest.raises(Problem, match="already spoken for P000"):
        hand_in(event, 1, 1, PhonePlayer(2, ONE.device), sheet())


def test_two_who_disagree_settle_it_themselves() -> None:
    """The author accepts the other's score sheet, or the other one gives in; a third player cannot decide."""
    event = submit()
    disputed = follow(event, dispute(event, 1, 1, TWO, 50, sheet(20, 14, 12, 13), "I held Brazil"), 51)
    assert [one.by for one in disputed.rounds[0].proposals[1].claims] == [1, 2]
    for version in (50, 51):
        with pytest.raises(Problem, match="disagree"):
            confirm(disputed, 1, 1, THREE, version)
    with pytest.raises(Problem, match="disagree"):
        hand_in(disputed, 1, 1, ONE, sheet(18, 11, 12, 13))
    accepted = follow(disputed, confirm(disputed, 1, 1, ONE, 51), 52)
    assert accepted.rounds[0].reports[1].lines[1].points == 14
    assert accepted.rounds[0].confirmations == {1: Confirmation(2, 1)}
    given_in = follow(disputed, confirm(disputed, 1, 1, TWO, 50), 52)
    assert given_in.rounds[0].reports[1].lines[1].points == 11


def test_three_who_disagree_need_the_organiser() -> None:
    event = submit()
    event = follow(event, dispute(event, 1, 1, TWO, 50, sheet(20, 14, 12, 13), ""), 51)
    event = follow(event, dispute(event, 1, 1, THREE, 50, None, "no objective was shown"), 52)
    for who, version in ((ONE, 51), (TWO, 50), (FOUR, 50)):
        with pytest.raises(Problem, match="disagree"):
            confirm(event, 1, 1, who, version)
    decided = points(event, 1, P000=20, P001=14, P002=12, P003=13)
    assert (decided.rounds[0].proposals, decided.rounds[0].confirmations) == ({}, {})


def test_a_dispute_says_what_differs() -> None:
    event = submit()
    for report in (None, sheet()):
        with pytest.raises(Problem, match="Say what is different"):
            dispute(event, 1, 1, TWO, 50, report, "  ")
    with pytest.raises(Problem, match="submitted this result yourself"):
        dispute(event, 1, 1, ONE, 50, None, "no")
    with pytest.raises(Problem, match="has changed in the meantime"):
        dispute(event, 1, 1, TWO, 49, None, "no")
    once = follow(event, dispute(event, 1, 1, TWO, 50, None, "no"), 51)
    with pytest.raises(Problem, match="has changed"):
        confirm(once, 1, 1, ONE, 51)  # a note has no score sheet to confirm
    again = follow(once, dispute(once, 1, 1, TWO, 50, sheet(20, 14, 12, 13), ""), 52)
    assert [one.entry for one in again.rounds[0].proposals[1].disputes] == [52]


def test_phones_give_no_penalties_and_no_wrong_points() -> None:
    line = PlayerResult(1, 20, penalty=10)
    with pytest.raises(Problem, match="Only the organiser gives penalties"):
        hand_in(evening(), 1, 1, ONE, TableReport((line, *sheet().lines[1:])))
    with pytest.raises(Problem, match="86"):
        hand_in(evening(), 1, 1, ONE, sheet(99, 11, 12, 13))


def test_a_withdrawn_player_may_still_confirm_and_a_substitute_clears_the_table() -> None:
    """A withdrawal concerns later rounds. A result of other players than those at the table is dropped."""
    event = apply_change(Withdrew(1), submit(), 51)
    assert confirm(apply_change(Withdrew(2), event, 52), 1, 1, TWO, 50)
    entered = open_event(settings("evening"), people(9, 4))
    seated = seat_round(entered, (1, 2, 3, 4), (5, 6, 7, 8))
    seated = follow(seated, hand_in(seated, 1, 1, ONE, sheet()), 50)
    assert apply_change(Absent(1, 4, 9), seated, 51).rounds[0].proposals == {}


def test_phones_cannot_fill_the_trail() -> None:
    entries = [TrailEntry(n, "", "", Proposed(1, 1, 1, sheet()), None, "") for n in range(MOST_STEPS)]
    check_steps(entries[1:], 1, 1)
    check_steps(entries, 1, 2)
    with pytest.raises(Problem, match="too often"):
        check_steps(entries, 1, 1)


def test_codes_open_one_table_of_one_draw() -> None:
    keys = Keys(b"x" * 32)
    code = keys.table(1, 12, 40)
    assert code.startswith("1-12-")
    letters = code.rpartition("-")[2]
    assert len(letters) == 10
    for typed in (code, code.lower(), f"1-12-{letters[:5]} {letters[5:]}", f"1-12-{letters[:5]}-{letters[5:]}"):
        assert keys.is_table(typed, 1, 12, 40)
    for at in ((1, 12, 41), (2, 12, 40), (1, 1, 40)):
        assert not keys.is_table(code, *at)
    for wrong in ("", code[:-1], code + "A", "1-12-", "1-12-é"):
        assert not keys.is_table(wrong, 1, 12, 40)
    assert not Keys(b"y" * 32).is_table(code, 1, 12, 40)


def test_the_trail_says_each_step() -> None:
    names = {1: "Ada", 2: "Bruno"}
    report = TableReport((PlayerResult(1, objective="in_time"), PlayerResult(2, 20)))
    told = [
        describe(change, names).text("en")
        for change in (
            Confirmed(1, 2, 2, 50),
            Disputed(1, 2, 2, 50, report=report),
            Disputed(1, 2, 2, 50, "late", report),
            Disputed(1, 2, 2, 50, "late"),
        )
    ]
    assert told == [
        "Bruno confirms the result of round 1, table 2 (entry 50)",
        "Bruno disputes the result of round 1, table 2 (entry 50): Ada objective, Bruno 20",
        "Bruno disputes the result of round 1, table 2 (entry 50): Ada objective, Bruno 20 – late",
        "Bruno disputes the result of round 1, table 2 (entry 50): late",
    ]
