"""Objectives, and the endings that depend on them or on survival."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.bits import bit
from kamchatka.kernel.board import Board
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.ports import Ending, OnElimination
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.table import Table


@final
class Demand:
    """What an objective requires, in a form that players and screens can read without knowing its class.

    It is one of these: `places` to hold; whole `zones`, and `others` more of the seat's choice; `count` places with
    at least `garrison` armies each; or a `victim` to eliminate. If all fields are empty, the objective can't be
    described.
    """

    def __init__(
        self,
        places: list[int] | None = None,
        zones: list[int] | None = None,
        others: i64 = 0,
        count: i64 = 0,
        garrison: i64 = 1,
        victim: i64 = NOBODY,
    ) -> None:
        self.places: Final = vec[i64](places or [])
        self.zones: Final[list[int]] = zones or []
        self.others: Final[i64] = others
        self.count: Final[i64] = count
        self.garrison: Final[i64] = garrison
        self.victim: Final[i64] = victim

    def has_zones(self) -> bool:
        """Return True if the objective requires whole zones."""
        return len(self.zones) > 0 or self.others > 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Objective:
    """The condition on a secret objective card. `printed` is the requirement that the card states."""

    def __init__(self, printed: Demand) -> None:
        self.printed: Final = printed

    def demand(self, state: State, seat: i64) -> Demand:
        """Return the current requirement for a seat: as printed, unless an event has changed it."""
        return self.printed

    def least(self, board: Board) -> i64:
        """Return the minimum number of places for meeting the objective, for a quick first check."""
        return 1

    def is_met(self, table: Table, seat: i64) -> bool:
        """Return True if the seat meets the objective."""
        raise NotImplementedError

    def marks(self, board: Board) -> list[int]:
        """List the places that the objective names, for screens that mark them; empty if any place counts."""
        return []


@final
class HoldPlaces(Objective):
    """Hold a number of places, each with at least `garrison` armies."""

    def __init__(self, count: i64, garrison: i64 = 1) -> None:
        super().__init__(Demand(count=count, garrison=garrison))
        self.count: Final[i64] = count
        self.garrison: Final[i64] = garrison

    def least(self, board: Board) -> i64:
        return self.count

    def is_met(self, table: Table, seat: i64) -> bool:
        state = table.state
        if state.lands[seat] < self.count:
            return False
        strong: i64 = 0
        for place in range(table.board.size):
            if state.owner[place] == seat and state.armies[place] >= self.garrison:
                strong += 1
        return strong >= self.count


@final
class HoldZones(Objective):
    """Hold the named zones, and `others` more of the seat's choice."""

    def __init__(self, zones: list[int], others: i64) -> None:
        super().__init__(Demand(zones=zones, others=others))
        self.zones: Final = zones
        self.others: Final[i64] = others

    def least(self, board: Board) -> i64:
        return sum([board.zone_size[zone] for zone in self.zones])

    def is_met(self, table: Table, seat: i64) -> bool:
        board = table.board
        held = table.state.held
        base = seat * board.zones
        for zone in self.zones:
            if held[base + zone] < board.zone_size[zone]:
                return False
        whole: i64 = 0
        for zone in range(board.zones):
            if held[base + zone] == board.zone_size[zone]:
                whole += 1
        return whole >= len(self.zones) + self.others

    def marks(self, board: Board) -> list[int]:
        return [int(place) for place in range(board.size) if int(board.zone[place]) in self.zones]


@final
class Destroy(Objective):
    """Eliminate a colour.

    `instead` applies if the seat itself has that colour, nobody has it, or another seat did it first.
    """

    def __init__(self, colour: i64, instead: Objective) -> None:
        super().__init__(Demand())
        self.colour: Final[i64] = colour
        self.instead: Final = instead

    def demand(self, state: State, seat: i64) -> Demand:
        for victim in range(state.seats):
            if state.colour[victim] == self.colour and victim != seat and state.is_alive(victim):
                return Demand(victim=victim)
        return self.instead.demand(state, seat)

    def is_met(self, table: Table, seat: i64) -> bool:
        state = table.state
        for victim in range(state.seats):
            if state.colour[victim] == self.colour and victim != seat:
                by = state.out_by[victim]
                return by == seat or (by != NOBODY and self.instead.is_met(table, seat))
        return self.instead.is_met(table, seat)


@final
class ObjectiveMet(Ending):
    """Let the first seat that meets its objective win.

    The seat in turn is checked first, then the others in turn order.
    """

    def __init__(self, objectives: list[Objective], board: Board) -> None:
        self.objectives: Final = objectives
        self.least: Final = vec[i64]([objective.least(board) for objective in objectives])

    def has_won(self, table: Table, seat: i64) -> bool:
        """Return True if the seat holds an objective and meets it; eliminated seats hold no places."""
        objective = table.state.objective[seat]
        if objective < 0 or table.state.lands[seat] < self.least[objective]:
            return False
        return self.objectives[objective].is_met(table, seat)

    def check(self, table: Table) -> None:
        state = table.state
        if state.round == 0:
            self.look_round(table)
        elif self.has_won(table, state.turn):
            table.note(GameEnded(bit(state.turn), "end.objective"))

    def look_round(self, table: Table) -> None:
        """Check every seat, starting with the seat in turn."""
        state = table.state
        seat = max(state.turn, 0)
        for _ in range(state.seats):
            if not state.over and self.has_won(table, seat):
                table.note(GameEnded(bit(seat), "end.objective"))
            seat = state.after(seat)


@final
class ObjectivesAtElimination(OnElimination):
    """Check objectives after an elimination, the only way to meet one in another seat's turn."""

    def __init__(self, ending: ObjectiveMet) -> None:
        self.ending: Final = ending

    def on_elimination(self, table: Table, seat: i64, by: i64) -> None:
        self.ending.look_round(table)


@final
class LastStanding(Ending):
    """The last remaining seat wins."""

    def check(self, table: Table) -> None:
        state = table.state
        if state.fallen == state.seats - 1:
            table.note(GameEnded(bit(state.turn), "end.survivor"))
