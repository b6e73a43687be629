"""Exact odds: equal to brute force where that is possible, and to the published figures."""

from functools import cache
from itertools import product

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.odds import battle, grid, march, roll, ways

DICE = list(product((1, 2, 3), (1, 2, 3)))
SMALL = list(product(range(1, 6), range(1, 6), (2, 3)))


def lost_in(throw: tuple[int, ...], attack: int) -> int:
    """Armies the attacker loses when the first `attack` dice of a throw are its own."""
    ours, theirs = sorted(throw[:attack], reverse=True), sorted(throw[attack:], reverse=True)
    return sum(a <= d for a, d in zip(ours, theirs, strict=False))


@pytest.mark.parametrize(("attack", "defence"), DICE)
def test_a_roll_equals_the_count_of_all_throws(attack: int, defence: int) -> None:
    """All 6^n throws, one by one."""
    losses = [lost_in(throw, attack) for throw in product(range(1, 7), repeat=attack + defence)]
    assert ways(attack, defence) == tuple(losses.count(lost) for lost in range(min(attack, defence) + 1))
    assert sum(roll(attack, defence)) == pytest.approx(1)


@cache
def wins(attackers: int, defenders: int, cap: int, stop_at: int) -> float:
    """The chance to win, roll by roll, from the definition."""
    if defenders == 0 or attackers <= stop_at:
        return float(defenders == 0)
    attack, defence = min(3, attackers), min(cap, defenders)
    pairs = min(attack, defence)
    return sum(
        chance * wins(attackers - lost, defenders - pairs + lost, cap, stop_at)
        for lost, chance in enumerate(roll(attack, defence))
    )


@pytest.mark.parametrize(("attackers", "defenders", "cap"), SMALL)
@pytest.mark.parametrize("stop_at", [0, 2])
def test_a_battle_equals_its_definition(attackers: int, defenders: int, cap: int, stop_at: int) -> None:
    """Every small battle, to the end or with a stop; all its chances together are 1."""
    fought = battle(attackers, defenders, defence_dice=cap, stop_at=stop_at)
    assert fought.wins == pytest.approx(wins(attackers, defenders, cap, stop_at))
    assert sum(fought.ends.values()) == pytest.approx(1)
    assert sum(fought.held) == pytest.approx(1)
    assert sum(fought.left) == pytest.approx(fought.wins)
    assert fought.held[0] == pytest.approx(fought.wins)


def test_who_stops_keeps_at_least_what_one_roll_leaves() -> None:
    """With three dice a roll costs up to three armies: stopping at 5 never leaves fewer than 3."""
    fought = battle(12, 9, stop_at=5)
    assert min(attackers for attackers, defenders in fought.ends if defenders > 0) == 3
    assert fought.wins < battle(12, 9).wins


def test_losses_by_hand() -> None:
    """One against one: 15 of 36 throws win, and each costs exactly one army in all."""
    fought = battle(1, 1)
    assert fought.wins == pytest.approx(15 / 36)
    assert fought.left == pytest.approx((0, 15 / 36))
    assert fought.attacker_losses == pytest.approx(21 / 36)
    assert fought.defender_losses == pytest.approx(15 / 36)


def test_the_published_roll_figures() -> None:
    """Osborne 2003 (three against two) and the three defence dice of the Italian game, to four digits."""
    assert [round(chance, 4) for chance in roll(3, 2)] == [0.3717, 0.3358, 0.2926]
    assert [round(chance, 4) for chance in roll(3, 3)] == [0.1376, 0.2147, 0.2647, 0.3830]


@pytest.mark.parametrize(
    ("armies", "dice", "published"),
    [(5, 2, 0.5062), (10, 2, 0.5676), (20, 2, 0.6334), (5, 3, 0.2778), (10, 3, 0.1902), (20, 3, 0.1000)],
)
def test_the_published_battle_figures(armies: int, dice: int, published: float) -> None:
    """Equal armies: two defence dice favour the attacker, three the defender."""
    assert round(battle(armies, armies, defence_dice=dice).wins, 4) == published


@pytest.mark.parametrize("dice", [2, 3])
def test_the_grid_holds_the_same_battles(dice: int) -> None:
    """Reckoned backwards from the smallest, it agrees with every battle reckoned forwards."""
    table = grid(12, defence_dice=dice)
    for attackers, defenders in product(range(13), range(1, 13)):
        fought = battle(attackers, defenders, defence_dice=dice)
        assert table.wins[attackers][defenders] == pytest.approx(fought.wins)
        assert table.left[attackers][defenders] == pytest.approx(attackers - fought.attacker_losses)


def test_a_march_of_one_place_is_a_battle() -> None:
    """And one through no place leaves everything as it is."""
    assert march(6, [3]).left == pytest.approx(battle(6, 3).left)
    assert march(6, [3]).wins == pytest.approx(battle(6, 3).wins)
    assert (march(6, []).wins, march(6, []).left[6]) == (1.0, 1.0)


def test_a_march_leaves_one_army_on_every_place() -> None:
    """Two armies take two places of one only if the first falls without a loss, and one then fights alone."""
    one_two = roll(2, 1)[0]
    first = one_two + roll(2, 1)[1] * roll(1, 1)[0]
    assert march(2, [1, 1]).taken == pytest.approx((first, one_two * roll(1, 1)[0]))


@pytest.mark.parametrize(("attackers", "defenders", "dice"), [(-1, 3, 3), (3, 0, 3), (2000, 3, 3), (3, 3, 4)])
def test_no_such_battle(attackers: int, defenders: int, dice: int) -> None:
    """Absurd numbers get a sentence."""
    with pytest.raises(Problem, match=r"\d"):
        battle(attackers, defenders, defence_dice=dice)
