"""Throws as facts store them, checked against plain lists of dice: sorting, rerolled ones, triples, pairs."""

from itertools import pairwise
from random import Random

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.editions.godstorm.armies.divine_dice import DivineThrow, throw, triples, with_die
from kamchatka.editions.godstorm.invasion.battle import count_lost_pairs
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.dice import pips


def packed(dice: list[int]) -> int:
    """Pack dice, in any order, into one number."""
    number = 0
    for die in dice:
        number = with_die(number, die)
    return int(number)


@pytest.mark.parametrize("count", [1, 2, 3, 6])
def test_a_throw_is_as_its_dice(count: int) -> None:
    luck = Random(count)
    for _ in range(200):
        dice = [luck.randint(1, 6) for _ in range(count)]
        assert pips(packed(dice)) == sorted(dice, reverse=True)
        thrown = DivineThrow(packed(dice), packed(dice))
        assert thrown.total() == sum(dice)
        assert triples(packed(dice)) == sum(1 << face for face in range(1, 7) if dice.count(face) >= 3)


def test_pairs_are_compared_as_far_as_both_have_dice() -> None:
    luck = Random(7)
    for _ in range(200):
        mine = sorted([luck.randint(1, 6) for _ in range(luck.randint(1, 3))], reverse=True)
        theirs = sorted([luck.randint(1, 6) for _ in range(luck.randint(1, 2))], reverse=True)
        sides = DivineThrow(0, packed(mine)), DivineThrow(0, packed(theirs))
        pairs = list(zip(mine, theirs, strict=False))
        assert count_lost_pairs(*sides, ties=False) == sum(one <= other for one, other in pairs)
        assert count_lost_pairs(*sides, ties=True) == sum(one < other for one, other in pairs)


def test_ones_are_thrown_again_until_none_is_left() -> None:
    booklet = EDITIONS["godstorm"]
    table = booklet.game(booklet.table_rules({})).start(3, FastChance(4))
    again = 0
    for _ in range(200):
        plain, blessed = throw(table, 0, 3, ""), throw(table, 0, 3, "reroll.goddess")
        assert plain.fell == plain.final
        dice = pips(blessed.final)
        assert len(dice) == 3
        assert min(dice) > 1
        assert all(one >= other for one, other in pairwise(dice))
        kept = [die for die in pips(blessed.fell) if die > 1]
        assert all(dice.count(die) >= kept.count(die) for die in kept)
        again += blessed.fell != blessed.final
    assert again > 50
