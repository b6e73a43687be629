"""Fold changes into an event. Folding checks that a change fits the state, not whether a preset allows it."""

from collections.abc import Iterable
from decimal import Decimal
from functools import singledispatch
from typing import Any, TypeVar

from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events import changes
from kamchatka.tournament.events.entrants import Entrant, check_new
from kamchatka.tournament.events.event import (
    BonusPoints,
    ClockState,
    Confirmation,
    Event,
    OpenQuestion,
    Proposal,
    ResultClaim,
    Round,
)

T = TypeVar("T")


class ChangeDoesNotFit(Problem):
    """A change does not fit the changes before it."""

    def __init__(self, problem: Problem, number: int) -> None:
        super().__init__(problem.key, problem.rule, **problem.fields)
        self.number = number  # of the change

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the constructor's arguments, so that a worker process can raise this error."""
        return _does_not_fit, (self.key, self.rule, self.fields, self.number)


def _does_not_fit(key: str, rule: str, fields: dict[str, object], number: int) -> ChangeDoesNotFit:
    return ChangeDoesNotFit(Problem(key, rule, **fields), number)


def fold(entries: Iterable[tuple[int, changes.AnyChange]], event: Event | None = None) -> Event:
    """Fold numbered changes into an existing event, or into a new one that the first change opens."""
    for number, change in entries:
        if isinstance(change, changes.EventOpened):
            if event is not None:
                raise Problem("event.open_already")
            event = Event(change.name, change.settings, change.preset, change.date)
        elif event is None:
            raise Problem("event.not_opened")
        else:
            event = _next(change, event, number)
    if event is None:
        raise Problem("event.file_empty")
    return event


def _next(change: changes.AnyChange, event: Event, number: int) -> Event:
    try:
        return apply_change(change, event, number)
    except Problem as problem:
        raise ChangeDoesNotFit(problem, number) from None


@singledispatch
def apply_change(change: Any, event: Event, number: int) -> Event:
    """Return the event after one change; a Problem if the change does not fit."""
    raise TypeError(f"no change: {change!r}")


@apply_change.register
def _(change: changes.SettingsChanged, event: Event, number: int) -> Event:
    return replace(event, settings=change.settings)


@apply_change.register
def _(change: changes.PlayerEntered, event: Event, number: int) -> Event:
    check_new(event.entrants.values(), change.name)
    if change.number in event.entrants:
        raise Problem("entrant.number_taken", number=change.number, name=event.entrants[change.number].name)
    entrant = Entrant(
        change.number, change.name.strip(), change.club.strip(), change.region.strip(), details=change.details
    )
    return replace(event, entrants={**event.entrants, entrant.number: entrant})


@apply_change.register
def _(change: changes.Amended, event: Event, number: int) -> Event:
    before = event.entrant(change.number)
    check_new(event.entrants.values(), change.name, apart_from=change.number)
    details = before.details if change.details is None else change.details
    after = replace(before, name=change.name, club=change.club, region=change.region, details=details)
    return replace(event, entrants={**event.entrants, after.number: after})


@apply_change.register
def _(change: changes.Withdrew, event: Event, number: int) -> Event:
    before = event.entrant(change.number)
    if before.withdrawn != change.back:
        key = "entrant.here_already" if change.back else "entrant.withdrawn_already"
        raise Problem(key, name=before.name)
    return replace(event, entrants={**event.entrants, before.number: replace(before, withdrawn=not change.back)})


@apply_change.register
def _(change: changes.Drawn, event: Event, number: int) -> Event:
    for table in change.tables:
        for entrant in table.seats:
            event.entrant(entrant)
    fresh = Round(
        change.round,
        change.stage,
        change.tables,
        change.seed,
        change.method,
        change.cost,
        change.bound,
        entry=number,
        drawn=change.tables,
        gone=tuple(entrant.number for entrant in event.entrants.values() if entrant.withdrawn),
    )
    if not change.again:
        if change.round != len(event.rounds) + 1:
            raise Problem("event.not_next_round", round=change.round)
        return replace(event, rounds=(*event.rounds, fresh))
    if change.round != len(event.rounds) or event.rounds[-1].reports:
        raise Problem("event.not_drawn_again", round=change.round)
    if event.rounds[-1].games:
        raise Problem("event.played_here", round=change.round)
    return event.with_round(fresh)


@apply_change.register
def _(change: changes.Absent, event: Event, number: int) -> Event:
    round, name = event.round(change.round), event.entrant(change.number).name
    table = round.table_of(change.number)
    if table is None or table.number in round.reports or table.number in round.games:
        raise Problem("event.no_open_table", name=name, round=change.round)
    if change.substitute:
        other = event.entrant(change.substitute)
        if round.table_of(other.number) is not None:
            raise Problem("event.has_seat", name=other.name, round=change.round)
    seats = tuple(change.substitute if seat == change.number else seat for seat in table.seats)
    after = changes.DrawnTable(table.number, tuple(seat for seat in seats if seat))
    tables = tuple(after if one is table else one for one in round.tables)
    return event.with_round(replace(round, tables=tables, proposals=_without(round.proposals, table.number)))


@apply_change.register
def _(change: changes.Reported, event: Event, number: int) -> Event:
    round = event.round(change.round)
    _check_players(change, round)
    if (change.table in round.reports) != change.correction:
        raise (
            _already(change)
            if not change.correction
            else Problem("event.no_result_to_correct", table=change.table, round=change.round)
        )
    return _with_report(event, round, change.table, change.report, number)


def _with_report(event: Event, round: Round, table: int, report: changes.TableReport, number: int) -> Event:
    """Store a table's result. It settles the lines that were set aside for the table and what phones submitted."""
    after = event.with_round(
        replace(
            round,
            reports={**round.reports, table: report},
            proposals=_without(round.proposals, table),
            confirmations=_without(round.confirmations, table),
            entries={**round.entries, table: number},
        )
    )
    open_ones = {
        n: one for n, one in after.questions.items() if (one.aside.round, one.aside.table) != (round.number, table)
    }
    return replace(after, questions=open_ones)


def _without(kept: dict[int, T], table: int) -> dict[int, T]:
    return {number: one for number, one in kept.items() if number != table}


def _check_players(change: changes.Reported | changes.Proposed | changes.Disputed, round: Round) -> None:
    lines = change.report.lines if change.report is not None else ()
    if {line.entrant for line in lines} != set(round.table(change.table).seats):
        raise Problem("event.other_table", table=change.table, round=change.round)


def _already(change: changes.Reported) -> Problem:
    return Problem("event.result_known", table=change.table, round=change.round)


@apply_change.register
def _(change: changes.SetAside, event: Event, number: int) -> Event:
    return replace(event, questions={**event.questions, number: OpenQuestion(number, change)})


@apply_change.register
def _(change: changes.Settled, event: Event, number: int) -> Event:
    if change.mark:
        return replace(event, settled=event.settled | {(change.question, change.mark)})
    if change.question not in event.questions:
        raise Problem("event.no_question", question=change.question)
    return replace(event, questions={n: one for n, one in event.questions.items() if n != change.question})


@apply_change.register
def _(change: changes.ClockSet, event: Event, number: int) -> Event:
    round = event.round(change.round)
    tables = [change.table] if change.table else [table.number for table in round.tables]
    clocks = {
        round.table(table).number: round.clocks.get(table, ClockState()).set(change.at, change.running)
        for table in tables
    }
    return event.with_round(replace(round, clocks={**round.clocks, **clocks}))


@apply_change.register
def _(change: changes.Hosted, event: Event, number: int) -> Event:
    round = event.round(change.round)
    if round.table(change.table).number in {*round.games, *round.reports}:
        raise Problem("event.hosted_already", table=change.table, round=change.round)
    return event.with_round(replace(round, games={**round.games, change.table: change.game}))


@apply_change.register
def _(change: changes.Proposed, event: Event, number: int) -> Event:
    round = event.round(change.round)
    _check_players(change, round)
    _check_seat(change, event, round)
    made = Proposal(change.by, change.report, number, change.device)
    return event.with_round(replace(round, proposals={**round.proposals, change.table: made}))


@apply_change.register
def _(change: changes.Confirmed, event: Event, number: int) -> Event:
    round = event.round(change.round)
    _check_seat(change, event, round)
    proposal = round.proposals.get(change.table)
    claim = next((one for one in proposal.claims if one.entry == change.version), None) if proposal else None
    if claim is None or claim.report is None:
        raise Problem("event.result_gone", table=change.table)
    if claim.by == change.by:
        raise Problem("event.own_result")
    after = _with_report(event, round, change.table, claim.report, number)
    kept = after.round(round.number)
    confirmations = {**kept.confirmations, change.table: Confirmation(claim.by, change.by)}
    return after.with_round(replace(kept, confirmations=confirmations))


@apply_change.register
def _(change: changes.Disputed, event: Event, number: int) -> Event:
    round = event.round(change.round)
    _check_seat(change, event, round)
    proposal = round.proposals.get(change.table)
    if proposal is None or proposal.entry != change.version:
        raise Problem("event.result_gone", table=change.table)
    if proposal.by == change.by:
        raise Problem("event.own_result")
    if change.report is not None:
        _check_players(change, round)
    others = tuple(one for one in proposal.disputes if one.by != change.by)
    dispute = ResultClaim(change.by, change.report, number, change.device, change.note)
    disputed = replace(proposal, disputes=(*others, dispute))
    return event.with_round(replace(round, proposals={**round.proposals, change.table: disputed}))


def _check_seat(change: changes.Proposed | changes.Confirmed | changes.Disputed, event: Event, round: Round) -> None:
    """Check that a player speaks for the own table, and that it has no result yet."""
    if change.by not in round.table(change.table).seats:
        raise Problem("event.not_at_table", name=event.entrant(change.by).name, table=change.table, round=change.round)
    if change.table in round.reports:
        raise Problem("event.result_stands", table=change.table, round=change.round)


@apply_change.register
def _(change: changes.EventDescribed, event: Event, number: int) -> Event:
    return replace(event, about=change.about)


@apply_change.register
def _(change: changes.BonusGiven, event: Event, number: int) -> Event:
    bonus = BonusPoints(Decimal(change.hundredths) / 100, change.reason)
    held = event.bonuses.get(event.entrant(change.number).number, ())
    return replace(event, bonuses={**event.bonuses, change.number: (*held, bonus)})


@apply_change.register
def _(change: changes.WildCard, event: Event, number: int) -> Event:
    before = event.entrant(change.number)
    if before.wild != change.back:
        raise Problem("entrant.wild_already" if before.wild else "entrant.not_wild", name=before.name)
    return replace(event, entrants={**event.entrants, before.number: replace(before, wild=not change.back)})


@apply_change.register
def _(change: changes.CaptainNamed, event: Event, number: int) -> Event:
    captains = {team: captain for team, captain in event.captains.items() if team != change.team}
    if change.number:
        _check_team(event, change.team, (change.number,))
        captains[change.team] = change.number
    return replace(event, captains=captains)


@apply_change.register
def _(change: changes.LinedUp, event: Event, number: int) -> Event:
    _check_team(event, change.team, change.players)
    if not change.round or change.round <= len(event.rounds):
        raise Problem("event.line_up_late", round=change.round)
    if len(set(change.players)) < len(change.players):
        raise Problem("event.line_up_twice", team=change.team)
    return replace(event, line_ups={**event.line_ups, (change.round, change.team): change.players})


@apply_change.register
def _(change: changes.CarriedOver, event: Event, number: int) -> Event:
    if event.rounds:
        raise Problem("event.carried_late")
    if len({event.entrant(one).number for one in change.seats}) < len(change.seats):
        raise Problem("event.carried_twice")
    return replace(event, carried=change.seats)


def _check_team(event: Event, team: str, players: tuple[int, ...]) -> None:
    """Check that players belong to a team."""
    for one in players:
        if event.entrant(one).club != team:
            raise Problem("event.not_of_team", name=event.entrant(one).name, team=team)
