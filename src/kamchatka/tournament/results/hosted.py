"""Report tables that are played on this platform."""

from msgspec.structs import replace

from kamchatka.analysis.finished import FinishedGame
from kamchatka.editions.tournament import PlayerResult, TournamentRules
from kamchatka.kernel.problem import Problem
from kamchatka.match import Match
from kamchatka.tournament.events.changes import TableReport
from kamchatka.tournament.settings.edition_rules import rules_of_edition


def report_of_game(game: FinishedGame, seats: tuple[int, ...]) -> TableReport:
    """Build the report of a finished game for the entrants on its seats."""
    match = game.match
    if not match.is_over or not match.winners:
        raise Problem("result.game_not_over")
    rules, fallen = rules_of_edition(match.edition.id), game.fallen
    return TableReport(tuple(_result(match, rules, fallen, seat, entrant) for seat, entrant in enumerate(seats)))


def _result(match: Match, rules: TournamentRules, fallen: list[int], seat: int, entrant: int) -> PlayerResult:
    result = rules.result(match.table, seat, entrant)
    return replace(result, fell=fallen.index(seat) + 1) if "fell" in rules.tie_breaks and seat in fallen else result
