"""Evaluate a position for one seat, in armies: values of places, and of armies in their positions."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.cautious.aims import VICTORY, Aims
from kamchatka.bots.cautious.rivals import fears
from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.info import GameInfo
from kamchatka.bots.reach import reach_of
from kamchatka.kernel.state import State

CARD: Final = 3.0  # value in armies of a turn's card: a third of an average trio
PATIENT_ROUNDS: Final = 12  # afterwards armies count less and less, so that no game stalls
PLENTY: Final = 40.0  # armies on the board beyond which each counts less
STEPS: Final = 5  # links that are looked ahead
LAST_CHANCE: Final = 0.2  # minimum chance of an attack that would win the game
LEAST_CHANCE: Final = 0.5  # minimum chance of other attacks, lowered as armies come to count less


class CautiousEvaluator(Evaluator):
    """The evaluation of one moment."""

    def __init__(self, info: GameInfo, state: State, seat: i64) -> None:
        super().__init__(state, seat)
        self.info: Final = info
        self.aims: Final = Aims(info.board.size)
        own = state.objective[seat]
        self.aims.seek(info, state, seat, info.objectives[own] if 0 <= own < len(info.objectives) else None)
        self.price: Final = thrift(state.round) * rarity(info, state, seat)
        self.worth: Final = vec[float]([0.0] * int(info.board.size))
        self.weigh()
        self.reach: Final = reach_of(info.board, state, seat, self.worth, STEPS)

    # -------------------------------------------------------------- places
    def weigh(self) -> None:
        """Compute the value of each place from income, objective, dangerous rivals and hands to capture."""
        state = self.state
        dear = fears(self.info, state, self.seat)
        for place in range(self.info.board.size):
            worth = 1.0 + self.aims.worth[place] + self.zone_worth(place)
            if state.owner[place] != self.seat:
                worth += dear[place] + self.fall_worth(state.owner[place])
            self.worth[place] = worth

    def zone_worth(self, place: i64) -> float:
        """Return the value from the zone's bonus: completing our own zone or breaking a rival's."""
        board = self.info.board
        zone = board.zone[place]
        bonus = float(board.bonus[zone])
        whole = board.zone_size[zone]
        held = self.state.held[self.seat * board.zones + zone]
        if self.state.owner[place] == self.seat:
            return 2.0 * bonus if held == whole else 0.0
        worth = 2.0 * bonus * float(held) / float(whole * (whole - held))
        owner = self.state.owner[place]
        return worth + bonus if owner >= 0 and self.state.held[owner * board.zones + zone] == whole else worth

    def fall_worth(self, victim: i64) -> float:
        """Return the value of the cards of a seat that is about to be eliminated."""
        if victim < 0 or self.state.lands[victim] > 3:
            return 0.0
        return CARD * float(self.state.hand[victim]) / float(self.state.lands[victim])

    # -------------------------------------------------------------- armies
    def assault(self, source: i64, target: i64) -> float:
        """Return the value of an attack; zero unless it is likely to succeed."""
        attackers = self.state.armies[source] - 1
        least = LAST_CHANCE if self.aims.worth[target] >= VICTORY else LEAST_CHANCE * self.price
        if self.info.battles.win(attackers, self.state.armies[target]) < least:
            return 0.0
        return self.prospect(attackers, target)

    def prospect(self, attackers: i64, target: i64) -> float:
        """Return the value of an attack with `attackers` armies able to fight, minus its cost."""
        state = self.state
        if self.is_spared(target):
            return 0.0
        gain = self.worth[target] + 0.5 * self.reach[target]
        if state.turn != self.seat or state.conquests == 0:
            gain += CARD
        defenders = state.armies[target]
        battles = self.info.battles
        return battles.win(attackers, defenders) * gain - self.price * battles.losses(attackers, defenders)

    def is_spared(self, target: i64) -> bool:
        """Return whether the protection of the first rounds covers this last place of a seat."""
        owner = self.state.owner[target]
        return self.state.round <= self.info.spared_until and owner >= 0 and self.state.lands[owner] == 1

    def stand(self, place: i64, armies: i64) -> float:
        """Return the value of armies on one of our places: the attack they allow and the place they hold."""
        board = self.info.board
        state = self.state
        threat: i64 = 0
        attack = 0.0
        for i in range(board.first[place], board.first[place + 1]):
            other = board.links[i]
            if state.owner[other] != self.seat:
                attack = max(attack, self.prospect(armies - 1, other))
                threat = max(threat, state.armies[other] + 1)
        value = attack + 0.03 * float(armies) * self.reach[place]
        if threat > 0:
            value += self.worth[place] * (1.0 - self.info.battles.win(threat, armies))
        return value + self.aims.filling if armies >= self.aims.garrison else value


def rarity(info: GameInfo, state: State, seat: i64) -> float:
    """Reduce the value of an army for seats with many. Otherwise two huge stacks would face each other forever."""
    armies: i64 = 0
    for place in range(info.board.size):
        if state.owner[place] == seat:
            armies += state.armies[place]
    return min(1.0, PLENTY / float(armies + 1))


def thrift(round: i64) -> float:
    """Return the price of an army relative to a place. It falls with the length of the game."""
    if round <= PATIENT_ROUNDS:
        return 1.0
    return max(0.25, 1.0 - 0.03 * float(round - PATIENT_ROUNDS))
