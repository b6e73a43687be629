"""Which rules the tables of an event are scored by: those its edition hands over, or how the game was finished."""

from functools import cache

from kamchatka.editions import edition
from kamchatka.editions.tournament import TournamentRules
from kamchatka.tournament.finishing import FinishingPoints
from kamchatka.tournament.settings.settings import EventSettings


def rules_of(settings: EventSettings) -> TournamentRules:
    """The rules for the tables of an event; a Problem if its edition isn't there."""
    return rules_of_edition(settings.edition)


@cache
def rules_of_edition(id: str) -> TournamentRules:
    """The rules for tables of one edition."""
    found = edition(id)
    return found.tournament or FinishingPoints(found)
