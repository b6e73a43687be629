"""Bids for the order of turns: whoever plays last in the last epoch is not answered."""
from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.kernel.options import BID, CHOOSE, Action, Amount, Choice

EARLY: Final = 0.0          # the part of the faith bid before the last epoch
FINAL: Final = 0.2          # the part bid in it


def best_bid(crusade: Crusade, option: Amount) -> Action:
    """A part of the faith there is."""
    part = FINAL if crusade.calendar.later == 0.0 else EARLY
    return Action(BID, -1, -1, max(option.least, i64(part * crusade.doctrine.bid * float(option.most))), option.what)


def best_marker(crusade: Crusade, option: Choice) -> Action:
    """The last turn there is."""
    best: i64 = option.whats[0]
    for number in option.whats:
        best = max(best, number)
    return Action(CHOOSE, -1, -1, 0, best)
