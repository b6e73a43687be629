"""Cards: which trio to trade, and when."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.bits import members
from kamchatka.kernel.options import TRADE, Action, Choice
from kamchatka.kernel.rules.cards import Tally, Trios
from kamchatka.kernel.state import State
from kamchatka.kernel.view import View

UNKNOWN_TRIO: Final = 8  # armies for a trio of unknown value
GOOD_TRIO: Final = 8  # armies from which a trio is traded from a small hand
FULL_HAND: Final = 5  # cards from which any trio is traded, because a full hand may be captured


def trio_worth(trios: Trios | None, state: State, seat: i64, what: i64) -> i64:
    """Return the armies for a trio, including the bonus for places on its cards that the seat holds."""
    if trios is None:
        return UNKNOWN_TRIO
    cards = members(what)
    worth = trios.worth(cards[0], cards[1], cards[2])
    if trios.progression is not None and isinstance(state.edition_state, Tally):
        worth = trios.progression.worth(state.edition_state.exchanges + 1)
    for card in cards:
        if card < len(state.owner) and state.owner[card] == seat:
            worth += trios.values.owned
    return worth


def best_trio(info: GameInfo, view: View, option: Choice) -> tuple[i64, i64]:
    """Return the most valuable trio and its armies. Of equal trios, the first, which keeps jokers for later."""
    best: i64 = -1
    chosen: i64 = 0
    for what in option.whats:
        worth = trio_worth(info.trios, view.state, view.seat, what)
        if worth > best:
            best = worth
            chosen = what
    return best, chosen


def trade(info: GameInfo, view: View, option: Choice, weights: Weights) -> Action | None:
    """Trade the best trio, unless waiting is better: for a better trio, or while exchanges rise."""
    worth, chosen = best_trio(info, view, option)
    rising = info.trios is not None and info.trios.progression is not None
    if view.state.hand[view.seat] < FULL_HAND and float(worth) < (weights.rising if rising else weights.trio):
        return None
    return Action(TRADE, -1, -1, 0, chosen)


def card_worth(info: GameInfo, state: State) -> float:
    """Return the value of a card relative to one of an average trio. It rises with the exchanges where those do."""
    trios = info.trios
    if trios is None or trios.progression is None or not isinstance(state.edition_state, Tally):
        return 1.0
    return max(1.0, float(trios.progression.worth(state.edition_state.exchanges + 1)) / float(GOOD_TRIO))
