"""The table: a state, a chance and a journal (or none). The state changes only by noting a fact."""

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
    """Something that happened: its fields (the parameters of `__init__`) are the record, `apply` is the change.

    A class of facts says who may see them: it is a PublicFact, or it has a `seen_by` of its own, which puts HIDDEN in
    fields declared secret.
    """

    FIELDS: ClassVar[Fields] = {}  # what each field stands for
    FORMER: ClassVar[tuple[str, ...]] = ()  # what games stored by earlier versions call the class
    IS_LOSS: ClassVar[bool] = False  # whether `armies` of a `place` fall by it
    CITES: ClassVar[str] = ""  # the clause behind it, where no field says which

    @abstractmethod
    def apply(self, table: "Table") -> None:
        """Make it true on the table."""
        raise NotImplementedError

    @abstractmethod
    def seen_by(self, seat: i64) -> "Fact":
        """What that seat may know of it; HIDDEN stands for what it may not."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class PublicFact(Fact):
    """A fact of which everybody knows everything."""

    def seen_by(self, seat: i64) -> Fact:
        return self


@mypyc_attr(allow_interpreted_subclasses=True)
class Bookkeeping(PublicFact):
    """A fact that only keeps accounts: no secret, and nothing to tell people."""


@final
class Table:
    """Where a game is played."""

    def __init__(self, board: Board, state: State, chance: Chance, journal: list[Fact] | None) -> None:
        self.board: Final = board
        self.state: State = state
        self.chance: Chance = chance
        self.journal: list[Fact] | None = journal

    def note(self, fact: Fact) -> None:
        """The only way to change the state."""
        journal = self.journal
        if journal is not None:
            journal.append(fact)
        fact.apply(self)

    def open(self, frame: Frame) -> None:
        """Something new has to be decided before anything else."""
        self.note(Opened(frame))

    def close(self) -> None:
        """What was on top of the agenda is settled."""
        self.note(Closed())

    def replace_top(self, frame: Frame) -> None:
        """The frame on top goes on as another."""
        self.note(FrameReplaced(frame))

    def die(self, sides: i64 = 6) -> i64:
        """One die, from 1 to its sides."""
        return self.chance.below(sides) + 1

    def card_from(self, where: i64) -> i64:
        """A random card among those at `where`, a seat or a pile; NOBODY when there is none."""
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
    """A frame was laid on the agenda."""

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
    """The frame on top of the agenda was settled."""

    def apply(self, table: Table) -> None:
        table.state.agenda.pop()


@mypyc_attr(free_list_len=1)
@final
class FrameReplaced(Fact):
    """The frame on top of the agenda became another."""

    FORMER: ClassVar[tuple[str, ...]] = ("WentOn",)

    FIELDS: ClassVar[Fields] = {"frame": FRAME}

    def __init__(self, frame: Frame) -> None:
        self.frame: Final = frame

    def apply(self, table: Table) -> None:
        table.state.agenda[-1] = self.frame

    def seen_by(self, seat: i64) -> Fact:
        return FrameReplaced(self.frame.seen_by(seat))
