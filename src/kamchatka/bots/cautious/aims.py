"""Values that an objective gives to places: which to take, which to keep, and how close victory is."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.info import GameInfo
from kamchatka.bots.zones import whole_zones
from kamchatka.kernel.board import Board
from kamchatka.kernel.rules.objectives import Demand, Objective
from kamchatka.kernel.state import NOBODY, State

VICTORY: Final = 300.0  # value in armies of the place that wins the game


def progress(missing: i64, far: float, near: float) -> float:
    """Return the value of one of the `missing` steps to an objective. The last one is worth the game."""
    return VICTORY if missing <= 1 else far + near / float(missing)


@final
class Aims:
    """By place: its value in armies beyond its income, for taking it or, if held, for not losing it."""

    def __init__(self, places: i64) -> None:
        self.worth: Final = vec[float]([0.0] * int(places))
        self.garrison: i64 = 1  # armies that each place should have in the end
        self.filling: float = 0.0  # value of bringing another place up to the garrison

    def seek(self, info: GameInfo, state: State, seat: i64, objective: Objective | None) -> None:
        """Set the values for a seat's objective. Without a known one, the aim is the whole board."""
        board = info.board
        demand = Demand() if objective is None else objective.demand(state, seat)
        if demand.has_zones():
            self.seek_zones(board, state, seat, whole_zones(board, state, seat, demand))
        elif len(demand.places) > 0:
            self.seek_marked(board, state, seat, demand.places)
        elif demand.victim != NOBODY:
            self.seek_fall(board, state, demand.victim)
        else:
            self.seek_places(board, state, seat, demand if demand.count > 0 else Demand(count=board.size))

    def seek_zones(self, board: Board, state: State, seat: i64, zones: list[int]) -> None:
        missing: i64 = 0
        total: i64 = 0
        for zone in zones:
            missing += board.zone_size[zone] - state.held[seat * board.zones + zone]
            total += board.zone_size[zone]
        gain = progress(missing, 2.0, 16.0)
        hold = 1.0 + 5.0 * float(total - missing) / float(total)
        for place in range(board.size):
            if board.zone[place] in zones:
                self.worth[place] = hold if state.owner[place] == seat else gain

    def seek_places(self, board: Board, state: State, seat: i64, demand: Demand) -> None:
        strong: i64 = 0
        for place in range(board.size):
            if state.owner[place] == seat and state.armies[place] >= demand.garrison:
                strong += 1
        missing = max(i64(1), demand.count - strong)
        gain = progress(missing, 0.5, 10.0)
        if demand.garrison > 1:
            self.garrison = demand.garrison
            self.filling = gain
        for place in range(board.size):
            self.worth[place] = 0.5 + 3.0 / float(missing) if state.owner[place] == seat else gain

    def seek_marked(self, board: Board, state: State, seat: i64, places: vec[i64]) -> None:
        missing: i64 = 0
        for place in places:
            if state.owner[place] != seat:
                missing += 1
        gain = progress(missing, 1.0, 12.0)
        for place in places:  # a place's value counts as points if time runs out first
            self.worth[place] = 0.4 * float(board.value[place]) + (1.0 if state.owner[place] == seat else gain)

    def seek_fall(self, board: Board, state: State, victim: i64) -> None:
        gain = progress(state.lands[victim], 2.0, 16.0)
        for place in range(board.size):
            if state.owner[place] == victim:
                self.worth[place] = gain
