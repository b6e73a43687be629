"""Bids for the turn order. The seat that plays last in the last epoch cannot be answered."""

from typing import Final

from mypy_extensions import i64

from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.kernel.options import BID, CHOOSE, Action, Amount, Choice

FINAL: Final = 0.2  # share of the seat's faith to bid in the last epoch


def best_bid(evaluator: GodEvaluator, option: Amount) -> Action:
    """Bid a share of the faith in the last epoch, and nothing in earlier ones."""
    want = FINAL * evaluator.weights.bid * float(option.most) if evaluator.calendar.later == 0.0 else 0.0
    return Action(BID, -1, -1, max(option.least, min(option.most, i64(want))), option.what)


def best_marker(evaluator: GodEvaluator, option: Choice) -> Action:
    """Choose the latest turn available."""
    best: i64 = option.whats[0]
    for number in option.whats:
        best = max(best, number)
    return Action(CHOOSE, -1, -1, 0, best)
