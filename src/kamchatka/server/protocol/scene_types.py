"""Parts of a scene: places, seats, the pending question, the seat's private data, the result."""

from typing import Literal

import msgspec

from kamchatka.kernel.edges.plain import JsonObject


class PieceSeen(msgspec.Struct, frozen=True):
    """Pieces of one kind on a place."""

    kind: str
    seat: int | None
    n: int


class PlaceSeen(msgspec.Struct, frozen=True):
    """A place: its owner, armies, pieces and marks."""

    id: str
    owner: int | None
    armies: int
    pieces: tuple[PieceSeen, ...] = ()
    marks: tuple[str, ...] = ()


class Counted(msgspec.Struct, frozen=True):
    """A labelled number to display."""

    id: str
    label: str
    value: int


class ClockFace(msgspec.Struct, frozen=True):
    """A clock: seconds left, whether it runs now, and what it measures (move, turn, game, table).

    `left` includes `bank`, which is used last. Warn the player when `low` seconds are left.
    """

    left: float
    running: bool
    per: Literal["move", "turn", "game", "table"]
    bank: float = 0.0
    low: float = 0.0


class SeatSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and its occupant. `kind`: person, bot, screen (its user has several seats), open or kept.

    A kept seat is reserved for the tournament player of that name.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "screen", "open", "kept"]
    bot: str | None = None
    avatar: str = ""  # of a person: the chosen picture; empty: initials
    colour: int = 0  # mark on the board, from 1; 0 before a colour is chosen
    colour_id: str = ""
    colour_name: str = ""
    alive: bool = True
    out_by: int | None = None  # the seat that eliminated this one
    here: bool = True
    stand_in: bool = False  # a bot plays for the absent player
    absent_in: float | None = None  # seconds until a bot plays
    stops: bool = False  # has voted to call the game off
    lands: int = 0
    armies: int = 0
    cards: int = 0
    stock: int = 0
    zones: tuple[str, ...] = ()  # names of the zones held completely
    counters: tuple[Counted, ...] = ()
    first: bool = False  # plays first in a round
    won: bool = False  # in lists of finished games
    leaves: int = 0  # at a rated table: games left among the latest ten rated ones, if two or more
    clock: ClockFace | None = None


class TableSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The public data of a table."""

    id: str
    name: str
    edition: str
    edition_name: str
    status: Literal["waiting", "playing", "over"]
    host: str
    options: JsonObject
    private: bool
    watchers: int
    commitment: str  # commitment to the sealed randomness, fixed before any player joined
    key: str = ""  # revealed when the game is over
    pace: str = "normal"
    rematch: str = ""  # id of the rematch table
    places_rest: bool = False  # whether `place_rest` is allowed: not in rated games and tournaments
    suggests: bool = False  # whether `suggest` is answered: only for one person among bots, outside tournaments
    rating: str = ""  # as in `TableRow`


class PhaseName(msgspec.Struct, frozen=True):
    """A phase of a turn; `now` marks the current one."""

    id: str
    name: str
    now: bool


class LogLine(msgspec.Struct, frozen=True):
    """A line of the game log. It replaces an earlier line with the same `n`."""

    n: int
    seat: int | None
    text: str
    rules: tuple[str, ...]
    heading: bool
    detail: str = ""  # the dice of a battle, roll by roll


class Option(msgspec.Struct, frozen=True):
    """One possible choice, with the action that makes it."""

    action: JsonObject
    label: str
    detail: str = ""
    cards: tuple[str, ...] = ()
    place: str | None = None
    colour: int | None = None
    price: int = 0  # cost of the choice


class RangeSeen(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """A set of possible actions of one kind. An action is {"act": act, **fixed} with the named `fields` filled in."""

    act: str
    label: str
    fields: dict[str, str] = msgspec.field(default_factory=dict)  # at, to, n → the name of the action's field
    fixed: JsonObject = msgspec.field(default_factory=dict)
    attacks: bool = False  # whether it is an attack, for which odds can be requested
    piece: str = ""  # kind of piece that the action places
    price: int = 0  # cost of the action


class PairsSeen(RangeSeen, frozen=True, tag="pairs", kw_only=True):
    """Actions from one place to another with an amount: [from, to, least, most]."""

    pairs: tuple[tuple[str, str, int, int], ...]


class SpotsSeen(RangeSeen, frozen=True, tag="spots", kw_only=True):
    """Actions on one of these places with an amount."""

    places: tuple[str, ...]
    least: int
    most: int


class AmountSeen(RangeSeen, frozen=True, tag="amount", kw_only=True):
    """Actions that need only an amount."""

    least: int
    most: int


class PieceSet(msgspec.Struct, frozen=True):
    """Pieces that may act together, and the least and most armies that may go with them."""

    pieces: tuple[str, ...]
    least: int
    most: int


class PartySeen(msgspec.Struct, frozen=True):
    """A group of armies and pieces with its source and target (None: no place), and all possible sets of pieces."""

    source: str | None
    target: str | None
    sets: tuple[PieceSet, ...]


class PartiesSeen(RangeSeen, frozen=True, tag="parties", kw_only=True):
    """Actions with armies and pieces: dice, losses, moves. `fields.what` names the action's list of pieces."""

    parties: tuple[PartySeen, ...]


class ChoiceSeen(RangeSeen, frozen=True, tag="choice", kw_only=True):
    """One of several choices."""

    choices: tuple[Option, ...]


class BareSeen(RangeSeen, frozen=True, tag="bare", kw_only=True):
    """An action without parameters."""


AnyRange = PairsSeen | SpotsSeen | AmountSeen | PartiesSeen | ChoiceSeen | BareSeen


class Fight(msgspec.Struct, frozen=True):
    """An attack in progress, from `source` on `target`."""

    source: str
    target: str


class Ask(msgspec.Struct, frozen=True):
    """The decision that the viewer's seat has to make, and all its possible actions."""

    seat: int
    question: str
    ranges: tuple[AnyRange, ...]
    ends: float | None = None  # seconds left to answer
    at_zero: str | None = None  # what happens when time runs out
    fight: Fight | None = None  # the attack in question
    # when `place_rest` is answered; it plays all up to the seat's next chance to attack
    rest: Literal["", "opening", "turn"] = ""


class CardSeen(msgspec.Struct, frozen=True):
    """A card in the viewer's own hand."""

    id: str
    name: str
    kind: str
    place: str | None
    text: str
    cost: int | None
    owned: bool  # the viewer owns the territory on the card


class Progress(msgspec.Struct, frozen=True):
    """Progress of one part of an objective: `value` out of `of`.

    For a seat to eliminate (`prey`), `value` is the number of places it still holds, and `of` is 0.
    """

    label: str
    value: int
    of: int
    prey: int | None = None


class ObjectiveSeen(msgspec.Struct, frozen=True):
    """An objective: its text, the places it names, and its progress."""

    id: str
    text: str
    places: tuple[str, ...]
    progress: tuple[Progress, ...]


class Private(msgspec.Struct, frozen=True):
    """Private data of a seat, sent to nobody else."""

    seat: int
    hand: tuple[CardSeen, ...]
    objective: ObjectiveSeen | None
    counters: tuple[Counted, ...]


class Score(msgspec.Struct, frozen=True):
    """The final result of a seat, with its objective revealed. Where points decided, `parts` add up to `points`.

    If points are equal, `ties` are compared in order.
    """

    seat: int
    winner: bool
    lands: int
    armies: int
    objective: str
    counters: tuple[Counted, ...]
    points: int | None = None
    parts: tuple[Counted, ...] = ()
    ties: tuple[Counted, ...] = ()


class Result(msgspec.Struct, frozen=True):
    """The result of the game, and the rule that ended it."""

    winners: tuple[int, ...]
    text: str
    rule: str
    rule_text: str
    scores: tuple[Score, ...]
