"""Rankings of players, teams and seasons in cases where single numbers decide."""

from msgspec.structs import replace

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.ratings import live_ranking
from kamchatka.tournament.standings.teams import team_standings
from tests.tournament.kit import open_event, points, report_table, seat_round, settings

FOUR = ["Ada/Roma", "Bruno/Bari", "Carla/Roma", "Dino/Bari"]


def evening(**told: int) -> Event:
    """Create a raduno of one table."""
    event = open_event(settings("raduno", "rounds=1"), FOUR, "raduno")
    return points(seat_round(event, [1, 2, 3, 4]), 1, **told)


def test_teams_with_equal_sums_go_by_their_best_result() -> None:
    """30 and 5 come before 20 and 15; only unshared wins count."""
    event = open_event(settings("interclub", "place_points=", "eliminated_points="), FOUR)
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=20, Bruno=30, Carla=15, Dino=5)
    rows = team_standings(event)
    assert [(row.place, row.team, int(row.total), row.wins) for row in rows] == [(1, "Bari", 35, 1), (2, "Roma", 35, 0)]


def test_a_shared_win_is_no_teams_alone() -> None:
    """Two of its players tie at the top."""
    event = open_event(settings("evening", "format=teams"), FOUR)
    event = points(seat_round(event, [1, 2, 3, 4]), 1, Ada=30, Bruno=30, Carla=15, Dino=5)
    assert [row.wins for row in team_standings(event)] == [0, 0]


def test_whoever_never_sat_down_is_behind_all_who_did() -> None:
    """In an elimination they rank even behind the last of the first round."""
    event = seat_round(open_event(settings("knockout"), [*FOUR, "Eva"]), [1, 2, 3, 4], stage="knockout")
    event = report_table(event, 1, *(PlayerResult(seat, 30 - 5 * seat) for seat in (1, 2, 3, 4)))
    assert [(one.place, one.entrant) for one in final_placings(event)] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_the_live_ranking_goes_by_points() -> None:
    """The live ranking contains players with the required number of tables."""
    season = [evening(Ada=10, Bruno=40, Carla=20, Dino=30), evening(Ada=30, Bruno=10, Carla=40, Dino=20)]
    season = [replace(one, settings=replace(one.settings, live_percent=100.0)) for one in season]
    rows = live_ranking(season)
    assert [(row.place, row.player) for row in rows] == [(1, "Carla"), (2, "Bruno"), (3, "Dino"), (4, "Ada")]
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert live_ranking(season, least_tables=2) == rows
    assert live_ranking(season, least_tables=3) == []


def test_a_part_of_the_events_held_is_rounded_down() -> None:
    """29 percent of ten are two."""
    one = evening(Ada=10, Bruno=40, Carla=20, Dino=30)
    one = replace(one, settings=replace(one.settings, live_percent=29.0))
    assert {len(row.events) for row in live_ranking([one] * 10)} == {2}
