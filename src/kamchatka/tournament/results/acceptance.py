"""Check a table's report before it is stored, and score it each time it is counted."""

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import Reported, TableReport
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.results.report_check import check_report
from kamchatka.tournament.results.scoring import GameScore, scores
from kamchatka.tournament.settings.settings import EventSettings


class LeftOut(msgspec.Struct, frozen=True):
    """A result that is invalid under the current settings. It does not count until it is corrected."""

    round: int
    table: int
    why: Problem


def settings_of(event: Event, round: Round) -> EventSettings:
    """Return the settings that score a round.

    Wins are shared only in regular rounds: later ones decide who advances.
    """
    return event.settings if round.stage == "round" else replace(event.settings, shared_wins=False)


def score_table(event: Event, round: Round, table: int) -> tuple[GameScore, ...]:
    """Return the scores of a table; a Problem if its report is invalid. Cached, because standings ask repeatedly."""
    if not any(round is one for one in event.rounds):
        return _score_table(event, round, table)
    found: tuple[GameScore, ...] | Problem | None = event.score_cache.get((round.number, table))
    if found is None:
        try:
            found = _score_table(event, round, table)
        except Problem as problem:
            found = problem
        event.score_cache[round.number, table] = found
    if isinstance(found, Problem):
        raise found.with_traceback(None)
    return found


def _score_table(event: Event, round: Round, table: int) -> tuple[GameScore, ...]:
    seats, settings = round.table(table).seats, settings_of(event, round)
    return scores(check_report(round.reports[table], seats, settings, event.names), seats, settings, event.names)


def accept(event: Event, round: int, table: int, report: TableReport, correct: bool = False) -> Reported:
    """Return a table's report, ready to store; a Problem if it is invalid or would overwrite another result."""
    held = event.round(round)
    seats, settings = held.table(table).seats, settings_of(event, held)
    full = check_report(report, seats, settings, event.names)
    # After the regular rounds every place matters: it decides who advances, or the final order.
    scores(full, seats, settings, event.names, every_place=held.stage != "round")
    if not correct and held.reports.get(table, report) != report:
        raise Problem("event.other_result", table=table, round=round)
    return Reported(round, table, report, correct)


def penalise(
    event: Event, round: int, table: int, entrant: int, points: int, zeroed: bool, reason: str, last: bool = False
) -> Reported:
    """Return a correction that deducts points from a player, zeroes the game, or moves the player to the last place."""
    before = event.round(round).reports.get(table)
    if before is None:
        raise Problem("event.no_result", table=table, round=round)
    if entrant not in [line.entrant for line in before.lines]:
        raise Problem("event.not_at_table", name=event.entrant(entrant).name, table=table, round=round)
    lines = (
        replace(line, penalty=points, zeroed=zeroed, reason=reason, last=last) if line.entrant == entrant else line
        for line in before.lines
    )
    return accept(event, round, table, TableReport(tuple(lines)), correct=True)


def scores_that_count(event: Event, round: Round, table: int) -> tuple[GameScore, ...]:
    """Return the scores of a table; empty if it has not reported or its report is invalid."""
    try:
        return score_table(event, round, table) if table in round.reports else ()
    except Problem:
        return ()


def list_left_out(event: Event) -> list[LeftOut]:
    """List the results that do not count, with the reason."""
    found = list[LeftOut]()
    for round in event.rounds:
        for table in sorted(round.reports):
            try:
                score_table(event, round, table)
            except Problem as problem:
                found.append(LeftOut(round.number, table, problem))
    return found
