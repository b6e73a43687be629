"""Ratings and the live ranking over events."""

from math import exp

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.standings import ratings as ratings_module
from kamchatka.tournament.standings.ratings import live_points, live_ranking, ratings
from tests.tournament.kit import open_event, points, seat_round, settings

FOUR = ["Ada/Roma", "Bruno/Bari", "Carla/Roma", "Dino/Bari"]


def evening(preset: str, **told: int) -> Event:
    """Create an event of one table."""
    event = open_event(settings(preset, "rounds=1", "discards=0"), FOUR, preset)
    return points(seat_round(event, [1, 2, 3, 4]), 1, **told)


def test_who_wins_is_rated_above_who_loses() -> None:
    """Ratings follow the order at the table; after a second evening they differ more, with less doubt."""
    first = evening("raduno", Ada=40, Bruno=30, Carla=20, Dino=10)
    once, twice = ratings([first]), ratings([first, first])
    assert [one.player for one in once] == ["Ada", "Bruno", "Carla", "Dino"]
    assert (once[0].club, once[0].games, twice[0].games) == ("Roma", 1, 2)
    assert twice[0].strength > once[0].strength > once[3].strength > twice[3].strength
    assert twice[0].doubt < once[0].doubt
    assert once[0].cautious == once[0].strength - 3 * once[0].doubt


def test_people_are_known_by_name_over_events() -> None:
    """Accents in names don't matter; a tie rates both players alike."""
    other = open_event(settings("raduno", "rounds=1", "shared_wins=true"), ["ADA", "Eva", "Fabio", "Gina"], "raduno")
    other = points(seat_round(other, [1, 2, 3, 4]), 1, ADA=30, Eva=30, Fabio=20, Gina=10)
    found = {one.player: one for one in ratings([evening("raduno", Ada=40, Bruno=30, Carla=20, Dino=10), other])}
    assert "Ada" not in found
    assert found["ADA"].games == 2
    alone = {one.player: one for one in ratings([other])}
    assert alone["ADA"].strength == pytest.approx(alone["Eva"].strength)


def test_the_formula_of_the_live_ranking() -> None:
    """A hundred plus the number of tables, times class and place factors."""
    assert live_points(1, 20, 5.0) == 720
    assert live_points(3, 20, 4.0) == pytest.approx(480 * exp(-3 / 20))


def test_the_live_ranking_counts_the_best_of_each_kind() -> None:
    """A third of the results of each kind count, at least one; a Master is a separate kind."""
    told = ((40, 30, 20, 10), (10, 30, 20, 5), (10, 20, 30, 5))
    raduni = [evening("raduno", Ada=a, Bruno=b, Carla=c, Dino=d) for a, b, c, d in told]
    rows = live_ranking([*raduni, evening("master", Ada=5, Bruno=10, Carla=20, Dino=30)])
    ada = next(row for row in rows if row.player == "Ada")
    assert [points for _, points in ada.events] == [
        pytest.approx(live_points(1, 1, 5.0)),
        pytest.approx(live_points(4, 1, 4.0)),
    ]
    assert ada.tables == 4
    assert ada.points == pytest.approx(sum(points for _, points in ada.events))
    assert [row.place for row in rows] == [1, 2, 3, 4]
    assert live_ranking(raduni, least_tables=4) == []


def test_without_the_library_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The message names the missing extra."""
    monkeypatch.setattr(ratings_module, "find_spec", lambda name: None)
    with pytest.raises(Problem, match=r"install kamchatka\[tournaments\]"):
        ratings([])
