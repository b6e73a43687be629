"""The small ports beside Step: through them chapters and editions meet without knowing each other."""

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.board import Board
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.state import NOBODY, EditionState, NoEditionState
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table

# What `OptionalAction.why` says of an attack of another kind: the rules of every attack explain it.
AS_AN_ATTACK: Final = "as an attack"


@mypyc_attr(allow_interpreted_subclasses=True)
class Ending:
    """A way in which the game ends; asked after every change."""

    def check(self, table: Table) -> None:
        """Note `GameEnded` when it is so."""

    def offers(self, table: Table, options: Options) -> None:
        """Add what the referee may declare now."""

    def declare(self, table: Table, action: Action) -> None:
        """The referee has declared something that an ending offered."""

    def bars(self, table: Table) -> str:
        """The clause by which it does not offer what the referee would like to declare; "" if it has none."""
        return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class OptionalAction:
    """Something else a seat may do within a step, `used` times so far: trios among the reinforcements."""

    def parts(self) -> list[Step[Any]]:
        """The steps it may open."""
        return []

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        """Whether the seat must be asked. By public knowledge only: being asked must not tell what a hand holds."""
        raise NotImplementedError

    def compels(self, table: Table, seat: i64, used: i64) -> bool:
        """Whether the seat must do it before going on."""
        return False

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        """Add what the seat may do."""
        raise NotImplementedError

    def act(self, table: Table, seat: i64, action: Action) -> None:
        """Carry it out."""
        raise NotImplementedError

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        """The clause that forbids it; AS_AN_ATTACK where the rules of attacks do."""
        raise NotImplementedError


@final
class NoOptionalAction(OptionalAction):
    """Nothing else may be done within the step."""

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return False

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        pass

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        return "turn.not_now"


@mypyc_attr(allow_interpreted_subclasses=True)
class OnElimination:
    """What follows when a seat is eliminated."""

    def parts(self) -> list[Step[Any]]:
        """The steps it may open."""
        return []

    def eliminated(self, table: Table, seat: i64, by: i64) -> None:
        """The seat has just been eliminated by another."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class BattleListener:
    """Told of every roll and of every occupation: to count the armies that fought, or to draw a card at a capture."""

    def fought(self, table: Table, place: i64, armies: i64, lost: i64) -> None:
        """These armies of a place attacked, and `lost` of them were lost."""
        raise NotImplementedError

    def occupied(self, table: Table, source: i64, target: i64, fighters: i64, armies: i64) -> None:
        """Armies moved into a conquered place, as far as possible the `fighters` of the last roll first."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class EditionStateFactory:
    """Makes the state that an edition keeps besides the common one; by default there is none."""

    def create(self, seats: i64, board: Board) -> EditionState:
        """The edition's own state at the start of a game."""
        return NoEditionState()


@mypyc_attr(allow_interpreted_subclasses=True)
class Territories:
    """The places at stake in the preparation: all of them, unless an edition leaves some out."""

    def holds(self, table: Table, place: i64) -> bool:
        """Whether the place is one of them."""
        return True

    def places(self, table: Table) -> list[i64]:
        """All of them."""
        return [place for place in range(table.board.size) if self.holds(table, place)]

    def free(self, table: Table, place: i64) -> bool:
        """Whether it is one of them and nothing stands there."""
        return table.state.owner[place] == NOBODY and table.state.armies[place] == 0 and self.holds(table, place)
