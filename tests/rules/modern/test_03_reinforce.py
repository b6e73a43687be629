"""Reinforcements: how many armies places and continents pay, and where they are placed."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Pass, Place
from kamchatka.kernel.options import PLACE
from kamchatka.match import Match
from tests.kit import Holding, position
from tests.rulemark import rule
from tests.rules.modern.witness import (
    PLACES,
    ZONES,
    fact,
    happened,
    impossible,
    off_the_board,
    places_of,
    refused,
    rule_of,
    scattered,
)

BONUSES = {"oceania": 2, "south_america": 2, "africa": 3, "europe": 5, "north_america": 5, "asia": 7}


def begun(own: list[str]) -> Match:
    """Begin the turn of seat 0, which holds these places with one army each; seat 3 holds one elsewhere."""
    holdings: dict[str, Holding] = {place: (0, 1) for place in own}
    other = next(place for place in reversed(PLACES) if place not in holdings)
    match = position({**holdings, other: (3, 2)}, turn=3, phase="StrategicMove")
    match.play(Pass())
    return match


def granted(match: Match) -> list[tuple[object, object]]:
    """Return what seat 0 received at the start of its turn: armies and clause."""
    facts = happened(match)
    assert facts[0] == fact("TurnBegan", seat=0, round=6)
    return [(one["armies"], one["clause"]) for one in facts if one["fact"] == "ArmiesGranted" and one["seat"] == 0]


@rule("std.reinforce.0")
def test_reinforcements_open_every_turn() -> None:
    """The seat receives the income at the start of its turn and must place it first."""
    match = begun(scattered(6))
    assert happened(match) == [
        fact("TurnBegan", seat=0, round=6),
        fact("ArmiesGranted", seat=0, armies=2, clause="reinforce.territories"),
    ]
    assert match.awaited == [0]
    assert set(match.actions()) == {Place(place, armies) for place in scattered(6) for armies in (1, 2)}


@rule("std.reinforce.a")
@pytest.mark.parametrize(
    ("territories", "armies"),
    [(14, 4), (2, 0), (1, 0), (3, 1), (4, 1), (5, 1), (6, 2), (12, 4), (15, 5), (17, 5), (18, 6), (30, 10)],
)
def test_a_third_of_the_territories_rounded_down(territories: int, armies: int) -> None:
    """One army for every three territories; fewer than three give none."""
    match = begun(scattered(territories))
    assert granted(match) == ([(armies, "reinforce.territories")] if armies else [])
    assert rule_of(match, "reinforce.territories") == "std.reinforce.a"
    if armies:
        assert match.state.stock[0] == armies


@rule("std.reinforce.b")
@pytest.mark.parametrize("zone", BONUSES)
def test_a_whole_continent_pays_its_bonus(zone: str) -> None:
    """The bonus comes on top of the armies for the territories."""
    match = begun(ZONES[zone])
    assert granted(match) == [(len(ZONES[zone]) // 3, "reinforce.territories"), (BONUSES[zone], "reinforce.zones")]
    assert rule_of(match, "reinforce.zones") == "std.reinforce.b"
    assert match.state.stock[0] == len(ZONES[zone]) // 3 + BONUSES[zone]


@rule("std.reinforce.b")
@pytest.mark.parametrize("zone", BONUSES)
def test_a_continent_with_one_place_missing_pays_nothing(zone: str) -> None:
    """Holding all territories but one pays no bonus."""
    match = begun(ZONES[zone][:-1])
    assert granted(match) == [((len(ZONES[zone]) - 1) // 3, "reinforce.territories")]


@rule("std.reinforce.b")
def test_several_continents_add_up() -> None:
    """Africa and Oceania pay 10 // 3 for the territories and 3 + 2 for the continents."""
    match = begun(ZONES["africa"] + ZONES["oceania"])
    assert granted(match) == [(3, "reinforce.territories"), (5, "reinforce.zones")]


@rule("std.reinforce.b")
def test_another_seats_continent_pays_that_seat() -> None:
    """The bonus goes to the seat in turn for what it holds: seat 1 has five continents."""
    match = position({"alaska": (0, 2), "japan": (2, 1)}, phase="StrategicMove")
    match.play(Pass())
    assert happened(match) == [
        fact("TurnBegan", seat=1, round=5),
        fact("ArmiesGranted", seat=1, armies=13, clause="reinforce.territories"),
        fact("ArmiesGranted", seat=1, armies=2 + 5 + 3 + 2, clause="reinforce.zones"),
    ]


@rule("std.reinforce.d")
def test_armies_go_on_any_own_places_in_any_number() -> None:
    """They may go on one place or be split; only their number is limited."""
    own = scattered(9)
    match = begun(own)
    assert set(match.actions()) == {Place(place, armies) for place in own for armies in (1, 2, 3)}
    match.play(Place(own[4], 2))
    assert happened(match) == [fact("ArmiesPlaced", seat=0, place=own[4], armies=2)]
    assert match.armies(own[4]) == 3
    assert match.state.stock[0] == 1
    assert match.awaited == [0]
    assert set(match.actions()) == {Place(place, 1) for place in own}


@rule("std.reinforce.d")
def test_not_on_others_places_and_not_more_than_one_has() -> None:
    """Others' places, zero armies and more than in hand are refused; an unknown place is a problem."""
    own = ["alaska", *scattered(9)[1:]]
    match = begun(own)
    off_the_board(match, PLACE, "reinforce.own_places")
    refused(match, Place(places_of(match, 1)[0], 1), "reinforce.own_places", "std.reinforce.d")
    refused(match, Place(places_of(match, 3)[0], 1), "reinforce.own_places", "std.reinforce.d")
    for armies in (4, 1_000_000):
        refused(match, Place(own[0], armies), "reinforce.amount", "std.reinforce.a")
    for armies in (0, -2):
        refused(match, Place(own[0], armies), "reinforce.place_all", "std.reinforce.e")
    impossible(match, Place("atlantis", 1), "There is no place called “atlantis”.", "std.components.2")
    match.play(Place(own[0], 3))


@rule("std.reinforce.e")
def test_all_armies_are_placed_before_combat() -> None:
    """With an army left to place the phase can't be left; it ends by itself with the last one."""
    match = begun(["alaska", "alberta", "ontario", "peru", "venezuela", "congo"])
    match.play(Place("alaska", 1))
    refused(match, Pass(), "reinforce.place_all", "std.reinforce.e")
    refused(match, Attack("alaska", "kamchatka", 1), "turn.not_now", "std.turn.1")
    match.play(Place("alaska", 1))
    assert match.awaited == [0]
    assert set(match.actions()) == {Pass()} | {
        Attack("alaska", target, dice) for target in ("kamchatka", "northwest_territories") for dice in (1, 2)
    }
