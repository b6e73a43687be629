"""Fast battles of the original game: five armies at a time favour whoever needs luck, so each side asks whom."""

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from kamchatka.bots.lore import Lore
from kamchatka.editions.original.fast_battle import LARGE, NO, YES
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.options import ATTACK, CHOOSE, FAST_ATTACK, Action, Choice, Options
from kamchatka.kernel.state import State
from kamchatka.odds import battle
from kamchatka.odds.battle import LARGEST

COURTESY: Final = 0.02  # a chance so little larger is not denied to who wants to get on


def hastened(lore: Lore, state: State, order: Action, options: Options) -> Action:
    """The same order; an attack becomes the proposal of a fast battle where that is likelier to succeed."""
    fast = Action(FAST_ATTACK, order.at, order.to, order.n)
    if order.verb == ATTACK and options.allows(fast) and haste(lore, state, order.at, order.to) > 0.0:
        return fast
    return order


def consent(lore: Lore, state: State, option: Choice) -> Action | None:
    """Yes, unless the attacker gains by it; None when something else is asked."""
    proposed = state.agenda[-1]
    if option.verb != CHOOSE or not isinstance(proposed, Battle):
        return None
    gain = haste(lore, state, proposed.source, proposed.target)
    return Action(CHOOSE, what=YES if gain <= COURTESY else NO)


def haste(lore: Lore, state: State, source: i64, target: i64) -> float:
    """By how much a fast battle raises the chance that the place is taken."""
    attackers = min(int(state.armies[source]) - 1, LARGEST)
    defenders = min(int(state.armies[target]), LARGEST)
    fast = battle(attackers, defenders, replace(lore.rule, fast_from=int(LARGE)))
    return fast.wins - battle(attackers, defenders, lore.rule).wins
