"""Changes folded into an event. Folding asks whether a change fits what is there, never what presets allow."""

from collections.abc import Iterable
from functools import singledispatch
from typing import Any

from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events import changes
from kamchatka.tournament.events.entrants import Entrant, check_new
from kamchatka.tournament.events.event import ClockState, Event, OpenQuestion, Proposal, Round


class ChangeDoesNotFit(Problem):
    """A change that does not fit the ones before it."""

    def __init__(self, problem: Problem, number: int) -> None:
        super().__init__(problem.it, problem.en, problem.rule)
        self.number = number  # of the change


def fold(entries: Iterable[tuple[int, changes.AnyChange]]) -> Event:
    """The event that numbered changes make; the first opens it."""
    event: Event | None = None
    for number, change in entries:
        if isinstance(change, changes.EventOpened):
            if event is not None:
                raise Problem("Il torneo è già aperto.", "The event is open already.")
            event = Event(change.name, change.settings, change.preset, change.date)
        elif event is None:
            raise Problem(
                "Il file non comincia con l'apertura di un torneo.", "The file does not begin by opening an event."
            )
        else:
            event = _next(change, event, number)
    if event is None:
        raise Problem("Il file non contiene alcun torneo.", "The file holds no event.")
    return event


def _next(change: changes.AnyChange, event: Event, number: int) -> Event:
    try:
        return apply_change(change, event, number)
    except Problem as problem:
        raise ChangeDoesNotFit(problem, number) from None


@singledispatch
def apply_change(change: Any, event: Event, number: int) -> Event:
    """The event after one change; a Problem if the change does not fit what is there."""
    raise TypeError(f"no change: {change!r}")


@apply_change.register
def _(change: changes.SettingsChanged, event: Event, number: int) -> Event:
    return replace(event, settings=change.settings)


@apply_change.register
def _(change: changes.PlayerEntered, event: Event, number: int) -> Event:
    check_new(event.entrants.values(), change.name)
    if change.number in event.entrants:
        raise Problem(
            f"Il numero {change.number} è già di {event.entrants[change.number].name}.",
            f"Number {change.number} is already {event.entrants[change.number].name}'s.",
        )
    entrant = Entrant(change.number, change.name.strip(), change.club.strip(), change.region.strip())
    return replace(event, entrants={**event.entrants, entrant.number: entrant})


@apply_change.register
def _(change: changes.Amended, event: Event, number: int) -> Event:
    before = event.entrant(change.number)
    check_new(event.entrants.values(), change.name, apart_from=change.number)
    after = replace(before, name=change.name, club=change.club, region=change.region)
    return replace(event, entrants={**event.entrants, after.number: after})


@apply_change.register
def _(change: changes.Withdrew, event: Event, number: int) -> Event:
    before = event.entrant(change.number)
    if before.withdrawn != change.back:
        raise Problem(
            f"{before.name} è già {'presente' if change.back else 'ritirato'}.",
            f"{before.name} is already {'here' if change.back else 'withdrawn'}.",
        )
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
            raise Problem(
                f"Il turno {change.round} non è il prossimo: per rifare un sorteggio va detto.",
                f"Round {change.round} is not the next: say so to draw one again.",
            )
        return replace(event, rounds=(*event.rounds, fresh))
    if change.round != len(event.rounds) or event.rounds[-1].reports:
        raise Problem(
            f"Il turno {change.round} non si può risorteggiare: ha già risultati o non è l'ultimo.",
            f"Round {change.round} cannot be drawn again: it has results or is not the last.",
        )
    if event.rounds[-1].games:
        raise Problem(
            f"Il turno {change.round} si gioca già qui: non si può risorteggiare.",
            f"Round {change.round} is being played here: it cannot be drawn again.",
        )
    return event.with_round(fresh)


@apply_change.register
def _(change: changes.Absent, event: Event, number: int) -> Event:
    round, name = event.round(change.round), event.entrant(change.number).name
    table = round.seated(change.number)
    if table is None or table.number in round.reports or table.number in round.games:
        raise Problem(
            f"{name} non siede a un tavolo del turno {change.round} ancora da giocare.",
            f"{name} is at no table of round {change.round} that is still to be played.",
        )
    if change.substitute:
        other = event.entrant(change.substitute)
        if round.seated(other.number) is not None:
            raise Problem(
                f"{other.name} siede già al turno {change.round}.", f"{other.name} has a seat in round {change.round}."
            )
    seats = tuple(change.substitute if seat == change.number else seat for seat in table.seats)
    after = changes.DrawnTable(table.number, tuple(seat for seat in seats if seat))
    return event.with_round(replace(round, tables=tuple(after if one is table else one for one in round.tables)))


@apply_change.register
def _(change: changes.Reported, event: Event, number: int) -> Event:
    round = event.round(change.round)
    _check_players(change, round)
    if (change.table in round.reports) != change.correction:
        raise (
            _already(change)
            if not change.correction
            else Problem(
                f"Il tavolo {change.table} del turno {change.round} non ha ancora un risultato da correggere.",
                f"Table {change.table} of round {change.round} has no result to correct yet.",
            )
        )
    waiting = {table: one for table, one in round.proposals.items() if table != change.table}
    after = event.with_round(
        replace(
            round,
            reports={**round.reports, change.table: change.report},
            proposals=waiting,
            entries={**round.entries, change.table: number},
        )
    )
    # A result settles what was set aside about its table.
    open_ones = {
        n: one
        for n, one in after.questions.items()
        if (one.aside.round, one.aside.table) != (change.round, change.table)
    }
    return replace(after, questions=open_ones)


def _check_players(change: changes.Reported | changes.Proposed, round: Round) -> None:
    if {line.entrant for line in change.report.lines} != set(round.table(change.table).seats):
        raise Problem(
            f"Il risultato non è di chi siede al tavolo {change.table} del turno {change.round}.",
            f"The result is not of those at table {change.table} of round {change.round}.",
        )


def _already(change: changes.Reported) -> Problem:
    return Problem(
        f"Il tavolo {change.table} del turno {change.round} ha già un risultato: per cambiarlo va corretto.",
        f"Table {change.table} of round {change.round} has a result already: correct it to change it.",
    )


@apply_change.register
def _(change: changes.SetAside, event: Event, number: int) -> Event:
    return replace(event, questions={**event.questions, number: OpenQuestion(number, change)})


@apply_change.register
def _(change: changes.Settled, event: Event, number: int) -> Event:
    if change.mark:
        return replace(event, settled=event.settled | {(change.question, change.mark)})
    if change.question not in event.questions:
        raise Problem(
            f"Non c'è nulla in sospeso con il numero {change.question}.",
            f"Nothing with the number {change.question} is set aside.",
        )
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
        raise Problem(
            f"Il tavolo {change.table} del turno {change.round} si gioca già qui, o ha un risultato.",
            f"Table {change.table} of round {change.round} is played here already, or has a result.",
        )
    return event.with_round(replace(round, games={**round.games, change.table: change.game}))


@apply_change.register
def _(change: changes.Proposed, event: Event, number: int) -> Event:
    round = event.round(change.round)
    _check_players(change, round)
    if change.by not in round.table(change.table).seats:
        raise Problem(
            f"{event.entrant(change.by).name} non siede al tavolo {change.table} del turno {change.round}.",
            f"{event.entrant(change.by).name} is not at table {change.table} of round {change.round}.",
        )
    if change.table in round.reports:
        raise Problem(
            f"Il tavolo {change.table} del turno {change.round} ha già un risultato: lo corregge l'organizzatore.",
            f"Table {change.table} of round {change.round} has a result already: the organiser corrects it.",
        )
    proposals = {**round.proposals, change.table: Proposal(change.by, change.report)}
    return event.with_round(replace(round, proposals=proposals))
