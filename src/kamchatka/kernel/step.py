"""Steps: the rule objects that make up a game."""

from typing import Any, Generic, TypeAlias, TypeVar

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.bits import bit
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.state import Frame, PlainFrame
from kamchatka.kernel.table import Table

F = TypeVar("F", bound=Frame)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[F]):
    """A rule object. It holds only parameters; the data of a game are in its frames and its table."""

    def __init__(self) -> None:
        self.index: i64 = -1  # the step's number in the game, to which frames refer

    def name(self) -> str:
        """Return the step's name in saved games, which is unique within a game."""
        return type(self).__name__

    def former_names(self) -> tuple[str, ...]:
        """List the step's names in games stored by earlier versions."""
        return ()

    def parts(self) -> "list[AnyStep]":
        """List the steps that this one may open."""
        return []

    def price(self, table: Table, seat: i64, verb: i64) -> i64:
        """Return the price that the seat pays from its purse for this verb; 0 if it is free."""
        return 0

    def is_sealed(self) -> bool:
        """Return True if only the awaited seat may see the question or the answer."""
        return False

    def frame(self, seat: i64) -> Frame:
        """Return the frame that starts the step for a seat."""
        return PlainFrame(self.index, seat)

    def arrive(self, table: Table, frame: F) -> bool:
        """Process a frame that has come to the top of the agenda.

        Return True if a seat must decide and nothing changed, False if the agenda moved on.
        """
        return True

    def awaits(self, table: Table, frame: F) -> i64:
        """Return the awaited seats as bits, using public knowledge only."""
        return bit(frame.seat)

    def options(self, table: Table, frame: F, seat: i64) -> Options:
        """Return everything an awaited seat may do; the only source of legality."""
        raise NotImplementedError

    def act(self, table: Table, frame: F, seat: i64, action: Action) -> None:
        """Carry out a legal action by noting facts and opening frames."""
        raise NotImplementedError

    def passes_over(self, table: Table, frame: F, seat: i64) -> str:
        """Return the clause because of which a seat isn't asked here."""
        return "turn.not_asked"

    def why(self, table: Table, frame: F, seat: i64, action: Action) -> str:
        """Return the clause that forbids an action which isn't among the options. It explains and never decides."""
        return "turn.not_now"


AnyStep: TypeAlias = "Step[Any]"  # quoted, because a compiled class takes no type parameters at runtime
