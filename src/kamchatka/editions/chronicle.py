"""Tell a game as a story: facts are collected in groups, and each group is described in a few sentences.

A group takes the facts that belong to it, in order, and describes them together. `words.groups` has the groups that all
editions share. An edition's `Chronicle` adds its own, such as an invasion or a miracle.
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
    """A sentence of a story: the seat that it is about, its text, the ids of its rules, and optional details."""

    seat: int | None
    text: str
    rules: tuple[str, ...] = ()
    is_heading: bool = False
    detail: str = ""  # of a fight: its dice, roll by roll


class Naming(Protocol):
    """Names for the kernel's numbers; implemented by `words.Names`."""

    def player(self, seat: int) -> str: ...
    def place(self, place: int) -> str: ...
    def piece(self, kind: int) -> str: ...
    def kind(self, kind: int) -> str: ...
    def deck(self, kind: int, number: int) -> str: ...
    def card(self, card: int) -> str: ...
    def dice(self, packed: int) -> str: ...


class Speaker(Protocol):
    """Describes groups in sentences; implemented by `words.Words`."""

    @property
    def phrases(self) -> Phrases: ...
    @property
    def names(self) -> Naming: ...
    def fact(self, fact: Fact, owner: int = -1) -> Sentence | None: ...
    def share(self, kind: str, clause: str, **fields: object) -> str: ...
    def rules(self, *clauses: str) -> tuple[str, ...]: ...


class Group:
    """Facts that are described together."""

    def begin_with(self, fact: Fact) -> Self:
        """Return the group after taking its first fact."""
        self.takes(fact)
        return self

    def takes(self, fact: Fact) -> bool:
        """Return True and keep the next fact if it belongs to this group.

        Otherwise, leave the description unchanged.
        """
        return False

    def takes_prelude(self, facts: Sequence[Fact]) -> bool:
        """Return True if this group also describes the facts that led to the last one it took."""
        return False

    def tell(self, words: Speaker) -> list[Sentence]:
        """Describe the group in sentences."""
        raise NotImplementedError


class Prelude(Group):
    """Facts that belong to the group that the next fact starts, such as rerolls before a result is known."""

    def __init__(self, first: Fact) -> None:
        self.facts = [first]

    def takes_prelude(self, facts: Sequence[Fact]) -> bool:
        self.facts[:0] = facts
        return True

    def tell(self, words: Speaker) -> list[Sentence]:
        return sentences_of(words, self.facts)


class Single(Group):
    """A single fact. If it names a place, `owner` is the place's owner before it happened."""

    def __init__(self, fact: Fact, owner: int = -1) -> None:
        self.fact = fact
        self.owner = owner

    def tell(self, words: Speaker) -> list[Sentence]:
        told = words.fact(self.fact, self.owner)
        return [told] if told else []


class Chronicle:
    """The story groups of an edition; this base class adds none."""

    def begins(self, fact: Fact, state: State) -> Group | None:
        """Start this edition's group for a fact, or return None for the common one.

        `state` is the state before the fact.
        """
        return None


def copy_group(value: T) -> T:
    """Copy a group so that only the copy takes further facts. Facts are immutable and shared."""
    made: Any = value
    if isinstance(value, list):
        made = [copy_group(one) for one in value]
    elif isinstance(value, dict):
        made = copy(value)
        made.update({key: copy_group(one) for key, one in value.items()})
    elif hasattr(value, "__dict__") and not isinstance(value, Fact | type):
        made = copy(value)
        vars(made).update({name: copy_group(one) for name, one in vars(value).items()})
    return cast(T, made)  # a copy has the type of its original


def sentences_of(words: Speaker, facts: Iterable[Fact]) -> list[Sentence]:
    """Describe facts one by one."""
    return [sentence for fact in facts if (sentence := words.fact(fact))]


def company(words: Speaker, armies: int, pieces: Iterable[int]) -> str:
    """Describe armies and the pieces with them, such as "3 armies, the land commander and the diplomat"."""
    counted = [words.phrases.say("story", "armies", armies=armies)] if armies else []
    return words.phrases.join_items([*counted, *(words.names.piece(kind) for kind in pieces)])


def heaps(words: Speaker, armies: Mapping[int, int]) -> str:
    """Describe the armies in each place, such as "3 armies in Alaska and 1 in Japan"."""
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
    return words.phrases.join_items(said)
