"""Examples of refusals as data: a position, a seat, an action that is illegal there, and the clause that explains why.

`tests/refusals/<booklet>.json` holds one for each kind, that is for each clause, step and verb.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

import msgspec

from kamchatka.editions import EDITIONS
from kamchatka.editions.edition import TableRules
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import STOP, TIME_UP, Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.table import Table
from kamchatka.match import Match

FOLDER = Path(__file__).parent

Key = tuple[str, str, str]  # clause, step, verb


def step_of(game: Game, table: Table) -> str:
    """Return the name of the step that asks; "" when the game is over."""
    return "" if table.state.over else game.steps[table.state.agenda[-1].step].name()


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A refused action, with all that is needed to request it again."""

    clause: str
    step: str
    verb: str
    seat: int
    action: dict[str, Any]  # as sent over the wire
    options: dict[str, Any]  # the options without default values
    position: str

    @classmethod
    def of(cls, game: Game, rules: TableRules, table: Table, seat: int, action: Action, clause: str) -> Self | None:
        """Return the refused action, if a player could send it over the wire.

        Games that were ended early don't count: no booklet mentions that.
        """
        if table.state.ending == "referee.stop":
            return None
        if not REFEREE <= seat < table.state.seats or (seat == REFEREE and action.verb not in (TIME_UP, STOP)):
            return None
        try:
            outer = wire.outer(game, action)
            if wire.inner(game, outer).key() != action.key():
                return None
        except (ValueError, TypeError, LookupError, OverflowError):
            return None
        asked = wire.encode(outer)
        position = print_position(game, table.state)
        return cls(clause, step_of(game, table), asked["act"], int(seat), asked, rules.non_defaults(), position)

    @property
    def key(self) -> Key:
        """Return the example's kind."""
        return self.clause, self.step, self.verb

    @property
    def edition(self) -> str:
        """Return the edition of its position."""
        return self.position.partition("/")[0]

    @property
    def booklet(self) -> str:
        """Return the booklet of that edition."""
        return EDITIONS[self.edition].booklet

    def match(self) -> Match:
        """Return the table in that position."""
        return Match.from_position(self.position, self.options)

    def refusal(self) -> Refusal | None:
        """Return today's refusal; None when the action is allowed."""
        return self.match().why_not(wire.decode(msgspec.json.encode(self.action)), self.seat)

    def today(self) -> Self | None:
        """Return the example with today's clause; None when it is allowed, or the position can't continue."""
        try:
            match, refusal = self.match(), self.refusal()
        except Problem:
            return None
        goes_on = all(match.options(seat).ranges for seat in match.awaited)
        return msgspec.structs.replace(self, clause=refusal.clause) if goes_on and refusal is not None else None

    def still_holds(self) -> bool:
        """Return whether the position still loads and can continue, and the same clause still refuses the action."""
        return self.today() == self


def stored(booklet: str) -> Path:
    """Return the file with the examples of a booklet."""
    return FOLDER / f"{booklet}.json"


def load(booklet: str) -> list[Example]:
    """Load the examples of a booklet, or none if there is no file."""
    path = stored(booklet)
    return msgspec.json.decode(path.read_bytes(), type=list[Example]) if path.exists() else []


def save(booklet: str, examples: Iterable[Example]) -> None:
    """Save the examples in the order of their kinds, so that a diff shows real changes only."""
    write(stored(booklet), sorted(examples, key=lambda example: example.key))


def write(path: Path, data: object) -> None:
    """Write data as readable JSON."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(data), indent=1) + b"\n")
