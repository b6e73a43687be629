"""Payloads of the analysis board, the lessons of finished games and the puzzle trainer."""

from typing import Annotated

import msgspec

from kamchatka.server.protocol.payloads import Form, Options
from kamchatka.server.protocol.scene_types import PlaceSeen

MOST_ARMIES = 300  # maximum armies per place, more than the boxes contain
MOST_SEATS = 8
Position = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]
PlaceName = Annotated[str, msgspec.Meta(max_length=60)]
Seat = Annotated[int, msgspec.Meta(ge=0, lt=MOST_SEATS)]


class SetUpForm(Form, frozen=True):
    """A new position: the edition, the number of seats, and the seat in turn."""

    edition: Annotated[str, msgspec.Meta(max_length=60)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
    turn: Seat = 0


class PositionForm(Form, frozen=True, kw_only=True):
    """A position in notation, with its table options."""

    position: Position
    options: Options = msgspec.field(default_factory=dict)


class StandingForm(Form, frozen=True):
    """The armies to put on a place and their owner (None: nobody)."""

    place: PlaceName
    owner: Seat | None
    armies: Annotated[int, msgspec.Meta(ge=0, le=MOST_ARMIES)]


class ChangeForm(PositionForm, frozen=True, kw_only=True):
    """A position, and the changes to make: armies and owners of places, and the seat in turn."""

    places: Annotated[tuple[StandingForm, ...], msgspec.Meta(max_length=120)] = ()
    turn: Seat | None = None


class ChainForm(PositionForm, frozen=True, kw_only=True):
    """The place where a chain of attacks starts, followed by the places to conquer, in order."""

    places: Annotated[tuple[PlaceName, ...], msgspec.Meta(min_length=2, max_length=12)]


class SeatMarkSeen(msgspec.Struct, frozen=True):
    """A seat of a position. `colour` is its mark on the board, `name` the name of that colour."""

    seat: int
    colour: int
    name: str
    lands: int
    armies: int


class PositionSeen(msgspec.Struct, frozen=True):
    """A position for display. `position` has it in notation."""

    edition: str
    position: str
    options: Options
    boards: tuple[str, ...]
    seats: tuple[SeatMarkSeen, ...]
    neutral: int
    places: tuple[PlaceSeen, ...]
    turn: int | None
    asked: int | None  # the seat that must decide
    question: str
    round_label: str


class ChainSeen(msgspec.Struct, frozen=True):
    """Odds of a chain of attacks: the exact first battle, then the probability of taking each place of the chain.

    `plain`: the edition has pieces other than armies, which the odds ignore from the second place on.
    """

    wins: float
    lost: float
    beaten: float
    taken: tuple[float, ...]
    plain: bool


class BotAnswer(msgspec.Struct, frozen=True):
    """A bot's move in words. `action` is "" if the bot fails on this position. Only the captain gives reasons."""

    bot: str
    name: str
    action: str
    reasons: tuple[str, ...] = ()


class PuzzleChoiceSeen(msgspec.Struct, frozen=True):
    """A possible answer to a puzzle.

    For an action, search estimates the win chance (`promise`, with its standard error), and an attack has exact odds
    (`battle`). For an objective, `fits` is the number of decisions that it explains.
    """

    text: str
    promise: float
    error: float
    fits: int
    battle: ChainSeen | None
    guard: tuple[float, float] | None  # probability that the strongest neighbour takes the place, before and after
    places: tuple[str, ...]


class PuzzleSeen(msgspec.Struct, frozen=True):
    """A puzzle with its solution. `answer` is an index into `choices`."""

    edition: str
    edition_name: str
    id: str
    kind: str
    rating: int
    scene: PositionSeen
    question: str
    objective: str  # the seat's own objective, if it has one
    deeds: tuple[str, ...]  # latest actions of the seat whose objective must be guessed
    choices: tuple[PuzzleChoiceSeen, ...]
    answer: int
    ahead: float  # lead of the best answer over the second best, in win chance or number of decisions
    worlds: int
    decisions: int  # number of decisions compared with the objectives


class ShelfSeen(msgspec.Struct, frozen=True):
    """The puzzles of an edition: their ids, kinds and ratings in the same order."""

    edition: str
    name: str
    ids: tuple[str, ...]
    kinds: tuple[str, ...]
    ratings: tuple[int, ...]


class TrainerSeen(msgspec.Struct, frozen=True):
    """All puzzles, and the puzzle of the day (by UTC)."""

    shelves: tuple[ShelfSeen, ...]
    today_edition: str
    today: str
    day: int


class GameLesson(msgspec.Struct, frozen=True):
    """What one seat can learn from a game. `kind` is "praise" if no mistake was expensive.

    `puzzles` is a kind of puzzles on the same topic ("": none), and `edition` is where to find them ("": all editions).
    """

    seat: int
    kind: str
    text: str
    entry: int  # the moment to show in the replay
    round: int
    cost: float  # in armies, for the whole game
    puzzles: str
    edition: str


# ------------------------------------------------------------------ puzzle ratings
PuzzleKey = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9_]+/[A-Za-z0-9_-]+$", max_length=80)]


class AnswerForm(Form, frozen=True):
    """A user's answer to a puzzle. `choice` is an index into `PuzzleSeen.choices`."""

    edition: Annotated[str, msgspec.Meta(max_length=60)]
    id: Annotated[str, msgspec.Meta(max_length=60)]
    choice: Annotated[int, msgspec.Meta(ge=0, lt=100)]


class TrainingForm(Form, frozen=True):
    """A guest's puzzle rating from the browser, to copy to the guest's new account."""

    rating: Annotated[int, msgspec.Meta(ge=0, le=4000)]
    tried: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
    solved: Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
    seen: Annotated[tuple[PuzzleKey, ...], msgspec.Meta(max_length=400)] = ()


class TrainingSeen(msgspec.Struct, frozen=True):
    """A puzzle rating: numbers of puzzles tried and solved, and the puzzles seen (edition/id, latest last)."""

    rating: int = 1500
    tried: int = 0
    solved: int = 0
    seen: tuple[str, ...] = ()
