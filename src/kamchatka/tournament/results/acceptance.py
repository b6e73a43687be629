"""Results: what a table reported, checked against the event before it is stored and each time it is counted."""

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import Reported, TableReport
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.results.report_check import check_report
from kamchatka.tournament.results.scoring import GameScore, scores
from kamchatka.tournament.settings.settings import EventSettings


class LeftOut(msgspec.Struct, frozen=True):
    """A result that the settings cannot give: not in the standings until it is corrected."""

    round: int
    table: int
    why: Problem


def settings_of(event: Event, round: Round) -> EventSettings:
    """How a round is scored: beyond those that everybody plays somebody must go on, so wins are not shared."""
    return event.settings if round.stage == "round" else replace(event.settings, shared_wins=False)


def score_table(event: Event, round: Round, table: int) -> tuple[GameScore, ...]:
    """The scores of a table; a Problem if its report cannot be. Reckoned once: standings ask again and again."""
    if not any(round is one for one in event.rounds):
        return _score_table(event, round, table)
    found: tuple[GameScore, ...] | Problem | None = event.reckoned.get((round.number, table))
    if found is None:
        try:
            found = _score_table(event, round, table)
        except Problem as problem:
            found = problem
        event.reckoned[round.number, table] = found
    if isinstance(found, Problem):
        raise found.with_traceback(None)
    return found


def _score_table(event: Event, round: Round, table: int) -> tuple[GameScore, ...]:
    seats, settings = round.table(table).seats, settings_of(event, round)
    return scores(check_report(round.reports[table], seats, settings, event.names), seats, settings, event.names)


def accept(event: Event, round: int, table: int, report: TableReport, correct: bool = False) -> Reported:
    """A table's report, stored as it was handed in; a Problem if it cannot be, or would overwrite another one."""
    held = event.round(round)
    seats, settings = held.table(table).seats, settings_of(event, held)
    full = check_report(report, seats, settings, event.names)
    # Beyond the rounds that everybody plays each place decides something: who goes on, or the final order.
    scores(full, seats, settings, event.names, every_place=held.stage != "round")
    if not correct and held.reports.get(table, report) != report:
        raise Problem("event.other_result", table=table, round=round)
    return Reported(round, table, report, correct)


def penalise(
    event: Event, round: int, table: int, entrant: int, points: int, zeroed: bool, reason: str, last: bool = False
) -> Reported:
    """The correction that takes points, the whole game, or the place from a player of a table that has reported."""
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
    """The scores of a table; none while it has not reported or what it reported is left out."""
    try:
        return score_table(event, round, table) if table in round.reports else ()
    except Problem:
        return ()


def left_out(event: Event) -> list[LeftOut]:
    """The results that do not count, and why."""
    found = list[LeftOut]()
    for round in event.rounds:
        for table in sorted(round.reports):
            try:
                score_table(event, round, table)
            except Problem as problem:
                found.append(LeftOut(round.number, table, problem))
    return found
