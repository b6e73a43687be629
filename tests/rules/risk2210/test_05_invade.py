"""Where seats may invade: borders, seas, the Moon, and the commanders that are needed."""

import pytest

from kamchatka.editions.risk2210.battle.war_facts import InvasionDeclared
from kamchatka.kernel.edges.wire import Defend, Invade, Lose, Move, Occupy, Pass, PlayCard, Roll
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.risk2210.scene import Holding, clause_of, own_record, scene, step_name, where

SAILOR = {0: {"naval": "japan"}}
PILOT = {0: {"space": "japan"}}
BOTH = {0: {"naval": "japan", "space": "japan"}}


def invading(lands: dict[str, tuple[int, int]], **more: object) -> Match:
    """Set seat 0 where it may invade."""
    return scene("Invade", {"lesotho": (2, 1), **lands}, **more)  # type: ignore[arg-type]


def goes(match: Match, source: str, target: str) -> bool:
    """Return whether the seat that is asked may make this invasion."""
    return Invade(source, target) in set(match.actions())


@rule("2210.invade.2", "2210.invade.7", "2210.invade.8")
def test_only_an_adjacent_enemy_or_empty_place() -> None:
    match = invading({"japan": (0, 3), "pevek": (0, 2), "alden": (1, 1)})
    match.play(Invade("japan", "khan_industrial_state"))
    assert happened(match)[0] == fact("InvasionDeclared", seat=0, source="japan", target="khan_industrial_state")
    match = invading({"japan": (0, 3), "pevek": (0, 2), "alden": (1, 1)}, devastated=["sakha"])
    refused(match, Invade("japan", "alden"), "attack.adjacent", "2210.invade.2")
    refused(match, Invade("japan", "pevek"), "attack.enemy", "2210.invade.8")
    refused(match, Invade("alden", "siberia"), "attack.own_place", match.game.citations["attack.own_place"].rule)
    refused(match, Invade("pevek", "sakha"), "invade.devastated", "2210.setup.7")
    refused(match, Roll(1), "turn.not_now", "2210.invade.7")


@rule("2210.setup.7")
def test_a_devastated_land_is_no_target() -> None:
    match = invading({"pevek": (0, 3)}, devastated=["sakha"])
    assert not goes(match, "pevek", "sakha")
    assert goes(match, "pevek", "alden")


@rule("2210.invade.3")
@pytest.mark.parametrize(("option", "linked"), [(True, True), (False, False)])
def test_borders_that_the_booklet_names(option: bool, linked: bool) -> None:
    match = invading(
        {"exiled_states_of_america": (0, 2), "northwestern_oil_emirate": (0, 2)},
        options={"exiled_states_canada_link": option},
    )
    for target in ("nunavut", "republique_du_quebec", "iceland_grc"):
        assert goes(match, "exiled_states_of_america", target)
    assert goes(match, "northwestern_oil_emirate", "pevek")
    assert goes(match, "exiled_states_of_america", "canada") is linked
    board = match.game.board
    assert len(board.links) // 2 == (134 if option else 133)


@rule("2210.invade.4", "2210.info.10")
def test_two_units_are_needed_and_a_station_is_none() -> None:
    match = invading(
        {"japan": (0, 1), "alden": (0, 1), "egypt": (0, 2)}, stations=["japan"], commanders={0: {"land": "alden"}}
    )
    refused(match, Invade("japan", "pevek"), "attack.leave_one", "2210.invade.4")
    assert goes(match, "alden", "pevek")
    assert goes(match, "egypt", "middle_east")


@rule("2210.invade.5", "2210.invade.6", "2210.invade.1")
def test_one_goes_on_turns_to_another_and_comes_back() -> None:
    match = invading({"japan": (0, 9), "pevek": (1, 4), "khan_industrial_state": (1, 4)}, luck=faces(6, 1, 6, 1, 6, 1))
    for target in ("pevek", "khan_industrial_state", "pevek"):
        match.play(Invade("japan", target))
        assert InvasionDeclared.__name__ in [one["fact"] for one in happened(match)]
        match.play(Roll(1))
        match.play(Defend(1))
    assert own_record(match).declared == 3
    assert (match.armies("pevek"), match.armies("khan_industrial_state")) == (2, 3)


@rule("2210.invade.9", "2210.invade.10", "2210.react.8")
def test_an_empty_place_is_entered_without_dice() -> None:
    match = invading({"japan": (0, 3), "khan_industrial_state": (0, 1)}, rest=None)
    match.play(Invade("japan", "pevek"))
    assert step_name(match) == "MoveIn"
    refused(match, Occupy(0), "invade.enter", "2210.invade.10")
    refused(match, Occupy(3), "invade.enter", "2210.invade.10")
    refused(match, Pass(), "invade.follow_through", "2210.invade.12")
    match.play(Occupy(2))
    assert (match.armies("japan"), match.armies("pevek"), match.owner("pevek")) == (1, 2, 0)
    assert own_record(match).declared == 1
    assert own_record(match).contested == 0


@rule("2210.invade.10")
def test_with_two_units_one_enters_without_a_question() -> None:
    match = invading({"japan": (0, 2), "khan_industrial_state": (0, 1)}, rest=None)
    match.play(Invade("japan", "pevek"))
    assert (match.armies("japan"), match.armies("pevek"), match.owner("pevek")) == (1, 1, 0)


@rule("2210.invade.11")
def test_a_battle_never_leaves_a_place_empty() -> None:
    match = invading({"japan": (0, 2), "pevek": (1, 1)}, luck=faces(6, 1))
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert (match.owner("pevek"), match.armies("pevek"), match.armies("japan")) == (0, 1, 1)
    assert "Vacated" not in [one["fact"] for one in happened(match)]


@rule("2210.invade.12")
def test_the_first_attack_on_a_place_must_be_made_a_later_one_may_be_called_off() -> None:
    match = invading({"japan": (0, 9), "pevek": (1, 4)}, luck=faces(1, 6))
    match.play(Invade("japan", "pevek"))
    refused(match, Pass(), "invade.follow_through", "2210.invade.12")
    match.play(Roll(1))
    match.play(Defend(1))
    match.play(Invade("japan", "pevek"))
    match.play(Pass())
    assert happened(match) == [fact("InvasionOff", source="japan", target="pevek")]
    assert step_name(match) == "Invade"
    assert match.armies("pevek") == 4


@rule("2210.invade.12")
def test_a_table_may_let_anybody_give_up_at_once() -> None:
    free = {"must_follow_through": False}
    match = invading({"japan": (0, 9), "pevek": (1, 4)}, options=free)
    match.play(Invade("japan", "pevek"))
    match.play(Pass())
    assert step_name(match) == "Invade"
    empty = invading({"japan": (0, 2), "khan_industrial_state": (0, 1)}, rest=None, options=free)
    empty.play(Invade("japan", "pevek"))
    empty.play(Pass())
    assert empty.owner("pevek") is None
    assert happened(empty) == [fact("InvasionOff", source="japan", target="pevek")]


# ------------------------------------------------------------------ the sea
@rule("2210.invade.13", "2210.invade.14", "2210.invade.15", "2210.commander.naval")
def test_into_and_out_of_the_sea_with_a_naval_commander_anywhere() -> None:
    lands = {"japan": (0, 3), "hong_kong": (0, 3), "sung_tzu": (0, 3), "pevek": (0, 2)}
    match = invading(lands)
    refused(match, Invade("japan", "neo_tokyo"), "invade.naval", "2210.invade.13")
    refused(match, Invade("sung_tzu", "java_cartel"), "invade.naval_out", "2210.invade.14")
    with_sailor = invading(lands, commanders={0: {"naval": "pevek"}})
    for source, target in (("japan", "neo_tokyo"), ("sung_tzu", "neo_tokyo"), ("sung_tzu", "java_cartel")):
        assert goes(with_sailor, source, target)


@rule("2210.invade.16")
def test_when_the_naval_commander_dies_the_sea_is_closed_but_not_for_fortifying() -> None:
    match = invading(
        {"japan": (0, 3), "neo_tokyo": (0, 3), "sung_tzu": (1, 3)},
        commanders={0: {"naval": "neo_tokyo"}},
        luck=faces(1, 6),
    )
    match.play(Invade("neo_tokyo", "sung_tzu"))
    match.play(Roll(0, ("naval",)))
    match.play(Defend(1))
    match.play(Lose(0, ("naval",)))
    assert where(match, 0, "naval") is None
    refused(match, Invade("neo_tokyo", "sung_tzu"), "invade.naval", "2210.invade.13")
    match.play(Pass())
    assert step_name(match) == "Fortify"
    assert {one.target for one in match.actions() if isinstance(one, Move) and one.source == "neo_tokyo"} == {"japan"}


# ------------------------------------------------------------------ the Moon
def opened_egypt(lands: dict[str, Holding | None], luck: list[int] | None = None) -> Match:
    """Let seat 0 play Invade Earth and draw Egypt's card."""
    match = scene(
        "Orders",
        {**lands, "egypt": (1, 1)},
        commanders={0: {"space": "tycho"}},
        hands={0: ["space_invade_earth_1"]},
        deck={"land": ["egypt"]},
        luck=[0, *(luck or [])],
    )
    match.play(PlayCard("space_invade_earth_1"))
    return match


@rule("2210.invade.17", "2210.invade.18", "2210.invade.19", "2210.commander.space")
def test_into_and_on_the_moon_with_a_space_commander_anywhere() -> None:
    lands = {"japan": (0, 3), "tycho": (0, 3)}
    match = invading(lands, stations=["japan"])
    refused(match, Invade("japan", "bay_of_dew"), "invade.space", "2210.invade.17")
    refused(match, Invade("tycho", "straight_wall"), "invade.space", "2210.invade.17")
    match = invading({**lands, "pevek": (0, 1)}, stations=["japan"], commanders={0: {"space": "pevek"}})
    assert goes(match, "japan", "bay_of_dew")
    assert goes(match, "tycho", "straight_wall")


@rule("2210.invade.18", "2210.card.space.invade_earth")
def test_even_with_leave_to_land_the_moon_needs_its_commander() -> None:
    """The card has opened Egypt, but the space commander dies in the first invasion."""
    match = opened_egypt({"japan": (0, 3), "tycho": (0, 3), "straight_wall": (1, 3)}, luck=faces(1, 6))
    assert goes(match, "tycho", "egypt")
    match.play(Invade("tycho", "straight_wall"))
    match.play(Roll(0, ("space",)))
    match.play(Defend(1))
    match.play(Lose(0, ("space",)))
    refused(match, Invade("tycho", "egypt"), "invade.space_out", "2210.invade.18")


@rule("2210.invade.20")
def test_when_the_space_commander_dies_the_moon_is_closed() -> None:
    match = invading(
        {"japan": (0, 3), "tycho": (0, 3), "straight_wall": (1, 3)},
        commanders={0: {"space": "tycho"}},
        luck=faces(1, 6),
    )
    match.play(Invade("tycho", "straight_wall"))
    match.play(Roll(0, ("space",)))
    match.play(Defend(1))
    match.play(Lose(0, ("space",)))
    refused(match, Invade("tycho", "straight_wall"), "invade.space", "2210.invade.17")


@rule("2210.invade.21")
def test_the_moon_is_reached_from_ones_stations_at_the_three_landing_sites() -> None:
    match = invading({"japan": (0, 3), "mexico": (0, 3), "pevek": (0, 3)}, stations=["mexico"], commanders=PILOT)
    for site in ("sea_of_crisis", "bay_of_dew", "tycho"):
        assert goes(match, "mexico", site)
        refused(match, Invade("pevek", site), "invade.launch", "2210.invade.21")
    refused(match, Invade("mexico", "byrgius"), "invade.launch", "2210.invade.21")


@rule("2210.invade.22")
def test_a_launch_from_the_sea_needs_both_commanders() -> None:
    lands = {"japan": (0, 3), "neo_tokyo": (0, 3)}
    refused(
        invading(lands, stations=["neo_tokyo"], commanders=PILOT),
        Invade("neo_tokyo", "tycho"),
        "invade.naval_out",
        "2210.invade.14",
    )
    refused(
        invading(lands, stations=["neo_tokyo"], commanders=SAILOR),
        Invade("neo_tokyo", "tycho"),
        "invade.space",
        "2210.invade.17",
    )
    assert goes(invading(lands, stations=["neo_tokyo"], commanders=BOTH), "neo_tokyo", "tycho")
    moon = invading({"japan": (0, 3), "byrgius": (0, 3)}, stations=["byrgius"], commanders=BOTH)
    refused(moon, Invade("byrgius", "tycho"), "attack.adjacent", "2210.invade.2")


@rule("2210.invade.23", "2210.invade.24", "2210.invade.25")
def test_no_way_back_to_the_earth() -> None:
    match = invading(
        {"tycho": (0, 5), "japan": (1, 1)},
        rest=(1, 1),
        stations=["japan"],
        commanders={0: {"space": "tycho", "naval": "tycho"}},
    )
    refused(match, Invade("tycho", "japan"), "invade.one_way", "2210.invade.23")
    refused(match, Invade("tycho", "neo_tokyo"), "invade.landfall", "2210.invade.24")
    inland = invading({"byrgius": (0, 5), "japan": (1, 1)}, stations=["japan"], commanders={0: {"space": "byrgius"}})
    refused(inland, Invade("byrgius", "japan"), "invade.landfall", "2210.invade.24")
    earth = [place for place in match.game.board.places[:55] if goes(match, "tycho", place)]
    assert earth == []
    match = opened_egypt({"tycho": (0, 5), "japan": (1, 1)})
    assert [place for place in match.game.board.places[:55] if goes(match, "tycho", place)] == ["egypt"]


@rule("2210.invade.26")
def test_units_of_two_places_never_fight_together() -> None:
    match = invading({"japan": (0, 2), "alden": (0, 9), "pevek": (1, 1)})
    match.play(Invade("japan", "pevek"))
    refused(match, Roll(2), "battle.attack_dice", "2210.battle.2")
    assert [one for one in match.actions()] == [Roll(1)]


@rule("2210.react.6", "2210.card.diplomat.cease_fire")
def test_after_a_truce_nothing_of_its_maker_is_invaded() -> None:
    match = invading(
        {"japan": (0, 3), "pevek": (1, 1), "siberia": (1, 1)},
        energy={1: 2},
        hands={1: ["diplomat_cease_fire_1"]},
        commanders={1: {"diplomat": "siberia"}},
    )
    match.play(Invade("japan", "pevek"))
    match.play(PlayCard("diplomat_cease_fire_1"), 1)
    assert clause_of(match, Invade("japan", "pevek")) == "invade.truce"
