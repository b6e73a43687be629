"""Evaluate one moment for a captain: goals and rivals give places their value, exact odds rate what armies can do."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.battles import LARGEST, PAID, Battles
from kamchatka.bots.captain.aims import set_goals
from kamchatka.bots.captain.danger import Alarm
from kamchatka.bots.captain.memo import Memo
from kamchatka.bots.captain.muster import by_plan
from kamchatka.bots.captain.venture import venture
from kamchatka.bots.evaluator import BattleEvaluator
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.hand import card_worth
from kamchatka.bots.info import GameInfo
from kamchatka.bots.reach import reach_of
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.board import Board
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.state import NOBODY, State

STEPS: Final = 4  # links that are looked ahead for armies far from any enemy
FAR: Final = 12  # the same in a won duel, to bring distant armies to the front
DEPTH: Final = 3  # maximum number of consecutive conquests considered
LONG_GAME: Final = 3.0  # factor on the expected length of the game
UNKNOWN: Final = -2  # not computed yet
TRICKLE: Final = 0.1  # factor on `lure` where a plan already directs the armies
EVEN: Final = 0.5  # minimum win chance for a seat that is far behind,
DEAR: Final = 20.0  # unless the attack gains this many armies
SURELY: Final = 1.000000001  # keeps upper bounds valid despite rounding
SLIM: Final = 0.25  # win chance of a conquest below which follow-ups are ignored


@final
class CaptainEvaluator(BattleEvaluator):
    """The evaluator of a captain, created for a decision or reused while little changes (`recall.py`).

    `alarm` may be reused from the previous decision.
    """

    def __init__(
        self, strategy: Strategy, state: State, seat: i64, weights: Weights, may_fight: bool, alarm: Alarm | None = None
    ) -> None:
        super().__init__(state, seat, weights)
        info = strategy.info
        self.info: Final = info
        goals = Goals(info, state, seat, weights)
        set_goals(strategy, goals)
        (alarm or Alarm()).sound(goals)
        self.worth: Final[vec[float]] = goals.worth
        self.hold: Final[vec[float]] = goals.hold
        self.garrison: Final[i64] = goals.garrison
        self.filling: Final = goals.filling
        self.is_duel: Final = goals.is_duel
        self.steps: Final[i64] = FAR if goals.is_won else STEPS
        price = info.battles.rate * thrift(weights, info, state.round)
        self.price: Final = price * rarity(weights, state, seat)
        self.is_behind: Final = weights.habits.spares and is_behind(state, seat)
        self.card: Final = weights.card * card_worth(info, state)
        is_turn = state.round > 0 and state.turn == seat
        self.plan: Final = venture(goals, self.price) if may_fight and is_turn else None
        # where a plan should end the game, armies go where the plan needs them, not all to one place
        self.lure: Final = weights.lure * (TRICKLE if goals.is_won and self.plan is not None else 1.0)
        # whether it stays valid while only our armies move in this turn: no victory in sight, and no plan for one
        self.is_lasting: Final = is_turn and not goals.is_in_sight and (self.plan is None or not goals.is_duel)
        self.taken: Final = vec[i64]([0] * int(info.board.size))  # places taken by the march being evaluated
        self.deep: i64 = 0  # number of places in `taken`
        # by place: the neighbour with the largest enemy stack, or UNKNOWN
        self.foe: vec[i64] = vec[i64]([UNKNOWN] * int(info.board.size))
        self.fear: Final[i64] = int(weights.fear)
        self.fresh: Final = state.turn != seat or state.conquests == 0
        self.reach: vec[float] = vec[float]()  # what lies ahead of each place; computed on first use
        self.bound: vec[float] = vec[float]()  # upper bound for conquests after a first one; computed on first use
        self.loose: vec[float] = vec[float]()  # the same for stacks beyond the table of prizes
        self.stood: Final = Memo()  # cached values of `stand`
        self.hoped: Final = Memo()  # cached values of `stand_at_most`

    def forget(self) -> None:
        """Discard everything that depends on the armies of rivals; the values of places stay valid."""
        self.foe = vec[i64]([UNKNOWN] * int(self.info.board.size))
        self.reach = vec[float]()
        self.bound = vec[float]()
        self.loose = vec[float]()
        self.stood.forget()
        self.hoped.forget()

    def opening(self, options: Options) -> Action | None:
        """In a duel with a plan to end the game, place armies where the plan needs them."""
        return by_plan(self.plan, options) if self.is_duel and self.plan is not None else None

    def march(self, place: i64, armies: i64, depth: i64, least: float = 0.0) -> float:
        """Return the value of the best sequence of conquests from a place, or `least` if that is more."""
        board = self.info.board
        battles = self.info.battles
        best = least
        if armies > 1:
            for i in range(board.first[place], board.first[place + 1]):
                target = board.links[i]
                if (
                    self.state.owner[target] != self.seat
                    and self.taken[target] == 0
                    and self.surpasses(target, armies - 1, self.hope(target, armies - 1, depth), battles, best)
                ):
                    best = max(best, self.attack(place, target, armies - 1, depth, battles, best))
        return best

    def hope(self, target: i64, attackers: i64, depth: i64) -> float:
        """Return an upper bound for the value of a conquest and everything that can follow."""
        prize = self.worth[target] + self.beyond(target, attackers, depth)
        return prize + self.card if self.fresh and self.deep == 0 else prize

    def beyond(self, target: i64, attackers: i64, depth: i64) -> float:
        """Return an upper bound for the value of conquests after a first one by `attackers`."""
        cell = (depth - 1) * self.info.board.size + target
        if attackers <= PAID:
            if len(self.bound) == 0:
                self.bound = self.in_a_row(False)
            return self.bound[cell]
        if len(self.loose) == 0:
            self.loose = self.in_a_row(True)
        return self.loose[cell]

    def in_a_row(self, is_large: bool) -> vec[float]:
        """Return upper bounds by number of further conquests and by enemy place.

        Stacks within the prize table are bounded by its best gain, larger ones by the minimum fee.
        """
        board, battles = self.info.board, self.info.battles
        first, links, owner, worth = board.first, board.links, self.state.owner, self.worth
        armies = self.state.armies
        size = board.size
        found = vec[float]([0.0] * int(DEPTH * size))
        gain = vec[float]([0.0] * int(size))
        for depth in range(1, DEPTH):
            for place in range(size):
                if owner[place] != self.seat:
                    prize = worth[place] + found[(depth - 1) * size + place]
                    if is_large:
                        fee = battles.fee[min(i64(LARGEST), armies[place])]
                        gain[place] = max(0.0, prize - self.price * fee) * SURELY
                    else:
                        gain[place] = self.ceiling(place, PAID, prize, battles)
            for place in range(size):
                if owner[place] != self.seat:
                    best = 0.0
                    for i in range(first[place], first[place + 1]):
                        best = max(best, gain[links[i]])  # our own places add nothing
                    found[depth * size + place] = best
        return found

    def surpasses(self, target: i64, attackers: i64, prize: float, battles: Battles, best: float) -> bool:
        """Return whether an attack with at most this prize can beat `best`. This check skips most evaluations."""
        if self.ceiling(target, attackers, prize, battles) <= best:
            return False
        return self.at_most(target, attackers, prize, battles) > best

    def ceiling(self, target: i64, attackers: i64, prize: float, battles: Battles) -> float:
        """Return a cheaper, less tight bound than `at_most`."""
        return battles.ceiling(attackers, self.state.armies[target], prize, self.price) * SURELY

    def at_most(self, target: i64, attackers: i64, prize: float, battles: Battles) -> float:
        """Return an upper bound for the value of an attack with at most this prize."""
        return self.price * battles.pays(attackers, self.state.armies[target], prize / self.price) * SURELY

    def assault(self, source: i64, target: i64) -> float:
        return self.assault_by(source, target, self.info.battles)

    def assault_by(self, source: i64, target: i64, battles: Battles) -> float:
        """Return the value of the best march that starts with this attack under these odds; 0 if not worth it."""
        attackers = self.state.armies[source] - 1
        gain = self.attack(source, target, attackers, DEPTH, battles) - self.weights.least
        if self.plan is not None and self.plan.has(source, target):
            return gain + self.plan.prize
        if self.is_behind and gain < DEAR and battles.win(attackers, self.state.armies[target]) < EVEN:
            return 0.0
        return gain

    def assault_at_most(self, source: i64, target: i64) -> float:
        attackers = self.state.armies[source] - 1
        hope = self.hope(target, attackers, DEPTH)
        most = self.at_most(target, attackers, hope, self.info.battles) - self.weights.least
        return most + self.plan.prize if self.plan is not None and self.plan.has(source, target) else most

    def attack(
        self, source: i64, target: i64, attackers: i64, depth: i64, battles: Battles, least: float = 0.0
    ) -> float:
        """Return an attack's value with follow-ups, minus its cost. A value up to `least` is only an upper bound."""
        defenders = self.state.armies[target]
        wins = battles.win(attackers, defenders)
        prize = self.worth[target]
        if self.fresh and self.deep == 0:
            prize += self.card
        if wins > SLIM:
            left = i64((float(attackers) - battles.losses(attackers, defenders)) / wins + 0.5)
            self.taken[target] = 1
            self.deep += 1
            prize -= self.weights.caution * self.exposure(source, target, attackers + 1, left)
            if depth > 1:
                hope = prize + self.beyond(target, attackers, depth)
                if self.surpasses(target, attackers, hope, battles, least):
                    prize += self.march(target, left, depth - 1, max(0.0, least / SURELY - prize))
            self.taken[target] = 0
            self.deep -= 1
        return self.price * battles.pays(attackers, defenders, prize / self.price)

    def exposure(self, source: i64, target: i64, armies: i64, left: i64) -> float:
        """Return the safety lost by a conquest: the source is left with one army, and the target may be retaken."""
        return (
            self.holding_value(source, armies)
            - self.holding_value(source, 1)
            + self.hold[target]
            - self.holding_value(target, left)
        )

    def holding_value(self, place: i64, armies: i64) -> float:
        """Return the value of a place, weighted by the chance that its garrison holds it."""
        foe = self.foe[place]
        if foe == UNKNOWN:
            foe = self.largest_beside(place, False)
            self.foe[place] = foe
        if foe != NOBODY and self.taken[foe] == 1:
            foe = self.largest_beside(place, True)
        if foe == NOBODY:
            return self.hold[place]
        threat = self.state.armies[foe] - 1 + self.fear
        return self.hold[place] * (1.0 - self.info.battles.win(threat, armies))

    def largest_beside(self, place: i64, marching: bool) -> i64:
        """Return the neighbour with the largest enemy stack, ignoring places taken by the march; NOBODY if none."""
        board = self.info.board
        state = self.state
        found: i64 = NOBODY
        most: i64 = 0
        for i in range(board.first[place], board.first[place + 1]):
            other = board.links[i]
            if (
                state.owner[other] != self.seat
                and state.owner[other] >= 0
                and state.armies[other] > most
                and not (marching and self.taken[other] == 1)
            ):
                most = state.armies[other]
                found = other
        return found

    def stand(self, place: i64, armies: i64) -> float:
        """Return the value of armies on a place: the march they can make, the place they hold, and nearby targets."""
        asked = armies * self.info.board.size + place
        if self.stood.has(asked):
            return self.stood.answer(asked)
        return self.stood.keep(asked, self.standing(place, armies, self.march(place, armies, DEPTH)))

    def stand_at_most(self, place: i64, armies: i64) -> float:
        board, battles = self.info.board, self.info.battles
        asked = armies * board.size + place
        if self.hoped.has(asked):
            return self.hoped.answer(asked)
        best = 0.0
        for i in range(board.first[place], board.first[place + 1]):
            target = board.links[i]
            if self.state.owner[target] != self.seat:
                hope = self.hope(target, armies - 1, DEPTH)
                if self.ceiling(target, armies - 1, hope, battles) > best:
                    best = max(best, self.at_most(target, armies - 1, hope, battles))
        return self.hoped.keep(asked, self.standing(place, armies, best))

    def is_rear(self, source: i64, target: i64) -> bool:
        """Return whether the place left behind has no rival neighbour and the place taken has one."""
        if not self.weights.habits.empties or self.garrison > 1:
            return False
        return is_rear(self.info.board, self.state, source, target)

    def ahead(self, place: i64) -> float:
        """Return the value of what lies ahead of a place. Computed lazily, because attacks don't need it."""
        if len(self.reach) == 0:
            self.reach = reach_of(self.info.board, self.state, self.seat, self.worth, self.steps)
        return self.reach[place]

    def standing(self, place: i64, armies: i64, march: float) -> float:
        """Return the value of armies that can make a march of this value."""
        value = march + self.weights.keep * self.holding_value(place, armies)
        value += self.lure * float(armies) * self.ahead(place)
        if self.state.owner[place] == NOBODY and armies > 0:
            value += self.worth[place]  # a place still to be claimed
        if self.plan is not None and self.plan.count[place] > 0:
            value += self.plan.prize * self.plan.part(place, armies)
        return value + self.filling if armies >= self.garrison else value


def is_rear(board: Board, state: State, source: i64, target: i64) -> bool:
    """Return whether `source` has no rival neighbour and `target` has one."""
    return not has_rival_beside(board, state, source) and has_rival_beside(board, state, target)


def has_rival_beside(board: Board, state: State, place: i64) -> bool:
    """Return whether a rival of the place's owner holds a neighbour."""
    for i in range(board.first[place], board.first[place + 1]):
        owner = state.owner[board.links[i]]
        if owner >= 0 and owner != state.owner[place]:
            return True
    return False


def thrift(weights: Weights, info: GameInfo, round: i64) -> float:
    """Return the price of an army relative to a place. It falls with the length of the game, so that no game stalls.

    If only conquest ends the game and the dice favour the defender, games are long and the price falls later.
    """
    slow = LONG_GAME if len(info.objectives) == 0 and info.battles.rate > 1.0 else 1.0
    late = float(round) - slow * weights.patience
    return weights.thrift if late <= 0.0 else weights.thrift * max(0.1, 1.0 - weights.haste * late / slow)


def is_behind(state: State, seat: i64) -> bool:
    """Return whether some rival has at least twice the seat's armies, including unplaced ones."""
    armies = state.stock[:]
    for place in range(i64(len(state.owner))):
        if state.owner[place] >= 0:
            armies[state.owner[place]] += state.armies[place]
    for rival in range(state.seats):
        if rival != seat and state.lands[rival] > 0 and armies[rival] >= 2 * armies[seat]:
            return True
    return False


def rarity(weights: Weights, state: State, seat: i64) -> float:
    """Reduce the value of an army for seats with many. Otherwise two huge stacks would face each other forever."""
    return min(1.0, weights.plenty / float(armies_of(state, seat) + 1))


def armies_of(state: State, seat: i64) -> i64:
    """Return the number of armies a seat has on the board."""
    armies: i64 = 0
    for place in range(i64(len(state.owner))):
        if state.owner[place] == seat:
            armies += state.armies[place]
    return armies
