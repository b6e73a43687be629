"""The strategic move to a neighbour, and the one along a whole path of one's own places."""

from typing import Any, Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.armies import can_leave
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.options import ATTACK, INVADE, MOVE, PASS, Action, Options, Pairs
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.ports import NoOptionalAction, OptionalAction
from kamchatka.kernel.state import NOBODY, Frame, fill
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Garrison:
    """How many armies must stay in a place that others leave: one."""

    def __init__(self, clause: str = "move.leave_one") -> None:
        self.clause: Final = clause  # why no more may leave

    def stays(self, table: Table, place: i64) -> i64:
        """The armies that must stay."""
        return 1


@final
class StrategicMove(Step[Frame]):
    """One move between two neighbouring places of one's own, leaving a garrison; or none."""

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
    """The clause that forbids a move; `too_many` is the one for armies that must stay besides the last."""
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
    """Over which places and links a path may go, and who may go along it."""

    def counts(self, table: Table, seat: i64, place: i64) -> bool:
        """Whether a path may use the place."""
        return table.state.owner[place] == seat

    def blocked(self, table: Table, a: i64, b: i64) -> bool:
        """Whether the link between two neighbours is closed."""
        return False

    def beyond(self, table: Table, seat: i64, place: i64) -> list[i64]:
        """Places to which a path may go on though no link joins them."""
        return []

    def can_spare(self, table: Table, seat: i64, place: i64) -> bool:
        """Whether anything may leave the place."""
        raise NotImplementedError

    def add(self, table: Table, seat: i64, source: i64, target: i64, parties: Parties) -> None:
        """Who may go from one end of a path to the other."""
        raise NotImplementedError

    def lead(self, table: Table, seat: i64, source: i64, target: i64, pieces: i64) -> None:
        """The pieces (bits) that go along."""
        raise NotImplementedError

    def why(self, table: Table, seat: i64, action: Action) -> str:
        """The clause against a party that may not go, though there is a path."""
        raise NotImplementedError


@final
class Fortify(Step[Frame]):
    """One move between two places of one's own that a path joins; or none."""

    def __init__(self, ways: Ways, optional_action: OptionalAction | None = None) -> None:
        super().__init__()
        self.ways: Final = ways
        self.optional_action: Final = optional_action or NoOptionalAction()

    def parts(self) -> list[Step[Any]]:
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
        """By place: the number of the path-joined land it is part of; NOBODY where no path may go."""
        lands = fill(table.board.size, NOBODY)
        for place in range(table.board.size):
            if lands[place] == NOBODY and self.ways.counts(table, seat, place):
                self.spread(table, seat, place, place, lands)
        return lands

    def spread(self, table: Table, seat: i64, place: i64, number: i64, lands: vec[i64]) -> None:
        """Mark a place, and all that a path joins to it, as parts of the land of this number."""
        board = table.board
        ways = self.ways
        lands[place] = number
        for i in range(board.first[place], board.first[place + 1]):
            near = board.links[i]
            if lands[near] == NOBODY and ways.counts(table, seat, near) and not ways.blocked(table, place, near):
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
