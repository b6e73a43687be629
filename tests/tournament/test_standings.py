"""Standings: explained ties, late arrivals and invalid results, teams, final placings."""

from decimal import Decimal

from msgspec.structs import replace

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.events.changes import SettingsChanged
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.results.acceptance import list_left_out
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from kamchatka.tournament.standings.teams import find_oversized_clubs, team_standings
from tests.tournament.kit import open_event, play_round, points, report_table, seat_round, settings

FOUR = ["Ada", "Bruno", "Carla", "Dino"]


def flat() -> Event:
    """Create a ranking of four players without prizes or discards."""
    return open_event(settings("ranking", "prizes=0", "discards=0"), FOUR)


def test_equal_totals_go_by_the_best_result_then_the_second() -> None:
    """Each tie has its reason, in both languages."""
    event = points(seat_round(flat(), [1, 2, 3, 4]), 1, Ada=50, Bruno=40, Carla=30, Dino=21)
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=10, Bruno=20, Carla=30, Dino=9)
    rows = standings(event)
    assert [event.names[row.entrant] for row in rows] == FOUR
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert rows[0].tie is not None
    assert (rows[0].tie.text("en"), rows[0].tie.text("it")) == (
        "equal at 60: best result 50 against 40",
        "pari a 60: il miglior risultato è 50 contro 40",
    )
    assert rows[2].tie is None


def test_then_by_the_standings_a_round_earlier() -> None:
    """Earlier standings break a remaining tie."""
    event = points(seat_round(flat(), [1, 2, 3, 4]), 1, Ada=50, Bruno=40, Carla=30, Dino=20)
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=40, Bruno=50, Carla=20, Dino=30)
    rows = standings(event)
    assert [event.names[row.entrant] for row in rows] == FOUR
    assert rows[0].tie is not None
    assert rows[0].tie.text("en") == "equal at 90: stood 1 against 2 a round earlier"


def test_who_cannot_be_told_apart_shares_a_place() -> None:
    """The reason says so."""
    event = seat_round(open_event(settings("raduno", "shared_wins=true"), FOUR), [1, 2, 3, 4])
    rows = standings(points(event, 1, Ada=30, Bruno=30, Carla=20, Dino=10))
    assert [row.place for row in rows] == [1, 1, 3, 4]
    assert rows[0].tie is not None
    assert "same place" in rows[0].tie.text("en")


def test_standings_of_an_earlier_round() -> None:
    """The example has two rounds, and the standings of the first are requested."""
    event = points(seat_round(flat(), [1, 2, 3, 4]), 1, Ada=50, Bruno=40, Carla=30, Dino=20)
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=0, Bruno=50, Carla=20, Dino=30)
    assert [row.total for row in standings(event, after=1)] == [50, 40, 30, 20]


def test_a_result_the_settings_cannot_give_is_left_out_until_corrected() -> None:
    """A later change of the preset can invalidate a stored result: it is named and doesn't count."""
    event = seat_round(flat(), [1, 2, 3, 4])
    event = report_table(
        event,
        1,
        PlayerResult(1, 100, objective="in_time"),
        PlayerResult(2, 20),
        PlayerResult(3, 10),
        PlayerResult(4, 5),
    )
    assert standings(event)[0].total == 100
    event = apply_change(SettingsChanged(replace(event.settings, objective_points=110)), event, 0)
    assert [(one.round, one.table) for one in list_left_out(event)] == [(1, 1)]
    assert "worth 110 points, not 100" in list_left_out(event)[0].why.text("en")
    assert [row.played for row in standings(event)] == [0, 0, 0, 0]
    event = report_table(
        event,
        1,
        PlayerResult(1, objective="in_time"),
        PlayerResult(2, 20),
        PlayerResult(3, 10),
        PlayerResult(4, 5),
        correct=True,
    )
    assert list_left_out(event) == []
    assert standings(event)[0].total == 110


def test_teams_count_their_best_results() -> None:
    """The best nine of twelve results count."""
    event = open_event(
        settings("interclub", "team_results=3", "rounds=2"), ["Ada/Roma", "Bruno/Milano", "Carla/Bari", "Dino/Torino"]
    )
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=50, Bruno=40, Carla=30, Dino=20)
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=10, Bruno=50, Carla=30, Dino=20)
    rows = team_standings(event)
    assert [(row.team, row.total) for row in rows][:2] == [("Milano", Decimal("19.9")), ("Roma", Decimal("15.6"))]
    one = replace(event, settings=replace(event.settings, team_results=1))
    assert [(row.place, row.team) for row in team_standings(one)][:2] == [(1, "Milano"), (1, "Roma")]


def test_a_team_may_not_be_larger_than_agreed() -> None:
    """The message names the club."""
    assert find_oversized_clubs(
        open_event(settings("interclub", "team_size=1"), ["Ada/Roma", "Bruno/Roma", "Carla/Bari"])
    ) == ["Roma"]


def test_finalists_stand_before_semifinalists_before_the_rest() -> None:
    """Within a stage, the place at the table decides, then the standings of the rounds."""
    names = [f"P{number}" for number in range(1, 13)]
    event = open_event(settings("evening", "rounds=1"), names)
    event = play_round(seat_round(event, [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]), 5)
    event = play_round(seat_round(event, [1, 2, 3, 4], [5, 6, 7, 8], stage="semifinal"), 6)
    event = report_table(
        seat_round(event, [1, 3, 5, 7], stage="final"),
        1,
        PlayerResult(5, 20),
        PlayerResult(1, 15),
        PlayerResult(7, 12),
        PlayerResult(3, 10),
    )
    placings = final_placings(event)
    assert [placing.entrant for placing in placings[:4]] == [5, 1, 7, 3]
    assert {placing.entrant for placing in placings[4:8]} == {2, 4, 6, 8}
    assert {placing.entrant for placing in placings[8:]} == {9, 10, 11, 12}
    assert placings[0].how.text("en").startswith("final: 1 at the table; ")
    assert [placing.place for placing in placings] == list(range(1, 13))
