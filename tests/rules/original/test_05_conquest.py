"""Conquest: which armies move in, how many, and what may follow."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Move, Occupy, Pass
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.scene import attacks
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.original.scene import scene


def conquest(armies: int, dice: int, **options: object) -> Match:
    """Let India take China with these dice."""
    match = scene({"india": (0, armies), "siam": (0, 4)}, luck=faces(*[6] * dice, 1), options=options)
    match.play(Attack("india", "china", dice))
    return match


@rule("orig.attack.h1", "orig.attack.h2", "orig.summary.5")
@pytest.mark.parametrize(("armies", "dice", "least", "most"), [(8, 3, 3, 7), (4, 1, 1, 3), (5, 3, 3, 4), (9, 2, 2, 8)])
def test_the_armies_of_the_last_roll_move_in_and_others_may(armies: int, dice: int, least: int, most: int) -> None:
    match = conquest(armies, dice)
    assert set(match.actions()) == {Occupy(n) for n in range(least, most + 1)}
    refused(match, Occupy(least - 1), "conquest.least", "orig.attack.h1")
    refused(match, Occupy(most + 1), "conquest.leave_one", "orig.attack.h2")
    refused(match, Pass(), "conquest.at_once", "orig.attack.h1")
    match.play(Occupy(most))
    assert (match.armies("india"), match.armies("china"), match.owner("china")) == (1, most, 0)


@rule("orig.attack.h1", "orig.attack.h2", "orig.attack.0e")
@pytest.mark.parametrize(("armies", "dice"), [(4, 3), (3, 2), (2, 1)])
def test_when_there_is_no_choice_they_move_in_by_themselves(armies: int, dice: int) -> None:
    match = conquest(armies, dice)
    assert (match.armies("india"), match.armies("china")) == (1, dice)
    assert any(isinstance(action, Attack) for action in match.actions())


@rule("orig.attack.e4")
@pytest.mark.parametrize(("armies", "dice"), [(4, 3), (8, 3), (3, 1)])
def test_a_table_may_let_one_army_move_in(armies: int, dice: int) -> None:
    match = conquest(armies, dice, occupation_minimum="one")
    assert set(match.actions()) == {Occupy(n) for n in range(1, armies)}
    refused(match, Occupy(0), "conquest.least", "orig.attack.h1")
    match.play(Occupy(1))
    assert (match.armies("india"), match.armies("china")) == (armies - 1, 1)


@rule("orig.attack.h3")
def test_the_conquered_territory_attacks_at_once() -> None:
    match = scene({"india": (0, 8)}, luck=faces(6, 6, 6, 1, 6, 6, 1, 6, 1))
    match.play(Attack("india", "china", 3))
    match.play(Occupy(5))
    assert {attack.target for attack in attacks(match) if attack.source == "china"} == {
        "middle_east",
        "afghanistan",
        "urals",
        "siberia",
        "mongolia",
        "siam",
    }
    match.play(Attack("china", "mongolia", 2))
    match.play(Occupy(4))
    match.play(Attack("mongolia", "japan", 1))
    assert match.owner("japan") == 0


@rule("orig.attack.i2", "orig.attack.i1")
def test_only_the_last_attacker_sends_armies_in() -> None:
    match = scene({"india": (0, 6), "siam": (0, 5), "china": (1, 2)}, luck=faces(6, 1, 1, 6, 1))
    match.play(Attack("india", "china", 1))
    match.play(Attack("siam", "china", 1))
    assert set(match.actions()) == {Occupy(n) for n in (1, 2, 3, 4)}
    refused(match, Move("india", "china", 1), "conquest.at_once", "orig.attack.h1")
    match.play(Occupy(4))
    assert happened(match)[0] == fact("ArmiesMoved", source="siam", target="china", armies=4)
    assert (match.armies("india"), match.armies("siam"), match.armies("china")) == (6, 1, 4)


@rule("orig.summary.5")
def test_a_conquest_is_told_in_order() -> None:
    match = conquest(8, 3)
    assert [one["fact"] for one in happened(match)] == ["Rolled", "TroopsSpent", "ArmiesLost", "Conquered"]
    assert happened(match)[-1] == fact("Conquered", place="china", by=0)
