"""Points: the values of the objective, ties, and a hundred for an objective completed in time."""

import pytest

from kamchatka.editions.challenge.closing import TimeExpired
from kamchatka.kernel.edges.wire import Attack, Pass
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.challenge.scenes import VALUES, eliminate, marked, own, table
from tests.rules.modern.scene import ended
from tests.rules.modern.witness import PLACES, happened


def scores(match: Match) -> list[tuple[int, int]]:
    """Return points and values outside the objective, by seat, as counted last."""
    counted = [one for one in happened(match) if one["fact"] == "Scored"]
    return [(one["points"], one["outside"]) for one in sorted(counted, key=lambda one: one["seat"])]


def closed(
    holdings: dict[str, int],
    objectives: dict[int, str],
    rest: int,
    seats: int = 4,
    first: int = 0,
    out: int | None = None,
) -> Match:
    """Close the game with a two by the last of hand; each place belongs to the given seat, all others to `rest`."""
    last = (first - 1) % seats
    held = {place: (seat, 1) for place, seat in holdings.items()}
    mine = next(place for place in PLACES if held.get(place, (rest, 1))[0] == last)
    match = table(
        held | {mine: (last, 2)},
        rest=(rest, 1),
        phase="StrategicMove",
        turn=last,
        round=10,
        seats=seats,
        first=first,
        luck=faces(1, 1),
        objectives=objectives,
    )
    if out is not None:
        eliminate(match, out, by=rest)
    match.table.note(TimeExpired(10))
    match.play(Pass())
    assert match.is_over
    return match


@rule("rtu.10.1", "rtu.10.2", "rtu.0.2")
def test_only_the_values_of_ones_own_objective_score_and_the_highest_wins() -> None:
    """The weak seats hold one place of their cards each; seat 3 has most of the board, but only its card counts."""
    cards = {0: "objective_13", 1: "objective_9", 2: "objective_11", 3: "objective_9"}
    match = closed({"ukraine": 1, "alaska": 0, "congo": 2}, cards, rest=3)
    europe_asia = sum(VALUES[place] for place in marked(9)) - VALUES["ukraine"]
    assert scores(match)[:3] == [(3, 0), (6, 0), (3, 0)]
    assert scores(match)[3] == (europe_asia, 164 - 12 - europe_asia)
    assert ended(match) == ([3], "rtu.10.1")


@rule("rtu.10.2")
@pytest.mark.parametrize("number", range(1, 17))
def test_a_card_scores_exactly_its_marked_places(number: int) -> None:
    """With all but one unmarked place a seat has 86 points and 14 outside; a missing marked place costs its value."""
    places = marked(number)
    spare = next(place for place in PLACES if place not in places)
    match = closed({spare: 0, places[0]: 1, places[1]: 2}, {3: f"objective_{number}"}, rest=3)
    points = 86 - VALUES[places[0]] - VALUES[places[1]]
    assert scores(match)[3] == (points, 164 - 86 - VALUES[spare])
    assert ended(match)[0] == [3]


@rule("rtu.7.1b", "rtu.10.1")
def test_the_eliminated_score_nothing_and_cannot_win() -> None:
    """Seat 0 is out: it scores nothing and takes no part in ties."""
    cards = {0: "objective_13", 1: "objective_7", 2: "objective_7", 3: "objective_8"}
    match = closed({"alaska": 1, "alberta": 2}, cards, rest=3, out=0)
    assert scores(match)[0] == (0, 0)
    assert ended(match)[0] == [3]
    assert list(own(match).points) == [0, 0, 0, scores(match)[3][0]]


# ------------------------------------------------------------------ ties
@rule("rtu.10.4a")
def test_level_on_points_the_places_outside_decide() -> None:
    """Alaska and Central America are worth 3 each; seat 0 also has Congo, seat 1 has Egypt, worth 4."""
    tied = closed(
        {"alaska": 0, "central_america": 1, "congo": 0, "egypt": 1, "peru": 3},
        {0: "objective_13", 1: "objective_13", 3: "objective_13"},
        rest=2,
    )
    assert scores(tied)[:2] == [(3, 3), (3, 4)]
    assert ended(tied) == ([1], "rtu.10.4a")


@rule("rtu.10.4b")
@pytest.mark.parametrize(("first", "winner"), [(0, 3), (1, 3), (2, 1), (3, 1)])
def test_still_level_the_later_in_the_order_of_play_wins(first: int, winner: int) -> None:
    """Seats 1 and 3 hold the same values; seat 3 plays later and wins."""
    match = closed(
        {"alaska": 1, "central_america": 3, "congo": 1, "south_africa": 3, "peru": 0},
        {1: "objective_13", 3: "objective_13", 0: "objective_13"},
        rest=2,
        first=first,
    )
    assert scores(match)[1] == scores(match)[3] == (3, 3)
    assert ended(match) == ([winner], "rtu.10.4b")


@rule("rtu.10.4a", "rtu.10.4b")
def test_the_rule_that_decided_is_the_one_named() -> None:
    """Three seats tie on points, and the two that tie outside are below the third: the places outside decide."""
    match = closed(
        {"alaska": 0, "central_america": 1, "quebec": 3, "congo": 0, "south_africa": 1, "egypt": 3},
        {0: "objective_13", 1: "objective_13", 3: "objective_13"},
        rest=2,
    )
    assert ended(match) == ([3], "rtu.10.4a")


# ------------------------------------------------------------------ a hundred points
def completed(late: bool, round: int = 5, **options: object) -> Match:
    """Let seat 0 complete objective 13 with its last place, in time or after it."""
    holdings = {place: (0, 4) for place in marked(13) if place != "siam"} | {"siam": (1, 1), "peru": (2, 1)}
    match = table(
        holdings,
        objectives={0: "objective_13", 1: "objective_15", 2: "objective_8", 3: "objective_4"},
        luck=faces(6, 6, 6, 1),
        options=options,
        round=round,
    )
    if late:
        match.table.note(TimeExpired(6))
    match.play(Attack("china", "siam", 3))
    assert ended(match) == ([0], "rtu.8.2a")
    return match


@rule("rtu.10.5")
@pytest.mark.parametrize(
    ("late", "option", "points"),
    [(False, "territory_sum", 100), (False, "hundred", 100), (True, "territory_sum", 86), (True, "hundred", 100)],
)
def test_an_objective_in_time_is_worth_a_hundred(late: bool, option: str, points: int) -> None:
    """After time it is worth its territories, unless the table always gives the hundred."""
    match = completed(late, late_objective_points=option)
    assert scores(match)[0][0] == points
    assert own(match).points[0] == points


@rule("rtu.10.5")
def test_an_objective_may_be_completed_in_the_first_round() -> None:
    assert [points for points, _ in scores(completed(late=False, round=1))] == [100, 28, 3, 0]


@rule("rtu.10.5", "rtu.10.2")
def test_the_others_score_what_they_hold_of_their_cards() -> None:
    """Seat 1 has Oceania and Africa without the north, seat 2 has Peru, seat 3 nothing."""
    match = completed(late=False)
    africa = VALUES["egypt"] + VALUES["east_africa"] + VALUES["congo"] + VALUES["south_africa"] + VALUES["madagascar"]
    assert [points for points, _ in scores(match)] == [100, africa + 11, 3, 0]
