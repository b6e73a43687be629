"""Tournament values of an edition's territories, and the territories of each objective card."""

from functools import cache

from kamchatka.server.club.lookups import MarkedCard, PointsSeen
from kamchatka.server.presentation.board_drawings import boards_of
from kamchatka.tournament.settings.edition_rules import rules_of_edition


@cache
def points_seen(edition: str) -> PointsSeen:
    """Return values and cards for ticking territories on the board."""
    rules = rules_of_edition(edition)
    cards = tuple(MarkedCard(number, tuple(sorted(places))) for number, places in rules.cards.items())
    return PointsSeen(edition, boards_of(edition)[0], dict(rules.values), cards, rules.most_points, rules.cites)
