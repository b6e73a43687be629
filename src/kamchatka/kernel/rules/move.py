"""Strategic moves: to an adjacent place, or along a path of own places."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.armies import can_leave
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.options import ATTACK, INVADE, MOVE, PASS, Action, Options, Pairs
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.ports import NoOptionalAction, OptionalAction
from kamchatka.kernel.state import NOBODY, Frame, fill
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Garrison:
    """The number of armies that must stay in a place when others leave. By default it is one."""

    def __init__(self, clause: str = "move.leave_one") -> None:
        self.clause: Final = clause  # why no more armies may leave

    def stays(self, table: Table, place: i64) -> i64:
        """Return the number of armies that must stay."""
        return 1


@final
class StrategicMove(Step[Frame]):
    """At most one move per turn between two adjacent places of the seat. A garrison stays behind."""

    def __init__(self, garrison: Garrison | None = None) -> None:
        super().__init__()
        self.garrison: Final = garrison or Garrison()

    def arrive(self, table: Table, frame: Frame) -> bool:
        if can_leave(table, frame.seat):
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        board = table.board
        owner = table.state.owner
        armies = table.state.armies
        pairs = Pairs(MOVE)
        for source in range(board.size):
            if owner[source] == seat and armies[source] > 1:
                most = armies[source] - self.garrison.stays(table, source)
                for i in range(board.first[source], board.first[source + 1]):
                    target = board.links[i]
                    if owner[target] == seat and most > 0:
                        pairs.add(source, target, 1, most)
        return Options().add(pairs).may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.close()
        if action.verb == MOVE:
            table.note(ArmiesMoved(action.at, action.to, action.n))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return why_no_move(table, seat, action, self.garrison.clause)


def why_no_move(table: Table, seat: i64, action: Action, too_many: str) -> str:
    """Return the clause that forbids a move; `too_many` is used if too few armies would stay behind."""
    owner = table.state.owner
    source = action.at
    target = action.to
    if action.verb != MOVE:
        return "move.after_combat" if action.verb == ATTACK else "turn.not_now"
    if not 0 <= source < table.board.size or owner[source] != seat:
        return "move.own_places"
    if not table.board.adjacent(source, target):
        return "move.adjacent"
    if owner[target] != seat:
        return "move.own_places"
    return too_many if 0 < action.n < table.state.armies[source] else "move.leave_one"


# ------------------------------------------------------------------ along a path
@mypyc_attr(allow_interpreted_subclasses=True)
class Ways:
    """The places and links that a path may use, and the units that may move along it."""

    def counts(self, table: Table, seat: i64, place: i64) -> bool:
        """Return True if a path may pass through the place."""
        return table.state.owner[place] == seat

    def is_blocked(self, table: Table, a: i64, b: i64) -> bool:
        """Return True if the link between two adjacent places is closed."""
        return False

    def beyond(self, table: Table, seat: i64, place: i64) -> list[i64]:
        """List further places that a path can reach from here although no link leads there."""
        return []

    def can_spare(self, table: Table, seat: i64, place: i64) -> bool:
        """Return True if any units may leave the place."""
        raise NotImplementedError

    def add(self, table: Table, seat: i64, source: i64, target: i64, parties: Parties) -> None:
        """Add the parties that may move between the ends of a path."""
        raise NotImplementedError

    def lead(self, table: Table, seat: i64, source: i64, target: i64, pieces: i64) -> None:
        """Move the pieces (bits) that go with the armies."""
        raise NotImplementedError

    def why(self, table: Table, seat: i64, action: Action) -> str:
        """Return the clause that forbids a party although there is a path."""
        raise NotImplementedError


@final
class Fortify(Step[Frame]):
    """At most one move per turn between two places of the seat that are connected by a path."""

    def __init__(self, ways: Ways, optional_action: OptionalAction | None = None) -> None:
        super().__init__()
        self.ways: Final = ways
        self.optional_action: Final = optional_action or NoOptionalAction()

    def parts(self) -> list[AnyStep]:
        return self.optional_action.parts()

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.optional_action.asks(table, frame.seat, 0):
            return True
        for place in range(table.board.size):
            if self.ways.counts(table, frame.seat, place) and self.ways.can_spare(table, frame.seat, place):
                return True
        table.close()
        return False

    def lands(self, table: Table, seat: i64) -> vec[i64]:
        """Return the number of each place's connected area; NOBODY where no path may go."""
        lands = fill(table.board.size, NOBODY)
        for place in range(table.board.size):
            if lands[place] == NOBODY and self.ways.counts(table, seat, place):
                self.spread(table, seat, place, place, lands)
        return lands

    def spread(self, table: Table, seat: i64, place: i64, number: i64, lands: vec[i64]) -> None:
        """Mark a place and everything connected to it with this area number."""
        board = table.board
        ways = self.ways
        lands[place] = number
        for i in range(board.first[place], board.first[place + 1]):
            near = board.links[i]
            if lands[near] == NOBODY and ways.counts(table, seat, near) and not ways.is_blocked(table, place, near):
                self.spread(table, seat, near, number, lands)
        for other in ways.beyond(table, seat, place):
            if lands[other] == NOBODY and ways.counts(table, seat, other):
                self.spread(table, seat, other, number, lands)

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        lands = self.lands(table, seat)
        parties = Parties(MOVE)
        for source in range(table.board.size):
            if lands[source] != NOBODY and self.ways.can_spare(table, seat, source):
                for target in range(table.board.size):
                    if lands[target] == lands[source] and target != source:
                        self.ways.add(table, seat, source, target, parties)
        options = Options().add(parties)
        self.optional_action.offer(table, seat, 0, options)
        return options.may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif action.verb == MOVE:
            table.close()
            if action.n > 0:
                table.note(ArmiesMoved(action.at, action.to, action.n))
            self.ways.lead(table, seat, action.at, action.to, action.what)
        else:
            self.optional_action.act(table, seat, action)

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != MOVE:
            return "move.after_combat" if action.verb == INVADE else self.optional_action.why(table, seat, 0, action)
        size = table.board.size
        if not 0 <= action.at < size or not 0 <= action.to < size or action.at == action.to:
            return "fortify.own_places"
        lands = self.lands(table, seat)
        if lands[action.at] == NOBODY or lands[action.to] == NOBODY:
            return "fortify.own_places"
        return "fortify.path" if lands[action.at] != lands[action.to] else self.ways.why(table, seat, action)
