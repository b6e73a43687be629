"""The tie-breaks of one table, by code. An edition names the ones that apply, in their order."""

from decimal import Decimal

import msgspec

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.edition_rules import rules_of
from kamchatka.tournament.results.tie_breaking import TieBreak
from kamchatka.tournament.settings.settings import EventSettings


class HandResult(msgspec.Struct, frozen=True):
    """A player's result with the hand that was played: what tie-breaks of a table look at."""

    line: PlayerResult
    hand: int

    @property
    def level(self) -> tuple[bool, bool, bool, int]:
        """What ranks a table: objective, survival, points (rtu.8.2a, rtu.10.1); a player put last stands behind all."""
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
    """The tie-breaks of the tables of an event, as its edition orders them."""
    return [TABLE_TIEBREAKS[code] for code in rules_of(settings).tie_breaks]
