"""Small interfaces besides Step that let rule modules and editions work together without importing each other."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.board import Board
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.state import NOBODY, EditionState, NoEditionState
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import Table

# Returned by `OptionalAction.why` for an ordinary attack, which the common attack rules explain.
AS_AN_ATTACK: Final = "as an attack"


@mypyc_attr(allow_interpreted_subclasses=True)
class Ending:
    """A way for the game to end, checked after every change."""

    def check(self, table: Table) -> None:
        """Note `GameEnded` if the condition is met."""

    def offers(self, table: Table, options: Options) -> None:
        """Add the referee's current declarations to the options."""

    def declare(self, table: Table, action: Action) -> None:
        """Carry out a declaration of the referee that this ending offered."""

    def bars(self, table: Table) -> str:
        """Return the clause that forbids the referee's declaration; "" if none does."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class OptionalAction:
    """An extra action within a step, such as trading cards while placing reinforcements.

    `used` counts its earlier uses.
    """

    def parts(self) -> list[AnyStep]:
        """List the steps that it may open."""
        return []

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        """Return True if the seat must be asked.

        Use public knowledge only: being asked must not reveal what a hand holds.
        """
        raise NotImplementedError

    def compels(self, table: Table, seat: i64, used: i64) -> bool:
        """Return True if the seat must take the action before it goes on."""
        return False

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        """Add the seat's options."""
        raise NotImplementedError

    def act(self, table: Table, seat: i64, action: Action) -> None:
        """Carry out the action."""
        raise NotImplementedError

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        """Return the clause that forbids the action; AS_AN_ATTACK if the attack rules explain it."""
        raise NotImplementedError


@final
class NoOptionalAction(OptionalAction):
    """No extra action within the step."""

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return False

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        pass

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        return "turn.not_now"


@mypyc_attr(allow_interpreted_subclasses=True)
class OnElimination:
    """What happens when a seat is eliminated."""

    def parts(self) -> list[AnyStep]:
        """List the steps that it may open."""
        return []

    def on_elimination(self, table: Table, seat: i64, by: i64) -> None:
        """Handle the elimination of a seat by another."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class BattleListener:
    """Observer of rolls and occupations, for example to count the armies that fought or to draw a card."""

    def on_roll(self, table: Table, place: i64, armies: i64, lost: i64) -> None:
        """Handle a roll: `armies` attacked from this place and `lost` of them were lost."""
        raise NotImplementedError

    def on_occupation(self, table: Table, source: i64, target: i64, fighters: i64, armies: i64) -> None:
        """Handle an occupation; the `fighters` of the last roll move first, as far as possible."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class EditionStateFactory:
    """Factory for state that an edition adds to the common state. By default it adds none."""

    def create(self, seats: i64, board: Board) -> EditionState:
        """Create the edition's own state at the start of a game."""
        return NoEditionState()


@mypyc_attr(allow_interpreted_subclasses=True)
class Territories:
    """The places used in the preparation: all of them, unless an edition leaves some out."""

    def holds(self, table: Table, place: i64) -> bool:
        """Return True if the place is used."""
        return True

    def places(self, table: Table) -> list[i64]:
        """List the places used."""
        return [place for place in range(table.board.size) if self.holds(table, place)]

    def free(self, table: Table, place: i64) -> bool:
        """Return True if the place is used and empty."""
        return table.state.owner[place] == NOBODY and table.state.armies[place] == 0 and self.holds(table, place)
