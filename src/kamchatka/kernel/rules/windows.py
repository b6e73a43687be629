"""Reaction windows: seats may answer a declaration one after the other, until all have passed in a row."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.options import PASS, Action, Options
from kamchatka.kernel.schema.fields import NUMBER, PLACE, Fields
from kamchatka.kernel.state import NOBODY, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@mypyc_attr(free_list_len=1)
@final
class Answering(PublicFrame):
    """A declaration of one place against another: the seat asked now, and the number of passes in a row."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE, "passed": NUMBER}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, passed: i64) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.passed: Final[i64] = passed


@mypyc_attr(allow_interpreted_subclasses=True)
class Reactions:
    """Rules of a reaction window: who may answer a declaration, and with what."""

    def parts(self) -> list[AnyStep]:
        """List the steps that a reaction may open."""
        return []

    def seats_to_ask(self, table: Table, frame: Answering) -> list[i64]:
        """List the seats to ask, in order; empty if there is nothing left to react to.

        Use public knowledge only: being asked must not reveal what a hand holds.
        """
        raise NotImplementedError

    def offer(self, table: Table, frame: Answering, seat: i64, options: Options) -> None:
        """Add the seat's options besides passing."""
        raise NotImplementedError

    def act(self, table: Table, frame: Answering, seat: i64, action: Action) -> None:
        """Carry out the reaction. The window stays on the agenda and asks again afterwards."""
        raise NotImplementedError

    def passes_over(self, table: Table, frame: Answering, seat: i64) -> str:
        """Return the clause because of which a seat isn't asked."""
        return "turn.not_asked"

    def why(self, table: Table, frame: Answering, seat: i64, action: Action) -> str:
        """Return the clause that forbids the action."""
        raise NotImplementedError


@final
class Window(Step[Answering]):
    """Ask the seats in order, and start over after every reaction."""

    def __init__(self, reactions: Reactions, title: str = "Window") -> None:
        super().__init__()
        self.reactions: Final = reactions
        self.title: Final = title  # tells two windows in the same game apart

    def name(self) -> str:
        return self.title

    def parts(self) -> list[AnyStep]:
        return self.reactions.parts()

    def open(self, table: Table, source: i64, target: i64) -> None:
        """Open the window for a declaration."""
        table.open(Answering(self.index, NOBODY, source, target, 0))

    def arrive(self, table: Table, frame: Answering) -> bool:
        asked = self.reactions.seats_to_ask(table, frame)
        if frame.passed >= len(asked):
            table.close()
        elif frame.seat == asked[frame.passed]:
            return True
        else:
            table.replace_top(Answering(self.index, asked[frame.passed], frame.source, frame.target, frame.passed))
        return False

    def options(self, table: Table, frame: Answering, seat: i64) -> Options:
        options = Options()
        self.reactions.offer(table, frame, seat, options)
        return options.may(PASS)

    def act(self, table: Table, frame: Answering, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.replace_top(Answering(self.index, NOBODY, frame.source, frame.target, frame.passed + 1))
        else:
            table.replace_top(Answering(self.index, NOBODY, frame.source, frame.target, 0))
            self.reactions.act(table, frame, seat, action)

    def passes_over(self, table: Table, frame: Answering, seat: i64) -> str:
        return self.reactions.passes_over(table, frame, seat)

    def why(self, table: Table, frame: Answering, seat: i64, action: Action) -> str:
        return self.reactions.why(table, frame, seat, action)
