"""Dice: how many each side throws, how they compare, and the four examples of the booklet."""

from itertools import product

import pytest

from kamchatka.kernel.edges.wire import Attack, Defend, Pass
from kamchatka.match import Match
from tests.kit import faces, position, script_left
from tests.rulemark import rule
from tests.rules.modern.scene import attacks, fact_lines
from tests.rules.modern.witness import refused


# ------------------------------------------------------------------ how many dice
@rule("std.attack.10")
@pytest.mark.parametrize(("armies", "dice"), [(10, [1, 2, 3]), (4, [1, 2, 3]), (3, [1, 2]), (2, [1])])
@pytest.mark.parametrize("defenders", [1, 2, 9])
def test_the_attacker_chooses_one_to_three_dice(armies: int, dice: list[int], defenders: int) -> None:
    """One die for each army sent, at most three, never the last army; the number doesn't depend on the defender."""
    match = position({"siam": (0, armies)}, rest=(1, defenders))
    assert attacks(match) == {Attack("siam", target, n) for target in ("india", "china", "indonesia") for n in dice}
    for wrong in (0, -1, dice[-1] + 1, 1_000_000):
        refused(match, Attack("siam", "india", wrong), "attack.dice", "std.attack.10")


@rule("std.attack.10")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_so_many_dice_are_thrown_as_were_chosen(dice: int) -> None:
    """The attacker throws exactly the dice it chose."""
    match = position({"siam": (0, 10)}, luck=faces(*[2] * dice, 6))
    match.play(Attack("siam", "india", dice))
    assert fact_lines(match) == [
        f"Rolled attack={[2] * dice} defence=[6] source=siam target=india",
        "ArmiesLost armies=1 place=siam",
    ]
    assert script_left(match) == 0


@rule("std.attack.11", "std.attack.12")
@pytest.mark.parametrize(("armies", "dice"), [(7, [1, 2, 3]), (5, [1, 2, 3]), (3, [1, 2, 3]), (2, [1, 2])])
def test_the_defender_chooses_one_to_three_dice(armies: int, dice: list[int]) -> None:
    """At most three dice, and at most one for each army; fewer may be chosen."""
    match = position({"siam": (0, 4), "india": (2, armies)})
    match.play(Attack("siam", "india", 1))
    assert match.awaited == [2]
    assert list(match.actions()) == [Defend(n) for n in dice]
    for wrong in (0, -1, dice[-1] + 1, armies + 1):
        refused(match, Defend(wrong), "defence.dice", "std.attack.12")


@rule("std.attack.12")
def test_the_defender_declares_before_any_die_is_thrown() -> None:
    """The dice are thrown only when the defender has declared its number."""
    match = position({"siam": (0, 4), "india": (2, 5)}, luck=faces(6, 5, 4, 3, 3))
    match.play(Attack("siam", "india", 3))
    assert fact_lines(match) == []
    assert script_left(match) == 5
    refused(match, Pass(), "defence.declare", "std.attack.12")
    refused(match, Attack("india", "siam", 1), "defence.declare", "std.attack.12")
    refused(match, Attack("siam", "india", 3), "turn.not_asked", "std.attack.12", seat=0)
    refused(match, Defend(2), "turn.not_asked", "std.attack.12", seat=0)
    match.play(Defend(2))
    assert fact_lines(match) == [
        "Rolled attack=[6, 5, 4] defence=[3, 3] source=siam target=india",
        "ArmiesLost armies=2 place=india",
    ]
    assert script_left(match) == 0
    assert match.awaited == [0]


@rule("std.attack.12")
def test_a_single_defender_has_nothing_to_declare() -> None:
    """With one army it throws one die: the roll follows at once."""
    match = position({"siam": (0, 4), "india": (2, 1)}, luck=faces(1, 1, 1, 1))
    match.play(Attack("siam", "india", 3))
    assert fact_lines(match) == [
        "Rolled attack=[1, 1, 1] defence=[1] source=siam target=india",
        "ArmiesLost armies=1 place=siam",
    ]


@rule("std.attack.12")
@pytest.mark.parametrize(("armies", "dice"), [(9, 3), (3, 3), (2, 2), (1, 1)])
def test_a_table_may_have_the_defender_always_throw_the_most(armies: int, dice: int) -> None:
    """Option defender_dice = max: nobody is asked; the defender throws all the dice its armies allow."""
    match = position(
        {"siam": (0, 3), "india": (2, armies)}, luck=faces(2, *[3] * dice), options={"defender_dice": "max"}
    )
    match.play(Attack("siam", "india", 1))
    assert fact_lines(match) == [
        f"Rolled attack=[2] defence={[3] * dice} source=siam target=india",
        "ArmiesLost armies=1 place=siam",
    ]
    assert script_left(match) == 0


@rule("std.attack.12")
@pytest.mark.parametrize("phase", ["Reinforce", "Combat", "StrategicMove"])
def test_where_the_most_is_always_thrown_no_phase_asks_for_dice(phase: str) -> None:
    """The refusal names the table's option, not the phase."""
    holdings = {"siam": (0, 3), "alaska": (0, 2), "peru": (0, 1)}
    refused(
        position(holdings, phase=phase, options={"defender_dice": "max"}), Defend(1), "defence.most", "std.attack.12"
    )
    refused(position(holdings, phase=phase), Defend(1), "turn.not_now", "std.attack.12")


# ------------------------------------------------------------------ how they compare
def thrown(attack: list[int], defence: list[int]) -> Match:
    """Roll these dice, in this order, with nine armies on each side."""
    match = position({"siam": (0, 9), "india": (2, 9)}, luck=faces(*attack, *defence))
    match.play(Attack("siam", "india", len(attack)))
    match.play(Defend(len(defence)))
    assert script_left(match) == 0
    return match


def losses(match: Match) -> tuple[int, int]:
    """Return the losses of attacker and defender of nine armies each, as both facts and board have them."""
    lost = {place: 9 - match.armies(place) for place in ("siam", "india")}
    assert fact_lines(match)[1:] == [f"ArmiesLost armies={n} place={place}" for place, n in lost.items() if n]
    return lost["siam"], lost["india"]


@rule("std.attack.13")
@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [
        ([2, 6, 4], [5], (0, 1)),
        ([6, 2, 4], [5], (0, 1)),
        ([2, 4, 6], [5], (0, 1)),
        ([5], [2, 6, 4], (1, 0)),
        ([5], [6, 2, 4], (1, 0)),
        ([5], [2, 4, 6], (1, 0)),
        ([1, 2], [1], (0, 1)),
    ],
)
def test_the_highest_dice_face_each_other(attack: list[int], defence: list[int], lost: tuple[int, int]) -> None:
    """Whatever the order of the dice, the two highest are compared with each other."""
    match = thrown(attack, defence)
    ranked = [sorted(dice, reverse=True) for dice in (attack, defence)]
    assert fact_lines(match)[0] == f"Rolled attack={ranked[0]} defence={ranked[1]} source=siam target=india"
    assert losses(match) == lost


@rule("std.attack.14")
@pytest.mark.parametrize("pips", [2, 3, 4, 5, 6])
def test_the_higher_attacker_takes_an_army(pips: int) -> None:
    """One pip more is enough: the defender's territory loses one army, the attacker's none."""
    assert losses(thrown([pips], [pips - 1])) == (0, 1)


@rule("std.attack.15")
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5])
def test_the_lower_attacker_loses_an_army(pips: int) -> None:
    """With one pip less the attacking territory loses one army, the defender's none."""
    assert losses(thrown([pips], [pips + 1])) == (1, 0)


@rule("std.attack.16")
@pytest.mark.parametrize("pips", [1, 2, 3, 4, 5, 6])
def test_equal_dice_are_the_defenders(pips: int) -> None:
    """A tie costs the attacker an army, in every comparison."""
    assert losses(thrown([pips], [pips])) == (1, 0)
    assert losses(thrown([pips] * 3, [pips] * 3)) == (3, 0)


@rule("std.attack.17")
@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [
        ([6, 5], [5, 4], (0, 2)),
        ([6, 4], [5, 4], (1, 1)),
        ([5, 4], [5, 3], (1, 1)),
        ([5, 3], [5, 4], (2, 0)),
        ([6, 5], [5], (0, 1)),
        ([6], [5, 5], (0, 1)),
        ([4, 4], [5], (1, 0)),
    ],
)
def test_second_dice_count_when_both_sides_have_them(
    attack: list[int], defence: list[int], lost: tuple[int, int]
) -> None:
    """Two comparisons with two dice on both sides, one when a side has a single die."""
    assert losses(thrown(attack, defence)) == lost


@rule("std.attack.18")
@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [
        ([6, 5, 4], [5, 4, 3], (0, 3)),
        ([6, 5, 3], [5, 4, 3], (1, 2)),
        ([6, 4, 4], [5, 4, 3], (1, 2)),
        ([5, 4, 3], [5, 4, 3], (3, 0)),
        ([6, 6, 1], [5, 5], (0, 2)),
        ([6, 6], [5, 5, 1], (0, 2)),
        ([1, 1, 6], [5], (0, 1)),
    ],
)
def test_third_dice_count_when_both_sides_have_them(
    attack: list[int], defence: list[int], lost: tuple[int, int]
) -> None:
    """There are three comparisons with three dice on both sides; a die without a counterpart doesn't count."""
    assert losses(thrown(attack, defence)) == lost


@rule("std.attack.19")
def test_dice_are_never_added() -> None:
    """6 1 1 against 5 5 5 takes one army and loses two, whatever the sums."""
    assert losses(thrown([6, 1, 1], [5, 5, 5])) == (2, 1)
    assert losses(thrown([5, 5, 5], [6, 1, 1])) == (1, 2)


@rule("std.attack.13", "std.attack.17", "std.attack.18", "std.attack.19")
@pytest.mark.parametrize("sizes", list(product((1, 2, 3), repeat=2)))
def test_every_order_of_the_dice_is_ranked(sizes: tuple[int, int]) -> None:
    """In every order the dice of each side are sorted and compared pair by pair."""
    fixed = ([4, 2, 5], [3, 5, 2])
    rolls = [(list(attack), fixed[1][: sizes[1]]) for attack in product(range(1, 7), repeat=sizes[0])]
    rolls += [(fixed[0][: sizes[0]], list(defence)) for defence in product(range(1, 7), repeat=sizes[1])]
    match = position({"siam": (0, 5000), "india": (2, 5000)}, luck=faces(*(pip for a, d in rolls for pip in a + d)))
    for attack, defence in rolls:
        attack_line, defence_line = sorted(attack, reverse=True), sorted(defence, reverse=True)
        before = match.armies("siam"), match.armies("india")
        match.play(Attack("siam", "india", sizes[0]))
        match.play(Defend(sizes[1]))
        won = [a > d for a, d in zip(attack_line, defence_line, strict=False)]
        assert fact_lines(match)[0] == f"Rolled attack={attack_line} defence={defence_line} source=siam target=india"
        assert before[0] - match.armies("siam") == won.count(False)
        assert before[1] - match.armies("india") == won.count(True)


@rule("std.attack.ex1")
def test_first_example_of_the_booklet() -> None:
    """5 3 2 against 6 2: one army lost on each side."""
    assert losses(thrown([5, 3, 2], [6, 2])) == (1, 1)


@rule("std.attack.ex2")
def test_second_example_of_the_booklet() -> None:
    """6 4 3 against 5: the defender loses one army."""
    assert losses(thrown([6, 4, 3], [5])) == (0, 1)


@rule("std.attack.ex3")
def test_third_example_of_the_booklet() -> None:
    """6 against 6: the attacker loses one army."""
    assert losses(thrown([6], [6])) == (1, 0)


@rule("std.attack.ex4")
def test_fourth_example_of_the_booklet() -> None:
    """6 2 2 against 5 4 2: the defender loses one army, the attacker two."""
    assert losses(thrown([6, 2, 2], [5, 4, 2])) == (2, 1)


# ------------------------------------------------------------------ protected seats
PROTECTED = {"india": (2, 3), "siam": (0, 5), "china": (1, 3)}


@rule("std.attack.10", "std.elim.3")
@pytest.mark.parametrize(("armies", "most"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_a_protected_last_territory_lowers_the_dice(armies: int, most: int) -> None:
    """Up to round four only fewer dice than its armies may be thrown at a seat's last territory."""
    match = position({**PROTECTED, "india": (2, armies)}, round=4)
    assert {action.dice for action in attacks(match) if action.target == "india"} == set(range(1, most + 1))
    assert {action.dice for action in attacks(match) if action.target == "china"} == {1, 2, 3}
    for dice in range(most + 1, 4):
        refused(match, Attack("siam", "india", dice), "elimination.protected", "std.elim.3")
    refused(match, Attack("siam", "india", 4), "attack.dice", "std.attack.10")
    refused(match, Attack("siam", "india", 0), "attack.dice", "std.attack.10")


@rule("std.attack.10", "std.elim.3")
@pytest.mark.parametrize(
    ("protection", "round", "allowed"),
    [
        ("no_lethal_roll", 1, {1, 2}),
        ("no_lethal_roll", 4, {1, 2}),
        ("no_lethal_roll", 5, {1, 2, 3}),
        ("no_attack", 1, set()),
        ("no_attack", 4, set()),
        ("no_attack", 5, {1, 2, 3}),
        ("spare_last_army", 4, {1, 2, 3}),
        ("off", 1, {1, 2, 3}),
    ],
)
def test_each_protection_leaves_its_own_dice(protection: str, round: int, allowed: set[int]) -> None:
    """The table's protection determines the dice against a last territory of three armies, and until when."""
    match = position(PROTECTED, round=round, options={"elimination_protection": protection})
    assert {action.dice for action in attacks(match) if action.target == "india"} == allowed
    for dice in {1, 2, 3} - allowed:
        refused(match, Attack("siam", "india", dice), "elimination.protected", "std.elim.3")


@rule("std.attack.10", "std.elim.3")
@pytest.mark.parametrize("protection", ["no_lethal_roll", "no_attack"])
def test_a_last_but_one_territory_is_not_protected(protection: str) -> None:
    """A seat with two territories may lose either."""
    match = position({**PROTECTED, "peru": (2, 1)}, round=1, options={"elimination_protection": protection})
    assert {action.dice for action in attacks(match) if action.target == "india"} == {1, 2, 3}
