"""Dice of god wars and battles. A god, a temple or a relic may allow a seat to reroll ones."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.bits import bit
from kamchatka.kernel.schema.fields import CLAUSE, DICE, SEAT, Fields
from kamchatka.kernel.table import PublicFact, Table


@final
class OnesRerolled(PublicFact):
    """A seat's dice before its ones were rerolled by this clause."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "thrown": DICE, "clause": CLAUSE}

    def __init__(self, seat: i64, thrown: i64, clause: str) -> None:
        self.seat: Final[i64] = seat
        self.thrown: Final[i64] = thrown
        self.clause: Final = clause

    def apply(self, table: Table) -> None:
        pass


@mypyc_attr(free_list_len=1)
@final
class DivineThrow:
    """One side's dice, as they fell and after ones were rerolled.

    Both are packed as in facts, with the highest first and four bits per die.
    """

    def __init__(self, fell: i64, final: i64) -> None:
        self.fell: Final[i64] = fell
        self.final: Final[i64] = final

    def total(self) -> i64:
        """Return the sum of the pips."""
        dice = self.final
        pips: i64 = 0
        while dice:
            pips += dice & 15
            dice >>= 4
        return pips


def with_die(dice: i64, pips: i64) -> i64:
    """Insert a die into packed dice, behind those at least as high."""
    shift: i64 = 0
    while dice >> shift & 15 >= pips:
        shift += 4
    higher = dice & (bit(shift) - 1)
    pips <<= shift
    return higher | pips | (dice - higher) << 4


def throw(table: Table, seat: i64, dice: i64, rerolls: str) -> DivineThrow:
    """Throw dice. If the clause `rerolls` is given, reroll ones until none is left (god.god.magic)."""
    fell: i64 = 0
    for _ in range(dice):
        fell = with_die(fell, table.die())
    final = without_ones(table, fell) if rerolls else fell
    if final != fell:
        table.note(OnesRerolled(seat, fell, rerolls))
    return DivineThrow(fell, final)


def without_ones(table: Table, dice: i64) -> i64:
    """Reroll the ones of packed dice until none is left."""
    while True:
        final: i64 = 0
        ones: i64 = 0
        while dice:
            if dice & 15 == 1:
                ones += 1
            else:
                final = with_die(final, dice & 15)
            dice >>= 4
        if ones == 0:
            return final
        for _ in range(ones):
            final = with_die(final, table.die())
        dice = final


def triples(dice: i64) -> i64:
    """Return the numbers that at least three dice show, as bits."""
    found: i64 = 0
    while dice >> 8:
        if dice & 15 == dice >> 8 & 15:  # sorted, so the die between them is equal too
            found |= bit(dice & 15)
        dice >>= 4
    return found
