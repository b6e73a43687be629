"""Fortifying: one move of units along a path of one's own, over land, sea and through stations to the Moon."""
import pytest

from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.wire import Invade, Move, Pass
from kamchatka.match import Match
from tests.kit import facts_of
from tests.rulemark import rule
from tests.rules.risk2210.scene import clause_of, scene, step_name, where

CHAIN = {"japan": (0, 4), "pevek": (0, 1), "alden": (0, 1), "neo_tokyo": (0, 1), "hong_kong": (0, 1), "mexico": (0, 3)}


def fortifying(lands: dict[str, tuple[int, int]], **more: object) -> Match:
    """Seat 0 may fortify."""
    return scene("Fortify", {"lesotho": (2, 1), **lands}, **more)       # type: ignore[arg-type]


def goes(match: Match, source: str, target: str) -> bool:
    """Whether one unit may move so."""
    return clause_of(match, Move(source, target, 1)) == ""


@rule("2210.fortify.1")
def test_one_move_and_the_turn_goes_on() -> None:
    """Whether or not there was an invasion; a second move needs a card; it may be left out."""
    match = fortifying(CHAIN)
    match.play(Move("japan", "pevek", 2))
    assert (match.armies("japan"), match.armies("pevek"), match.state.turn) == (2, 3, 1)
    match = fortifying(CHAIN)
    match.play(Pass())
    assert (match.armies("japan"), match.state.turn) == (4, 1)


@rule("2210.fortify.1", "2210.turn.1")
def test_no_invasion_after_the_step_of_invasions() -> None:
    """What is left is to fortify."""
    match = fortifying(CHAIN)
    assert clause_of(match, Invade("japan", "khan_industrial_state")) == "move.after_combat"


@rule("2210.fortify.1")
def test_nobody_is_asked_who_has_nothing_to_move() -> None:
    """Single units everywhere: the turn ends."""
    match = fortifying({"japan": (0, 1), "pevek": (0, 1)})
    assert match.state.turn == 1


@rule("2210.fortify.2")
def test_any_number_of_units_from_one_place_to_one_other() -> None:
    """MODs, commanders, or both; all that are there but one; only what is there."""
    match = fortifying({"japan": (0, 2), "pevek": (0, 1)}, commanders={0: {"land": "japan", "space": "japan"}})
    assert clause_of(match, Move("japan", "pevek", 3)) == "fortify.units"
    assert clause_of(match, Move("japan", "pevek", 0, ("naval",))) == "fortify.units"
    assert clause_of(match, Move("japan", "pevek", 0)) == "fortify.leave_one"
    assert clause_of(match, Move("japan", "japan", 1)) == "fortify.own_places"
    assert clause_of(match, Move("japan", "khan_industrial_state", 1)) == "fortify.own_places"
    assert clause_of(match, Move("khan_industrial_state", "japan", 1)) == "fortify.own_places"
    match.play(Move("japan", "pevek", 1, ("land", "space")))
    assert (match.armies("japan"), match.armies("pevek"), where(match, 0, "land")) == (1, 2, "pevek")
    assert where(match, 0, "space") == "pevek"


@rule("2210.fortify.2")
def test_a_commander_may_go_alone() -> None:
    """No MOD is told to have moved."""
    match = fortifying({"japan": (0, 2), "pevek": (0, 1)}, commanders={0: {"land": "japan"}})
    match.play(Move("japan", "pevek", 0, ("land",)))
    assert (where(match, 0, "land"), facts_of(match, ArmiesMoved)) == ("pevek", [])


@rule("2210.fortify.3")
def test_a_path_of_ones_own_places_joins_the_two() -> None:
    """However long; a place held by a station alone counts, as a link and as an end."""
    match = fortifying({**CHAIN, "pevek": (0, 0)}, stations=["pevek"])
    assert goes(match, "japan", "alden")
    assert goes(match, "japan", "pevek")
    assert goes(match, "japan", "hong_kong")
    assert clause_of(match, Move("japan", "mexico", 1)) == "fortify.path"


@rule("2210.fortify.4", "2210.setup.7")
@pytest.mark.parametrize("between", ["enemy", "empty", "devastated", "neutral"])
def test_no_path_through_what_is_not_ones_own(between: str) -> None:
    """Pevek lies between Japan and Alden."""
    lands = {**CHAIN}
    del lands["pevek"]
    more: dict[str, object] = {
        "enemy": {}, "empty": {"rest": None}, "devastated": {"devastated": ["pevek"]},
        "neutral": {"neutral": {"pevek": 3}}}[between]    # type: ignore[assignment]
    match = fortifying(lands, **more)
    assert clause_of(match, Move("japan", "alden", 1)) == "fortify.path"


@rule("2210.fortify.5")
def test_a_path_may_lead_over_the_moon() -> None:
    """From a station to a landing site of one's own and down to another station, both ways."""
    lands = {"siberia": (0, 3), "tycho": (0, 2), "mexico": (0, 2), "straight_wall": (0, 1), "egypt": (0, 2)}
    match = fortifying(lands, stations=["siberia", "mexico"])
    assert goes(match, "siberia", "tycho")
    assert goes(match, "tycho", "mexico")
    assert goes(match, "siberia", "mexico")
    assert goes(match, "siberia", "straight_wall")
    assert clause_of(match, Move("siberia", "egypt", 1)) == "fortify.path"
    assert clause_of(match, Move("tycho", "egypt", 1)) == "fortify.path"


@rule("2210.fortify.5")
def test_only_landing_sites_and_stations_on_earth_join_the_two_worlds() -> None:
    """Another place of the Moon, a station on the Moon, an enemy's site or station do not."""
    match = fortifying({"siberia": (0, 3), "byrgius": (0, 2)}, stations=["siberia"])
    assert clause_of(match, Move("siberia", "byrgius", 1)) == "fortify.path"
    match = fortifying({"siberia": (0, 3), "tycho": (0, 2)}, stations=["tycho"])
    assert clause_of(match, Move("siberia", "tycho", 1)) == "fortify.path"
    match = fortifying({"siberia": (0, 3), "tycho": (1, 2), "straight_wall": (0, 1)}, stations=["siberia"])
    assert clause_of(match, Move("siberia", "straight_wall", 1)) == "fortify.path"


@rule("2210.fortify.6", "2210.invade.16", "2210.invade.20")
def test_no_commander_is_needed_to_fortify() -> None:
    """Into the sea and to the Moon without the naval and the space commander."""
    match = fortifying({"japan": (0, 4), "neo_tokyo": (0, 1), "tycho": (0, 1)}, stations=["japan"])
    assert goes(match, "japan", "neo_tokyo")
    assert goes(match, "japan", "tycho")


@rule("2210.fortify.7")
def test_one_unit_stays_even_beside_a_station() -> None:
    """A commander is enough; a station is not."""
    match = fortifying({"japan": (0, 3), "pevek": (0, 1)}, stations=["japan"])
    assert clause_of(match, Move("japan", "pevek", 3)) == "fortify.leave_one"
    assert goes(match, "japan", "pevek")
    match = fortifying({"japan": (0, 3), "pevek": (0, 1)}, commanders={0: {"land": "japan"}})
    match.play(Move("japan", "pevek", 3))
    assert (match.armies("japan"), where(match, 0, "land"), step_name(match) != "Fortify") == (0, "japan", True)
