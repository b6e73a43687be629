"""How a game is told: facts in groups that people tell in one breath. Editions add groups of their own.

A group takes the facts that belong to it, in the order in which they happened, and tells them together. What any
story has is in `words.groups`; what a booklet alone knows (an invasion, a miracle) is begun by its `Chronicle`.
"""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar, cast

from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact
from kamchatka.texts import Phrases

T = TypeVar("T")


@dataclass(frozen=True)
class Sentence:
    """Something told: whom it is about, the words, the ids of the rules behind it, what a curious reader may ask."""

    seat: int | None
    text: str
    rules: tuple[str, ...] = ()
    is_heading: bool = False
    detail: str = ""  # of a fight: its dice, roll by roll


class Naming(Protocol):
    """What numbers are called (`words.Names`)."""

    def player(self, seat: int) -> str: ...
    def place(self, place: int) -> str: ...
    def piece(self, kind: int) -> str: ...
    def kind(self, kind: int) -> str: ...
    def deck(self, kind: int, number: int) -> str: ...
    def card(self, card: int) -> str: ...
    def dice(self, packed: int) -> str: ...


class Speaker(Protocol):
    """Whoever puts groups into words (`words.Words`)."""

    @property
    def phrases(self) -> Phrases: ...
    @property
    def names(self) -> Naming: ...
    def fact(self, fact: Fact, owner: int = -1) -> Sentence | None: ...
    def share(self, kind: str, clause: str, **fields: object) -> str: ...
    def rules(self, *clauses: str) -> tuple[str, ...]: ...


class Group:
    """Facts that belong together."""

    def begun_by(self, fact: Fact) -> Self:
        """The same, with its first fact."""
        self.takes(fact)
        return self

    def takes(self, fact: Fact) -> bool:
        """Whether the next fact belongs here too; if so it is kept, else nothing changes that is told."""
        return False

    def led_by(self, facts: Sequence[Fact]) -> bool:
        """Whether what led to the fact taken last is told here too."""
        return False

    def tell(self, words: Speaker) -> list[Sentence]:
        """The group in sentences."""
        raise NotImplementedError


class Prelude(Group):
    """Facts that belong to the group of the next one, whichever that is: dice thrown again before a roll is known."""

    def __init__(self, first: Fact) -> None:
        self.facts = [first]

    def led_by(self, facts: Sequence[Fact]) -> bool:
        self.facts[:0] = facts
        return True

    def tell(self, words: Speaker) -> list[Sentence]:
        return told(words, self.facts)


class Single(Group):
    """A fact that stands alone; `owner` held its place, if it names one, before it happened."""

    def __init__(self, fact: Fact, owner: int = -1) -> None:
        self.fact = fact
        self.owner = owner

    def tell(self, words: Speaker) -> list[Sentence]:
        told = words.fact(self.fact, self.owner)
        return [told] if told else []


class Chronicle:
    """What an edition tells otherwise than all do; this one tells nothing otherwise."""

    def begins(self, fact: Fact, state: State) -> Group | None:
        """The group that a fact begins in this edition, or None for what every edition has; `state` is before it."""
        return None


def unshared(value: T) -> T:
    """A copy of a group that may take other facts than the first one; facts themselves never change."""
    made: Any = value
    if isinstance(value, list):
        made = [unshared(one) for one in value]
    elif isinstance(value, dict):
        made = copy(value)
        made.update({key: unshared(one) for key, one in value.items()})
    elif hasattr(value, "__dict__") and not isinstance(value, Fact | type):
        made = copy(value)
        vars(made).update({name: unshared(one) for name, one in vars(value).items()})
    return cast(T, made)


def told(words: Speaker, facts: Iterable[Fact]) -> list[Sentence]:
    """Facts one by one."""
    return [sentence for fact in facts if (sentence := words.fact(fact))]


def company(words: Speaker, armies: int, pieces: Iterable[int]) -> str:
    """Armies and the pieces with them: 3 armies, the land commander and the diplomat."""
    counted = [words.phrases.say("story", "armies", armies=armies)] if armies else []
    return words.phrases.listed([*counted, *(words.names.piece(kind) for kind in pieces)])


def heaps(words: Speaker, armies: Mapping[int, int]) -> str:
    """So many in each place: 3 armies in Alaska and 1 in Japan."""
    said = [
        words.phrases.say(
            "story",
            "heap" if n else "heap_first",
            party=company(words, number, ()),
            armies=number,
            place=words.names.place(place),
        )
        for n, (place, number) in enumerate(armies.items())
    ]
    return words.phrases.listed(said)
