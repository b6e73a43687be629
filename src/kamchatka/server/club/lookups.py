"""What referees look up, and players over several events."""

from typing import Literal

import msgspec

from kamchatka.editions.tournament import RefereeRules


class ClosingTurn(msgspec.Struct, frozen=True):
    """A turn after time: two dice that make no more than `threshold` close the game (0: no throw)."""

    part: Literal["penultimate", "last", "sdadata"]
    hand: int
    threshold: int
    chance: float


class OverSeen(msgspec.Struct, frozen=True):
    """A player above the army cap, and what the event asks for it."""

    entrant: int
    armies: int
    surplus: int
    penalty: int


class MarkedCard(msgspec.Struct, frozen=True):
    """An objective card and the territories it marks."""

    number: int
    places: tuple[str, ...]


class PointsSeen(msgspec.Struct, frozen=True):
    """What territories are worth and what the cards mark, for ticking on the board."""

    edition: str
    board: str
    values: dict[str, int]
    cards: tuple[MarkedCard, ...]
    whole: int  # what a whole objective makes
    cites: RefereeRules


class PlannedRound(msgspec.Struct, frozen=True):
    """A round of a direct elimination."""

    entrants: int
    tables: tuple[int, ...]


class PlanSeen(msgspec.Struct, frozen=True):
    """The rounds of a direct elimination, and the format that the booklet would advise."""

    advice: str
    rounds: tuple[PlannedRound, ...]


# ------------------------------------------------------------------ over events
class RatingSeen(msgspec.Struct, frozen=True):
    """A player's strength over events."""

    player: str
    club: str
    strength: float
    doubt: float
    cautious: float
    games: int


class LiveSeen(msgspec.Struct, frozen=True):
    """A player in the live ranking."""

    place: int
    player: str
    points: float
    tables: int
    events: tuple[tuple[str, float], ...]


class RatingsSeen(msgspec.Struct, frozen=True):
    """Players over several events, the oldest first; ratings need openskill (`missing` says so)."""

    ratings: tuple[RatingSeen, ...]
    live: tuple[LiveSeen, ...]
    missing: str
