"""The tie-breaks of the standings, by code. An event's settings name the ones it applies, in order."""

from collections.abc import Callable
from decimal import Decimal

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.results.scoring import GameScore
from kamchatka.tournament.results.tie_breaking import TieBreak


class PlayerGames(msgspec.Struct, frozen=True):
    """Input of a tie-break: a player's games so far, and the place one round earlier (0: none)."""

    entrant: int
    scores: tuple[GameScore, ...]
    earlier: int = 0
    lot: int = 0  # drawn from the seed of the first round


def _best(rank: int) -> Callable[[PlayerGames], Decimal]:
    """Return a function that finds a player's result of that rank, best first.

    Discards count as results; a missed game is worth 0.
    """

    def compute(record: PlayerGames) -> Decimal:
        points = sorted((score.points for score in record.scores), reverse=True)
        return points[rank] if rank < len(points) else Decimal(0)

    return compute


def _wins(record: PlayerGames) -> Decimal:
    return Decimal(sum(score.winners == 1 for score in record.scores))


def _count_wins(record: PlayerGames) -> Decimal:
    return Decimal(sum(bool(score.winners) for score in record.scores))


def _best_win(record: PlayerGames) -> Decimal:
    return max((score.points for score in record.scores if score.winners), default=Decimal(0))


def _sum_all_points(record: PlayerGames) -> Decimal:
    return sum((score.points for score in record.scores), Decimal(0))


def _raw(record: PlayerGames) -> Decimal:
    return Decimal(sum(score.table_points for score in record.scores))


ALL: tuple[TieBreak[PlayerGames], ...] = (
    TieBreak("best", _best(0)),
    TieBreak("second", _best(1)),
    TieBreak("third", _best(2)),
    TieBreak("wins", _wins),
    TieBreak("earlier", lambda record: Decimal(-record.earlier), lambda place: str(-place)),
    TieBreak("won", _count_wins),
    TieBreak("best_win", _best_win),
    TieBreak("undiscarded", _sum_all_points),
    TieBreak("raw", _raw),
    TieBreak("lot", lambda record: Decimal(record.lot)),
)
TIEBREAKS = {one.code: one for one in ALL}


def parse_tiebreaks(codes: tuple[str, ...]) -> list[TieBreak[PlayerGames]]:
    """Return the tie-breaks with these codes, in order; a Problem names an unknown or repeated code."""
    for code in codes:
        if code not in TIEBREAKS or codes.count(code) > 1:
            known = ", ".join(TIEBREAKS)
            raise Problem("setting.tiebreak", code=code, known=known)
    return [TIEBREAKS[code] for code in codes]
