"""Report tables that are played on this platform."""

from msgspec.structs import replace

from kamchatka.editions.tournament import PlayerResult, TournamentRules
from kamchatka.kernel.facts import Eliminated
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.settings.edition_rules import rules_of_edition


def report_of_match(match: Match, seats: tuple[int, ...]) -> TableReport:
    """Build the report of a finished match for the entrants on its seats."""
    if not match.is_over or not match.winners:
        raise Problem("result.game_not_over")
    rules, fallen = rules_of_edition(match.edition.id), _fallen(match)
    return TableReport(tuple(_result(match, rules, fallen, seat, entrant) for seat, entrant in enumerate(seats)))


def _result(match: Match, rules: TournamentRules, fallen: list[int], seat: int, entrant: int) -> PlayerResult:
    result = rules.result(match.table, seat, entrant)
    return replace(result, fell=fallen.index(seat) + 1) if "fell" in rules.tie_breaks and seat in fallen else result


def _fallen(match: Match) -> list[int]:
    """Return the eliminated seats in order of elimination."""
    return [int(fact.seat) for fact in match.journal if isinstance(fact, Eliminated)]
