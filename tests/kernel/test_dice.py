"""Packed dice agree with sorted lists, by brute force."""

from itertools import product

import pytest

from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.dice import count_attacker_losses, pips, roll_ranked
from kamchatka.kernel.table import Table
from tests.teaching.scene import game

BLANK = game().blank(3, ScriptedChance([]))


def pack(dice: list[int]) -> int:
    """Return the dice in the given order, with four bits each."""
    return sum(die << (4 * i) for i, die in enumerate(dice))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_ranked_is_sorted(n: int) -> None:
    for thrown in product(range(1, 7), repeat=n):
        chance = ScriptedChance([die - 1 for die in thrown])
        packed = roll_ranked(Table(BLANK.board, BLANK.state, chance, None), n)
        assert packed == pack(sorted(thrown, reverse=True))
        assert pips(packed) == sorted(thrown, reverse=True)
        assert chance.count_unused() == 0


def test_ranked_with_other_dice() -> None:
    table = Table(BLANK.board, BLANK.state, ScriptedChance([7, 3, 9]), None)
    assert pips(roll_ranked(table, 3, 10)) == [10, 8, 4]


def test_no_dice() -> None:
    assert pips(0) == []


def test_the_defender_wins_ties() -> None:
    for attack, defence in product(product(range(1, 7), repeat=3), repeat=2):
        if list(attack) != sorted(attack, reverse=True) or list(defence) != sorted(defence, reverse=True):
            continue
        for pairs in (1, 2, 3):
            lost = sum(a <= d for a, d in list(zip(attack, defence, strict=True))[:pairs])
            assert count_attacker_losses(pack(list(attack)), pack(list(defence)), pairs) == lost
    assert count_attacker_losses(pack([1]), pack([6]), 0) == 0
