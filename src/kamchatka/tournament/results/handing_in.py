"""Results that players hand in by phone: one player submits, a second one confirms or disputes.

A result counts once a second player of the table confirms it. While players disagree, only they or the desk decide.
"""

from collections.abc import Sequence

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import AnyChange, Confirmed, Disputed, Proposed, TableReport
from kamchatka.tournament.events.event import Event, Proposal, ResultClaim, Round
from kamchatka.tournament.events.trail import TrailEntry
from kamchatka.tournament.results.acceptance import accept

MOST_STEPS = 30  # steps that phones may take for one table, so that they cannot fill the trail


class PhonePlayer(msgspec.Struct, frozen=True):
    """The player who hands in a result, and a digest of the phone. `is_known`: named by a personal link."""

    entrant: int
    device: str
    is_known: bool = False


def hand_in(event: Event, round: int, table: int, who: PhonePlayer, report: TableReport) -> list[AnyChange]:
    """Submit a result. The same result from a second player confirms the first one."""
    held = _open_round(event, round, table, who)
    full = _check_sheet(event, round, table, report)
    before = held.proposals.get(table)
    if before is None:
        return [Proposed(round, table, who.entrant, full, who.device)]
    _check_phone(before, who, event)
    if before.by == who.entrant:
        if before.disputes:
            raise Problem("event.result_disputed", table=table)
        return [] if before.report == full else [Proposed(round, table, who.entrant, full, who.device)]
    if _agree(before.report, full):
        return confirm(event, round, table, who, before.entry)
    raise Problem("event.handed_in_already", name=event.names[before.by])


def confirm(event: Event, round: int, table: int, who: PhonePlayer, version: int) -> list[AnyChange]:
    """Confirm a score sheet of another player. Every player who disputed it must be one of the two."""
    before, claim = _claim(_open_round(event, round, table, who), table, version)
    _check_phone(before, who, event)
    if claim.by == who.entrant:
        raise Problem("event.own_result")
    if {one.by for one in before.claims} - {claim.by, who.entrant}:
        raise Problem("event.result_disputed", table=table)
    if claim.report is None:
        raise Problem("event.result_gone", table=table)
    accept(event, round, table, claim.report)  # the settings may have changed since it was submitted
    return [Confirmed(round, table, who.entrant, version, who.device)]


def dispute(
    event: Event, round: int, table: int, who: PhonePlayer, version: int, report: TableReport | None, note: str
) -> list[AnyChange]:
    """Dispute a result with a note, a score sheet that differs, or both."""
    before, claim = _claim(_open_round(event, round, table, who), table, version)
    if claim.entry != before.entry:
        raise Problem("event.result_gone", table=table)
    _check_phone(before, who, event)
    if before.by == who.entrant:
        raise Problem("event.own_result")
    full = None if report is None else _check_sheet(event, round, table, report)
    if full is not None and _agree(full, before.report):
        full = None
    if full is None and not note.strip():
        raise Problem("event.nothing_disputed")
    return [Disputed(round, table, who.entrant, version, note.strip(), full, who.device)]


def check_steps(entries: Sequence[TrailEntry], round: int, table: int) -> None:
    """Raise a Problem if phones have taken too many steps for a table."""
    steps = 0
    for one in entries:
        match one.change:
            case Proposed() | Confirmed() | Disputed() as change:
                steps += (change.round, change.table) == (round, table)
            case _:
                pass
    if steps >= MOST_STEPS:
        raise Problem("event.too_many_steps", table=table)


# ------------------------------------------------------------------ checks
def _open_round(event: Event, round: int, table: int, who: PhonePlayer) -> Round:
    """Return the round if the table waits for a result from its players."""
    held = event.round(round)
    seats = held.table(table).seats
    if who.entrant not in seats:
        raise Problem("event.not_at_table", name=event.entrant(who.entrant).name, table=table, round=round)
    if table in held.reports:
        raise Problem("event.result_stands", table=table, round=round)
    if table in held.games:
        raise Problem("event.hosted_already", table=table, round=round)
    return held


def _check_sheet(event: Event, round: int, table: int, report: TableReport) -> TableReport:
    """Return the report with its points. Penalties are the desk's business."""
    if any(line.penalty or line.zeroed or line.last or line.reason for line in report.lines):
        raise Problem("event.penalty_by_phone")
    return accept(event, round, table, report).report


def _agree(one: TableReport, other: TableReport) -> bool:
    """Return whether two score sheets say the same, whether points were typed or territories ticked."""
    return _results(one) == _results(other)


def _results(report: TableReport) -> set[tuple[int, int | None, str, bool]]:
    return {(line.entrant, line.points, line.objective, line.eliminated) for line in report.lines}


def _claim(held: Round, table: int, version: int) -> tuple[Proposal, ResultClaim]:
    """Return what was submitted for a table, and the version that the player saw."""
    before = held.proposals.get(table)
    found = next((one for one in before.claims if one.entry == version), None) if before else None
    if before is None or found is None:
        raise Problem("event.result_gone", table=table)
    return before, found


def _check_phone(before: Proposal, who: PhonePlayer, event: Event) -> None:
    """One phone speaks for one player. A player may change phones only with a personal link."""
    for one in before.claims:
        if one.by != who.entrant and one.device and one.device == who.device:
            raise Problem("event.same_phone", name=event.names[one.by])
        if one.by == who.entrant and one.device and one.device != who.device and not who.is_known:
            raise Problem("event.other_phone", name=event.names[one.by])
