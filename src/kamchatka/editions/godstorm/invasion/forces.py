"""The sides of an invasion: the declared force, the seat that decides for the target, and armies that may leave."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.godstorm.places import GATES, HEAVENS, LANDS, neighbours
from kamchatka.editions.godstorm.state import KINDS, edition_state, god_place
from kamchatka.kernel.battle import Crossing
from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.options import NAME_KIND, Choice
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, PIECES, Fields
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.table import Table


@mypyc_attr(free_list_len=1)
@final
class Invaders(Crossing):
    """An invasion in progress: source, target, declared gods and its progress.

    `answered` is true once the Sky window is over. `rolls` counts the rolls that count as an attack. `dice` is the
    number in the last battle roll. `fixed` is the number that the declaration set for the first battle roll; 0 if it
    set none or the roll has been made.
    """

    FIELDS: ClassVar[Fields] = {"pieces": PIECES, "answered": FLAG, "rolls": AMOUNT, "dice": AMOUNT, "fixed": AMOUNT}

    def __init__(
        self,
        step: i64,
        seat: i64,
        source: i64,
        target: i64,
        pieces: i64,
        answered: bool,
        rolls: i64,
        dice: i64,
        fixed: i64,
    ) -> None:
        super().__init__(step, seat, source, target)
        self.pieces: Final[i64] = pieces
        self.answered: Final = answered
        self.rolls: Final[i64] = rolls
        self.dice: Final[i64] = dice
        self.fixed: Final[i64] = fixed

    def advance(self, rolls: i64, dice: i64) -> "Invaders":
        """Return the invasion after the Sky window, a god war (which has no dice) or a battle roll."""
        fixed = i64(0) if dice > 0 else self.fixed
        return Invaders(self.step, self.seat, self.source, self.target, self.pieces, True, rolls, dice, fixed)

    def at_step(self, step: i64) -> "Invaders":
        """Return the invasion as a frame of another step, after the fighting."""
        return Invaders(step, self.seat, self.source, self.target, self.pieces, True, self.rolls, self.dice, 0)


def invaders(table: Table) -> Invaders:
    """Return the invasion on top of the agenda."""
    frame = table.state.agenda[-1]
    assert isinstance(frame, Invaders)
    return frame


def force(table: Table, frame: Invaders) -> i64:
    """Return the declared gods still with the invaders, as bits (god.invade.13)."""
    present: i64 = 0
    for kind in range(i64(KINDS)):
        if has(frame.pieces, kind) and god_place(table, frame.seat, kind) == frame.source:
            present |= bit(kind)
    return present


def fighters(table: Table, place: i64, spare: bool) -> i64:
    """Return the armies that may attack from a place: all but one.

    From a heaven all may attack, unless one must stay (`spare`).
    """
    return table.state.armies[place] - 1 if spare else can_leave(table, place)


def gods(kinds: i64) -> Choice:
    """Return the choice among these gods for a god war (god.godwar.2)."""
    named = Choice(NAME_KIND)
    for kind in range(i64(KINDS)):
        if has(kinds, kind):
            named.add(kind)
    return named


def can_leave(table: Table, place: i64) -> i64:
    """Return the number of armies that may leave a place. One stays behind, except in a heaven (god.underworld.3)."""
    armies = table.state.armies[place]
    return armies if place >= HEAVENS else armies - 1


def answers_for(table: Table, seat: i64, target: i64) -> i64:
    """Return the seat that decides for the target: its owner, or the invader's opponent if neutral (god.two.6)."""
    owner = table.state.owner[target]
    return table.state.next_alive(seat) if owner == NOBODY else owner


def ways(table: Table, source: i64) -> list[i64]:
    """Return the places reachable from a place: its neighbours or, from a heaven, the gates (god.underworld.2)."""
    return [i64(gate) for gate in GATES] if source >= HEAVENS else neighbours(table, source)


def is_target(table: Table, seat: i64, target: i64) -> bool:
    """Return True if a seat may invade a place: not its own, and not one that is sacred in this turn (god.invade.5)."""
    return table.state.owner[target] != seat and not has(edition_state(table).sacred, target)


def is_below(place: i64) -> bool:
    """Return True if a place is in the Underworld."""
    return place >= LANDS


def is_empty(table: Table, place: i64) -> bool:
    """Return True if a place holds no armies, not even neutral ones."""
    return table.state.armies[place] == 0
