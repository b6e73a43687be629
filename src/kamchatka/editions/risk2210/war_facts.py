"""The facts of an invasion, besides dice and losses."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.record import record
from kamchatka.kernel.table import Bookkeeping, Fact, Table


@final
class InvasionDeclared(Fact):
    """A seat announced an invasion; cards for the time before the first one are over for this turn."""

    def __init__(self, seat: i64, source: i64, target: i64) -> None:
        self.seat: Final[i64] = seat
        self.source: Final[i64] = source
        self.target: Final[i64] = target

    def apply(self, table: Table) -> None:
        record(table).declared += 1


@final
class InvasionOff(Fact):
    """A declared invasion did not take place: called off, or no longer possible."""

    def __init__(self, source: i64, target: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target

    def apply(self, table: Table) -> None:
        pass


@final
class Engaged(Bookkeeping):
    """A place was attacked for the first time in this turn: from now on its attacker may give up."""

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        record(table).attacked[self.place] = 1


@final
class ContestWon(Bookkeeping):
    """A conquest that counts for the bonus of three."""

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        record(table).contested += 1


@final
class StationSeized(Fact):
    """With a place its station changed hands."""

    def __init__(self, place: i64, by: i64) -> None:
        self.place: Final[i64] = place
        self.by: Final[i64] = by

    def apply(self, table: Table) -> None:
        pass
