"""Cards: which trio, and when."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.captain.weights import Weights
from kamchatka.bots.info import GameInfo
from kamchatka.kernel.bits import members
from kamchatka.kernel.options import TRADE, Action, Choice
from kamchatka.kernel.rules.cards import Tally, Trios
from kamchatka.kernel.state import State
from kamchatka.kernel.view import View

UNKNOWN_TRIO: Final = 8  # armies for a trio whose worth cannot be told
GOOD_TRIO: Final = 8  # armies for which a small hand is opened
FULL_HAND: Final = 5  # cards with which any trio is played: it may fall into other hands


def trio_worth(trios: Trios | None, state: State, seat: i64, what: i64) -> i64:
    """Armies for a trio, with those for the places of one's own that it shows."""
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
    """The armies for the trio worth most, and which it is. Among equals, the one that keeps most for later."""
    best: i64 = -1
    chosen: i64 = 0
    for what in option.whats:
        worth = trio_worth(info.trios, view.state, view.seat, what)
        if worth > best:
            best = worth
            chosen = what
    return best, chosen


def trade(info: GameInfo, view: View, option: Choice, weights: Weights) -> Action | None:
    """The best trio, unless it is better to wait: for a better one, or while every exchange is worth more."""
    worth, chosen = best_trio(info, view, option)
    rising = info.trios is not None and info.trios.progression is not None
    if view.state.hand[view.seat] < FULL_HAND and float(worth) < (weights.rising if rising else weights.trio):
        return None
    return Action(TRADE, -1, -1, 0, chosen)


def card_worth(info: GameInfo, state: State) -> float:
    """What a card is worth, against one of a middling trio: where exchanges rise, so does every card."""
    trios = info.trios
    if trios is None or trios.progression is None or not isinstance(state.edition_state, Tally):
        return 1.0
    return max(1.0, float(trios.progression.worth(state.edition_state.exchanges + 1)) / float(GOOD_TRIO))
