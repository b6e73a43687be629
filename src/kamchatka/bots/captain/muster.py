"""Divide armies for a plan that ends the game: each stack gets what its part needs, spare armies go by difficulty."""

from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.captain.offensive import MARGINS, NEVER, Offensive
from kamchatka.bots.captain.ways import ENDLESS
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.options import OCCUPY, PLACE, Action, Amount, Options, Spots
from kamchatka.kernel.state import NOBODY

SPLITS: Final = 12  # number of ways considered for dividing a stack
FEW_SPLITS: Final = 3  # the same for a brisk evaluator, besides the split suggested by the plan


def by_plan(plan: Offensive, options: Options) -> Action | None:
    """Place or move armies as the plan requires; None for other decisions."""
    for option in options.ranges:
        if option.verb == PLACE and isinstance(option, Spots):
            return muster(plan, option)
        if option.verb == OCCUPY and isinstance(option, Amount):
            return advance(plan, option)
    return None


def muster(plan: Offensive, option: Spots) -> Action | None:
    """Place the largest share of the unplaced armies on its stack; None if that place isn't allowed."""
    stacks = stacks_of(plan)
    shares = shares_of(plan, stacks, option.most)
    largest: i64 = 0
    for i in range(i64(len(stacks))):
        if shares[i] > shares[largest]:
            largest = i
    order = Action(PLACE, stacks[largest], -1, max(option.least, shares[largest]), option.what)
    return order if option.allows(order) else None


def stacks_of(plan: Offensive) -> vec[i64]:
    """Return the stacks that have a part in the plan."""
    stacks: vec[i64] = vec[i64](capacity=8)
    for place in range(plan.info.board.size):
        if plan.count[place] > 0:
            stacks = append(stacks, place)
    return stacks


def shares_of(plan: Offensive, stacks: vec[i64], armies: i64) -> vec[i64]:
    """Divide the unplaced armies, one at a time, each to the stack with the least certain part."""
    shares = vec[i64]([0] * len(stacks))
    for _ in range(armies):
        weakest: i64 = 0
        for i in range(1, i64(len(stacks))):
            if ease(plan, stacks[i], shares[i]) < ease(plan, stacks[weakest], shares[weakest]):
                weakest = i
        shares[weakest] += 1
    return shares


def ease(plan: Offensive, stack: i64, more: i64) -> float:
    """Return a stack's spare armies relative to the spread of its losses, the root of its part's cost."""
    return (float(plan.armies[stack] + more - 1) - plan.toll[stack]) / sqrt(plan.toll[stack])


def advance(plan: Offensive, option: Amount) -> Action | None:
    """Choose how many armies move into a conquest so that the rest of the plan is most likely, or likely enough."""
    battle = plan.state.agenda[-1]
    if not isinstance(battle, Battle):
        return None
    wanted = targets_of(plan)
    n = split_by_cost(plan, battle, option)
    best = chance_with(plan, battle, n, wanted, 0.0)
    splits = i64(SPLITS) if plan.enough == NEVER else i64(FEW_SPLITS)
    step = max(i64(1), (option.most - option.least) // splits)
    amount = option.most
    while amount >= option.least and best <= plan.enough:
        chance = chance_with(plan, battle, amount, wanted, best)
        if chance > best:
            best = chance
            n = amount
        amount -= step
    return Action(OCCUPY, -1, -1, n, option.what)


def split_by_cost(plan: Offensive, battle: Battle, option: Amount) -> i64:
    """Split by cost: both ends get what the plan needs, spare armies follow the spread. Without needs, all move."""
    here, there = plan.toll[battle.source], plan.toll[battle.target]
    if here + there == 0.0:
        return option.most
    spare = float(plan.state.armies[battle.source] - 1) - here - there
    goes = there + spare * sqrt(there) / (sqrt(here) + sqrt(there))
    return min(option.most, max(option.least, i64(goes + 0.5)))


def targets_of(plan: Offensive) -> vec[i64]:
    """Return the places that the plan takes."""
    found: vec[i64] = vec[i64](capacity=24)
    for place in range(plan.info.board.size):
        if plan.root[place] != NOBODY:
            found = append(found, place)
    return found


def chance_with(plan: Offensive, battle: Battle, moved: i64, wanted: vec[i64], least: float) -> float:
    """Return the chance of the best plan for the same places after `moved` armies move in; 0 if below `least`."""
    armies = plan.state.armies[:]
    armies[battle.source] -= moved
    armies[battle.target] = moved
    best = 0.0
    for margin in MARGINS:
        trial = Offensive(plan.info, plan.state, plan.seat, armies, plan.prize, margin)
        if trial.cover(wanted, ENDLESS, max(best, least)):
            best = max(best, trial.chance)
            if best > plan.enough:
                break
    return best
