"""Messages of the bot protocol: a question with a position, view or described table, and an answer with an action."""

from collections.abc import Iterator
from typing import IO, Annotated

import msgspec

from kamchatka.kernel.edges.plain import JsonObject
from kamchatka.kernel.edges.wire import UNREADABLE
from kamchatka.kernel.problem import Problem

VERSION = 1
MOST = 10_000  # armies in one place or in hand; far above real games, and thinking time grows with the number
LONGEST = 1 << 20  # bytes per line; ten thousand listed actions with a table are shorter
BRIEF = 400  # characters of quoted foreign text
Value = str | int | bool
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
# One number of an edition's notes: a count (-1: none yet), a flag, a name or "?", or null.
Noted = Annotated[int, msgspec.Meta(ge=-1, le=MOST)] | bool | str | None


class Holding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The owner of a place and its armies; without an owner they are neutral."""

    armies: Count
    owner: Count | None = None


class BattleUnderWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The battle that is being decided."""

    source: str
    target: str
    dice: Count  # thrown; for `occupy`, the minimum number of armies that move in


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as described by any program. Omitted fields are unknown or have their initial values."""

    seats: Count
    places: dict[str, Holding]
    turn: Count
    phase: str = ""  # reinforce, attack, defend, occupy or move; alternatively `agenda`
    agenda: tuple[JsonObject, ...] = ()  # as in a view: what is being decided, the innermost last
    first: Count = 0  # the seat that began the game and begins every round
    order: tuple[Count, ...] = ()  # the seats in turn order; (): by number
    round: Count = 1
    armies: Count = 0  # to be placed by the seat in turn
    conquests: Count = 0  # in this turn
    trades: Count = 0  # trios traded by the seat in this turn's reinforcements
    exchanges: Count = 0  # trios traded by all seats, where each is worth more than the last
    hand: tuple[str, ...] = ()  # the asked seat's cards
    cards: tuple[Count, ...] = ()  # number of cards by seat
    discards: tuple[str, ...] = ()  # cards that lie face up
    extra: dict[str, Noted | tuple[Noted, ...]] = msgspec.field(default_factory=dict)  # further notes of the edition
    objective: str | None = None  # of the asked seat
    colours: tuple[str, ...] = ()  # by seat
    battle: BattleUnderWay | None = None


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A question to a bot. Exactly one of position, view and table describes the game."""

    seat: int
    edition: str = "modern"
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    position: str | None = None  # our notation, secrets included
    view: str | None = None  # our notation of what the seat may know
    table: Described | None = None
    budget: Annotated[float, msgspec.Meta(gt=0.0, le=3600.0)] | None = None  # seconds for this turn
    actions: tuple[JsonObject, ...] | None = None  # all legal actions, unless the list would be too long
    game: int | str | None = None  # identifies the game, so that plans aren't carried over to another one
    id: int | str | None = None
    v: int = VERSION


class Answer(msgspec.Struct, frozen=True):
    """An action, or a sentence that says what was wrong with the question."""

    v: int = VERSION
    id: int | str | None = None
    action: JsonObject | None = None
    error: str | None = None


class QuestionTag(msgspec.Struct, frozen=True):
    """The id of a question that is otherwise invalid."""

    id: int | str | None = None


def id_of(line: bytes) -> int | str | None:
    """Return the id of a question, even if the rest is invalid; None if it has none or isn't JSON."""
    try:
        return msgspec.json.decode(line, type=QuestionTag).id if len(line) <= LONGEST else None
    except UNREADABLE:
        return None


def brief(sentence: str) -> str:
    """Shorten a long sentence to its two ends.

    >>> len(brief("a" * 5_000_000)) <= BRIEF
    True
    """
    half = BRIEF // 2 - 2
    return sentence if len(sentence) <= BRIEF else f"{sentence[:half]} … {sentence[-half:]}"


def read_question(line: bytes) -> Question:
    """Parse a question; raise a Problem if it is invalid."""
    if len(line) > LONGEST:
        raise Problem("protocol.line_too_long", most=LONGEST)
    try:
        question = msgspec.json.decode(line, type=Question)
    except UNREADABLE as error:
        raise Problem("protocol.question_unreadable", error=error) from None
    if question.v != VERSION:
        raise Problem("protocol.version", spoken=question.v, version=VERSION)
    if sum(told is not None for told in (question.position, question.view, question.table)) != 1:
        raise Problem("protocol.one_table")
    return question


def read_answer(line: bytes) -> Answer:
    """Parse an answer; raise a Problem if it is invalid."""
    if len(line) > LONGEST:
        raise Problem("protocol.line_too_long", most=LONGEST)
    try:
        return msgspec.json.decode(line, type=Answer)
    except UNREADABLE as error:
        raise Problem("protocol.answer_unreadable", error=error) from None


def line_of(message: Question | Answer) -> bytes:
    """Encode a message as a line."""
    told = {name: value for name, value in msgspec.structs.asdict(message).items() if value is not None}
    return msgspec.json.encode(told) + b"\n"


def lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """Read lines. Lines that are too long are truncated, but still recognisable as such."""
    while line := stream.readline(LONGEST + 1):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST + 1)
        yield line
