"""The players of the next round, their tables, the criteria of a draw, and draws changed by hand."""

from collections import Counter
from random import Random

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw import solver
from kamchatka.tournament.draw.participants import next_participants, participants_of, warn_of_missing_results
from kamchatka.tournament.draw.rounds import draw_problem, hand_history, next_round, reseat
from kamchatka.tournament.draw.seating import DrawProblem
from kamchatka.tournament.events.changes import Drawn, PlayerEntered, Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.standings.standings import standings
from tests.tournament.kit import draw_round, open_event, people, play_round, points, report_table, seat_round, settings


def in_order(event: Event) -> Event:
    """Play the last round so that smaller numbers end better, even across tables."""
    for table in event.rounds[-1].tables:
        lines = (PlayerResult(seat, 32 - seat) for seat in table.seats)
        event = report_table(event, table.number, *lines)
    return event


def one_round(count: int, preset: str, *choices: str) -> Event:
    """Play one round at tables of four with `count` players, who are then ranked in the order of their numbers."""
    event = open_event(settings(preset, "rounds=1", *choices), people(count, count))
    return in_order(seat_round(event, *(range(first, first + 4) for first in range(1, count + 1, 4))))


# ------------------------------------------------------------------ semifinals and finals
def test_semifinalists_of_two_finals_alternate_and_are_banded() -> None:
    """Semifinalists alternate by rank, and each band has one player for each table."""
    event = one_round(16, "evening", "semifinal_steps=1,2")
    order = [row.entrant for row in standings(event)]
    found = next_participants(event)
    assert found.groups == (tuple(order[::2]), tuple(order[1::2]))
    assert found.sizes == ((4, 4), (4, 4))
    assert found.bands[0] == tuple(tuple(order[at : at + 4 : 2]) for at in range(0, 16, 4))


def test_a_second_final_needs_players_enough() -> None:
    """Twelve don't fill the semifinals of two finals: there is one final with eight semifinalists."""
    found = next_participants(one_round(12, "evening", "semifinal_steps=1,2"))
    assert (len(found.groups), len(found.groups[0]), found.sizes) == (1, 8, ((4, 4),))


def test_who_never_played_makes_no_event_larger() -> None:
    """Sixteen have played and a late player waits: a second final needs more than sixteen."""
    late = PlayerEntered(90, "Late")
    many = apply_change(late, one_round(16, "evening", "semifinal_steps=1,16"), 0)
    assert len(next_participants(many).groups) == 1
    assert len(next_participants(one_round(16, "evening", "semifinal_steps=1,15")).groups) == 2


def test_leaders_wait_in_the_final_up_to_the_first_step() -> None:
    """Up to the first step two winners wait in the final; beyond it, semifinals of four tables need 16 players."""
    late = PlayerEntered(90, "Late")
    small = apply_change(late, one_round(12, "raduno", "qualification=", "direct_finalists=2", "semifinal_steps=12"), 0)
    assert next_participants(small).sizes == ((4, 4),)
    assert not {1, 5} & set(next_participants(small).groups[0])
    with pytest.raises(Problem, match="Semifinals of 4 need 16 players, in the standings: 12"):
        next_participants(one_round(12, "raduno", "qualification=", "direct_finalists=2", "semifinal_steps=11"))


def test_who_comes_back_after_the_semifinals_is_in_no_final() -> None:
    """A leader who missed the semifinals gets no semifinal winner's seat."""
    event = apply_change(Withdrew(1), one_round(20, "raduno", "qualification=best"), 0)
    event = in_order(draw_round(event))
    event = apply_change(Withdrew(1, back=True), event, 0)
    final = next_participants(event).groups[0]
    assert 1 not in final
    assert len(final) == 4


def test_as_many_as_go_on_may_be_left_at_a_table() -> None:
    """When two players of a semifinal have left, the other two advance without a tie-break."""
    event = in_order(draw_round(one_round(8, "evening")))
    gone = event.rounds[-1].tables[0].seats[:2]
    for number in gone:
        event = apply_change(Withdrew(number), event, 0)
    assert set(event.rounds[-1].tables[0].seats[2:]) < set(next_participants(event).groups[0])


def test_a_final_that_too_few_are_left_for_is_one_table() -> None:
    """Three of eight semifinalists remain."""
    event = in_order(draw_round(one_round(8, "evening")))
    for number in (1, 2, 3, 4, 5):
        event = apply_change(Withdrew(number), event, 0)
    with pytest.raises(Problem, match="3 players do not fill 1 table of 4, 5"):
        next_participants(event)


def test_winners_go_on_in_a_knockout() -> None:
    """The stage can be requested by name."""
    event = open_event(settings("knockout"), people(20, 20))
    event = in_order(seat_round(event, *(range(first, first + 4) for first in range(1, 21, 4)), stage="knockout"))
    assert participants_of(event, "knockout").groups == ((1, 5, 9, 13, 17),)


def test_all_rounds_without_a_result_are_named() -> None:
    """All such rounds are named before the third round is drawn."""
    event = open_event(settings("ranking"), people(8, 8))
    event = seat_round(seat_round(event, range(1, 5), range(5, 9)), range(1, 5), range(5, 9))
    silent = warn_of_missing_results(event)
    assert silent is not None
    assert silent.text("en") == "Without any result: round 1, 2."


# ------------------------------------------------------------------ what is drawn
def problem_of(event: Event) -> DrawProblem:
    """Return the input of an event's next draw."""
    return draw_problem(event, next_participants(event), 0, Random(1))


def apart(draw: DrawProblem) -> list[tuple[str, list[int]]]:
    """Return who should sit apart, and why."""
    return [(group.kind, sorted(group.members)) for group in draw.apart]


def test_clubs_and_regions_of_two_or_more_are_kept_apart_in_the_first_round() -> None:
    """It happens in the first round only, with regions by option."""
    names = ["A/X/N", "B/X/S", "C//N", "D//", "E/Y/", "F/Y/N", "G/Z/S", "H//"]
    event = open_event(settings("raduno"), names)
    clubs = [("club", [1, 2]), ("club", [5, 6])]
    assert apart(problem_of(event)) == [*clubs, ("region", [1, 3, 6]), ("region", [2, 7])]
    assert apart(problem_of(open_event(settings("ranking"), names))) == clubs
    second = problem_of(in_order(seat_round(event, [1, 3, 5, 7], [2, 4, 6, 8])))
    assert apart(second) == [*clubs, ("rematch", [1, 3, 5, 7]), ("rematch", [2, 4, 6, 8]), ("winners", [1, 2])]


def test_whoever_sat_at_a_five_and_is_still_there_is_remembered() -> None:
    """Tables of five count once for each round, and only for players who are still there."""
    event = open_event(settings("ranking"), people(9, 9))
    event = in_order(seat_round(event, [1, 2, 3, 4, 5], [6, 7, 8, 9]))
    event = in_order(seat_round(event, [1, 6, 7, 8, 9], [2, 3, 4, 5]))
    event = apply_change(Withdrew(2), event, 0)
    assert problem_of(event).fives == {1: 2, 3: 1, 4: 1, 5: 1, 6: 1, 7: 1, 8: 1, 9: 1}


def test_hands_are_remembered_as_drawn_or_as_reported() -> None:
    """Past positions are the reported positions or, without a report, those drawn."""
    event = open_event(settings("ranking"), ["A", "B", "C", "D"])
    event = points(seat_round(event, [1, 2, 3, 4]), 1, A=9, B=8, C=7, D=6)
    lines = [PlayerResult(seat, 10 - seat, hand=hand) for seat, hand in ((1, 2), (2, 1), (3, 3), (4, 4))]
    event = report_table(seat_round(event, [1, 2, 3, 4]), 1, *lines)
    event = seat_round(event, [4, 3, 2, 1])
    assert hand_history(event) == {
        1: Counter({1: 1, 2: 1, 4: 1}),
        2: Counter({2: 1, 1: 1, 3: 1}),
        3: Counter({3: 2, 2: 1}),
        4: Counter({4: 2, 1: 1}),
    }


def test_the_optimiser_draws_unless_it_is_not_there_or_not_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the optimiser avoids clashes within semifinal groups."""
    event = play_round(
        draw_round(open_event(settings("evening", "rounds=1", "semifinal_steps=1,2"), people(16, 5)), 1), 1
    )
    second = next_round(event, 1)
    assert second.method == "cp-sat+greedy"
    assert sorted(seat for table in second.tables for seat in table.seats) == list(range(1, 17))
    assert [table.number for table in second.tables] == [1, 2, 3, 4]
    assert next_round(event, 1, "greedy").method == "greedy"
    monkeypatch.setattr(solver, "find_spec", lambda name: None)
    assert next_round(event, 1).method == "greedy"


# ------------------------------------------------------------------ draws changed by hand
def test_a_draw_changed_by_hand_is_weighed_by_the_rounds_before_it() -> None:
    """The cost counts its rematches and clubmates; tables are numbered from one."""
    event = open_event(settings("ranking", "rounds=2", "discards=0"), ["A/X", "B/X", "C", "D", "E", "F", "G", "H"])
    event = in_order(seat_round(event, [1, 3, 4, 5], [2, 6, 7, 8]))
    second = next_round(event, 3)
    for known in (event, apply_change(second, event, 0)):  # as a draft, and after it was drawn
        changed = reseat(known, second, ((1, 2, 5, 6), (3, 4, 7, 8)))
        assert (changed.method, changed.seed, [table.number for table in changed.tables]) == ("by hand", 3, [1, 2])
        # Two clubmates; at table one a winner of each old table; two pairs from each old table: the minimum.
        assert changed.cost == 10_000 + 400
    assert reseat(event, second, tuple(table.seats for table in second.tables)) is second


def test_every_group_of_a_draw_changed_by_hand_is_weighed() -> None:
    """Each final's semifinals have the best two at one table and the next two at the other."""
    event = one_round(16, "evening", "semifinal_steps=1,2")
    semifinals = next_round(event, 1)
    tables = list[tuple[int, ...]]()
    costs = list[int]()
    for group in next_participants(event).groups:
        tables += [group[:4], group[4:]]
        costs.append(draw_problem(event, next_participants(event), len(costs), Random(1)).cost((group[:4], group[4:])))
    assert all(costs)
    assert reseat(event, semifinals, tuple(tables)).cost == sum(costs)
    with pytest.raises(Problem, match="must have the same players"):
        reseat(event, semifinals, tuple(tables[::-1]))


def test_a_draw_keeps_its_seats_when_changed_by_hand() -> None:
    """The change must keep the players and the number of tables."""
    event = open_event(settings("ranking"), people(8, 8))
    first: Drawn = next_round(event, 1)
    for tables in (((1, 2, 3, 4), (5, 6, 7, 9)), ((1, 2, 3, 4),), ((1, 2, 3, 4), (5, 6, 7, 8), (9,))):
        with pytest.raises(Problem, match="must have the same players and as many seats as were drawn"):
            reseat(event, first, tables)
