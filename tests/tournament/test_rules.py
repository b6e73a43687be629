"""Section 12 of the tournament booklet, statement by statement, and the army cap at real tables."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.draw.formats import advise_format, knockout_plan, table_sizes
from kamchatka.tournament.draw.participants import next_participants
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import Withdrew
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.referee import OverCap, players_over_cap
from kamchatka.tournament.registration import change_settings
from kamchatka.tournament.results.point_formulas import prize_at
from kamchatka.tournament.settings.regulations import departures, most_discards
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from kamchatka.tournament.validation import check_duration, check_settings
from tests.rulemark import rule
from tests.tournament.kit import draw_round, open_event, people, play_round, points, report_table, seat_round, settings
from tests.tournament.test_former import former


def forbidding_rule(*choices: str, preset: str = "ranking") -> str:
    """Return the rule that forbids an official event with these settings."""
    with pytest.raises(Problem) as caught:
        check_settings(settings(preset, *choices))
    return caught.value.rule


@rule("rtu.11.2")
def test_who_is_above_the_cap_is_found_and_penalised() -> None:
    """The desk counts armies and reports the surplus over the cap with the event's penalty."""
    counted = {"Ada": 131, "Bruno": 130, "Carla": 12}
    assert players_over_cap(counted, 130, 50) == [OverCap("Ada", 131, 1, 50)]
    assert players_over_cap(counted, 0, 50) == []
    event = report_table(
        seat_round(open_event(settings("national_2004"), "ABCD"), [1, 2, 3, 4]),
        1,
        PlayerResult(1, 60, penalty=50, reason="131 armate"),
        PlayerResult(2, 30),
        PlayerResult(3, 20),
        PlayerResult(4, 10),
    )
    assert {row.entrant: row.total for row in standings(event)}[1] == 60 + 20 - 50


@pytest.mark.parametrize(
    ("choice", "rule_id"),
    [
        ("objective_points=110", "rtu.10.5"),
        ("shared_wins=true", "rtu.10.4a"),
        ("place_points=12,7,5,3", "rtu.10.1"),
        ("eliminated_points=3,2,1", "rtu.10.2"),
        ("percent=5:125", "rtu.10.2"),
        ("most_table_points=80", "rtu.10.2"),
        ("army_cap=0", "rtu.11.1"),
        ("format=finals", "rtu.12.2a"),
        ("format=teams", "rtu.12.2a"),
    ],
)
def test_an_event_held_to_the_booklet_departs_in_nothing(choice: str, rule_id: str) -> None:
    """Such an event refuses each departure with its rule; others report it."""
    assert forbidding_rule(choice) == rule_id
    free = settings("ranking", "booklet=false", choice)
    check_settings(free)
    assert rule_id in [problem.rule for problem in departures(free)]


def test_settings_that_change_nothing_are_no_departure() -> None:
    """Examples: a scale for tables that the event lacks, a limit that is never reached, the default numbers."""
    for choice in ("percent=3:75", "most_table_points=100", "objective_points=100", "place_points=", "army_cap=120"):
        check_settings(settings("ranking", choice))


@pytest.mark.parametrize(
    ("preset", "rules"),
    [
        ("ranking", []),
        ("knockout", []),
        ("three", []),
        ("evening", ["rtu.12.2a", "rtu.12.3a", "rtu.10.4a", "rtu.12.2.2"]),
        ("raduno", ["rtu.12.2a", "rtu.12.3a", "rtu.12.2.2"]),
        ("master", ["rtu.12.2a", "rtu.12.3a", "rtu.10.2", "rtu.10.2", "rtu.10.1", *["rtu.12.2.1b"] * 5, "rtu.12.2.2"]),
        ("spartac", ["rtu.12.1b", "rtu.10.2", "rtu.10.1"]),
        ("national_2004", ["rtu.12.2a", "rtu.10.5", "rtu.10.4a", "rtu.12.2.2"]),
        ("interclub", ["rtu.12.2a", "rtu.10.2", "rtu.10.1", "rtu.10.2"]),
        ("open", ["rtu.10.2", "rtu.12.2.2"]),
    ],
)
def test_presets_tell_all_their_departures(preset: str, rules: list[str]) -> None:
    """Departures are computed from their values, not listed by hand."""
    assert [problem.rule for problem in departures(settings(preset))] == rules


def test_an_event_that_departed_before_may_change_its_other_settings() -> None:
    """A file of the previous version, bound to the booklet, with 110 for an objective: nothing is refused."""
    event, _ = former("ranking")
    assert (event.settings.booklet, event.settings.objective_points) == (True, 110)
    assert change_settings(event, ["sizes=4,5", "army_cap=120"]).settings.army_cap == 120
    with pytest.raises(Problem, match="Equal points share the win"):
        change_settings(event, ["sizes=4", "shared_wins=true"])


@rule("rtu.12.1a")
def test_official_tables_are_for_four_or_five() -> None:
    """Four is preferred; impossible numbers are refused."""
    assert table_sizes(16, (4, 5)) == (4, 4, 4, 4)
    assert table_sizes(18, (4, 5)) == (5, 5, 4, 4)
    assert table_sizes(100, (5,)) == (5,) * 20
    for players in (1, 2, 3, 6, 7, 11):
        with pytest.raises(Problem) as caught:
            table_sizes(players, (4, 5))
        assert caught.value.rule == "rtu.12.1a"
    assert forbidding_rule("sizes=4,6") == "rtu.12.1a"
    assert forbidding_rule("sizes=") == "rtu.12.1a"
    assert forbidding_rule("final_seats=3", preset="knockout") == "rtu.12.1a"
    assert forbidding_rule("final_seats=6") == "rtu.12.1a"


@rule("rtu.12.1b")
def test_threes_only_where_all_tables_are_threes() -> None:
    """[5, 4, 4] and [3, 3, 3] are allowed and [4, 3] isn't; an Open that mixes them reports the departure."""
    check_settings(settings("three"))
    assert table_sizes(9, (3,)) == (3, 3, 3)
    assert forbidding_rule("sizes=4,3") == "rtu.12.1b"
    with pytest.raises(Problem) as caught:
        table_sizes(10, (3,))
    assert caught.value.rule == "rtu.12.1b"
    check_settings(settings("open", "sizes=4,5,3"))
    assert "rtu.12.1b" in [problem.rule for problem in departures(settings("open", "sizes=4,5,3"))]


@rule("rtu.12.2a")
def test_in_a_ranking_points_add_up() -> None:
    """The standings add up everybody's games."""
    event = open_event(settings("ranking", "prizes=0", "discards=0"), ["Ada", "Bruno", "Carla", "Dino"])
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=50, Bruno=40, Carla=30, Dino=20)
    event = points(seat_round(event, [4, 3, 2, 1]), 1, Ada=10, Bruno=44, Carla=31, Dino=20)
    rows = standings(event)
    assert [(event.names[row.entrant], int(row.total)) for row in rows] == [
        ("Bruno", 84),
        ("Carla", 61),
        ("Ada", 60),
        ("Dino", 40),
    ]


@rule("rtu.12.2b", "rtu.12.3b")
@pytest.mark.parametrize(
    ("entrants", "days", "said"),
    [(16, 1, "rtu.12.2b"), (60, 4, "rtu.12.2b"), (100, 1, "rtu.12.3b"), (100, 2, "rtu.12.3b")],
)
def test_the_format_that_the_booklet_advises(entrants: int, days: int, said: str) -> None:
    """Few people or many days give a ranking, many people and few days direct elimination."""
    advice = advise_format(entrants, days)
    assert said in advice.text("en")
    assert said in advice.text("it")


@rule("rtu.12.2c")
def test_all_games_of_a_ranking_last_the_same() -> None:
    """The duration is fixed once a round is drawn; mixed tables need the scaled prize."""
    now = settings("ranking")
    assert now.minutes == 90
    check_duration(now, settings("ranking", "minutes=105"), played=0)
    check_duration(now, settings("ranking", "prizes=50"), played=2)
    with pytest.raises(Problem) as caught:
        check_duration(now, settings("ranking", "minutes=105"), played=1)
    assert caught.value.rule == "rtu.12.2c"
    check_settings(settings("ranking", "sizes=5", "prize_four=100"))
    assert forbidding_rule("sizes=4,5", "prize_four=100") == "rtu.12.2.2"


@rule("rtu.12.2.1a")
def test_the_winner_of_a_game_may_have_a_prize() -> None:
    """The prize is added to the points of the game, including the 100 of an objective."""
    event = seat_round(open_event(settings("ranking", "sizes=5", "prizes=30"), "ABCDE"), [1, 2, 3, 4, 5])
    event = report_table(
        event,
        1,
        PlayerResult(1, objective="in_time"),
        PlayerResult(2, 25),
        PlayerResult(3, 20),
        PlayerResult(4, 15),
        PlayerResult(5, 10),
    )
    assert [row.total for row in standings(event)] == [130, 25, 20, 15, 10]
    without = open_event(settings("ranking", "sizes=5", "prizes=0"), "ABCDE")
    without = points(seat_round(without, [1, 2, 3, 4, 5]), 1, A=50, B=40, C=30, D=20, E=10)
    assert standings(without)[0].total == 50


@rule("rtu.12.2.1b")
def test_the_prize_is_at_most_a_hundred() -> None:
    """100 is accepted, 101 refused."""
    check_settings(settings("ranking", "prizes=100"))
    assert forbidding_rule("prizes=101") == "rtu.12.2.1b"
    assert forbidding_rule("prizes=-1") == "rtu.12.2.1b"


@rule("rtu.12.2.2")
@pytest.mark.parametrize(("five", "four"), [(100, 80), (50, 40), (33, 26), (2, 2)])
def test_at_four_the_prize_is_a_fifth_less(five: int, four: int) -> None:
    """The prize is rounded half up, and not reduced if all tables are fours."""
    mixed = settings("ranking", f"prizes={five}")
    assert [prize_at(mixed, size, 1) for size in (5, 4)] == [five, four]
    assert prize_at(settings("ranking", f"prizes={five}", "sizes=4"), 4, 1) == five
    event = points(seat_round(open_event(mixed, "ABCD"), [1, 2, 3, 4]), 1, A=50, B=40, C=30, D=20)
    assert standings(event)[0].total == Decimal(50 + four)


@rule("rtu.12.2.3")
@pytest.mark.parametrize(("games", "most"), [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (8, 2), (9, 3)])
def test_two_thirds_of_the_results_count(games: int, most: int) -> None:
    """The number of discards is exact, and the worst results are discarded."""
    assert most_discards(games) == most
    check_settings(settings("ranking", f"rounds={games}", f"discards={most}"))
    assert forbidding_rule(f"rounds={games}", f"discards={most + 1}") == "rtu.12.2.3"


@rule("rtu.12.2.3")
def test_the_worst_results_are_discarded() -> None:
    """After three games the lowest result, or a missed game, is discarded."""
    event = open_event(
        settings("ranking", "rounds=3", "discards=1", "prizes=0"), ["Ada", "Bruno", "Carla", "Dino", "Late"]
    )
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=50, Bruno=40, Carla=30, Dino=20)
    assert [row.total for row in standings(event)] == [50, 40, 30, 20, 0]
    event = points(seat_round(event, [1, 2, 3, 4, 5]), 1, Ada=9, Bruno=40, Carla=30, Dino=20, Late=15)
    event = points(seat_round(event, [1, 2, 3, 4, 5]), 1, Ada=50, Bruno=40, Carla=38, Dino=20, Late=16)
    rows = {event.names[row.entrant]: row for row in standings(event)}
    assert [rows[name].total for name in ("Ada", "Carla", "Late")] == [100, 68, 31]
    assert [result.counted for result in rows["Ada"].results] == [True, False, True]
    assert [result.counted for result in rows["Late"].results] == [True, True]


@rule("rtu.12.3a")
def test_in_direct_elimination_only_winners_go_on() -> None:
    """Points don't matter; a winner who left is replaced."""
    event = open_event(settings("knockout", "final_seats=4"), people(16, 16))
    event = play_round(draw_round(event), seed=3)
    winners = {row.results[0].score.entrant for row in standings(event) if row.results[0].score.place == 1}
    assert set(next_participants(event).groups[0]) == winners
    gone = next_participants(event).groups[0][0]
    table = event.rounds[0].table_of(gone)
    event = apply_change(Withdrew(gone), event, 0)
    group = next_participants(event).groups[0]
    assert gone not in group
    assert len(group) == 4
    assert table is not None
    assert sum(player in table.seats for player in group) == 1


@rule("rtu.12.3c")
def test_tables_are_a_multiple_of_the_finalists() -> None:
    """In the booklet's example 100 entrants with a final of five need 20 tables of 5, 5 tables of 4, 1 of 5."""
    plan = knockout_plan(100, 5, (4, 5))
    assert [(len(one.tables), set(one.tables)) for one in plan] == [(20, {5}), (5, {4}), (1, {5})]
    assert [(one.entrants, sum(one.tables)) for one in plan] == [(100, 100), (20, 20), (5, 5)]
    for entrants in (30, 18 * 5, 7):
        with pytest.raises(Problem) as caught:
            knockout_plan(entrants, 5, (5,) if entrants == 90 else (4, 5))
        assert caught.value.rule == "rtu.12.3c"
    assert [len(one.tables) for one in knockout_plan(97, 5, (4, 5))] == [20, 5, 1]
    assert [len(one.tables) for one in knockout_plan(101, 5, (4, 5))] == [25, 5, 1]  # 21 without the rule
    assert [len(one.tables) for one in knockout_plan(27, 3, (3,))] == [9, 3, 1]


@rule("rtu.12.3c")
@given(st.integers(1, 400), st.sampled_from([(4, (4, 5)), (5, (4, 5)), (5, (5,)), (4, (4,)), (3, (3,))]))
def test_every_plan_obeys_the_rule(entrants: int, shape: tuple[int, tuple[int, ...]]) -> None:
    """All are seated, winners fill the next round, and tables before the final are a multiple of its seats."""
    seats, sizes = shape
    try:
        plan = knockout_plan(entrants, seats, sizes)
    except Problem:
        return  # confirmed above
    assert (plan[0].entrants, plan[-1].tables) == (entrants, (seats,))
    for one, following in pairwise(plan):
        assert len(one.tables) % seats == 0
        assert following.entrants == len(one.tables)
    assert all(sum(one.tables) == one.entrants and set(one.tables) <= {*sizes, seats} for one in plan)


@rule("rtu.12.3c", "rtu.12.3a")
def test_the_booklets_hundred_players_played_to_the_end() -> None:
    """There are twenty tables of five, five of four and a final of five; then every place is known."""
    event = open_event(settings("knockout"), people(100, 12))
    shapes = []
    for seed in (1, 2, 3):
        event = play_round(draw_round(event, seed), seed)
        shapes.append(sorted(len(table.seats) for table in event.rounds[-1].tables))
    assert shapes == [[5] * 20, [4] * 5, [5]]
    with pytest.raises(Problem, match="The event is over"):
        next_round(event, 4)
    placings = final_placings(event)
    final = event.rounds[-1].tables[0].seats
    assert {placing.entrant for placing in placings[:5]} == set(final)
    assert [placing.place for placing in placings[:5]] == [1, 2, 3, 4, 5]
    assert {placing.entrant for placing in placings[5:20]} == {
        seat for table in event.rounds[1].tables for seat in table.seats
    } - set(final)
    assert len(placings) == 100
