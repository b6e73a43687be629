"""Select the scoring rules of an event: those of its edition, or points by how the game finished."""

from functools import cache

from kamchatka.editions import edition
from kamchatka.editions.tournament import TournamentRules
from kamchatka.tournament.finishing import FinishingPoints
from kamchatka.tournament.settings.settings import EventSettings


def rules_of(settings: EventSettings) -> TournamentRules:
    """Return the scoring rules of an event; a Problem if its edition is not installed."""
    return rules_of_edition(settings.edition)


@cache
def rules_of_edition(id: str) -> TournamentRules:
    """Return the scoring rules of one edition."""
    found = edition(id)
    return found.tournament or FinishingPoints(found)
