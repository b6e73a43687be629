"""Which placements a player may leave to a bot, and how far it then plays."""

from typing import Literal

from kamchatka.kernel.options import BUILD, BUY, CHOOSE, NAME_KIND, NAME_SEAT, PASS, PLACE, PLAY_CARD, RAISE
from kamchatka.kernel.state import State
from kamchatka.match import Match
from kamchatka.words.decision_fields import amounts, lap_of

Rest = Literal["", "opening", "turn"]
PIECES = (PLACE, RAISE, BUILD)
BEFORE_ATTACKS = (*PIECES, BUY, PASS)  # verbs of the decisions between the start of a turn and its attacks
CARDS = (PLAY_CARD, CHOOSE, NAME_KIND, NAME_SEAT)  # verbs of cards played before them


def is_opening(state: State) -> bool:
    """Whether the game has not had its first turn yet."""
    return state.turn < 0 and lap_of(state) <= 1


def rest_of(match: Match, seat: int) -> Rest:
    """Return when a seat is asked for placements that a bot may play: before the first turn, or in a turn."""
    if match.is_over or seat not in match.awaited:
        return ""
    verbs = {int(one.verb) for one in match.options(seat).ranges if one.count() > 0}
    if is_opening(match.state):
        return "opening" if verbs & set(PIECES) else ""
    return "turn" if PLACE in verbs and is_before_attacks(match, seat) and _most(match, seat) > 1 else ""


def is_before_attacks(match: Match, seat: int, cards: bool = False) -> bool:
    """Whether the seat, in its own turn, still prepares its attacks; with `cards`, also by playing cards."""
    verbs = {int(one.verb) for one in match.options(seat).ranges if one.count() > 0}
    return int(match.state.turn) == seat and verbs <= {*BEFORE_ATTACKS, *(CARDS if cards else ())}


def is_left_to_a_bot(match: Match, seat: int) -> bool:
    """Whether a decision belongs to the placements that a player has left to a bot."""
    return is_opening(match.state) or is_before_attacks(match, seat, cards=lap_of(match.state) <= 1)


def _most(match: Match, seat: int) -> int:
    """Return the number of armies that may be placed now."""
    return amounts(match.options(seat), None)[1]
