"""The rounds of an event: participants, late arrivals and no-shows, semifinals by bands, finals."""

import pytest
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.formats import finals_of
from kamchatka.tournament.draw.participants import next_participants
from kamchatka.tournament.draw.rounds import hand_history, mark_absent, next_round
from kamchatka.tournament.events.changes import Absent, Drawn, PlayerEntered, Withdrew
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.standings.standings import standings
from kamchatka.tournament.validation import check_settings
from tests.tournament.kit import clubmates_met, draw_round, open_event, people, play_round, points, seat_round, settings


def after_rounds(event: Event, rounds: int) -> Event:
    """Return the event after this number of rounds with random results."""
    for seed in range(1, rounds + 1):
        event = play_round(draw_round(event, seed), seed)
    return event


def test_clubmates_never_meet_and_nobody_meets_twice() -> None:
    """Forty players of ten clubs over three rounds."""
    event = after_rounds(open_event(settings("ranking"), people(40, 10)), 3)
    assert clubmates_met(event) == 0
    pairs = [
        frozenset((one, other))
        for round in event.rounds
        for table in round.tables
        for one in table.seats
        for other in table.seats
        if one < other
    ]
    assert len(set(pairs)) == len(pairs)
    assert [round.cost for round in event.rounds] == [0, 0, 0]


def test_winners_are_spread_in_the_second_round() -> None:
    """Four winners sit at four different tables."""
    event = after_rounds(open_event(settings("ranking"), people(16, 16)), 1)
    winners = {row.entrant for row in standings(event) if row.wins}
    second = draw_round(event, 2).rounds[1]
    assert [len(winners & set(table.seats)) for table in second.tables] == [1, 1, 1, 1]


def test_the_first_round_of_a_raduno_keeps_regions_apart() -> None:
    """With two regions, tables of four have two players of each."""
    event = draw_round(open_event(settings("raduno"), people(16, 16)))
    for table in event.rounds[0].tables:
        assert sorted(event.entrants[seat].region for seat in table.seats) == ["Region 0"] * 2 + ["Region 1"] * 2


def test_hands_are_balanced_over_rounds() -> None:
    """Over four rounds of fours hardly any player repeats a hand, and none plays one three times."""
    event = after_rounds(open_event(settings("ranking"), people(16, 16)), 4)
    most = [max(hands.values()) for hands in hand_history(event).values()]
    assert max(most) == 2
    assert most.count(2) <= 5


def test_the_same_seed_gives_the_same_round() -> None:
    """Tables and order of play are the same."""
    event = open_event(settings("ranking"), people(22, 5))
    assert next_round(event, 11) == next_round(event, 11)
    assert next_round(event, 11).tables != next_round(event, 12).tables


def test_a_late_arrival_plays_from_the_next_round_and_a_leaver_does_not() -> None:
    """The leaver's results stay in the standings."""
    event = after_rounds(open_event(settings("ranking"), people(9, 9)), 1)
    event = apply_change(PlayerEntered(50, "Late"), apply_change(Withdrew(1), event, 0), 0)
    second = draw_round(event, 2).rounds[1]
    assert second.table_of(50) is not None
    assert second.table_of(1) is None
    assert {row.entrant for row in standings(event)} == {*range(1, 10), 50}
    assert apply_change(Withdrew(1, back=True), event, 0).entrants[1].withdrawn is False
    with pytest.raises(Problem, match="Late is already here"):
        apply_change(Withdrew(50, back=True), event, 0)


def test_a_no_show_is_replaced_or_leaves_a_table_that_may_be() -> None:
    """A table of five becomes a four; a table of four would become a three, which its rule forbids."""
    event = seat_round(open_event(settings("ranking"), people(10, 10)), [1, 2, 3, 4, 5], [6, 7, 8, 9])
    five = apply_change(mark_absent(event, 5), event, 0)
    assert five.rounds[0].tables[0].seats == (1, 2, 3, 4)
    with pytest.raises(Problem, match="Table 2 would be left with 3") as caught:
        mark_absent(event, 9)
    assert caught.value.rule == "rtu.12.1b"
    swapped = apply_change(mark_absent(event, 9, substitute=10), event, 0)
    assert swapped.rounds[0].tables[1].seats == (6, 7, 8, 10)
    with pytest.raises(Problem, match="has a seat in round 1"):
        apply_change(Absent(1, 9, 3), event, 0)
    with pytest.raises(Problem, match="is at no table of round 1 that is still to be played"):
        apply_change(mark_absent(event, 10), event, 0)


def test_a_round_is_drawn_again_only_before_its_first_result() -> None:
    """Only the last round can be drawn again."""
    event = draw_round(open_event(settings("ranking"), people(8, 8)))
    again = apply_change(next_round(event, 2, again=True), event, 0)
    assert (len(again.rounds), again.rounds[0].seed) == (1, 2)
    with pytest.raises(Problem, match="has results or is not the last"):
        apply_change(next_round(play_round(event, 1), 2, again=True), play_round(event, 1), 0)
    with pytest.raises(Problem, match="There is no draw to make again"):
        next_round(open_event(settings("ranking"), people(8, 8)), 1, again=True)
    with pytest.raises(Problem, match="Round 3 is not the next"):
        apply_change(Drawn(3, "round", (), 0, "by hand"), event, 0)


def test_too_few_to_draw() -> None:
    """The refusal names the rule."""
    for count in (0, 3, 7, 11):
        with pytest.raises(Problem, match="players do not fill tables of 4, 5") as caught:
            next_round(open_event(settings("ranking"), people(count, 3)), 1)
        assert caught.value.rule == "rtu.12.1a"


def test_a_ranking_ends_after_its_rounds() -> None:
    """A ranking may continue while a table has not reported; then it is over."""
    event = after_rounds(open_event(settings("ranking", "rounds=3", "discards=1"), people(8, 8)), 2)
    event = draw_round(event, 3)
    with pytest.raises(Problem, match="The event is over"):
        next_round(event, 4)


# ------------------------------------------------------------------ semifinals and finals
@pytest.mark.parametrize(
    ("entrants", "finals"),
    [(16, 1), (36, 1), (37, 1), (76, 1), (77, 2), (80, 2), (116, 2), (117, 3), (200, 5), (400, 5)],
)
def test_each_step_of_a_raduno_adds_a_final(entrants: int, finals: int) -> None:
    """80 players make 32 semifinalists."""
    assert finals_of(entrants, settings("raduno")) == finals


def test_semifinals_take_one_of_each_band() -> None:
    """Clubmates are kept apart if possible."""
    event = after_rounds(open_event(settings("raduno"), people(40, 8)), 2)
    order = [row.entrant for row in standings(event)][:16]
    semi = draw_round(event, 3).rounds[2]
    assert (semi.stage, len(semi.tables)) == ("semifinal", 4)
    for table in semi.tables:
        assert sorted(order.index(seat) // 4 for seat in table.seats) == [0, 1, 2, 3]


def test_missing_results_are_named_before_the_semifinals() -> None:
    """Round and table are named."""
    event = draw_round(open_event(settings("evening", "rounds=1"), people(8, 8)))
    with pytest.raises(Problem, match=r"Results are missing \(round/table\): 1/1, 1/2"):
        next_round(event, 2)


def test_leaders_of_a_small_raduno_wait_in_the_final() -> None:
    """Up to two leaders who won both games wait in the final, which leaves two or three semifinals."""
    names = [f"P{number:02}" for number in range(1, 21)]
    event = open_event(settings("raduno"), names)
    tables = [list(range(first, first + 4)) for first in (1, 5, 9, 13, 17)]
    for _ in range(2):
        event = seat_round(event, *tables)
        for number, table in enumerate(tables, start=1):
            made = {f"P{seat:02}": 40 - number - 5 * place for place, seat in enumerate(table)}
            event = points(event, number, **made)
    assert [row.wins for row in standings(event)][:5] == [2, 2, 2, 2, 2]
    semi = draw_round(event, 3)
    assert len(semi.rounds[-1].tables) == 2
    seats = [seat for table in semi.rounds[-1].tables for seat in table.seats]
    first_two = [row.entrant for row in standings(event)][:2]
    assert not set(first_two) & set(seats)
    final = draw_round(play_round(semi, 4), 5).rounds[-1]
    assert set(first_two) < set(final.tables[0].seats)
    assert len(final.tables[0].seats) == 4
    gone = apply_change(Withdrew(first_two[0]), play_round(semi, 4), 0)
    filled = draw_round(gone, 5).rounds[-1].tables[0].seats
    assert first_two[0] not in filled
    assert first_two[1] in filled
    assert len(set(filled) & set(seats)) == 3  # a semifinalist takes the empty seat, not a lower player


def test_a_leader_with_one_win_plays_the_semifinal() -> None:
    """If only the first has won both games, there are three semifinals, and the second plays one."""
    event = open_event(settings("raduno"), [f"P{number:02}" for number in range(1, 21)])
    tables = [list(range(first, first + 4)) for first in (1, 5, 9, 13, 17)]
    for shift in (0, 1):
        event = seat_round(event, *tables)
        for number, table in enumerate(tables, start=1):
            order = table if number == 1 else table[shift:] + table[:shift]
            made = {f"P{seat:02}": 40 - number - 5 * place for place, seat in enumerate(order)}
            event = points(event, number, **made)
    semi = draw_round(event, 3).rounds[-1]
    assert len(semi.tables) == 3
    assert semi.table_of(1) is None
    assert all(semi.table_of(row.entrant) for row in standings(event)[1:13])


def test_two_go_on_from_each_semifinal_of_an_evening() -> None:
    """Two semifinals lead to a final of four; then the event is over."""
    event = after_rounds(open_event(settings("evening"), people(12, 4)), 3)
    event = play_round(draw_round(event, 4), 4)
    assert [len(table.seats) for table in event.rounds[-1].tables] == [4, 4]
    final = draw_round(event, 5)
    assert (final.rounds[-1].stage, len(final.rounds[-1].tables[0].seats)) == ("final", 4)
    for table in event.rounds[-1].tables:
        assert len(set(table.seats) & set(final.rounds[-1].tables[0].seats)) == 2
    with pytest.raises(Problem, match="The event is over"):
        next_round(play_round(final, 6), 6)


def test_too_few_for_semifinals_are_told_what_to_do() -> None:
    """Without semifinals the leaders play the final."""
    event = after_rounds(open_event(settings("raduno", "qualification=best"), people(12, 12)), 2)
    with pytest.raises(Problem, match="Semifinals of 4 need 16 players, in the standings: 12"):
        next_participants(event)
    straight = replace(event, settings=replace(event.settings, semifinals=False))
    heads = tuple(row.entrant for row in standings(straight)[:4])
    assert next_participants(straight).groups == (heads,)


def test_settings_of_finals_that_cannot_be() -> None:
    """Two semifinals that send two players each don't fill a final of three."""
    for choices in (("final_seats=5", "advance=2"), ("direct_finalists=1",)):
        with pytest.raises(Problem, match="must divide among the semifinals"):
            check_settings(settings("evening", *choices))


def test_teams_larger_than_agreed_are_not_drawn() -> None:
    """The message names the club."""
    with pytest.raises(Problem, match="A team has 4 players; too large: Club 0, Club 1, Club 2"):
        next_participants(open_event(settings("interclub"), [*people(16, 3)[:15], "X/Club 1"]))
