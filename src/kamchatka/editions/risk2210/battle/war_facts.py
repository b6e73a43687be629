"""The facts of an invasion, besides dice and losses."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.risk2210.state import edition_state
from kamchatka.kernel.schema.fields import PLACE, SEAT, Fields
from kamchatka.kernel.table import Bookkeeping, PublicFact, Table


@mypyc_attr(free_list_len=1)
@final
class InvasionDeclared(PublicFact):
    """A seat declared an invasion. Cards for the time before the first invasion can no longer be played."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "source": PLACE, "target": PLACE}

    def __init__(self, seat: i64, source: i64, target: i64) -> None:
        self.seat: Final[i64] = seat
        self.source: Final[i64] = source
        self.target: Final[i64] = target

    def apply(self, table: Table) -> None:
        edition_state(table).declared += 1


@mypyc_attr(free_list_len=1)
@final
class InvasionOff(PublicFact):
    """A declared invasion did not take place: it was called off or became impossible."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE}

    def __init__(self, source: i64, target: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target

    def apply(self, table: Table) -> None:
        pass


@mypyc_attr(free_list_len=1)
@final
class Engaged(Bookkeeping):
    """A place was attacked for the first time in this turn, so its attacker may give up later."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        edition_state(table).attacked[self.place] = 1


@mypyc_attr(free_list_len=1)
@final
class ContestWon(Bookkeeping):
    """A conquest counts towards the bonus for the third one."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        edition_state(table).contested += 1


@final
class StationSeized(PublicFact):
    """A station changed hands together with its place."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "by": SEAT}

    def __init__(self, place: i64, by: i64) -> None:
        self.place: Final[i64] = place
        self.by: Final[i64] = by

    def apply(self, table: Table) -> None:
        pass
