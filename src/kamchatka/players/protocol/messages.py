"""The lines that travel: a question with a position, a view or a described table; an answer with an action."""

from collections.abc import Iterator
from typing import IO, Annotated, Any

import msgspec

from kamchatka.kernel.edges.wire import UNREADABLE
from kamchatka.kernel.problem import Problem

VERSION = 1
MOST = 10_000  # armies in one place, or in hand: no game has so many, and thinking takes longer the more there are
LONGEST = 1 << 20  # bytes of a line: ten thousand actions listed with a table are not as long
BRIEF = 400  # letters of a sentence: what a stranger wrote is quoted, not repeated at length
Value = str | int | bool
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST)]
# One number of an edition's notes: a count (-1: none yet), yes or no, a name or "?", nobody.
Noted = Annotated[int, msgspec.Meta(ge=-1, le=MOST)] | bool | str | None


class Holding(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who holds a place, and with how many armies; no owner: nobody's armies."""

    armies: Count
    owner: Count | None = None


class BattleUnderWay(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The battle that is being decided."""

    source: str
    target: str
    dice: Count  # thrown; for `occupy`, the fewest that must move in


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table as any program can tell it; what is left out is unknown or at its beginning."""

    seats: Count
    places: dict[str, Holding]
    turn: Count
    phase: str = ""  # reinforce, attack, defend, occupy or move; or an agenda says what is asked
    agenda: tuple[dict[str, Any], ...] = ()  # as in a view: what is being decided, the innermost last
    first: Count = 0  # who began the game, and begins every round
    order: tuple[Count, ...] = ()  # the seats as they play one after the other; (): by their numbers
    round: Count = 1
    armies: Count = 0  # to be placed by the seat in turn
    conquests: Count = 0  # in this turn
    trades: Count = 0  # of trios that the seat has made among these reinforcements
    exchanges: Count = 0  # of cards that the whole table has made, where each is worth more than the last
    hand: tuple[str, ...] = ()  # the asked seat's cards
    cards: tuple[Count, ...] = ()  # how many cards each seat holds
    discards: tuple[str, ...] = ()  # cards that lie face up
    extra: dict[str, Noted | tuple[Noted, ...]] = msgspec.field(default_factory=dict)  # what the edition notes besides
    objective: str | None = None  # the asked seat's
    colours: tuple[str, ...] = ()  # by seat
    battle: BattleUnderWay | None = None


class Question(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a bot: one of position, view and table says where it is."""

    seat: int
    edition: str = "modern"
    options: dict[str, Value] = msgspec.field(default_factory=dict)
    position: str | None = None  # our notation, secrets included
    view: str | None = None  # our notation of what the seat may know
    table: Described | None = None
    budget: Annotated[float, msgspec.Meta(gt=0.0, le=3600.0)] | None = None  # seconds for this turn
    actions: tuple[dict[str, Any], ...] | None = None  # all that may be done, if it is not too long a list
    game: int | str | None = None  # whatever tells one game from the next, so that none remembers another's plan
    id: int | str | None = None
    v: int = VERSION


class Answer(msgspec.Struct, frozen=True):
    """One action, or a sentence on what was wrong with the question."""

    v: int = VERSION
    id: int | str | None = None
    action: dict[str, Any] | None = None
    error: str | None = None


class QuestionTag(msgspec.Struct, frozen=True):
    """What can still be read of a question that is wrong: which one it was."""

    id: int | str | None = None


def id_of(line: bytes) -> int | str | None:
    """The id of a question, whatever else it says; None where it has none or is no JSON."""
    try:
        return msgspec.json.decode(line, type=QuestionTag).id if len(line) <= LONGEST else None
    except UNREADABLE:
        return None


def brief(sentence: str) -> str:
    """A sentence at a readable length: of a long one its two ends.

    >>> len(brief("a" * 5_000_000)) <= BRIEF
    True
    """
    half = BRIEF // 2 - 2
    return sentence if len(sentence) <= BRIEF else f"{sentence[:half]} … {sentence[-half:]}"


def read_question(line: bytes) -> Question:
    """A question from its line; a Problem says what is wrong with it."""
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
    """An answer from its line; a Problem says what is wrong with it."""
    if len(line) > LONGEST:
        raise Problem("protocol.line_too_long", most=LONGEST)
    try:
        return msgspec.json.decode(line, type=Answer)
    except UNREADABLE as error:
        raise Problem("protocol.answer_unreadable", error=error) from None


def line_of(message: Question | Answer) -> bytes:
    """A message as its line."""
    told = {name: value for name, value in msgspec.structs.asdict(message).items() if value is not None}
    return msgspec.json.encode(told) + b"\n"


def lines_of(stream: IO[bytes]) -> Iterator[bytes]:
    """Lines as they come; of one that is too long no more is kept than shows that it is."""
    while line := stream.readline(LONGEST + 1):
        rest = line
        while len(rest) > LONGEST and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST + 1)
        yield line
