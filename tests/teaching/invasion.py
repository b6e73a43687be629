"""Invasions: declaration, reactions, a roll, losses, move in. Up to five frames deep, and every one can be saved."""

from typing import Any, ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.bits import has
from kamchatka.kernel.dice import roll_ranked
from kamchatka.kernel.facts import ArmiesMoved, CardDiscarded, Conquered, Rolled, Vacated
from kamchatka.kernel.options import (
    ATTACK,
    CHOOSE,
    OCCUPY,
    PASS,
    PLAY_CARD,
    Action,
    Amount,
    Choice,
    Options,
    Pairs,
    Spots,
)
from kamchatka.kernel.schema.fields import NUMBER, PLACE, Fields
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table
from tests.teaching.pieces import CaptainGone, CaptainPosted, kit, units
from tests.teaching.storms import DECKLIST, Losses, cards_of

DECLARED: Final = 0  # stages of an invasion
READY: Final = 1  # the reactions are complete
FOUGHT: Final = 2  # the losses are complete


@final
class Invading(PublicFrame):
    """The frame of an invasion, or of what follows from it."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE, "stage": NUMBER}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, stage: i64) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.stage: Final[i64] = stage


def can_spare(table: Table, place: i64) -> i64:
    """Return how many armies may leave a place: one unit must stay, and the captain is enough."""
    return min(table.state.armies[place], units(table, place) - 1)


@final
class Invade(Step[Frame]):
    """The step in which a seat declares any number of invasions."""

    def __init__(self, window: "Window", losses: Losses) -> None:
        super().__init__()
        self.invasion: Final = Invasion(window, losses)

    def parts(self) -> list[Step[Any]]:
        return [self.invasion]

    def arrive(self, table: Table, frame: Frame) -> bool:
        for place in range(table.board.size):
            if table.state.owner[place] == frame.seat and can_spare(table, place) > 0:
                return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        board = table.board
        pairs = Pairs(ATTACK)
        for source in range(board.size):
            if table.state.owner[source] == seat and can_spare(table, source) > 0:
                for i in range(board.first[source], board.first[source + 1]):
                    if table.state.owner[board.links[i]] != seat:
                        pairs.add(source, board.links[i], 1, 1)
        return Options().add(pairs).may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        else:
            table.open(Invading(self.invasion.index, seat, action.at, action.to, DECLARED))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != ATTACK:
            return "turn.not_now"
        if not 0 <= action.at < table.board.size or table.state.owner[action.at] != seat:
            return "attack.own_place"
        if not table.board.adjacent(action.at, action.to):
            return "attack.adjacent"
        if table.state.owner[action.to] == seat:
            return "attack.enemy"
        return "attack.leave_one" if can_spare(table, action.at) < 1 else "attack.dice"


@final
class Invasion(Step[Invading]):
    """The step that opens the window, rolls one die for each side, and opens the losses or the move in. Asks nobody."""

    def __init__(self, window: "Window", losses: Losses) -> None:
        super().__init__()
        self.window: Final = window
        self.losses: Final = losses
        self.move_in: Final = MoveIn()

    def parts(self) -> list[Step[Any]]:
        return [self.window, self.losses, self.move_in]

    def arrive(self, table: Table, frame: Invading) -> bool:
        held = table.state.owner[frame.target] != NOBODY
        ready = table.state.owner[frame.source] == frame.seat and can_spare(table, frame.source) > 0
        if frame.stage == DECLARED:
            table.replace_top(Invading(self.index, frame.seat, frame.source, frame.target, READY))
            if held:
                table.open(self.window.first(table, frame))
        elif frame.stage == READY and ready and held:
            table.replace_top(Invading(self.index, frame.seat, frame.source, frame.target, FOUGHT))
            self.roll(table, frame)
        else:
            table.close()
            if ready and not held:  # evacuated, beaten or empty from the start: no roll (tea.invade.4)
                table.note(Conquered(frame.target, frame.seat))
                table.open(Invading(self.move_in.index, frame.seat, frame.source, frame.target, FOUGHT))
        return False

    def roll(self, table: Table, frame: Invading) -> None:
        """Roll one die for each side; the defender wins ties."""
        attack = roll_ranked(table, 1)
        defence = roll_ranked(table, 1)
        table.note(Rolled(frame.source, frame.target, attack, defence))
        if attack > defence:
            self.losses.strike(table, frame.target, 1, frame.seat)
        else:
            self.losses.strike(table, frame.source, 1, table.state.owner[frame.target])


@final
class MoveIn(Step[Invading]):
    """The step in which at least one army moves in; captains stay where they are."""

    def arrive(self, table: Table, frame: Invading) -> bool:
        if can_spare(table, frame.source) > 1:
            return True
        self.move(table, frame, 1)
        return False

    def move(self, table: Table, frame: Invading, armies: i64) -> None:
        """Move the conqueror's armies in."""
        table.close()
        table.note(ArmiesMoved(frame.source, frame.target, armies))

    def options(self, table: Table, frame: Invading, seat: i64) -> Options:
        return Options().add(Amount(OCCUPY, 1, can_spare(table, frame.source)))

    def act(self, table: Table, frame: Invading, seat: i64, action: Action) -> None:
        self.move(table, frame, action.n)

    def why(self, table: Table, frame: Invading, seat: i64, action: Action) -> str:
        return "conquest.least" if action.verb == OCCUPY else "turn.not_now"


# ------------------------------------------------------------------ reactions
class Reaction:
    """A card that may be played between a declaration and the roll."""

    def parts(self) -> list[Step[Any]]:
        """Return the steps that it may open."""
        return []

    def playable(self, table: Table, frame: "Reacting", seat: i64) -> bool:
        """Return whether this seat may play it now."""
        return True

    def play(self, table: Table, frame: "Reacting") -> None:
        """Apply its effect."""
        raise NotImplementedError


@final
class Ambush(Reaction):
    """Anybody's card: the invader loses a unit at the origin. A second ambush may take the last one."""

    def __init__(self, losses: Losses) -> None:
        self.losses: Final = losses

    def play(self, table: Table, frame: "Reacting") -> None:
        self.losses.strike(table, frame.source, 1, frame.seat)


@final
class Refuge(Reaction):
    """The defender's card: all its units leave the place for another own one, which it chooses."""

    def __init__(self) -> None:
        self.flight: Final = Flight()

    def parts(self) -> list[Step[Any]]:
        return [self.flight]

    def playable(self, table: Table, frame: "Reacting", seat: i64) -> bool:
        return table.state.owner[frame.target] == seat and table.state.lands[seat] > 1

    def play(self, table: Table, frame: "Reacting") -> None:
        table.open(Invading(self.flight.index, frame.seat, frame.source, frame.target, DECLARED))


@final
class Flight(Step[Invading]):
    """The choice of a seat that is not in turn, inside the window, inside the invasion."""

    def options(self, table: Table, frame: Invading, seat: i64) -> Options:
        spots = Spots(CHOOSE, 0, 0)
        for place in range(table.board.size):
            if table.state.owner[place] == seat and place != frame.target:
                spots.add(place)
        return Options().add(spots)

    def act(self, table: Table, frame: Invading, seat: i64, action: Action) -> None:
        table.close()
        table.note(ArmiesMoved(frame.target, action.at, table.state.armies[frame.target]))
        if has(kit(table).captains, frame.target):
            table.note(CaptainGone(frame.target))
            table.note(CaptainPosted(action.at))
        table.note(Vacated(frame.target))

    def why(self, table: Table, frame: Invading, seat: i64, action: Action) -> str:
        return "refuge.own_place" if action.verb == CHOOSE else "turn.not_now"


@final
class Reacting(PublicFrame):
    """The frame of the window: the seat that is asked, and how many in a row have passed."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE, "passed": NUMBER}

    def __init__(self, step: i64, seat: i64, source: i64, target: i64, passed: i64) -> None:
        super().__init__(step, seat)
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.passed: Final[i64] = passed


@final
class Window(Step[Reacting]):
    """The step in which the defender and then the others clockwise may react; after every card it starts again.

    A seat with any cards is asked, so that being asked reveals nothing about a hand.
    """

    def __init__(self, reactions: dict[str, Reaction]) -> None:
        super().__init__()
        self.reactions: Final = reactions

    def parts(self) -> list[Step[Any]]:
        return [part for reaction in self.reactions.values() for part in reaction.parts()]

    def first(self, table: Table, frame: Invading) -> Reacting:
        """Return the frame that opens the window."""
        return Reacting(self.index, table.state.owner[frame.target], frame.source, frame.target, 0)

    def arrive(self, table: Table, frame: Reacting) -> bool:
        state = table.state
        gone = state.owner[frame.target] == NOBODY or state.owner[frame.source] == NOBODY
        if gone or frame.passed == state.seats:
            table.close()
        elif frame.seat != state.turn and state.hand[frame.seat] > 0:
            return True
        else:
            self.next(table, frame)
        return False

    def next(self, table: Table, frame: Reacting) -> None:
        """Ask the next seat."""
        seat = (frame.seat + 1) % table.state.seats
        table.replace_top(Reacting(self.index, seat, frame.source, frame.target, frame.passed + 1))

    def options(self, table: Table, frame: Reacting, seat: i64) -> Options:
        cards = Choice(PLAY_CARD)
        for kind, reaction in self.reactions.items():
            if reaction.playable(table, frame, seat):
                for card in cards_of(table, seat, kind):
                    cards.add(card)
        return Options().add(cards).may(PASS)

    def act(self, table: Table, frame: Reacting, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            self.next(table, frame)
            return
        table.note(CardDiscarded(seat, action.what))
        table.replace_top(Reacting(self.index, table.state.owner[frame.target], frame.source, frame.target, 0))
        self.reactions[DECKLIST[action.what]].play(table, frame)

    def why(self, table: Table, frame: Reacting, seat: i64, action: Action) -> str:
        return "reaction.card" if action.verb == PLAY_CARD else "turn.not_now"
