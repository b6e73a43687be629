"""A table: a state, a chance and an optional journal. The state changes only by noting facts."""

from abc import abstractmethod
from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.board import Board
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.schema.data import Data
from kamchatka.kernel.schema.fields import FRAME, Fields
from kamchatka.kernel.state import Frame, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Fact(Data):
    """An event: its fields (the parameters of `__init__`) record it, and `apply` changes the state.

    A class of facts is either a PublicFact or defines `seen_by`, which replaces secret fields with HIDDEN.
    """

    FIELDS: ClassVar[Fields] = {}  # the meaning of each field
    FORMER: ClassVar[tuple[str, ...]] = ()  # names of the class in games stored by earlier versions
    IS_LOSS: ClassVar[bool] = False  # True if it removes `armies` from a `place`
    CITES: ClassVar[str] = ""  # the clause behind the fact, if no field holds it

    @abstractmethod
    def apply(self, table: "Table") -> None:
        """Apply the change to the table's state."""
        raise NotImplementedError

    @abstractmethod
    def seen_by(self, seat: i64) -> "Fact":
        """Return the fact as that seat may see it, with HIDDEN for unknown values."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class PublicFact(Fact):
    """A fact without secrets."""

    def seen_by(self, seat: i64) -> Fact:
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class Bookkeeping(PublicFact):
    """A public fact for bookkeeping, which is never described to players."""


@final
class Table:
    """A game in progress."""

    def __init__(self, board: Board, state: State, chance: Chance, journal: list[Fact] | None) -> None:
        self.board: Final = board
        self.state: State = state
        self.chance: Chance = chance
        self.journal: list[Fact] | None = journal

    def note(self, fact: Fact) -> None:
        """Record and apply a fact; the only way to change the state."""
        journal = self.journal
        if journal is not None:
            journal.append(fact)
        fact.apply(self)

    def open(self, frame: Frame) -> None:
        """Put a frame on top of the agenda. It is decided before all others."""
        self.note(Opened(frame))

    def close(self) -> None:
        """Remove the frame on top of the agenda."""
        self.note(Closed())

    def replace_top(self, frame: Frame) -> None:
        """Replace the frame on top of the agenda."""
        self.note(FrameReplaced(frame))

    def die(self, sides: i64 = 6) -> i64:
        """Roll one die, from 1 to its number of sides."""
        return self.chance.below(sides) + 1

    def card_from(self, where: i64) -> i64:
        """Return a random card from `where`, a seat or a pile; NOBODY if there is none."""
        cards = self.state.cards
        count: i64 = 0
        for place in cards:
            if place == where:
                count += 1
        if count == 0:
            return -1
        nth = self.chance.below(count)
        for card in range(i64(len(cards))):
            if cards[card] == where:
                if nth == 0:
                    return card
                nth -= 1
        return -1


@mypyc_attr(free_list_len=1)
@final
class Opened(Fact):
    """A frame was put on the agenda."""

    FIELDS: ClassVar[Fields] = {"frame": FRAME}

    def __init__(self, frame: Frame) -> None:
        self.frame: Final = frame

    def apply(self, table: Table) -> None:
        table.state.agenda.append(self.frame)

    def seen_by(self, seat: i64) -> Fact:
        return Opened(self.frame.seen_by(seat))


@mypyc_attr(free_list_len=1)
@final
class Closed(PublicFact):
    """The top frame was removed from the agenda."""

    def apply(self, table: Table) -> None:
        table.state.agenda.pop()


@mypyc_attr(free_list_len=1)
@final
class FrameReplaced(Fact):
    """The top frame of the agenda was replaced."""

    FORMER: ClassVar[tuple[str, ...]] = ("WentOn",)

    FIELDS: ClassVar[Fields] = {"frame": FRAME}

    def __init__(self, frame: Frame) -> None:
        self.frame: Final = frame

    def apply(self, table: Table) -> None:
        table.state.agenda[-1] = self.frame

    def seen_by(self, seat: i64) -> Fact:
        return FrameReplaced(self.frame.seen_by(seat))
