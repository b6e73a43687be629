"""Steps: the rule objects of which a game is composed."""

from typing import Any, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.bits import bit
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.state import Frame, PlainFrame
from kamchatka.kernel.table import Table

F = TypeVar("F", bound=Frame)


@mypyc_attr(allow_interpreted_subclasses=True)
class Step(Generic[F]):
    """A rule object: it owns no data of the game, only its parameters; the frame and the table hold the rest."""

    def __init__(self) -> None:
        self.index: i64 = -1  # its place in the game; frames name it by this number

    def name(self) -> str:
        """Its name in saved games, unique in a game."""
        return type(self).__name__

    def former_names(self) -> tuple[str, ...]:
        """What games stored by earlier versions call it."""
        return ()

    def parts(self) -> list["Step[Any]"]:
        """The steps this one may open."""
        return []

    def price(self, table: Table, seat: i64, verb: i64) -> i64:
        """What the seat pays out of its purse for doing this once; 0 where nothing is paid."""
        return 0

    def is_sealed(self) -> bool:
        """Whether what is asked here, or the answer, is for the asked seat's eyes alone."""
        return False

    def frame(self, seat: i64) -> Frame:
        """The frame that begins it, for a seat."""
        return PlainFrame(self.index, seat)

    def arrive(self, table: Table, frame: F) -> bool:
        """The frame is on top. True: a seat must decide, and nothing was changed. False: the agenda has moved on."""
        return True

    def awaits(self, table: Table, frame: F) -> i64:
        """The seats asked, as bits. It may depend only on what everybody knows."""
        return bit(frame.seat)

    def options(self, table: Table, frame: F, seat: i64) -> Options:
        """All that an awaited seat may do. Legality is said here and nowhere else."""
        raise NotImplementedError

    def act(self, table: Table, frame: F, seat: i64, action: Action) -> None:
        """Carry out an action that the options allow: facts and frames."""
        raise NotImplementedError

    def passes_over(self, table: Table, frame: F, seat: i64) -> str:
        """The clause by which a seat is not asked here."""
        return "turn.not_asked"

    def why(self, table: Table, frame: F, seat: i64, action: Action) -> str:
        """The clause that forbids an action the options do not hold. It explains; it never decides."""
        return "turn.not_now"
