"""What the territories of the tournament board are worth, and what each objective card marks."""

from functools import cache

from kamchatka.server.club.lookups import MarkedCard, PointsSeen
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.tournament.board import VALUES, card_numbers, marked, objective_sum
from kamchatka.tournament.online import EDITION


@cache
def points_seen() -> PointsSeen:
    """All of it, for ticking on the board."""
    cards = tuple(MarkedCard(number, tuple(sorted(marked(number)))) for number in card_numbers())
    return PointsSeen(EDITION, boards_of(EDITION)[0], VALUES, cards, objective_sum())
