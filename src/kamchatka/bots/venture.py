"""What a captain ventures in one turn: its objective, or the fall of a rival for its cards."""
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.doctrine import Doctrine
from kamchatka.bots.goals import Goals
from kamchatka.bots.hand import card_worth
from kamchatka.bots.lore import Lore
from kamchatka.bots.offensive import Offensive
from kamchatka.bots.strategy import current, lacking, places_of
from kamchatka.kernel.rules.objectives import HoldPlaces
from kamchatka.kernel.state import State

LUCK: Final = 1.15          # armies that places may cost for each army there is, before nothing is planned at all


def venture(goals: Goals, price: float) -> Offensive | None:
    """The offensive that promises most beyond its cost; None when none is likely enough."""
    best: Offensive | None = None
    most = 0.0
    for plan in [victory(goals), *falls(goals)]:
        if plan is not None:
            gain = plan.chance * plan.prize - price * losses(plan)
            if gain > most:
                most = gain
                best = plan
    return best


def is_ready(lore: Lore, state: State, seat: i64, doctrine: Doctrine) -> bool:
    """Whether any offensive is likely enough, whatever it costs."""
    return venture(Goals(lore, state, seat, doctrine), 0.0) is not None


def losses(plan: Offensive) -> float:
    """The armies it costs, without those that stay in the places taken."""
    total = 0.0
    for stack in range(plan.lore.board.size):
        total += plan.toll[stack] - float(plan.count[stack])
    return total


def victory(goals: Goals) -> Offensive | None:
    """The whole of one's own objective."""
    own = goals.state.objective[goals.seat]
    if not 0 <= own < len(goals.lore.objectives):
        return None
    objective = current(goals, goals.lore.objectives[own])
    if isinstance(objective, HoldPlaces) and objective.garrison > 1:
        return None                                     # armies must fill places, too
    missing = lacking(goals, objective)
    plan = Offensive(goals.lore, goals.state, goals.seat)
    plan.prize = goals.doctrine.triumph
    return plan if is_likely(goals, plan, missing, goals.doctrine.hazard) else None


def falls(goals: Goals) -> list[Offensive | None]:
    """The elimination of each rival."""
    state = goals.state
    rivals = [seat for seat in range(state.seats) if seat != goals.seat and state.lands[seat] > 0]
    if state.round <= goals.lore.spared_until:
        return []
    return [fall(goals, rival, len(rivals) == 1) for rival in rivals]


def fall(goals: Goals, rival: i64, is_last: bool) -> Offensive | None:
    """All places of a rival: its cards, and when it is the last one the game."""
    doctrine = goals.doctrine
    wanted = places_of(goals, rival)
    plan = Offensive(goals.lore, goals.state, goals.seat)
    cards = doctrine.prey * float(goals.state.hand[rival]) * card_worth(goals.lore, goals.state)
    plan.prize = doctrine.triumph if is_last else doctrine.fall + cards
    least = doctrine.hazard if is_last else doctrine.dare
    return plan if is_likely(goals, plan, wanted, least) else None


def is_likely(goals: Goals, plan: Offensive, wanted: vec[i64], least: float) -> bool:
    """Whether the places can be had with at least this chance. What is far too dear is not planned at all."""
    cost = 0.0
    for place in wanted:
        cost += goals.lore.battles.cost(goals.state.armies[place])
    power = float(goals.state.stock[goals.seat])
    for stack in goals.stacks:
        power += float(plan.armies[stack] - 1)
    return 0.0 < cost <= LUCK * power and plan.cover(wanted, len(wanted)) and plan.chance >= least
