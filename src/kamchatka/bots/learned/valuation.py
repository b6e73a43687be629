"""Estimate each seat's win chance with a small model trained on arena games (`tools/tune/train_marshal.py`)."""

from math import exp, tanh
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.objectives import lacking, places_held_for
from kamchatka.bots.goals.weights import NORMAL
from kamchatka.bots.info import GameInfo
from kamchatka.bots.learned.learned import Learned
from kamchatka.kernel.board import Board
from kamchatka.kernel.state import State

FEATURES: Final = (
    "lands",
    "armies",
    "income",
    "cards",
    "objective held",
    "objective in reach",
    "last steps",
    "waiting",
    "largest stack",
    "weak borders",
)
COUNT: Final = len(FEATURES)
LAST_STEPS: Final = 3.0  # missing places from which an objective counts as close


def features(info: GameInfo, state: State, seat: i64) -> vec[float]:
    """Return the features of one seat, each about 0 to 1."""
    found = vec[float]([0.0] * COUNT)
    if state.lands[seat] == 0:
        return found
    board = info.board
    totals(info, state, seat, found)
    found[0] = float(state.lands[seat]) / float(board.size)
    found[3] = 0.2 * float(state.hand[seat])
    card = state.objective[seat]
    if 0 <= card < len(info.objectives):
        goals = Goals(info, state, seat, NORMAL)
        demand = info.objectives[card].demand(state, seat)
        missing = lacking(goals, demand)
        held = i64(len(places_held_for(goals, demand)))
        if len(missing) > 0:
            found[4] = float(held) / float(held + len(missing))
            found[5] = goals.chance(missing)
            found[6] = LAST_STEPS / (LAST_STEPS + float(len(missing)))
    found[7] = float((state.rank(seat) - state.rank(state.turn) + state.seats) % state.seats) / float(state.seats)
    return found


def totals(info: GameInfo, state: State, seat: i64, found: vec[float]) -> None:
    """Set the shares of armies and income, the largest stack, and the weak borders."""
    board = info.board
    own: i64 = 0
    every: i64 = 1
    largest: i64 = 0
    borders: i64 = 0
    weak: i64 = 0
    for place in range(board.size):
        armies = state.armies[place]
        every += armies
        if state.owner[place] == seat:
            own += armies
            largest = max(largest, armies)
            threat = threat_to(board, state, place)
            if threat > 0:
                borders += 1
                if threat > armies + 1:
                    weak += 1
    found[1] = float(own + state.stock[seat]) / float(every)
    found[2] = income(info, state, seat)
    found[8] = float(largest) / float(every)
    found[9] = float(weak) / float(borders) if borders > 0 else 0.0


def threat_to(board: Board, state: State, place: i64) -> i64:
    """Return the largest rival stack next to a place."""
    threat: i64 = 0
    for i in range(board.first[place], board.first[place + 1]):
        other = board.links[i]
        if state.owner[other] != state.owner[place] and state.owner[other] >= 0:
            threat = max(threat, state.armies[other])
    return threat


def income(info: GameInfo, state: State, seat: i64) -> float:
    """Return the armies per turn as a fraction of what the whole board yields."""
    board = info.board
    armies = float(state.lands[seat]) / 3.0
    whole = float(board.size) / 3.0
    for zone in range(board.zones):
        whole += float(board.bonus[zone])
        if state.held[seat * board.zones + zone] == board.zone_size[zone]:
            armies += float(board.bonus[zone])
    return armies / whole


class Valuation:
    """A score for each seat by a small network; softmax makes them win chances. Games of ages have other features."""

    def __init__(self, info: GameInfo, learned: Learned, names: tuple[str, ...] = FEATURES) -> None:
        self.info: Final = info
        self.names: Final = names
        if learned.features != names:
            raise ValueError(f"the model knows {learned.features}, the position has {names}")
        if any(len(weights) != len(names) for weights in (learned.direct, *learned.hidden) if weights):
            raise ValueError(f"the model has other weights than for {len(names)} features")
        self.direct: Final = vec[float]([weight for weight in learned.direct])
        self.hidden: Final = vec[float]([weight for unit in learned.hidden for weight in unit])
        self.bias: Final = vec[float]([weight for weight in learned.bias])
        self.output: Final = vec[float]([weight for weight in learned.output])

    def features(self, state: State, seat: i64) -> vec[float]:
        """Return the features of one seat, in the order of `names`."""
        return features(self.info, state, seat)

    def chance(self, state: State, seat: i64) -> float:
        """Return the estimated win chance of the seat."""
        if state.over:
            return win_share(state, seat)
        total = 0.0
        mine = 0.0
        for other in range(state.seats):
            if state.lands[other] > 0:
                score = exp(self.score(state, other))
                total += score
                if other == seat:
                    mine = score
        return mine / total if total > 0.0 else 0.0

    def score(self, state: State, seat: i64) -> float:
        """Return the network's score for a seat."""
        found = self.features(state, seat)
        count = i64(len(found))
        total = 0.0
        for i in range(count):
            total += found[i] * self.direct[i]
        for unit in range(i64(len(self.output))):
            bent = self.bias[unit]
            for i in range(count):
                bent += found[i] * self.hidden[unit * count + i]
            total += tanh(bent) * self.output[unit]
        return total


def win_share(state: State, seat: i64) -> float:
    """Return 1 for a win and a fraction for a shared one."""
    winners: i64 = 0
    mine = 0.0
    for other in range(state.seats):
        if state.winners >> other & 1:
            winners += 1
            if other == seat:
                mine = 1.0
    return mine / float(winners) if winners > 0 else 0.0
