"""How a plan that ends the game divides armies: to each stack what its part asks for, the rest by how hard it is."""

from math import sqrt
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.bots.captain.offensive import MARGINS, NEVER, Offensive
from kamchatka.bots.captain.ways import ENDLESS
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.options import OCCUPY, PLACE, Action, Amount, Options, Spots
from kamchatka.kernel.state import NOBODY

SPLITS: Final = 12  # ways of dividing a stack that are looked at,
FEW_SPLITS: Final = 3  # and by who is brisk, beside what suits the plan


def by_plan(plan: Offensive, options: Options) -> Action | None:
    """Where armies in hand go, or how many move in; None when something else is asked."""
    for option in options.ranges:
        if option.verb == PLACE and isinstance(option, Spots):
            return muster(plan, option)
        if option.verb == OCCUPY and isinstance(option, Amount):
            return advance(plan, option)
    return None


def muster(plan: Offensive, option: Spots) -> Action | None:
    """The largest share of the armies in hand, to the stack that it is for; None when it may not be placed there."""
    stacks = stacks_of(plan)
    shares = shares_of(plan, stacks, option.most)
    largest: i64 = 0
    for i in range(i64(len(stacks))):
        if shares[i] > shares[largest]:
            largest = i
    order = Action(PLACE, stacks[largest], -1, max(option.least, shares[largest]), option.what)
    return order if option.allows(order) else None


def stacks_of(plan: Offensive) -> vec[i64]:
    """The stacks that the plan asks something of."""
    stacks: vec[i64] = vec[i64](capacity=8)
    for place in range(plan.info.board.size):
        if plan.count[place] > 0:
            stacks = append(stacks, place)
    return stacks


def shares_of(plan: Offensive, stacks: vec[i64], armies: i64) -> vec[i64]:
    """The armies in hand by stack, one after another to the least sure: luck goes with the root of what is at stake."""
    shares = vec[i64]([0] * len(stacks))
    for _ in range(armies):
        weakest: i64 = 0
        for i in range(1, i64(len(stacks))):
            if ease(plan, stacks[i], shares[i]) < ease(plan, stacks[weakest], shares[weakest]):
                weakest = i
        shares[weakest] += 1
    return shares


def ease(plan: Offensive, stack: i64, more: i64) -> float:
    """What a stack has beyond the cost of its part, with so many armies more, against the luck that its part needs."""
    return (float(plan.armies[stack] + more - 1) - plan.toll[stack]) / sqrt(plan.toll[stack])


def advance(plan: Offensive, option: Amount) -> Action | None:
    """How many move into a place just taken: as many as leave the rest of the plan likeliest, or likely enough."""
    battle = plan.state.agenda[-1]
    if not isinstance(battle, Battle):
        return None
    wanted = targets_of(plan)
    n = suited(plan, battle, option)
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


def suited(plan: Offensive, battle: Battle, option: Amount) -> i64:
    """What the plan asks of both ends, and the rest by the luck that their parts need; all where nothing is asked."""
    here, there = plan.toll[battle.source], plan.toll[battle.target]
    if here + there == 0.0:
        return option.most
    spare = float(plan.state.armies[battle.source] - 1) - here - there
    goes = there + spare * sqrt(there) / (sqrt(here) + sqrt(there))
    return min(option.most, max(option.least, i64(goes + 0.5)))


def targets_of(plan: Offensive) -> vec[i64]:
    """The places that the plan takes."""
    found: vec[i64] = vec[i64](capacity=24)
    for place in range(plan.info.board.size):
        if plan.root[place] != NOBODY:
            found = append(found, place)
    return found


def chance_with(plan: Offensive, battle: Battle, moved: i64, wanted: vec[i64], least: float) -> float:
    """The chance of the best plan for the same places once so many have moved in; 0 where it is less than `least`."""
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
