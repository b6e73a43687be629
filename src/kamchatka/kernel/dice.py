"""Dice packed in one number, highest first, four bits a die; and how two throws compare."""
from mypy_extensions import i64

from kamchatka.kernel.table import Table


def ranked(table: Table, n: i64, sides: i64 = 6) -> i64:
    """Roll n dice (1 to 3)."""
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
    """The dice, highest first."""
    dice: list[int] = []
    while packed:
        dice.append(packed & 15)
        packed >>= 4
    return dice


def lost_by_attacker(attack: i64, defence: i64, pairs: i64) -> i64:
    """Comparisons, highest against highest, that the attacker does not win: the defender wins ties."""
    lost: i64 = 0
    for i in range(pairs):
        if (attack >> (4 * i)) & 15 <= (defence >> (4 * i)) & 15:
            lost += 1
    return lost
