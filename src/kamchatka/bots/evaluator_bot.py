"""A bot that chooses among all kinds of options by means of an evaluator."""

from typing import Final

from kamchatka.bots.bot import Bot
from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.orders import best_attack, best_move, best_place, best_split, plain
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.options import (
    ATTACK,
    DEFEND,
    MOVE,
    OCCUPY,
    PASS,
    PLACE,
    TRADE,
    Action,
    Amount,
    Choice,
    Options,
    Pairs,
    Range,
    Spots,
)
from kamchatka.kernel.view import View


class EvaluatorBot(Bot):
    """A stateless bot: it decides by `evaluate` and `trade` from a view and its options."""

    def __init__(self, strategy: Strategy) -> None:
        self.strategy: Final = strategy
        self.info: Final = strategy.info

    def decide(self, view: View, options: Options) -> Action:
        if len(options.ranges) == 1 and options.ranges[0].verb == PASS:
            return Action(PASS)
        for option in options.ranges:
            if option.verb == DEFEND and isinstance(option, Amount):
                return Action(DEFEND, -1, -1, option.most, option.what)
            if option.verb == TRADE and isinstance(option, Choice):
                trio = self.trade(view, option)
                if trio is not None:
                    return trio
        evaluator = self.evaluate(view, options)
        opening = evaluator.opening(options)
        if opening is not None:
            return opening
        for option in options.ranges:
            chosen = self.order(evaluator, option) or evaluator.otherwise(option)
            if chosen is not None:
                return chosen
        return plain(options)

    def evaluate(self, view: View, options: Options) -> Evaluator:
        """Create the evaluator of a position."""
        raise NotImplementedError

    def trade(self, view: View, option: Choice) -> Action | None:
        """Return the trio to trade; None to wait."""
        raise NotImplementedError

    def order(self, evaluator: Evaluator, option: Range) -> Action | None:
        """Return the best action for one kind of option; None for no action, or if it isn't about armies and places."""
        verb = option.verb
        if isinstance(option, Spots):
            return best_place(evaluator, option) if verb == PLACE else self.strategy.order(evaluator, option)
        if isinstance(option, Amount):
            return best_split(evaluator, option) if verb == OCCUPY else None
        if isinstance(option, Pairs) and verb == ATTACK:
            return best_attack(evaluator, option)
        return best_move(evaluator, option) if isinstance(option, Pairs) and verb == MOVE else None
