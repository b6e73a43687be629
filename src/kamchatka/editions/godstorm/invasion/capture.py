"""Captures: a territory changes hands, units move in, and plague strikes (god.conquest). Also entry into empty land."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import Afterlife, banish_all, strike_with_plague
from kamchatka.editions.godstorm.gods.labours import Labours
from kamchatka.editions.godstorm.invasion.forces import Invaders, can_leave, force, is_below
from kamchatka.editions.godstorm.state import KINDS, is_plagued
from kamchatka.kernel.ages.age import age
from kamchatka.kernel.ages.age_facts import PiecePosted
from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import ArmiesMoved, Conquered, Vacated, take
from kamchatka.kernel.options import OCCUPY, PASS, Action, Options
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.schema.fields import PLACE, SEAT, Fields
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import PublicFact, Table


@final
class Entered(PublicFact):
    """A seat entered a free place. This isn't a conquest (god.invade.11)."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "by": SEAT}

    def __init__(self, place: i64, by: i64) -> None:
        self.place: Final[i64] = place
        self.by: Final[i64] = by

    def apply(self, table: Table) -> None:
        take(table, self.place, self.by)


@final
class Arrival:
    """Move armies and gods into a taken place. Plague there kills half of the armies and all gods (god.conquest.6)."""

    def __init__(self, afterlife: Afterlife) -> None:
        self.afterlife: Final = afterlife

    def move_in(self, table: Table, seat: i64, source: i64, target: i64, armies: i64, gods: i64) -> None:
        """Move these armies and gods into the place just taken."""
        table.note(ArmiesMoved(source, target, armies))
        for kind in range(i64(KINDS)):
            if has(gods, kind):
                table.note(PiecePosted(seat, kind, target))
        if is_plagued(table, target):
            strike_with_plague(table, target, armies, self.afterlife)

    def enter(self, table: Table, seat: i64, source: i64, target: i64, armies: i64, gods: i64) -> None:
        """Move into a free place. If it has a temple, the temple has an owner again."""
        table.note(Entered(target, seat))
        self.move_in(table, seat, source, target, armies, gods)


@final
class Capture(Step[Invaders]):
    """Let the conqueror move in with at least as many armies as dice, once no defender is left (god.conquest.2)."""

    def __init__(self, labours: Labours, arrival: Arrival, gods_must: bool) -> None:
        super().__init__()
        self.labours: Final = labours
        self.arrival: Final = arrival
        self.gods_must: Final = gods_must  # True if declared gods must follow

    def open(self, table: Table, frame: Invaders) -> None:
        """Reward the labour, then vacate the place, so that an elimination comes before the move."""
        table.replace_top(frame.at_step(self.index))
        if not is_below(frame.target):
            self.labours.reward_conquest(table, frame.seat)
        if table.state.owner[frame.target] != NOBODY:
            table.note(Vacated(frame.target))

    def arrive(self, table: Table, frame: Invaders) -> bool:
        if table.state.owner[frame.target] != frame.seat:
            self.take(table, frame)
            return False
        only = self.moves(table, frame).only()
        if only is None:
            return True
        self.act(table, frame, frame.seat, only)
        return False

    def take(self, table: Table, frame: Invaders) -> None:
        """Give the territory to the conqueror, and banish the gods that were left there."""
        if self.labours.captures and frame.target in age(table).piece:
            self.labours.reward_defeat_of_god(table, frame.seat)
        banish_all(table, frame.target)
        table.note(Conquered(frame.target, frame.seat))

    def moves(self, table: Table, frame: Invaders) -> Parties:
        """Return the choice of armies and gods that may move in."""
        most = can_leave(table, frame.source)
        gods = force(table, frame)
        parties = Parties(OCCUPY)
        parties.add(-1, -1, min(frame.dice, most), most, gods, gods if self.gods_must else 0)
        return parties

    def options(self, table: Table, frame: Invaders, seat: i64) -> Options:
        return Options().add(self.moves(table, frame))

    def act(self, table: Table, frame: Invaders, seat: i64, action: Action) -> None:
        table.close()
        self.arrival.move_in(table, seat, frame.source, frame.target, action.n, action.what)

    def why(self, table: Table, frame: Invaders, seat: i64, action: Action) -> str:
        if action.verb != OCCUPY:
            return "turn.not_now"
        return why_not_in(table, frame, action, "conquest.armies")


@final
class Enter(Step[Invaders]):
    """Let the invaders enter a territory that a card has emptied, or stop (god.invade.12)."""

    def __init__(self, arrival: Arrival) -> None:
        super().__init__()
        self.arrival: Final = arrival

    def options(self, table: Table, frame: Invaders, seat: i64) -> Options:
        parties = Parties(OCCUPY)
        parties.add(-1, -1, 1, can_leave(table, frame.source), force(table, frame))
        return Options().add(parties).may(PASS)

    def act(self, table: Table, frame: Invaders, seat: i64, action: Action) -> None:
        table.close()
        if action.verb == OCCUPY:
            self.arrival.enter(table, seat, frame.source, frame.target, action.n, action.what)

    def why(self, table: Table, frame: Invaders, seat: i64, action: Action) -> str:
        if action.verb != OCCUPY:
            return "turn.not_now"
        return why_not_in(table, frame, action, "invade.empty")


def why_not_in(table: Table, frame: Invaders, action: Action, armies: str) -> str:
    """Return the clause that forbids a move: `armies` if their number is wrong, otherwise one about the gods."""
    most = can_leave(table, frame.source)
    return armies if action.n > most or action.n < min(max(frame.dice, i64(1)), most) else "conquest.gods"
