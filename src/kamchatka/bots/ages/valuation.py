"""Estimate each seat's win chance in a game of ages, from points scored and resources that can become points."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.ages.calendar import is_before
from kamchatka.bots.info import GameInfo
from kamchatka.bots.learned.learned import Learned
from kamchatka.bots.learned.valuation import Valuation, income
from kamchatka.bots.orders import LEAST
from kamchatka.kernel.ages.age import Age, buildings, pieces_of
from kamchatka.kernel.bits import size
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.ages import Ages
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Table

FEATURES: Final = (
    "points",
    "points late",
    "lead late",
    "lands",
    "armies",
    "armies early",
    "largest stack",
    "income",
    "purse",
    "hand",
    "pieces",
    "buildings",
    "to play",
    "to play late",
    "answered",
    "answered late",
    "turn late",
    "at risk",
)
COUNT: Final = len(FEATURES)


@final
class AgeValuation(Valuation):
    """The general model with features for ages: points count more as the end comes closer."""

    def __init__(self, game: Game, info: GameInfo, learned: Learned) -> None:
        super().__init__(info, learned, FEATURES)
        for step in game.steps:
            if isinstance(step, Ages):
                self.last: i64 = step.last
                self.measure = step.final_scoring.measures[0]

    def features(self, state: State, seat: i64) -> vec[float]:
        found = vec[float]([0.0] * COUNT)
        own = state.edition_state
        if state.lands[seat] == 0 or not isinstance(own, Age):
            return found
        table = Table(self.info.board, state, LEAST, None)
        late = float(own.number) / float(self.last)
        self.count_points(table, seat, late, found)
        self.count_armies(state, seat, late, found)
        found[3] = self.territories(state, seat)
        found[7] = income(self.info, state, seat)
        found[8] = 0.1 * float(own.purse[seat])
        found[9] = 0.1 * float(state.hand[seat])
        found[10] = 0.25 * float(size(pieces_of(table, seat)))
        found[11] = 0.25 * float(buildings(table, seat))
        found[12] = 1.0 if is_before(state, own, seat) else 0.0
        found[13] = found[12] * late * late
        self.count_turns(state, own, seat, late, found)
        found[17] = 0.1 * float(self.weak_places(state, own, seat))
        return found

    def count_turns(self, state: State, own: Age, seat: i64, late: float, found: vec[float]) -> None:
        """Set the fraction of rivals that play after the seat in this age, and whether the seat is in turn."""
        coming = 0.0
        if state.turn >= 0:
            for rival in range(state.seats):
                behind = own.marker[rival] > own.marker[seat] and own.marker[rival] >= own.marker[state.turn]
                if rival != seat and behind and state.is_alive(rival):
                    coming += 1.0
        found[14] = coming / float(state.seats - 1)
        found[15] = found[14] * late * late
        found[16] = late * late if state.turn == seat else 0.0

    def weak_places(self, state: State, own: Age, seat: i64) -> i64:
        """Return the number of the seat's places with a rival neighbour that is stronger by more than one unit."""
        board = self.info.board
        weak: i64 = 0
        for place in range(board.size):
            if state.owner[place] == seat:
                enough = state.armies[place] + size(own.standing[place]) + 1
                for i in range(board.first[place], board.first[place + 1]):
                    other = board.links[i]
                    rival = state.owner[other]
                    if rival >= 0 and rival != seat and state.armies[other] + size(own.standing[other]) > enough:
                        weak += 1
                        break
        return weak

    def territories(self, state: State, seat: i64) -> float:
        """Return the seat's share of the places in zones with a bonus; an underworld or a heaven doesn't count."""
        board = self.info.board
        held: i64 = 0
        every: i64 = 0
        for zone in range(board.zones):
            if board.bonus[zone] > 0:
                held += state.held[seat * board.zones + zone]
                every += board.zone_size[zone]
        return float(held) / float(every)

    def count_points(self, table: Table, seat: i64, late: float, found: vec[float]) -> None:
        """Set the seat's share of all points, and its lead over the best rival."""
        state = table.state
        every = 1.0
        rival = 0.0
        mine = 0.0
        for other in range(state.seats):
            if state.is_alive(other):
                points = float(self.measure.of(table, other))
                every += points
                if other == seat:
                    mine = points
                else:
                    rival = max(rival, points)
        found[0] = mine / every
        found[1] = found[0] * late
        found[2] = 0.1 * (mine - rival) * late * late

    def count_armies(self, state: State, seat: i64, late: float, found: vec[float]) -> None:
        """Set the seat's share of all armies, and its largest stack."""
        own: i64 = state.stock[seat]
        every: i64 = 1
        largest: i64 = 0
        for place in range(self.info.board.size):
            every += state.armies[place]
            if state.owner[place] == seat:
                own += state.armies[place]
                largest = max(largest, state.armies[place])
        found[4] = float(own) / float(every)
        found[5] = found[4] * (1.0 - late)
        found[6] = float(largest) / float(every)
