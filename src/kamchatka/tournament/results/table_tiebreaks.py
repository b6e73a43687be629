"""The tie-breaks of one table, by code. An edition names the ones that apply, in order."""

from decimal import Decimal

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.results.tie_breaking import TieBreak
from kamchatka.tournament.settings.edition_rules import rules_of
from kamchatka.tournament.settings.settings import EventSettings


class HandResult(msgspec.Struct, frozen=True):
    """A player's result with the hand played: the input of a table's tie-breaks."""

    line: PlayerResult
    hand: int

    @property
    def level(self) -> tuple[bool, bool, bool, int]:
        """Sort key of a table: objective, survival, points (rtu.8.2a, rtu.10.1).

        A player moved to the last place sorts last.
        """
        line = self.line
        return not line.last, bool(line.objective), not line.eliminated, line.points or 0


def _outside(played: HandResult) -> Decimal | None:
    return None if played.line.outside is None else Decimal(played.line.outside)


ALL: tuple[TieBreak[HandResult], ...] = (
    TieBreak("outside", _outside),
    TieBreak("hand", lambda played: Decimal(played.hand)),
    TieBreak("fell", lambda played: Decimal(played.line.fell)),
    TieBreak("later", lambda played: Decimal(played.hand)),
)
TABLE_TIEBREAKS = {one.code: one for one in ALL}


def tiebreaks_of(settings: EventSettings) -> list[TieBreak[HandResult]]:
    """Return the table tie-breaks of an event, in the order of its edition."""
    return [TABLE_TIEBREAKS[code] for code in rules_of(settings).tie_breaks]
