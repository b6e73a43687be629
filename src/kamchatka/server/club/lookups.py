"""Payloads of a referee's tables and of rankings over several events."""

from typing import Literal

import msgspec

from kamchatka.editions.tournament import RefereeRules


class ClosingTurn(msgspec.Struct, frozen=True):
    """A turn after time is up. A total of two dice up to `threshold` closes the game (0: no throw)."""

    part: Literal["penultimate", "last", "sdadata"]
    hand: int
    threshold: int
    chance: float


class OverSeen(msgspec.Struct, frozen=True):
    """A player above the army cap: the armies, the surplus, and the penalty that the event's settings prescribe."""

    entrant: int
    armies: int
    surplus: int
    penalty: int


class MarkedCard(msgspec.Struct, frozen=True):
    """An objective card and its territories."""

    number: int
    places: tuple[str, ...]


class PointsSeen(msgspec.Struct, frozen=True):
    """The values of territories and the territories of each objective card, for ticking them on the board."""

    edition: str
    board: str
    values: dict[str, int]
    cards: tuple[MarkedCard, ...]
    whole: int  # points for a completed objective
    cites: RefereeRules


class PlannedRound(msgspec.Struct, frozen=True):
    """A round of a direct elimination. `tables` are the sizes of its tables."""

    entrants: int
    tables: tuple[int, ...]


class PlanSeen(msgspec.Struct, frozen=True):
    """The rounds of a direct elimination, and the format that the booklet recommends."""

    advice: str
    rounds: tuple[PlannedRound, ...]


# ------------------------------------------------------------------ several events
class RatingSeen(msgspec.Struct, frozen=True):
    """A player's rating over several events: strength, uncertainty (`doubt`) and a cautious estimate."""

    player: str
    club: str
    strength: float
    doubt: float
    cautious: float  # strength minus three times the uncertainty
    games: int


class LiveSeen(msgspec.Struct, frozen=True):
    """A player in the live ranking. `events` are the names and points of the results that count."""

    place: int
    player: str
    points: float
    tables: int
    events: tuple[tuple[str, float], ...]


class RatingsSeen(msgspec.Struct, frozen=True):
    """Ratings and live ranking over several events. `missing` says why there are no ratings; they need openskill."""

    ratings: tuple[RatingSeen, ...]
    live: tuple[LiveSeen, ...]
    missing: str
