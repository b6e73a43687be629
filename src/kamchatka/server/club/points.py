"""What the territories of an edition's board are worth in a tournament, and what each objective card marks."""

from functools import cache

from kamchatka.server.club.lookups import MarkedCard, PointsSeen
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.tournament.edition_rules import rules_of_edition


@cache
def points_seen(edition: str) -> PointsSeen:
    """All of it, for ticking on the board."""
    rules = rules_of_edition(edition)
    cards = tuple(MarkedCard(number, tuple(sorted(places))) for number, places in rules.cards.items())
    return PointsSeen(edition, boards_of(edition)[0], dict(rules.values), cards, rules.most_points, rules.cites)
