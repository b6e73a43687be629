"""HTTP payloads of cups."""

from typing import Literal

import msgspec

CupStatus = Literal["open", "running", "over", "empty", "missed", "cancelled"]


class CupRow(msgspec.Struct, frozen=True):
    """A cup in a list. Times are Unix milliseconds; `table` is the id of your running game, if there is one."""

    id: str
    series: str
    name: str
    about: str
    edition: str
    edition_name: str
    starts: int
    status: CupStatus
    rounds: int
    seats: int
    clock_seconds: int  # per turn
    bots: bool  # whether bots fill the tables
    most: int  # people who may join
    people: int
    joined: bool
    table: str
    winners: tuple[str, ...]


class CupsSeen(msgspec.Struct, frozen=True):
    """All announced and running cups, the latest finished ones, and the server's time in Unix milliseconds."""

    now: int
    upcoming: tuple[CupRow, ...]
    running: tuple[CupRow, ...]
    latest: tuple[CupRow, ...]


class CupHistory(msgspec.Struct, frozen=True):
    """Finished cups, latest first. Ask again with the last `starts` as `before` if there are more."""

    cups: tuple[CupRow, ...]
    more: bool


class CupPlayerSeen(msgspec.Struct, frozen=True):
    """A player of a cup. `place` is 0 before the first result; `total` are the points of the games."""

    name: str
    bot: bool
    mine: bool
    withdrawn: bool
    place: int
    total: str
    points: int  # of the season; 0 until the cup is over


class CupSeatSeen(msgspec.Struct, frozen=True):
    """A seat at a table of a cup; `points` is empty until the game is over."""

    name: str
    bot: bool
    mine: bool
    points: str
    won: bool


class CupTableSeen(msgspec.Struct, frozen=True):
    """A table of a round. `table` is its id, by which it can be watched or replayed."""

    number: int
    table: str
    status: Literal["waiting", "playing", "over"]
    seats: tuple[CupSeatSeen, ...]


class CupRoundSeen(msgspec.Struct, frozen=True):
    """A round of a cup."""

    number: int
    tables: tuple[CupTableSeen, ...]


class CupSeen(msgspec.Struct, frozen=True):
    """A cup with its players, best first, and its rounds. `next_round` is its time in the pause before it, else 0."""

    now: int
    cup: CupRow
    players: tuple[CupPlayerSeen, ...]
    rounds: tuple[CupRoundSeen, ...]
    next_round: int
    prizes: tuple[int, ...]


class CupSeasonRow(msgspec.Struct, frozen=True):
    """A person in the table of a season. Equal points share a place."""

    place: int
    name: str
    guest: bool
    mine: bool
    points: int
    cups: int
    wins: int


class CupSeriesSeen(msgspec.Struct, frozen=True):
    """A recurring cup of this server."""

    id: str
    name: str


class CupSeasonSeen(msgspec.Struct, frozen=True):
    """The table of a season (a quarter of a year such as 2026-4), and the seasons there are, latest first."""

    season: str
    seasons: tuple[str, ...]
    series: tuple[CupSeriesSeen, ...]
    rows: tuple[CupSeasonRow, ...]
    people: int  # in all; `rows` has the first ones, and your own
