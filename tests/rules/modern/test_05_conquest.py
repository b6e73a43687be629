"""Conquest: an attacker that empties a territory moves in."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Occupy, Pass
from kamchatka.match import Match
from tests.kit import faces, position
from tests.rulemark import rule
from tests.rules.modern.scene import attacks, fact_lines
from tests.rules.modern.witness import refused


def conquered(armies: int, dice: int) -> Match:
    """Let seat 0 take India from Siam with these armies and dice."""
    match = position(
        {"siam": (0, armies), "india": (2, 1), "japan": (2, 1), "peru": (0, 3)}, luck=faces(*[6] * dice, 1, 6, 1)
    )
    match.play(Attack("siam", "india", dice))
    return match


@rule("std.conquest.1")
@pytest.mark.parametrize(("armies", "dice", "least", "most"), [(8, 3, 3, 7), (8, 2, 2, 7), (8, 1, 1, 7), (5, 3, 3, 4)])
def test_at_least_the_armies_of_the_last_roll_move_in(armies: int, dice: int, least: int, most: int) -> None:
    """The conqueror must enter with the armies that rolled last, before any other action."""
    match = conquered(armies, dice)
    assert fact_lines(match) == [
        f"Rolled attack={[6] * dice} defence=[1] source=siam target=india",
        "ArmiesLost armies=1 place=india",
        "Conquered by=0 place=india",
    ]
    assert match.awaited == [0]
    assert list(match.actions()) == [Occupy(n) for n in range(least, most + 1)]
    for few in (least - 1, 0, -1):
        refused(match, Occupy(few), "conquest.least", "std.conquest.1")
    for other in (Pass(), Attack("peru", "brazil", 1), Attack("siam", "china", 1)):
        refused(match, other, "conquest.at_once", "std.conquest.1")
    refused(match, Occupy(least), "turn.not_asked", "std.setup.2", seat=2)
    match.play(Occupy(least))
    assert fact_lines(match) == [f"ArmiesMoved armies={least} source=siam target=india"]
    assert (match.owner("india"), match.armies("india"), match.armies("siam")) == (0, least, armies - least)


@rule("std.conquest.1")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_without_a_choice_the_armies_move_in_by_themselves(dice: int) -> None:
    """Nobody is asked when all armies that may leave must enter."""
    match = conquered(dice + 1, dice)
    assert fact_lines(match)[2:] == [
        "Conquered by=0 place=india",
        f"ArmiesMoved armies={dice} source=siam target=india",
    ]
    assert (match.armies("india"), match.armies("siam")) == (dice, 1)
    assert match.awaited == [0]
    assert Pass() in set(match.actions())


@rule("std.conquest.1")
def test_a_territory_falls_with_its_last_army_and_not_before() -> None:
    """One army left holds the territory; losing the last comparison loses it."""
    siege = {"siam": (0, 8), "india": (2, 2), "japan": (2, 1)}
    match = position(siege, luck=faces(6, 5, 5, 5), options={"defender_dice": "max"})
    match.play(Attack("siam", "india", 2))
    assert fact_lines(match)[1:] == ["ArmiesLost armies=1 place=siam", "ArmiesLost armies=1 place=india"]
    assert (match.owner("india"), match.armies("india"), match.state.conquests) == (2, 1, 0)
    match = position(siege, luck=faces(6, 5, 1, 4), options={"defender_dice": "max"})
    match.play(Attack("siam", "india", 2))
    assert fact_lines(match)[1:] == ["ArmiesLost armies=2 place=india", "Conquered by=0 place=india"]
    assert (match.owner("india"), match.armies("india"), match.state.conquests) == (0, 0, 1)


@rule("std.conquest.2")
def test_more_may_follow_but_one_stays() -> None:
    """Any number may follow from the attacking territory, except the last army."""
    match = conquered(8, 1)
    refused(match, Occupy(8), "conquest.leave_one", "std.attack.4")
    refused(match, Occupy(9), "conquest.leave_one", "std.attack.4")
    match.play(Occupy(7))
    assert fact_lines(match) == ["ArmiesMoved armies=7 source=siam target=india"]
    assert (match.armies("siam"), match.armies("india"), match.armies("peru")) == (1, 7, 3)


@rule("std.conquest.3")
def test_the_conquered_territory_attacks_at_once() -> None:
    """The armies that moved in may attack as any garrison may: one stays, the others roll."""
    match = conquered(4, 1)
    match.play(Occupy(3))
    assert {action for action in attacks(match) if action.source != "peru"} == {
        Attack("india", target, dice) for target in ("china", "middle_east") for dice in (1, 2)
    }
    match.play(Attack("india", "china", 1))
    assert fact_lines(match)[-1] == "Conquered by=0 place=china"
    match.play(Occupy(2))
    assert [match.armies(place) for place in ("siam", "india", "china")] == [1, 1, 2]
