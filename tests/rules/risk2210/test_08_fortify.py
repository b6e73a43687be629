"""Fortifying along a path, also between Earth and Moon."""

import pytest

from kamchatka.kernel.edges.wire import Invade, Move, Pass, Place
from kamchatka.match import Match
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.risk2210.scene import scene, step_name, where


def fortifying(lands: dict[str, tuple[int, int]], **more: object) -> Match:
    """Set seat 0 where it may fortify."""
    return scene("Fortify", {"lesotho": (2, 1), **lands}, **more)  # type: ignore[arg-type]


def reached(match: Match, source: str) -> set[str]:
    """Return where units of a place may go."""
    return {one.target for one in match.actions() if isinstance(one, Move) and one.source == source}


@rule("2210.fortify.1", "2210.fortify.2")
def test_one_move_of_mods_and_commanders_then_no_more() -> None:
    match = fortifying({"japan": (0, 5), "pevek": (0, 1)}, commanders={0: {"land": "japan", "space": "japan"}})
    refused(match, Move("japan", "egypt", 1), "fortify.own_places", "2210.fortify.2")
    refused(match, Move("egypt", "japan", 1), "fortify.own_places", "2210.fortify.2")
    refused(match, Move("japan", "japan", 1), "fortify.own_places", "2210.fortify.2")
    refused(match, Move("japan", "pevek", 6), "fortify.units", "2210.fortify.2")
    refused(match, Move("japan", "pevek", 1, ("naval",)), "fortify.units", "2210.fortify.2")
    refused(match, Invade("japan", "alden"), "move.after_combat", "2210.turn.1")
    refused(match, Place("japan", 1), "turn.not_now", match.game.citations["turn.not_now"].rule)
    match.play(Move("japan", "pevek", 3, ("space",)))
    assert happened(match)[:2] == [
        fact("ArmiesMoved", source="japan", target="pevek", armies=3),
        fact("PiecePosted", seat=0, kind="space", place="pevek"),
    ]
    assert (match.armies("japan"), match.armies("pevek"), where(match, 0, "land")) == (2, 4, "japan")
    assert match.state.turn == 1


@rule("2210.fortify.1")
def test_it_may_be_skipped() -> None:
    match = fortifying({"japan": (0, 5), "pevek": (0, 1)})
    match.play(Pass())
    assert match.state.turn == 1
    assert match.armies("japan") == 5


@rule("2210.fortify.7")
def test_one_unit_stays_even_beside_a_station_and_a_commander_will_do() -> None:
    match = fortifying({"japan": (0, 2), "pevek": (0, 1)}, stations=["japan"], commanders={0: {"land": "japan"}})
    refused(match, Move("japan", "pevek", 2, ("land",)), "fortify.leave_one", "2210.fortify.7")
    refused(match, Move("japan", "pevek", 0), "fortify.leave_one", "2210.fortify.7")
    moves = {(one.armies, one.pieces) for one in match.actions() if isinstance(one, Move) and one.source == "japan"}
    assert moves == {(1, ()), (2, ()), (0, ("land",)), (1, ("land",))}


@rule("2210.fortify.3", "2210.fortify.4")
@pytest.mark.parametrize("middle", ["own", "enemy", "empty", "devastated", "neutral", "station"])
def test_a_path_of_ones_own_places(middle: str) -> None:
    """Japan and Alden are connected only through Pevek; Khan Industrial State belongs to another seat."""
    lands = {"japan": (0, 5), "alden": (0, 1), "khan_industrial_state": (1, 1)}
    more = {"own": {"pevek": (0, 1)}, "enemy": {"pevek": (1, 1)}, "station": {"pevek": (0, 0)}}.get(middle, {})
    match = scene(
        "Fortify",
        {**lands, **more, "egypt": (1, 1)},
        rest=None,
        seats=2,
        neutral={"pevek": 3} if middle == "neutral" else {},
        devastated=["pevek"] if middle == "devastated" else [],
        stations=["pevek"] if middle == "station" else [],
    )
    joined = middle in ("own", "station")
    assert ("alden" in reached(match, "japan")) is joined
    if not joined:
        refused(match, Move("japan", "alden", 1), "fortify.path", "2210.fortify.3")


@rule("2210.fortify.5", "2210.fortify.6")
def test_between_earth_and_moon_through_stations_and_landing_sites() -> None:
    """Tycho connects the stations of Siberia and Mexico in both directions, without any commander."""
    lands = {"siberia": (0, 3), "mexico": (0, 1), "tycho": (0, 2), "byrgius": (0, 1), "neo_paulo": (0, 3)}
    match = fortifying(lands, stations=["siberia", "mexico", "neo_paulo", "byrgius"])
    assert reached(match, "siberia") == {"mexico", "tycho", "neo_paulo"}
    assert reached(match, "tycho") == {"siberia", "mexico", "neo_paulo"}
    assert reached(match, "neo_paulo") == {"siberia", "mexico", "tycho"}
    one = fortifying(lands, stations=["siberia"])
    assert reached(one, "siberia") == {"tycho"}
    none = fortifying({**lands, "tycho": (1, 1)}, stations=["siberia", "mexico"])
    assert reached(none, "siberia") == set()
    enemy = fortifying({**lands, "mexico": (1, 1)}, stations=["siberia", "mexico"])
    assert reached(enemy, "tycho") == {"siberia"}


@rule("2210.fortify.5")
def test_only_landing_sites_are_reached() -> None:
    match = fortifying({"siberia": (0, 3), "byrgius": (0, 3)}, stations=["siberia", "byrgius"])
    assert reached(match, "siberia") == set()
    assert reached(match, "byrgius") == set()


@rule("2210.fortify.6")
def test_the_sea_is_open_to_fortifying() -> None:
    match = fortifying({"japan": (0, 3), "neo_tokyo": (0, 1), "hong_kong": (0, 1)})
    assert reached(match, "japan") == {"neo_tokyo", "hong_kong"}


def test_who_can_spare_nobody_is_not_asked() -> None:
    match = fortifying({"japan": (0, 1), "pevek": (0, 1)})
    assert match.state.turn == 1
    assert step_name(match) != "Fortify"
