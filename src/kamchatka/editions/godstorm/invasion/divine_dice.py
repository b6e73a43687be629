"""Dice of godwars and battles: any number of them, ones thrown again where a god, a temple or a relic lets one."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

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


@final
class DivineThrow:
    """One side's dice of a roll, highest first: as they fell, and after the ones were thrown again."""

    def __init__(self, fell: list[i64], final: list[i64]) -> None:
        self.fell: Final = fell
        self.final: Final = final

    def total(self) -> i64:
        """All pips."""
        pips: i64 = 0
        for die in self.final:
            pips += die
        return pips

    def packed(self) -> i64:
        """Four bits a die, as facts keep them."""
        return pack(self.final)


def pack(dice: list[i64]) -> i64:
    """Dice in one number, the first in the lowest four bits."""
    packed: i64 = 0
    for die in reversed(dice):
        packed = packed << 4 | die
    return packed


def throw(table: Table, seat: i64, dice: i64, rerolls: str) -> DivineThrow:
    """A throw; by the clause `rerolls`, if any, every 1 is thrown again until none is left (god.god.magic)."""
    fell = sorted([table.die() for _ in range(dice)], reverse=True)
    final = fell[:]
    while rerolls and final[-1] == 1:
        final = sorted([table.die() if die == 1 else die for die in final], reverse=True)
    if final != fell:
        table.note(OnesRerolled(seat, pack(fell), rerolls))
    return DivineThrow(fell, final)


def triples(dice: list[i64]) -> list[i64]:
    """The numbers that at least three of the dice show."""
    return [pips for pips in range(i64(1), i64(7)) if dice.count(pips) >= 3]
