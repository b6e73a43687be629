"""Fast battles in the original game. Stakes of five armies favour the side that needs luck."""

from dataclasses import replace
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.info import GameInfo
from kamchatka.bots.strategy import Strategy
from kamchatka.editions.original.fast_battle import LARGE, NO, YES
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import ATTACK, CHOOSE, FAST_ATTACK, Action, Choice, Options, Range
from kamchatka.kernel.state import State
from kamchatka.odds import battle
from kamchatka.odds.battle import LARGEST
from kamchatka.odds.model import BattleModel

COURTESY: Final = 0.02  # maximum gain of the attacker, as a probability, that the defender accepts to speed up the game


@final
class OriginalStrategy(Strategy):
    """The strategy of the original game: propose a fast battle, or agree to one, if it helps."""

    def __init__(self, game: Game, battles: BattleModel) -> None:
        super().__init__(game, battles)  # mypyc: see Strategy

    def answer(self, state: State, seat: i64, option: Range) -> Action | None:
        return consent(self.info, state, option) if isinstance(option, Choice) else None

    def amend(self, state: State, action: Action, options: Options) -> Action:
        return prefer_fast_battle(self.info, state, action, options)


def prefer_fast_battle(info: GameInfo, state: State, order: Action, options: Options) -> Action:
    """Turn an attack into a proposal of a fast battle if that is more likely to succeed."""
    fast = Action(FAST_ATTACK, order.at, order.to, order.n)
    if order.verb == ATTACK and options.allows(fast) and haste(info, state, order.at, order.to) > 0.0:
        return fast
    return order


def consent(info: GameInfo, state: State, option: Choice) -> Action | None:
    """Agree unless the attacker gains by it. Return None for other decisions."""
    proposed = state.agenda[-1]
    if option.verb != CHOOSE or not isinstance(proposed, Battle):
        return None
    gain = haste(info, state, proposed.source, proposed.target)
    return Action(CHOOSE, what=YES if gain <= COURTESY else NO)


def haste(info: GameInfo, state: State, source: i64, target: i64) -> float:
    """Return how much a fast battle raises the attacker's chance."""
    attackers = min(int(state.armies[source]) - 1, LARGEST)
    defenders = min(int(state.armies[target]), LARGEST)
    fast = battle(attackers, defenders, replace(info.rule, fast_from=int(LARGE)))
    return fast.wins - battle(attackers, defenders, info.rule).wins
