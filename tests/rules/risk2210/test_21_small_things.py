"""Small things that are easy to get wrong: exact dice, exact facts, single units, zero energy."""

import pytest

from kamchatka.editions.risk2210.state import unit_total
from kamchatka.kernel.edges.wire import Choose, Invade, NameKind, NameSeat, Pass, PlayCard, Roll
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused, written
from tests.rules.risk2210.scene import energy_of, play, scene

DIPLOMAT = {1: {"diplomat": "mexico"}}


@rule("2210.card.nuclear.assassin_bomb")
def test_the_assassin_rolls_a_die_of_eight() -> None:
    match = scene(
        "Orders",
        {"japan": (0, 3), "mexico": (1, 2), "egypt": (2, 1)},
        energy={0: 1},
        commanders={0: {"nuclear": "japan"}, 1: {"land": "mexico", "naval": "mexico"}, 2: {"land": "egypt"}},
        hands={0: ["nuclear_assassin_bomb_1"]},
        luck=[8],
    )
    play(match, "nuclear_assassin_bomb_1", NameSeat(1))
    with pytest.raises(ValueError, match=r"below\(8\)"):
        match.play(NameKind("land"))


@rule("2210.card.diplomat.energy_crisis")
def test_energy_is_taken_only_where_there_is_some() -> None:
    match = scene(
        "Orders",
        {"mexico": (1, 3), "japan": (0, 1), "egypt": (2, 1)},
        turn=1,
        energy={0: 2, 1: 3},
        commanders=DIPLOMAT,
        hands={1: ["diplomat_energy_crisis_1", "diplomat_energy_crisis_2"]},
    )
    play(match, "diplomat_energy_crisis_1")
    changed = [one for one in happened(match) if one["fact"] == "PurseChanged"]
    assert changed == [
        fact("PurseChanged", seat=0, amount=-1, clause="energy.crisis"),
        fact("PurseChanged", seat=1, amount=1, clause="energy.crisis"),
    ]
    assert energy_of(match) == [1, 4, 0]


@rule("2210.card.diplomat.mod_reduction")
def test_with_one_opponent_four_and_two_go() -> None:
    match = scene(
        "Orders",
        {"mexico": (1, 6), "japan": (0, 6)},
        rest=None,
        seats=2,
        turn=1,
        energy={1: 2},
        commanders=DIPLOMAT,
        hands={1: ["diplomat_mod_reduction_1"]},
    )
    play(match, "diplomat_mod_reduction_1")
    assert (match.armies("japan"), match.armies("mexico")) == (2, 4)


@rule("2210.card.diplomat.evacuation")
def test_a_single_mod_is_evacuated_too() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 3), "pevek": (1, 1), "mexico": (1, 2), "egypt": (1, 1), "lesotho": (2, 1)},
        rest=None,
        commanders=DIPLOMAT,
        hands={1: ["diplomat_evacuation_1"]},
    )
    match.play(Invade("japan", "pevek"))
    match.play(PlayCard("diplomat_evacuation_1"))
    match.play(Choose(place="mexico"))
    assert (match.armies("mexico"), match.armies("pevek"), match.owner("pevek")) == (3, 0, None)


@rule("2210.scoring.6")
def test_units_of_all_places_are_counted() -> None:
    match = scene(
        "Invade", {"japan": (0, 2), "pevek": (0, 1), "mexico": (1, 1)}, rest=None, commanders={0: {"land": "pevek"}}
    )
    assert unit_total(match.table, 0) == 4


@rule("2210.setup.5")
def test_the_first_energy_is_told_as_such() -> None:
    match = Match.new("risk2210", 3, seed=2)
    while match.state.round == 0 and energy_of(match) == [0, 0, 0]:
        match.play(next(match.actions()))
    given = [one for one in written(match, match.journal) if one["fact"] == "PurseChanged"]
    assert given == [fact("PurseChanged", seat=seat, amount=3, clause="setup.energy") for seat in range(3)]


@rule("2210.elimination.3")
def test_who_falls_without_energy_pays_none() -> None:
    match = scene("Invade", {"japan": (0, 9), "pevek": (1, 1), "lesotho": (2, 2)}, rest=None, luck=faces(6, 1))
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert not match.state.is_alive(1)
    assert "PurseChanged" not in [one["fact"] for one in happened(match)]


@rule("2210.battle.5")
def test_a_commander_who_is_elsewhere_is_no_matter_of_who_rolls_first() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 4), "pevek": (1, 3), "lesotho": (2, 1)},
        commanders={0: {"land": "japan"}},
        options={"commander_die_optional": False},
    )
    match.play(Invade("japan", "pevek"))
    refused(match, Roll(0, ("naval",)), "battle.attack_dice", "2210.battle.2")
    refused(match, Roll(1), "battle.commanders_first", "2210.battle.5")
    refused(match, Pass(), "invade.follow_through", "2210.invade.12")
