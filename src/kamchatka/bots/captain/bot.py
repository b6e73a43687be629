"""`captain`: plans a turn from exact odds, its goals and the likely intentions of its rivals."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.captain.danger import Alarm
from kamchatka.bots.captain.evaluator import CaptainEvaluator, is_rear
from kamchatka.bots.captain.recall import Recall
from kamchatka.bots.captain.venture import is_ready
from kamchatka.bots.cautious.bot import CautiousBot
from kamchatka.bots.evaluator import Evaluator
from kamchatka.bots.evaluator_bot import EvaluatorBot
from kamchatka.bots.goals.duel import last_rival
from kamchatka.bots.goals.weights import NORMAL, Weights
from kamchatka.bots.hand import best_trio, trade
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.options import ATTACK, OCCUPY, PLACE, TRADE, Action, Amount, Choice, Options
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.view import View


@final
class CaptainBot(EvaluatorBot):
    """A bot that decides by exact odds and weights. Editions can replace it by a captain of their own.

    With `recall` it plays faster at a single table: it reuses the previous evaluation and considers fewer ways to
    divide armies. Without it, it keeps no state between decisions.
    """

    def __init__(self, strategy: Strategy, weights: Weights = NORMAL, recall: Recall | None = None) -> None:
        super().__init__(strategy)
        self.careful: Final = CautiousBot(strategy)
        self.weights: Final = weights
        self.own: Final = strategy.captain()
        self.alarm: Final = Alarm()
        self.recall: Final = recall

    def decide(self, view: View, options: Options) -> Action:
        if self.own is not None:
            return self.own.decide(view, options)
        if self.info.has_pieces:  # it has no plans for this edition's pieces
            return self.careful.decide(view, options)
        asked = self.strategy.answer(view.state, view.seat, options.ranges[0])
        if asked is not None:
            return asked
        decided = self.close_up(view, options) or super().decide(view, options)
        return self.strategy.amend(view.state, decided, options)

    def close_up(self, view: View, options: Options) -> Action | None:
        """Move all armies out of the rear, or as few as possible into it; None if the split needs evaluation."""
        state, option, battle = view.state, options.ranges[0], view.state.agenda[-1]
        if (
            option.verb != OCCUPY
            or not isinstance(option, Amount)
            or not isinstance(battle, Battle)
            or not self.weights.habits.empties
            or self.must_fill(state, view.seat)
        ):
            return None
        board, is_duel = self.info.board, last_rival(state, view.seat) != NOBODY  # in a duel a plan may end the game
        if is_rear(board, state, battle.source, battle.target):
            return Action(OCCUPY, -1, -1, option.most, option.what) if self.recall is not None or not is_duel else None
        if self.recall is not None and not is_duel and is_rear(board, state, battle.target, battle.source):
            return Action(OCCUPY, -1, -1, option.least, option.what)
        return None

    def must_fill(self, state: State, seat: i64) -> bool:
        """Return whether the seat's objective requires more than one army per place."""
        card, objectives = state.objective[seat], self.info.objectives
        return 0 <= card < len(objectives) and objectives[card].demand(state, seat).garrison > 1

    def evaluate(self, view: View, options: Options) -> Evaluator:
        state, seat, may_fight, recall = view.state, view.seat, is_fighting(options), self.recall
        known = recall.find_cached(state, seat, may_fight) if recall is not None else None
        if known is None:
            known = CaptainEvaluator(self.strategy, state, seat, self.weights, may_fight, self.alarm)
            known.is_brisk = recall is not None
            if recall is not None:
                recall.keep(known, may_fight)
        return self.strategy.evaluator(known)

    def trade(self, view: View, option: Choice) -> Action | None:
        """Return the best trio at a good moment, or at any moment if it enables an elimination."""
        return trade(self.info, view, option, self.weights) or self.trade_for_more(view, option)

    def trade_for_more(self, view: View, option: Choice) -> Action | None:
        """Return the best trio, if its armies allow an offensive that is impossible without them."""
        if view.state.turn != view.seat or view.state.round == 0:
            return None
        worth, chosen = best_trio(self.info, view, option)
        richer = view.state.copy()
        richer.stock[view.seat] += worth
        if is_ready(self.info, view.state, view.seat, self.weights) or not is_ready(
            self.info, richer, view.seat, self.weights
        ):
            return None
        return Action(TRADE, -1, -1, 0, chosen)


def is_fighting(options: Options) -> bool:
    """Return whether attacks are still possible in this turn."""
    for option in options.ranges:
        if option.verb == PLACE or option.verb == ATTACK or option.verb == OCCUPY:
            return True
    return False
