"""Undo of a seat's latest actions, as long as they revealed nothing, and the entry that takes one back."""

from collections.abc import Container, Iterable

from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.record import fields, hides, write_frame
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.rules.undoing import TakenBack, numbers_of
from kamchatka.kernel.state import HIDDEN, Frame, State
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match.facts import Facts
from kamchatka.match.recording import Entry, Recording, record

DEPTH = 64  # maximum number of actions that can be taken back
# placing or moving armies and pieces, and ending a phase
KINDS = (wire.Place, wire.Move, wire.Occupy, wire.Raise, wire.Build, wire.Pass)
SECRETS = (2, 6, 7, 8)  # rows of `numbers_of` that an undo may not change: cards, hands, objectives and colours


class UndoStack:
    """States before those latest actions of one seat that may be taken back.

    Call `follow` after every entry of the match. An action of another seat, a roll, a draw, a card, a secret and an
    action of the referee end what may be taken back. `seats` are those that may do so; None: all.
    """

    def __init__(self, match: Recording, seats: Container[int] | None = None) -> None:
        self.match = match
        self.seats = seats
        self.seat = -1
        self.count = 0  # number of actions taken back since the latest one that can't be
        self.states: list[State] = []
        self.latest = match.table.state.copy()

    def follow(self) -> None:
        """Record the match's newest entry."""
        entry, before = self.match.entries[-1], self.latest
        self.latest = self.match.table.state.copy()
        if is_undo(entry):
            self.states, self.count = self.states[:-1], self.count + 1
            return
        seat = entry.seat if entry.seat is not None else -1
        is_open = self._is_asked(seat) and reveals_nothing(self.match, entry, before, self.latest)
        if not is_open or seat != self.seat:
            self.states, self.count = [], 0
        if is_open:
            self.seat = seat
            self.states = [*self.states, before][-DEPTH:]

    def _is_asked(self, seat: int) -> bool:
        return seat >= 0 and (self.seats is None or seat in self.seats)

    def reset(self) -> None:
        """Forget everything, because the match was restored to an earlier entry."""
        self.states, self.count, self.latest = [], 0, self.match.table.state.copy()

    def allows(self, seat: int) -> bool:
        """Return True if the seat may take its latest action back."""
        return bool(self.states) and seat == self.seat and self.count < DEPTH

    def take_back(self, seat: int) -> Facts:
        """Take the seat's latest action back, without drawing luck; a Problem if it can't. `follow` must be called."""
        if not self.allows(seat):
            raise Problem("match.no_undo")
        return record(self.match, seat, None, lambda: restore(self.match, seat, self.states[-1]))


def is_undo(entry: Entry) -> bool:
    """Return True if the entry takes an action back."""
    return any(isinstance(fact, TakenBack) for fact in entry.facts)


def reveals_nothing(match: Recording, entry: Entry, before: State, after: State) -> bool:
    """Return True if an action may be taken back: it drew no luck, and all of it was and is public."""
    if entry.draws or after.over or not isinstance(entry.action, KINDS):
        return False
    if isinstance(entry.action, wire.Pass) and before.turn != entry.seat:
        return False  # an answer during another seat's turn
    viewers = (*range(after.seats), ONLOOKER)
    if any(hides(fact.seen_by(viewer)) for fact in entry.facts for viewer in viewers):
        return False
    if _has_secrets([*before.agenda, *after.agenda], viewers):
        return False
    old, new = numbers_of(before), numbers_of(after)
    return [len(row) for row in old] == [len(row) for row in new] and all(old[row] == new[row] for row in SECRETS)


def _has_secrets(agenda: Iterable[Frame], viewers: Iterable[int]) -> bool:
    return any(
        value == HIDDEN for frame in agenda for viewer in viewers for value in fields(frame.seen_by(viewer)).values()
    )


def restore(match: Recording, seat: int, former: State) -> None:
    """Note the facts that restore a former state: first its agenda, then its numbers."""
    table = match.table
    now = [write_frame(match.game, frame) for frame in table.state.agenda]
    then = [write_frame(match.game, frame) for frame in former.agenda]
    same = 0
    while same < min(len(now), len(then)) and now[same] == then[same]:
        same += 1
    for _ in now[same:]:
        table.close()
    for frame in former.agenda[same:]:
        table.open(frame)
    table.note(TakenBack(seat, differences(table.state, former)))


def differences(now: State, then: State) -> tuple[int, ...]:
    """List the differences between two states' numbers, as row, index and difference."""
    pairs = enumerate(zip(numbers_of(now), numbers_of(then), strict=True))
    return tuple(
        number
        for row, (new, old) in pairs
        for index, (value, former) in enumerate(zip(new, old, strict=True))
        if value != former
        for number in (row, index, former - value)
    )
