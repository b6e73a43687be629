"""Dice packed in one number (highest first, four bits per die), comparing throws, and throwing for the first turn."""

from mypy_extensions import i64

from kamchatka.kernel.facts import DieThrown
from kamchatka.kernel.table import Table


def by_falling_die(table: Table, seats: list[i64]) -> list[i64]:
    """Order seats by a die roll, highest first. Seats with equal rolls roll again."""
    if len(seats) < 2:
        return seats
    thrown: list[tuple[i64, i64]] = []
    for seat in seats:
        pips = table.die()
        table.note(DieThrown(seat, pips))
        thrown.append((pips, seat))
    order: list[i64] = []
    for pips in range(i64(6), 0, -1):
        level = [seat for die, seat in thrown if die == pips]
        if level:
            order.extend(by_falling_die(table, level))
    return order


def roll_ranked(table: Table, n: i64, sides: i64 = 6) -> i64:
    """Roll n dice (1 to 3) and pack them, highest first."""
    a = table.die(sides)
    b: i64 = table.die(sides) if n > 1 else 0
    c: i64 = table.die(sides) if n > 2 else 0
    if a < b:
        a, b = b, a
    if b < c:
        b, c = c, b
        if a < b:
            a, b = b, a
    return a | (b << 4) | (c << 8)


def pips(packed: i64) -> list[int]:
    """Unpack the dice, highest first."""
    dice: list[int] = []
    while packed:
        dice.append(packed & 15)
        packed >>= 4
    return dice


def count_attacker_losses(attack: i64, defence: i64, pairs: i64) -> i64:
    """Count the pairs that the attacker loses. Dice are paired from the highest down; the defender wins ties."""
    lost: i64 = 0
    for i in range(pairs):
        if (attack >> (4 * i)) & 15 <= (defence >> (4 * i)) & 15:
            lost += 1
    return lost
