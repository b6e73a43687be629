"""Choose an offensive for one turn: complete the objective, or eliminate a rival for its cards."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.captain.offensive import ENOUGH, MARGINS, NEVER, SURELY, Offensive, first_ways, pool_armies
from kamchatka.bots.captain.ways import CheapestWays
from kamchatka.bots.goals.duel import last_rival
from kamchatka.bots.goals.goals import Goals
from kamchatka.bots.goals.objectives import lacking, places_of
from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.hand import card_worth
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.state import NOBODY, State

DESPERATE: Final = 0.05  # minimum chance of an offensive that ends a won duel
LUCK: Final = 1.15  # ratio of cost to armies above which no plan is made


@final
class Campaign:
    """Compare all offensives of a turn and keep the best.

    The armies and the initial ways are computed once for all of them.
    """

    def __init__(self, goals: Goals, price: float) -> None:
        self.goals: Final = goals
        self.price: Final = price  # value of an army lost
        self.armies: Final = pool_armies(goals.state, goals.seat)
        power = float(goals.state.stock[goals.seat])
        for stack in goals.stacks:
            power += float(self.armies[stack] - 1)
        self.power: Final[float] = power
        self.scouted: Final[list[CheapestWays]] = []  # by margin, computed on first use
        self.best: Offensive | None = None
        self.gain: float = 0.0  # value of the best offensive minus its cost

    def ways(self, nth: i64) -> CheapestWays:
        """Return the initial ways for one of the margins."""
        goals = self.goals
        while i64(len(self.scouted)) <= nth:
            margin = MARGINS[len(self.scouted)]
            self.scouted.append(first_ways(goals.info, goals.state, goals.seat, self.armies, margin))
        return self.scouted[nth]

    def consider(self, wanted: vec[i64], prize: float, least: float) -> None:
        """Consider an offensive for these places with at least this chance; keep it if it is better than the best."""
        cost = 0.0
        for place in wanted:
            cost += self.goals.info.battles.cost(self.goals.state.armies[place])
        lost = cost - float(len(wanted))  # lower bound: certain success and no other place in the way
        if cost == 0.0 or cost > LUCK * self.power or prize * SURELY - self.price * lost <= self.gain:
            return
        plan = self.plan_offensive(wanted, prize, least)
        if plan is not None:
            gain = plan.chance * plan.prize - self.price * losses(plan)
            if gain > self.gain:
                self.gain = gain
                self.best = plan

    def plan_offensive(self, wanted: vec[i64], prize: float, least: float) -> Offensive | None:
        """Return the likeliest offensive for these places, if it is likely enough."""
        goals = self.goals
        enough = ENOUGH if goals.weights.habits.brisk else NEVER
        best: Offensive | None = None
        given_up = least
        for n in range(len(MARGINS) if goals.is_duel else 1):  # outside duels only the nearest stacks are tried
            plan = Offensive(goals.info, goals.state, goals.seat, self.armies, prize, MARGINS[n], enough, self.ways(n))
            if plan.cover(wanted, LUCK * self.power, least) and plan.chance >= least:
                least = plan.chance
                best = plan
                best.least = given_up
                if least > enough:
                    break
        return best


def venture(goals: Goals, price: float) -> Offensive | None:
    """Return the offensive with the highest value minus cost; None if none is likely enough."""
    campaign = Campaign(goals, price)
    seek_victory(campaign)
    if goals.state.round > goals.info.spared_until:
        seek_falls(campaign)
    return campaign.best


def is_ready(info: GameInfo, state: State, seat: i64, weights: Weights) -> bool:
    """Return whether any offensive is likely enough, whatever it costs."""
    return venture(Goals(info, state, seat, weights), 0.0) is not None


def losses(plan: Offensive) -> float:
    """Return the armies that the plan loses, not counting garrisons of conquests."""
    total = 0.0
    for stack in range(plan.info.board.size):
        total += plan.toll[stack] - float(plan.count[stack])
    return total


def seek_victory(campaign: Campaign) -> None:
    """Consider completing our own objective."""
    goals = campaign.goals
    own = goals.state.objective[goals.seat]
    if 0 <= own < len(goals.info.objectives):
        demand = goals.info.objectives[own].demand(goals.state, goals.seat)
        if demand.garrison <= 1:  # otherwise places must also be filled with armies
            campaign.consider(lacking(goals, demand), goals.weights.triumph, goals.weights.hazard)


def seek_falls(campaign: Campaign) -> None:
    """Consider eliminating each rival, for its cards, or for the game if it is the last one."""
    goals = campaign.goals
    state, weights = goals.state, goals.weights
    is_last = last_rival(state, goals.seat) != NOBODY
    least = DESPERATE if goals.is_won else weights.hazard if is_last else weights.dare
    for rival in range(state.seats):
        if rival != goals.seat and state.lands[rival] > 0:
            cards = weights.prey * float(state.hand[rival]) * card_worth(goals.info, state)
            campaign.consider(places_of(goals, rival), weights.triumph if is_last else weights.fall + cards, least)
