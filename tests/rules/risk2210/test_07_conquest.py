"""Conquest: which units move in, stations, and the bonus for three conquests."""

from typing import Any

import pytest

from kamchatka.kernel.edges.wire import Build, Defend, Invade, NameKind, Occupy, Pass, Roll
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.risk2210.scene import energy_of, own_record, scene, step_name, where

THREE = {"land": "japan", "naval": "japan", "diplomat": "japan"}


def taking(source: tuple[int, int], roll: Roll, luck: list[int], **more: Any) -> Match:
    """Let seat 0 kill the last MOD in Pevek and take it."""
    match = scene("Invade", {"japan": source, "pevek": (1, 1), "lesotho": (2, 1)}, luck=luck, **more)
    match.play(Invade("japan", "pevek"))
    match.play(roll)
    return match


@rule("2210.conquest.1", "2210.conquest.2")
def test_at_least_the_dice_rolled_move_in_and_one_stays() -> None:
    match = taking((0, 6), Roll(3), faces(6, 1, 1, 1))
    assert (step_name(match), match.owner("pevek")) == ("MoveIn", 0)
    assert list(match.actions()) == [Occupy(3), Occupy(4), Occupy(5)]
    refused(match, Occupy(2), "conquest.least", "2210.conquest.1")
    refused(match, Occupy(6), "conquest.leave_one", "2210.conquest.2")
    refused(match, Occupy(7), "conquest.units", "2210.conquest.4")
    refused(match, Pass(), "conquest.least", "2210.conquest.1")
    refused(match, Roll(1), "turn.not_now", "2210.conquest.1")
    match.play(Occupy(4))
    assert (match.armies("japan"), match.armies("pevek")) == (2, 4)


@rule("2210.conquest.2")
def test_a_station_does_not_stay_behind_for_a_unit() -> None:
    match = taking((0, 2), Roll(1), faces(6, 1), stations=["japan"])
    assert (match.armies("japan"), match.armies("pevek")) == (1, 1)


@rule("2210.conquest.1")
def test_all_but_one_go_without_a_question_when_they_rolled() -> None:
    """Four units roll three dice and win: three go, one stays, and nobody is asked."""
    match = scene("Invade", {"japan": (0, 4), "pevek": (1, 2), "lesotho": (2, 1)}, luck=faces(6, 6, 1, 1, 1))
    match.play(Invade("japan", "pevek"))
    match.play(Roll(3))
    match.play(Defend(2))
    assert (match.armies("japan"), match.armies("pevek")) == (1, 3)


@rule("2210.conquest.3", "2210.conquest.4")
def test_commanders_who_rolled_must_move_in_others_may() -> None:
    match = taking((0, 3), Roll(1, ("land",)), [7, 0, 0], commanders={0: THREE})
    refused(match, Occupy(2), "conquest.commanders", "2210.conquest.3")
    refused(match, Occupy(1, ("naval",)), "conquest.commanders", "2210.conquest.3")
    refused(match, Occupy(0, ("land",)), "conquest.least", "2210.conquest.1")
    refused(match, Occupy(1, ("land", "space")), "conquest.units", "2210.conquest.4")
    refused(match, Occupy(3, ("land", "naval", "diplomat")), "conquest.leave_one", "2210.conquest.2")
    assert Occupy(0, ("land", "diplomat")) in set(match.actions())
    match.play(Occupy(3, ("land", "naval")))
    assert match.armies("japan") == 0
    assert [where(match, 0, kind) for kind in ("land", "naval", "diplomat")] == ["pevek", "pevek", "japan"]


@rule("2210.conquest.3")
def test_only_commanders_of_the_last_roll_are_bound() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 6), "pevek": (1, 2), "lesotho": (2, 1)},
        commanders={0: {"land": "japan"}},
        luck=[7, 0, 5, 0],
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(0, ("land",)))
    match.play(Defend(1))
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert Occupy(1) in set(match.actions())
    match.play(Occupy(1))
    assert where(match, 0, "land") == "japan"


@rule("2210.conquest.5")
def test_units_just_moved_may_attack_again() -> None:
    match = taking((0, 6), Roll(1), faces(6, 1))
    match.play(Occupy(5))
    assert Invade("pevek", "alden") in set(match.actions())


@rule("2210.conquest.7")
def test_a_captured_station_changes_hands() -> None:
    match = taking((0, 3), Roll(1), [5, 0], stations=["pevek"])
    assert fact("StationSeized", place="pevek", by=0) in happened(match)
    assert own_record(match).built[place_number(match, "pevek")] == 1


@rule("2210.conquest.7", "2210.hire.6")
def test_with_four_stations_the_fifth_is_destroyed() -> None:
    own = {"alden": (0, 1), "sakha": (0, 1), "siberia": (0, 1), "hong_kong": (0, 1)}
    lands = {"japan": (0, 3), "pevek": (1, 1), "lesotho": (2, 1), **own}
    for stations, built in ((4, 0), (3, 1)):
        match = scene("Invade", lands, stations=["pevek", *list(own)[:stations]], luck=faces(6, 1))
        match.play(Invade("japan", "pevek"))
        match.play(Roll(1))
        assert own_record(match).built[place_number(match, "pevek")] == built
        assert (fact("Razed", place="pevek") in happened(match)) is (built == 0)


@rule("2210.conquest.8")
def test_a_place_held_by_a_station_alone_is_entered_without_dice() -> None:
    match = scene("Invade", {"japan": (0, 3), "pevek": (1, 0), "lesotho": (2, 1)}, stations=["pevek"])
    match.play(Invade("japan", "pevek"))
    assert list(match.actions()) == [Occupy(1), Occupy(2)]
    match.play(Occupy(2))
    assert match.owner("pevek") == 0
    assert own_record(match).contested == 0
    assert fact("StationSeized", place="pevek", by=0) in happened(match)


# ------------------------------------------------------------------ the bonus
def marching(conquests: int, **more: Any) -> Match:
    """Let seat 0 take `count` of five weakly held places in a row."""
    targets = ["pevek", "alden", "siberia", "hong_kong", "angkhor_wat"][:conquests]
    lands = {"japan": (0, 12), "lesotho": (2, 1)} | {target: (1, 1) for target in targets}
    cards = more.pop("drawn", [0])
    match = scene(
        "Invade", lands, luck=[*faces(6, 1) * min(conquests, 3), *cards, *faces(6, 1) * (conquests - 3)], **more
    )
    source = "japan"
    for target in targets:
        match.play(Invade(source, target))
        match.play(Roll(1))
        if step_name(match) == "MoveIn":
            match.play(Occupy(int(match.state.armies[place_number(match, source)]) - 1))
        source = target
        if step_name(match) == "Bonus":
            return match
    return match


@rule("2210.conquest.9", "2210.conquest.13", "2210.buy.7")
def test_the_third_conquest_brings_energy_and_a_card() -> None:
    match = marching(2, commanders={0: {"land": "japan"}})
    assert (energy_of(match)[0], match.state.hand[0]) == (0, 0)
    match = marching(3, commanders={0: {"land": "japan"}})
    assert (energy_of(match)[0], match.state.hand[0]) == (1, 1)
    assert fact("PurseChanged", seat=0, amount=1, clause="conquest.bonus") in happened(match)
    assert match.state.cards[0] == 0


@rule("2210.conquest.10")
def test_once_a_turn_however_many_are_conquered() -> None:
    match = marching(5, commanders={0: {"land": "japan"}})
    assert own_record(match).contested == 5
    assert (energy_of(match)[0], match.state.hand[0]) == (1, 1)


@rule("2210.conquest.11")
def test_the_conqueror_chooses_a_deck_of_a_commander_in_play() -> None:
    match = marching(3, commanders={0: {"land": "japan", "diplomat": "japan"}})
    assert step_name(match) == "Bonus"
    assert list(match.actions()) == [NameKind("land"), NameKind("diplomat")]
    refused(match, NameKind("naval"), "conquest.bonus_deck", "2210.conquest.11")
    refused(match, Pass(), "turn.not_now", "2210.conquest.11")
    match.play(NameKind("diplomat"))
    assert own_record(match).held[4] == 1
    assert energy_of(match)[0] == 1


@rule("2210.conquest.11")
def test_without_commander_or_card_only_the_energy() -> None:
    match = marching(3, drawn=[])
    assert (energy_of(match)[0], match.state.hand[0]) == (1, 0)
    cards = [card for card in match.game.cards if card.startswith("land_")]
    empty = marching(3, drawn=[], commanders={0: {"land": "japan"}}, hands={1: cards})
    assert (energy_of(empty)[0], empty.state.hand[0]) == (1, 0)


@rule("2210.conquest.12")
@pytest.mark.parametrize(("contested_only", "counted"), [(True, 0), (False, 1)])
def test_walking_into_an_empty_place_counts_only_where_the_table_says_so(contested_only: bool, counted: int) -> None:
    match = scene(
        "Invade",
        {"japan": (0, 4), "egypt": (1, 1), "lesotho": (2, 1)},
        rest=None,
        options={"bonus_contested_only": contested_only},
    )
    match.play(Invade("japan", "pevek"))
    match.play(Occupy(1))
    assert own_record(match).contested == counted


def test_a_station_may_not_be_built_in_the_middle_of_a_war() -> None:
    match = taking((0, 6), Roll(1), faces(6, 1))
    refused(match, Build("japan"), "turn.not_now", "2210.conquest.1")
