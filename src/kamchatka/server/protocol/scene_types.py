"""The parts of a scene as they travel: places, seats, what is asked, one's own corner, the result."""

from typing import Any, Literal

import msgspec


class PieceSeen(msgspec.Struct, frozen=True):
    """Pieces of one kind on a place."""

    kind: str
    seat: int | None
    n: int


class PlaceSeen(msgspec.Struct, frozen=True):
    """A place: who holds it and what stands on it."""

    id: str
    owner: int | None
    armies: int
    pieces: tuple[PieceSeen, ...] = ()
    marks: tuple[str, ...] = ()


class Counted(msgspec.Struct, frozen=True):
    """A number to watch."""

    id: str
    label: str
    value: int


class ClockFace(msgspec.Struct, frozen=True):
    """A clock: seconds left, whether it runs now, and what it measures (move, turn, game, table)."""

    left: float
    running: bool
    per: Literal["move", "turn", "game", "table"]


class SeatSeen(msgspec.Struct, frozen=True, kw_only=True):
    """A seat and who sits there. `kind`: person, bot, screen (several seats share a screen), open or kept.

    A kept seat waits for the player of a tournament who has its name.
    """

    seat: int
    name: str
    kind: Literal["person", "bot", "screen", "open", "kept"]
    bot: str | None = None
    colour: int = 0  # its mark on the board, from 1; 0 before one is chosen
    colour_id: str = ""
    colour_name: str = ""
    alive: bool = True
    here: bool = True
    stand_in: bool = False  # a bot plays for somebody who is away
    absent_in: float | None = None  # seconds until it does
    stops: bool = False  # would call the game off
    lands: int = 0
    armies: int = 0
    cards: int = 0
    stock: int = 0
    zones: tuple[str, ...] = ()  # names of the zones it holds whole
    counters: tuple[Counted, ...] = ()
    first: bool = False  # plays first in a round
    won: bool = False  # in lists of games that are over
    leaves: int = 0  # at a rated table: of the latest ten rated games so many were left, if two or more
    clock: ClockFace | None = None


class TableSeen(msgspec.Struct, frozen=True, kw_only=True):
    """The table as everybody may see it."""

    id: str
    name: str
    edition: str
    edition_name: str
    status: Literal["waiting", "playing", "over"]
    host: str
    options: dict[str, Any]
    private: bool
    watchers: int
    commitment: str  # of the sealed luck, fixed before anybody sat down
    key: str = ""  # shown when the game is over
    pace: str = "normal"
    rematch: str = ""  # the id of the table laid for a rematch
    suggests: bool = False  # whether `suggest` is answered: to one person among bots, outside tournaments
    rating: str = ""  # as in `TableRow`


class PhaseName(msgspec.Struct, frozen=True):
    """A phase of a turn."""

    id: str
    name: str
    now: bool


class LogLine(msgspec.Struct, frozen=True):
    """A sentence of the story; a line with the same number replaces the one before."""

    n: int
    seat: int | None
    text: str
    rules: tuple[str, ...]
    heading: bool
    detail: str = ""  # of a fight: its dice, roll by roll


class Option(msgspec.Struct, frozen=True):
    """One thing to choose, with the action that chooses it."""

    action: dict[str, Any]
    label: str
    detail: str = ""
    cards: tuple[str, ...] = ()
    place: str | None = None
    colour: int | None = None
    price: int = 0  # what is paid for it


class RangeSeen(msgspec.Struct, frozen=True, tag_field="kind", kw_only=True):
    """One kind of thing that may be done. An action is {"act": act, **fixed} and the named fields filled in."""

    act: str
    label: str
    fields: dict[str, str] = msgspec.field(default_factory=dict)  # at, to, n → the name of the action's field
    fixed: dict[str, Any] = msgspec.field(default_factory=dict)
    attacks: bool = False  # whether it is an attack, so that odds can be asked
    piece: str = ""  # the kind of piece that it brings into play
    price: int = 0  # what is paid for it


class PairsSeen(RangeSeen, frozen=True, tag="pairs", kw_only=True):
    """From a place to a place with an amount: [from, to, least, most]."""

    pairs: tuple[tuple[str, str, int, int], ...]


class SpotsSeen(RangeSeen, frozen=True, tag="spots", kw_only=True):
    """A place with an amount."""

    places: tuple[str, ...]
    least: int
    most: int


class AmountSeen(RangeSeen, frozen=True, tag="amount", kw_only=True):
    """A number."""

    least: int
    most: int


class PieceSet(msgspec.Struct, frozen=True):
    """Pieces that may go together, and how many armies may go with them."""

    pieces: tuple[str, ...]
    least: int
    most: int


class PartySeen(msgspec.Struct, frozen=True):
    """A mixed party, from a place to a place or from nowhere: every set of pieces that may come."""

    source: str | None
    target: str | None
    sets: tuple[PieceSet, ...]


class PartiesSeen(RangeSeen, frozen=True, tag="parties", kw_only=True):
    """Armies and pieces together: dice, losses, moves. `fields.what` names the action's list of pieces."""

    parties: tuple[PartySeen, ...]


class ChoiceSeen(RangeSeen, frozen=True, tag="choice", kw_only=True):
    """One of some things."""

    choices: tuple[Option, ...]


class BareSeen(RangeSeen, frozen=True, tag="bare", kw_only=True):
    """A verb that needs nothing more."""


AnyRange = PairsSeen | SpotsSeen | AmountSeen | PartiesSeen | ChoiceSeen | BareSeen


class Fight(msgspec.Struct, frozen=True):
    """An attack under way, from a place on another."""

    source: str
    target: str


class Ask(msgspec.Struct, frozen=True):
    """What the viewer's seat is asked, and everything it may answer."""

    seat: int
    question: str
    ranges: tuple[AnyRange, ...]
    ends: float | None = None  # seconds left to answer
    at_zero: str | None = None  # what happens then
    fight: Fight | None = None  # the attack that the question is about


class CardSeen(msgspec.Struct, frozen=True):
    """A card in one's own hand."""

    id: str
    name: str
    kind: str
    place: str | None
    text: str
    cost: int | None
    owned: bool  # the viewer holds the territory it shows


class Progress(msgspec.Struct, frozen=True):
    """How far a part of an objective has come; of a `prey` (its seat), the places it has left (`of` is 0)."""

    label: str
    value: int
    of: int
    prey: int | None = None


class ObjectiveSeen(msgspec.Struct, frozen=True):
    """An objective: its words, the places it marks, how far it has come."""

    id: str
    text: str
    places: tuple[str, ...]
    progress: tuple[Progress, ...]


class Private(msgspec.Struct, frozen=True):
    """The corner that only its seat may see."""

    seat: int
    hand: tuple[CardSeen, ...]
    objective: ObjectiveSeen | None
    counters: tuple[Counted, ...]


class Score(msgspec.Struct, frozen=True):
    """How a seat ended: its objective opened, its counters; where points decided, what they are made of.

    `ties` are compared, in their order, where points are level.
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
    """How the game ended, and by which rule."""

    winners: tuple[int, ...]
    text: str
    rule: str
    rule_text: str
    scores: tuple[Score, ...]
