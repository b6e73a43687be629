"""Dice of godwars and battles: any number of them, ones thrown again where a god, a temple or a relic lets one."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.bits import bit
from kamchatka.kernel.schema.fields import CLAUSE, DICE, SEAT, Fields
from kamchatka.kernel.table import PublicFact, Table


@final
class OnesRerolled(PublicFact):
    """The dice a seat had thrown, before its ones were thrown again by this clause."""

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
    """One side's dice of a roll: as they fell, and after the ones were thrown again.

    Both are packed as facts keep them: highest first, four bits a die.
    """

    def __init__(self, fell: i64, final: i64) -> None:
        self.fell: Final[i64] = fell
        self.final: Final[i64] = final

    def total(self) -> i64:
        """All pips."""
        dice = self.final
        pips: i64 = 0
        while dice:
            pips += dice & 15
            dice >>= 4
        return pips


def with_die(dice: i64, pips: i64) -> i64:
    """Packed dice with one more among them, behind those as high."""
    shift: i64 = 0
    while dice >> shift & 15 >= pips:
        shift += 4
    higher = dice & (bit(shift) - 1)
    pips <<= shift
    return higher | pips | (dice - higher) << 4


def throw(table: Table, seat: i64, dice: i64, rerolls: str) -> DivineThrow:
    """A throw; by the clause `rerolls`, if any, every 1 is thrown again until none is left (god.god.magic)."""
    fell: i64 = 0
    for _ in range(dice):
        fell = with_die(fell, table.die())
    final = without_ones(table, fell) if rerolls else fell
    if final != fell:
        table.note(OnesRerolled(seat, fell, rerolls))
    return DivineThrow(fell, final)


def without_ones(table: Table, dice: i64) -> i64:
    """Dice of which every 1 is thrown again until none is left."""
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
    """The numbers that at least three of the dice show, as bits."""
    found: i64 = 0
    while dice >> 8:
        if dice & 15 == dice >> 8 & 15:  # and so is the one between them
            found |= bit(dice & 15)
        dice >>= 4
    return found
