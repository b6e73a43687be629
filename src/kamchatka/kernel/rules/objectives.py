"""Objectives, and the endings that end a game by them or by survival."""

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
    """What an objective asks for, whatever its kind: players and screens read this and need not know the kinds.

    `places` to be held; or whole `zones`, and `others` more of one's choice; or `count` places of any kind, each with
    at least `garrison` armies; or a `victim` to be eliminated. All empty: nothing that can be told.
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
        """Whether it asks for whole zones."""
        return len(self.zones) > 0 or self.others > 0


@mypyc_attr(allow_interpreted_subclasses=True)
class Objective:
    """What a secret card asks of the seat that holds it; `printed` is what its face says."""

    def __init__(self, printed: Demand) -> None:
        self.printed: Final = printed

    def demand(self, state: State, seat: i64) -> Demand:
        """What the card comes to for a seat now: as printed, unless an event has changed that."""
        return self.printed

    def least(self, board: Board) -> i64:
        """The fewest places with which it can be met: below that nobody need look closer."""
        return 1

    def met(self, table: Table, seat: i64) -> bool:
        """Whether the seat has done it."""
        raise NotImplementedError

    def marks(self, board: Board) -> list[int]:
        """The places it names, for screens that draw it on the map; none when any place will do."""
        return []


@final
class HoldPlaces(Objective):
    """A number of places, each with at least `garrison` armies."""

    def __init__(self, count: i64, garrison: i64 = 1) -> None:
        super().__init__(Demand(count=count, garrison=garrison))
        self.count: Final[i64] = count
        self.garrison: Final[i64] = garrison

    def least(self, board: Board) -> i64:
        return self.count

    def met(self, table: Table, seat: i64) -> bool:
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
    """The named zones whole, and `others` more of one's choice."""

    def __init__(self, zones: list[int], others: i64) -> None:
        super().__init__(Demand(zones=zones, others=others))
        self.zones: Final = zones
        self.others: Final[i64] = others

    def least(self, board: Board) -> i64:
        return sum([board.zone_size[zone] for zone in self.zones])

    def met(self, table: Table, seat: i64) -> bool:
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
    """Eliminate a colour oneself; `instead` when one has that colour, nobody has it, or another was quicker."""

    def __init__(self, colour: i64, instead: Objective) -> None:
        super().__init__(Demand())
        self.colour: Final[i64] = colour
        self.instead: Final = instead

    def demand(self, state: State, seat: i64) -> Demand:
        for victim in range(state.seats):
            if state.colour[victim] == self.colour and victim != seat and state.is_alive(victim):
                return Demand(victim=victim)
        return self.instead.demand(state, seat)

    def met(self, table: Table, seat: i64) -> bool:
        state = table.state
        for victim in range(state.seats):
            if state.colour[victim] == self.colour and victim != seat:
                by = state.out_by[victim]
                return by == seat or (by != NOBODY and self.instead.met(table, seat))
        return self.instead.met(table, seat)


@final
class ObjectiveMet(Ending):
    """Whoever has done what the card asks wins at once: the seat in turn first, then the others in turn order."""

    def __init__(self, objectives: list[Objective], board: Board) -> None:
        self.objectives: Final = objectives
        self.least: Final = vec[i64]([objective.least(board) for objective in objectives])

    def has_won(self, table: Table, seat: i64) -> bool:
        """Whether the seat holds a card and has met it; a seat that has fallen holds no place."""
        objective = table.state.objective[seat]
        if objective < 0 or table.state.lands[seat] < self.least[objective]:
            return False
        return self.objectives[objective].met(table, seat)

    def check(self, table: Table) -> None:
        state = table.state
        if state.round == 0:
            self.look_round(table)
        elif self.has_won(table, state.turn):
            table.note(GameEnded(bit(state.turn), "end.objective"))

    def look_round(self, table: Table) -> None:
        """Look at every seat, the one in turn first."""
        state = table.state
        seat = max(state.turn, 0)
        for _ in range(state.seats):
            if not state.over and self.has_won(table, seat):
                table.note(GameEnded(bit(seat), "end.objective"))
            seat = state.after(seat)


@final
class ObjectivesAtElimination(OnElimination):
    """Out of its turn a seat only loses places and armies, so its card is fulfilled then only when somebody falls."""

    def __init__(self, ending: ObjectiveMet) -> None:
        self.ending: Final = ending

    def eliminated(self, table: Table, seat: i64, by: i64) -> None:
        self.ending.look_round(table)


@final
class LastStanding(Ending):
    """The only seat left wins."""

    def check(self, table: Table) -> None:
        state = table.state
        if state.fallen == state.seats - 1:
            table.note(GameEnded(bit(state.turn), "end.survivor"))
