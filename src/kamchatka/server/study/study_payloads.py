"""What travels for the analysis board and the trainer."""

from typing import Annotated

import msgspec

from kamchatka.server.protocol.payloads import Form, Options
from kamchatka.server.protocol.scene_types import PlaceSeen

MOST_ARMIES = 300  # on a place that somebody sets up: more than the boxes have
MOST_SEATS = 8
Position = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]
PlaceName = Annotated[str, msgspec.Meta(max_length=60)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]


class SetUpForm(Form, frozen=True):
    """A board to begin with: an edition, how many play, whose turn it is."""

    edition: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    turn: Seat = 0


class PositionForm(Form, frozen=True, kw_only=True):
    """A position in notation, and what its table agreed on."""

    position: Position
    options: Options = msgspec.field(default_factory=dict)


class StandingForm(Form, frozen=True):
    """What is to stand on a place: armies, and whose (None: nobody's)."""

    place: PlaceName
    owner: Seat | None
    armies: Annotated[int, msgspec.Meta(ge=0, le=MOST_ARMIES)]


class ChangeForm(PositionForm, frozen=True, kw_only=True):
    """A position, and what is to be otherwise."""

    places: Annotated[tuple[StandingForm, ...], msgspec.Meta(max_length=120)] = ()
    turn: Seat | None = None


class ChainForm(PositionForm, frozen=True, kw_only=True):
    """A place and those that its armies are to take, one after the other."""

    places: Annotated[tuple[PlaceName, ...], msgspec.Meta(min_length=2, max_length=12)]


class SeatMarkSeen(msgspec.Struct, frozen=True):
    """A seat of a position: its mark on the board and what its colour is called."""

    seat: int
    colour: int
    name: str
    lands: int
    armies: int


class PositionSeen(msgspec.Struct, frozen=True):
    """A position as a client draws it; `position` is the same in notation."""

    edition: str
    position: str
    options: Options
    boards: tuple[str, ...]
    seats: tuple[SeatMarkSeen, ...]
    neutral: int
    places: tuple[PlaceSeen, ...]
    turn: int | None
    asked: int | None  # who has something to decide
    question: str
    round_label: str


class ChainSeen(msgspec.Struct, frozen=True):
    """The first battle exactly, with all that fights in it; then the chance that each place of the chain is taken.

    `plain`: pieces fight in this edition; from the second place on the chain is reckoned without them.
    """

    wins: float
    lost: float
    beaten: float
    taken: tuple[float, ...]
    plain: bool


class BotAnswer(msgspec.Struct, frozen=True):
    """What a bot would do; nothing if it cannot say. A captain gives its reasons."""

    bot: str
    name: str
    action: str
    reasons: tuple[str, ...] = ()


class PuzzleChoiceSeen(msgspec.Struct, frozen=True):
    """An answer and all that is known of it: its promise by search, its battle by exact odds, what it explains."""

    text: str
    promise: float
    error: float
    fits: int
    battle: ChainSeen | None
    guard: tuple[float, float] | None  # the chance that the place falls to the strongest beside it: before, after
    places: tuple[str, ...]


class PuzzleSeen(msgspec.Struct, frozen=True):
    """A puzzle with its answer: whoever looks it up trains for himself."""

    edition: str
    edition_name: str
    id: str
    kind: str
    rating: int
    scene: PositionSeen
    question: str
    objective: str  # the seat's own, where it has one
    deeds: tuple[str, ...]
    choices: tuple[PuzzleChoiceSeen, ...]
    answer: int
    ahead: float
    worlds: int
    decisions: int


class ShelfSeen(msgspec.Struct, frozen=True):
    """The puzzles of an edition, by id with their kinds and ratings."""

    edition: str
    name: str
    ids: tuple[str, ...]
    kinds: tuple[str, ...]
    ratings: tuple[int, ...]


class TrainerSeen(msgspec.Struct, frozen=True):
    """All puzzles there are, and the one of today (by the server's day in UTC)."""

    shelves: tuple[ShelfSeen, ...]
    today_edition: str
    today: str
    day: int


# ------------------------------------------------------------------ a rating by puzzles
PuzzleKey = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]+/[A-Za-z0-9_-]+$", max_length=80)]


class AnswerForm(Form, frozen=True):
    """What somebody answered to a puzzle."""

    edition: Annotated[str, msgspec.Meta(max_length=60)]
    id: Annotated[str, msgspec.Meta(max_length=60)]
    choice: Annotated[int, msgspec.Meta(ge=0, lt=100)]


class TrainingForm(Form, frozen=True):
    """The rating that a guest's browser kept, for the account that the guest has now."""

    rating: Annotated[int, msgspec.Meta(ge=0, le=4000)]
    tried: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    solved: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    seen: Annotated[tuple[PuzzleKey, ...], msgspec.Meta(max_length=400)] = ()


class TrainingSeen(msgspec.Struct, frozen=True):
    """A rating by puzzles: how many were tried and solved, and which were seen (edition/id, the latest last)."""

    rating: int = 1500
    tried: int = 0
    solved: int = 0
    seen: tuple[str, ...] = ()
