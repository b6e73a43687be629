"""What a captain ventures in one turn: its objective, or the fall of a rival for its cards."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.captain.goals import Goals
from kamchatka.bots.captain.objectives import lacking, places_of
from kamchatka.bots.captain.offensive import MARGIN, MARGINS, Offensive, pooled
from kamchatka.bots.captain.weights import Weights
from kamchatka.bots.hand import card_worth
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.state import State

NEAREST: Final = vec[float]([MARGIN])  # otherwise: for the nearest stacks alone
DESPERATE: Final = 0.05  # the chance with which a duel that is won is still to be ended in this turn
LUCK: Final = 1.15  # armies that places may cost for each army there is, before nothing is planned at all


def venture(goals: Goals, price: float) -> Offensive | None:
    """The offensive that promises most beyond its cost; None when none is likely enough."""
    best: Offensive | None = None
    most = 0.0
    armies = pooled(goals.state, goals.seat)
    for plan in [victory(goals, armies), *falls(goals, armies)]:
        if plan is not None:
            gain = plan.chance * plan.prize - price * losses(plan)
            if gain > most:
                most = gain
                best = plan
    return best


def is_ready(info: GameInfo, state: State, seat: i64, weights: Weights) -> bool:
    """Whether any offensive is likely enough, whatever it costs."""
    return venture(Goals(info, state, seat, weights), 0.0) is not None


def losses(plan: Offensive) -> float:
    """The armies it costs, without those that stay in the places taken."""
    total = 0.0
    for stack in range(plan.info.board.size):
        total += plan.toll[stack] - float(plan.count[stack])
    return total


def victory(goals: Goals, armies: vec[i64]) -> Offensive | None:
    """The whole of one's own objective."""
    own = goals.state.objective[goals.seat]
    if not 0 <= own < len(goals.info.objectives):
        return None
    demand = goals.info.objectives[own].demand(goals.state, goals.seat)
    if demand.garrison > 1:
        return None  # armies must fill places, too
    return planned(goals, armies, lacking(goals, demand), goals.weights.triumph, goals.weights.hazard)


def falls(goals: Goals, armies: vec[i64]) -> list[Offensive | None]:
    """The elimination of each rival."""
    state = goals.state
    rivals = [seat for seat in range(state.seats) if seat != goals.seat and state.lands[seat] > 0]
    if state.round <= goals.info.spared_until:
        return []
    return [fall(goals, armies, rival, len(rivals) == 1) for rival in rivals]


def fall(goals: Goals, armies: vec[i64], rival: i64, is_last: bool) -> Offensive | None:
    """All places of a rival: its cards, and when it is the last one the game."""
    weights = goals.weights
    cards = weights.prey * float(goals.state.hand[rival]) * card_worth(goals.info, goals.state)
    prize = weights.triumph if is_last else weights.fall + cards
    least = DESPERATE if goals.is_won else weights.hazard if is_last else weights.dare
    return planned(goals, armies, places_of(goals, rival), prize, least)


def planned(goals: Goals, armies: vec[i64], wanted: vec[i64], prize: float, least: float) -> Offensive | None:
    """The offensive for these places, if it succeeds with at least this chance. What is far too dear is not planned."""
    cost = 0.0
    for place in wanted:
        cost += goals.info.battles.cost(goals.state.armies[place])
    power = float(goals.state.stock[goals.seat])
    for stack in goals.stacks:
        power += float(armies[stack] - 1)
    if cost == 0.0 or cost > LUCK * power:
        return None
    best: Offensive | None = None
    for margin in MARGINS if goals.is_duel else NEAREST:
        plan = Offensive(goals.info, goals.state, goals.seat, armies, prize, margin)
        if plan.cover(wanted, LUCK * power, least) and plan.chance >= least:
            least = plan.chance
            best = plan
    return best
