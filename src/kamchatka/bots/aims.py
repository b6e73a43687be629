"""What an objective makes of the board: which places a seat wants, which it must keep, how far it is from winning."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.lore import Lore
from kamchatka.editions.challenge.objectives import HoldMarked
from kamchatka.kernel.board import Board
from kamchatka.kernel.rules.objectives import Destroy, HoldPlaces, HoldZones, Objective
from kamchatka.kernel.state import NOBODY, State

VICTORY: Final = 300.0  # the worth, in armies, of the place that wins the game


def progress(missing: i64, far: float, near: float) -> float:
    """The worth of one of the `missing` steps to an objective: the last one is the game."""
    return VICTORY if missing <= 1 else far + near / float(missing)


@final
class Aims:
    """By place: what it is worth beyond its income, in armies, to take it or (when held) not to lose it."""

    def __init__(self, places: i64) -> None:
        self.worth: Final = vec[float]([0.0] * int(places))
        self.garrison: i64 = 1  # armies that each place should have in the end
        self.filling: float = 0.0  # the worth of bringing one more place up to the garrison

    def seek(self, lore: Lore, state: State, seat: i64, objective: Objective | None) -> None:
        """Set everything for a seat's objective; without one that is known, the whole board will do."""
        if isinstance(objective, HoldZones):
            self.seek_zones(lore.board, state, seat, whole_zones(lore.board, state, seat, objective))
        elif isinstance(objective, HoldPlaces):
            self.seek_places(lore.board, state, seat, objective)
        elif isinstance(objective, HoldMarked):
            self.seek_marked(lore.board, state, seat, objective)
        elif isinstance(objective, Destroy):
            victim = prey(state, seat, objective)
            if victim == NOBODY:
                self.seek(lore, state, seat, objective.instead)
            else:
                self.seek_fall(lore.board, state, victim)
        else:
            self.seek_places(lore.board, state, seat, HoldPlaces(lore.board.size))

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

    def seek_places(self, board: Board, state: State, seat: i64, objective: HoldPlaces) -> None:
        strong: i64 = 0
        for place in range(board.size):
            if state.owner[place] == seat and state.armies[place] >= objective.garrison:
                strong += 1
        missing = max(i64(1), objective.count - strong)
        gain = progress(missing, 0.5, 10.0)
        if objective.garrison > 1:
            self.garrison = objective.garrison
            self.filling = gain
        for place in range(board.size):
            self.worth[place] = 0.5 + 3.0 / float(missing) if state.owner[place] == seat else gain

    def seek_marked(self, board: Board, state: State, seat: i64, objective: HoldMarked) -> None:
        missing: i64 = 0
        for place in objective.places:
            if state.owner[place] != seat:
                missing += 1
        gain = progress(missing, 1.0, 12.0)
        for place in objective.places:  # their values are points when time runs out first
            self.worth[place] = 0.4 * float(board.value[place]) + (1.0 if state.owner[place] == seat else gain)

    def seek_fall(self, board: Board, state: State, victim: i64) -> None:
        gain = progress(state.lands[victim], 2.0, 16.0)
        for place in range(board.size):
            if state.owner[place] == victim:
                self.worth[place] = gain


def prey(state: State, seat: i64, objective: Destroy) -> i64:
    """The seat that a destroy card still hunts; NOBODY when its fall-back counts."""
    for victim in range(state.seats):
        if state.colour[victim] == objective.colour and victim != seat and state.is_alive(victim):
            return victim
    return NOBODY


def whole_zones(board: Board, state: State, seat: i64, objective: HoldZones) -> list[int]:
    """The zones named, and as free choices those that would cost the fewest armies."""
    zones = objective.zones[:]
    for _ in range(objective.others):
        best: i64 = -1
        least: i64 = 0
        for zone in range(board.zones):
            if zone not in zones:
                price = resistance(board, state, seat, zone)
                if best < 0 or price < least:
                    best = zone
                    least = price
        zones.append(best)
    return zones


def resistance(board: Board, state: State, seat: i64, zone: i64) -> i64:
    """The enemy armies in a zone, and two more for each place to take."""
    armies: i64 = 0
    for place in range(board.size):
        if board.zone[place] == zone and state.owner[place] != seat:
            armies += state.armies[place] + 2
    return armies
