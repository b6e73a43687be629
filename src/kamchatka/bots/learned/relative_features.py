"""Estimate win chances with features that compare a seat with its rivals, beyond those of `valuation.py`."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.hand import card_worth
from kamchatka.bots.info import GameInfo
from kamchatka.bots.learned.learned import Learned
from kamchatka.bots.learned.valuation import COUNT as PLAIN
from kamchatka.bots.learned.valuation import FEATURES as PLAIN_FEATURES
from kamchatka.bots.learned.valuation import Valuation, features, income, threat_to
from kamchatka.kernel.state import State

FEATURES: Final = (
    *PLAIN_FEATURES,
    "armies to the best rival",
    "income to all",
    "hand worth",
    "armies late",
    "lands late",
    "income late",
    "armies at the front",
    "pressure",
    "bonus at risk",
    "armies among few",
    "lands to the best rival",
    "trio worth",
    "points",
    "points late",
    "the end",
    "points at the end",
    "armies at the end",
    "waiting at the end",
)
COUNT: Final = len(FEATURES)
LATE: Final = 20.0  # round by which a game counts as half over
TRIO: Final = 3  # cards of a trio
MIDDLING: Final = 8.0  # armies for an average trio


class RivalValuation(Valuation):
    """The same model with more features: standing among the rivals, value of the hand, length of the game.

    Editions in which points decide a closed game supply the points and how near that end is.
    """

    def __init__(self, info: GameInfo, learned: Learned) -> None:
        super().__init__(info, learned, FEATURES)

    def features(self, state: State, seat: i64) -> vec[float]:
        found = vec[float]([0.0] * COUNT)
        if state.lands[seat] == 0:
            return found
        plain = features(self.info, state, seat)
        for i in range(PLAIN):
            found[i] = plain[i]
        late = float(state.round) / (float(state.round) + LATE)
        self.compare(state, seat, found)
        self.look_around(state, seat, found)
        found[13] = late * found[1]
        found[14] = late * found[0]
        found[15] = late * found[2]
        self.look_ahead(state, seat, late, found)
        return found

    def points(self, state: State, seat: i64) -> float:
        """Return the seat's score if the game closed now; zero where points don't decide."""
        return 0.0

    def nearness(self, state: State) -> float:
        """How near the end on points is: 0 while it is unknown, 1 in the last turns."""
        return 0.0

    def look_ahead(self, state: State, seat: i64, late: float, found: vec[float]) -> None:
        """Set the features of the end: points against the best rival, and the means to gain more."""
        best = 0.0
        for other in range(state.seats):
            if other != seat and state.lands[other] > 0:
                best = max(best, self.points(state, other))
        own = self.points(state, seat)
        near = self.nearness(state)
        found[22] = own / (own + best) if own > 0.0 else 0.0
        found[23] = late * found[22]
        found[24] = near
        found[25] = near * found[22]
        found[26] = near * found[1]
        found[27] = near * found[7]

    def compare(self, state: State, seat: i64, found: vec[float]) -> None:
        """Set the features that compare the seat with its strongest rival and with all of them."""
        every = 1.0
        best = 0.0
        own = 1.0
        earned = 0.0
        lands = 0.0
        rivals: i64 = 0
        armies = armies_of(self.info, state)
        for other in range(state.seats):
            if state.lands[other] > 0:
                every += armies[other]
                earned += income(self.info, state, other)
                if other == seat:
                    own += armies[other]
                else:
                    rivals += 1
                    best = max(best, armies[other])
                    lands = max(lands, float(state.lands[other]))
        hand = MIDDLING / float(TRIO) * float(state.hand[seat]) * card_worth(self.info, state)
        found[10] = own / (own + best)
        found[11] = found[2] / earned
        found[12] = hand / every
        found[19] = found[10] / float(rivals) if rivals > 0 else 1.0
        found[20] = float(state.lands[seat]) / (float(state.lands[seat]) + lands)
        found[21] = found[12] if state.hand[seat] >= TRIO else 0.0

    def look_around(self, state: State, seat: i64, found: vec[float]) -> None:
        """Set the features of the front: our armies there, those facing them, and zones one conquest would break."""
        board = self.info.board
        front = 0.0
        own = 1.0
        against = 0.0
        weak = vec[i64]([0] * int(board.zones))
        for place in range(board.size):
            if state.owner[place] == seat:
                own += float(state.armies[place])
                threat = threat_to(board, state, place)
                if threat > 0:
                    front += float(state.armies[place])
                    against += float(threat)
                    if threat > state.armies[place]:
                        weak[board.zone[place]] = 1
        risk = 0.0
        for zone in range(board.zones):
            if state.held[seat * board.zones + zone] == board.zone_size[zone]:
                risk += float(board.bonus[zone] * weak[zone])
        found[16] = front / own
        found[17] = against / (against + own)
        found[18] = 0.1 * risk


def armies_of(info: GameInfo, state: State) -> vec[float]:
    """Return by seat the armies on the board plus unplaced ones."""
    found = vec[float]([float(state.stock[seat]) for seat in range(state.seats)])
    for place in range(info.board.size):
        owner = state.owner[place]
        if owner >= 0:
            found[owner] += float(state.armies[place])
    return found
