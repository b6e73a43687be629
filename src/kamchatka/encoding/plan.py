"""Plans of observations: where the numbers of a state go, and what each number names."""

from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.kernel.declarations.registry import FRAMES
from kamchatka.kernel.state import Frame, PlainFrame

DEPTH: Final = 3  # agenda frames that are written in detail, from the top
SPOTS: Final = 2  # planes for the places that a frame names
NUMBERS: Final = 8  # plain numbers written per frame
LARGEST: Final = 32767
UNSHOWN: Final = -2  # as owner in a row: the place has no mark yet

# What a number names.
NUMBER: Final = 0
PLACE: Final = 1
CARD: Final = 2
KIND: Final = 3
SEAT: Final = 4
NOUNS: Final[dict[str, int]] = {"place": PLACE, "card": CARD, "kind": KIND, "seat": SEAT}

# How a row's numbers are indexed.
BY_FIELD: Final = 0
BY_SEAT: Final = 1
BY_OTHERS: Final = 2  # by seat and seat
IN_ORDER: Final = 3  # by place, by card, or unindexed


@final
class RowPlan:
    """Target offsets in an observation for one row of an edition's state."""

    def __init__(
        self, by: int, length: int, per: int, nouns: list[int], are_sets: list[bool], offsets: list[int]
    ) -> None:
        self.by: Final[i64] = by
        self.length: Final[i64] = length  # length on an empty table; later growth isn't written
        self.per: Final[i64] = per  # numbers per seat
        self.nouns: Final = vec[i64](nouns)
        self.are_sets: Final = vec[i64]([int(several) for several in are_sets])
        self.offsets: Final = vec[i64](offsets)  # by field


@final
class FrameNumbers:
    """A frame's numbers besides step and seat: what each one names, whether it is a set, and its value."""

    def __init__(self, frame: Frame) -> None:
        self.frame: Final = frame
        self.numbers: vec[i64] = vec[i64]()
        if isinstance(frame, PlainFrame):
            return
        kind: Any = type(frame)
        for name, field in FRAMES.of(kind).fields.items():
            if name not in ("step", "seat"):
                value: Any = getattr(frame, name)
                several: tuple[Any, ...] = value if isinstance(value, tuple) else (value,)
                for one in several:
                    self.numbers = append(self.numbers, NOUNS.get(field.noun, NUMBER))
                    self.numbers = append(self.numbers, 1 if field.form == "set" else 0)
                    self.numbers = append(self.numbers, int(one))


@final
class Offsets:
    """The offset of each plane by name; a group of planes starts with its first."""

    def __init__(self, at: dict[str, int]) -> None:
        self.owner: Final[i64] = at["owner"]
        self.nobody: Final[i64] = at["nobody"]
        self.armies: Final[i64] = at["armies"]
        self.source: Final[i64] = at["chosen.source"]
        self.target: Final[i64] = at["chosen.target"]
        self.spots: Final[i64] = at["agenda.place"]
        self.lands: Final[i64] = at["lands"]
        self.stock: Final[i64] = at["stock"]
        self.hand: Final[i64] = at["hand"]
        self.alive: Final[i64] = at["alive"]
        self.turn: Final[i64] = at["turn"]
        self.first: Final[i64] = at["first"]
        self.rank: Final[i64] = at["rank"]
        self.held: Final[i64] = at["held"]
        self.colour: Final[i64] = at.get("colour", 0)  # not every game has colours
        self.asked: Final[i64] = at["agenda.seat"]
        self.about: Final[i64] = at["agenda.about"]
        self.round: Final[i64] = at["round"]
        self.cards: Final[i64] = at["cards.own"]
        self.discards: Final[i64] = at["cards.discarded"]
        self.objective: Final[i64] = at["objective"]
        self.steps: Final[i64] = at["agenda.step"]
        self.numbers: Final[i64] = at["agenda.number"]
        self.agenda_cards: Final[i64] = at["agenda.card"]
        self.agenda_kinds: Final[i64] = at["agenda.kind"]
        self.stage: Final[i64] = at["chosen.stage"]
        self.verb: Final[i64] = at["chosen.verb"]
        self.thing: Final[i64] = at["chosen.thing"]
        self.pieces: Final[i64] = at["chosen.pieces"]
