"""An event as its changes leave it. Folding asks whether a change fits what is there, never what presets allow."""

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any

import msgspec
from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament import changes
from kamchatka.tournament.entrants import Entrant, check_new
from kamchatka.tournament.report import Report
from kamchatka.tournament.settings import Settings
from kamchatka.words.phrases import Count


class Clock(msgspec.Struct, frozen=True):
    """A table's clock: seconds used before, and since when it runs (0: it stands)."""

    used: float = 0.0
    since: float = 0.0

    def set(self, at: float, running: bool) -> "Clock":
        """The clock started or stopped at a moment."""
        used = self.used + (max(0.0, at - self.since) if self.since else 0.0)
        return Clock(used, at if running else 0.0)


class Proposal(msgspec.Struct, frozen=True):
    """A result that a player of the table handed in."""

    by: int
    report: Report


class Round(msgspec.Struct, frozen=True):
    """A round: its tables, and what they reported."""

    number: int
    stage: changes.Stage
    tables: tuple[changes.DrawnTable, ...]
    seed: int
    method: str
    cost: int = 0
    bound: int = 0
    reports: dict[int, Report] = {}
    clocks: dict[int, Clock] = {}
    games: dict[int, str] = {}  # tables played on this program
    proposals: dict[int, Proposal] = {}  # results that wait for an organiser
    entry: int = 0  # of the trail, that drew it
    drawn: tuple[changes.DrawnTable, ...] = ()  # the tables before anybody stayed away
    gone: tuple[int, ...] = ()  # who had gone home when it was drawn
    entries: dict[int, int] = {}  # of the trail, that reported each table

    def table(self, number: int) -> changes.DrawnTable:
        """The table of that number; a Problem if the round has none."""
        for table in self.tables:
            if table.number == number:
                return table
        count = Count(len(self.tables))
        raise Problem(
            f"Il turno {self.number} non ha un tavolo {number}: ha {count:tavolo|tavoli}.",
            f"Round {self.number} has no table {number}: it has {count:table|tables}.",
        )

    def seated(self, entrant: int) -> changes.DrawnTable | None:
        """Where an entrant sits in this round."""
        return next((table for table in self.tables if entrant in table.seats), None)

    @property
    def is_complete(self) -> bool:
        """Whether every table has reported."""
        return len(self.reports) == len(self.tables)


class Question(msgspec.Struct, frozen=True):
    """A line set aside; `number` is that of its entry in the trail."""

    number: int
    aside: changes.SetAside


class Event(msgspec.Struct, frozen=True):
    """The whole event, as data."""

    name: str
    settings: Settings
    preset: str = ""
    date: str = ""
    entrants: dict[int, Entrant] = {}
    rounds: tuple[Round, ...] = ()
    questions: dict[int, Question] = {}
    settled: frozenset[tuple[int, str]] = frozenset()  # doubts that were looked at: entry and mark (doubts.py)

    @property
    def names(self) -> Mapping[int, str]:
        """The names by number."""
        return {entrant.number: entrant.name for entrant in self.entrants.values()}

    @property
    def playing(self) -> list[Entrant]:
        """Who is there for the next draw."""
        return [entrant for entrant in self.entrants.values() if not entrant.withdrawn]

    def entrant(self, number: int) -> Entrant:
        """The entrant of that number, or a Problem."""
        if number not in self.entrants:
            raise Problem(f"Nessun iscritto ha il numero {number}.", f"No entrant has the number {number}.")
        return self.entrants[number]

    def round(self, number: int) -> Round:
        """The round of that number, or a Problem."""
        if not 1 <= number <= len(self.rounds):
            raise Problem(f"Il turno {number} non è stato sorteggiato.", f"Round {number} has not been drawn.")
        return self.rounds[number - 1]

    def with_round(self, changed: Round) -> "Event":
        """The event with one of its rounds changed."""
        return replace(self, rounds=tuple(changed if one.number == changed.number else one for one in self.rounds))


class Unfit(Problem):
    """A change that does not fit the ones before it."""

    def __init__(self, problem: Problem, number: int) -> None:
        super().__init__(problem.it, problem.en, problem.rule)
        self.number = number  # of the change


def folded(entries: Iterable[tuple[int, changes.AnyChange]]) -> Event:
    """The event that numbered changes make; the first opens it."""
    event: Event | None = None
    for number, change in entries:
        if isinstance(change, changes.Opened):
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
        return onto(change, event, number)
    except Problem as problem:
        raise Unfit(problem, number) from None


@singledispatch
def onto(change: Any, event: Event, number: int) -> Event:
    """The event after one change; a Problem if the change does not fit what is there."""
    raise TypeError(f"no change: {change!r}")


@onto.register
def _(change: changes.SettingsChanged, event: Event, number: int) -> Event:
    return replace(event, settings=change.settings)


@onto.register
def _(change: changes.Entered, event: Event, number: int) -> Event:
    check_new(event.entrants.values(), change.name)
    if change.number in event.entrants:
        raise Problem(
            f"Il numero {change.number} è già di {event.entrants[change.number].name}.",
            f"Number {change.number} is already {event.entrants[change.number].name}'s.",
        )
    entrant = Entrant(change.number, change.name.strip(), change.club.strip(), change.region.strip())
    return replace(event, entrants={**event.entrants, entrant.number: entrant})


@onto.register
def _(change: changes.Amended, event: Event, number: int) -> Event:
    before = event.entrant(change.number)
    check_new(event.entrants.values(), change.name, apart_from=change.number)
    after = replace(before, name=change.name, club=change.club, region=change.region)
    return replace(event, entrants={**event.entrants, after.number: after})


@onto.register
def _(change: changes.Withdrew, event: Event, number: int) -> Event:
    before = event.entrant(change.number)
    if before.withdrawn != change.back:
        raise Problem(
            f"{before.name} è già {'presente' if change.back else 'ritirato'}.",
            f"{before.name} is already {'here' if change.back else 'withdrawn'}.",
        )
    return replace(event, entrants={**event.entrants, before.number: replace(before, withdrawn=not change.back)})


@onto.register
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


@onto.register
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


@onto.register
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


@onto.register
def _(change: changes.SetAside, event: Event, number: int) -> Event:
    return replace(event, questions={**event.questions, number: Question(number, change)})


@onto.register
def _(change: changes.Settled, event: Event, number: int) -> Event:
    if change.mark:
        return replace(event, settled=event.settled | {(change.question, change.mark)})
    if change.question not in event.questions:
        raise Problem(
            f"Non c'è nulla in sospeso con il numero {change.question}.",
            f"Nothing with the number {change.question} is set aside.",
        )
    return replace(event, questions={n: one for n, one in event.questions.items() if n != change.question})


@onto.register
def _(change: changes.ClockSet, event: Event, number: int) -> Event:
    round = event.round(change.round)
    tables = [change.table] if change.table else [table.number for table in round.tables]
    clocks = {
        round.table(table).number: round.clocks.get(table, Clock()).set(change.at, change.running) for table in tables
    }
    return event.with_round(replace(round, clocks={**round.clocks, **clocks}))


@onto.register
def _(change: changes.Hosted, event: Event, number: int) -> Event:
    round = event.round(change.round)
    if round.table(change.table).number in {*round.games, *round.reports}:
        raise Problem(
            f"Il tavolo {change.table} del turno {change.round} si gioca già qui, o ha un risultato.",
            f"Table {change.table} of round {change.round} is played here already, or has a result.",
        )
    return event.with_round(replace(round, games={**round.games, change.table: change.game}))


@onto.register
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
