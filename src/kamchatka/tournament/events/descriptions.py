"""The trail in words: what each change says to people."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any

from kamchatka.editions.tournament import PlayerResult
from kamchatka.tournament.events import changes
from kamchatka.tournament.said import Said, join_texts
from kamchatka.words.phrases import Count

STAGES = {
    "round": Said("turno", "round"),
    "semifinal": Said("semifinali, turno", "semifinals, round"),
    "final": Said("finale, turno", "final, round"),
    "knockout": Said("eliminazione, turno", "elimination, round"),
}


TITLES = {
    "round": Said("Turno {n}", "Round {n}"),
    "semifinal": Said("Semifinale", "Semifinal"),
    "final": Said("Finale", "Final"),
    "knockout": Said("Turno {n}", "Round {n}"),
}


def round_title(stage: str, number: int) -> Said:
    """What a round is called."""
    return Said(TITLES[stage].it.format(n=number), TITLES[stage].en.format(n=number))


def describe_quality(cost: int, bound: int) -> Said:
    """How good a draw is."""
    if cost == bound:
        return Said(
            "Nessun sorteggio ha meno scontri: compagni, rivincite, vincitori e tavoli da cinque al meglio.",
            "No draw has fewer clashes: clubmates, rematches, winners and fives are as good as can be.",
        )
    return Said(
        f"Gli scontri pesano {cost}; nessun sorteggio scende sotto {bound}.",
        f"Clashes weigh {cost}; no draw goes below {bound}.",
    )


@singledispatch
def describe(change: Any, names: Mapping[int, str]) -> Said:
    """A change as a sentence."""
    raise TypeError(f"no change: {change!r}")


def _name(number: int, names: Mapping[int, str]) -> str:
    return names.get(number, f"n. {number}")


@describe.register
def _(change: changes.EventOpened, names: Mapping[int, str]) -> Said:
    return Said(f"si apre «{change.name}»", f"“{change.name}” is opened")


@describe.register
def _(change: changes.SettingsChanged, names: Mapping[int, str]) -> Said:
    return Said("cambiano le impostazioni", "settings change")


@describe.register
def _(change: changes.PlayerEntered, names: Mapping[int, str]) -> Said:
    club = f" ({change.club})" if change.club else ""
    return Said(
        f"si iscrive {change.name}{club}, numero {change.number}", f"{change.name}{club} enters, number {change.number}"
    )


@describe.register
def _(change: changes.Amended, names: Mapping[int, str]) -> Said:
    return Said(
        f"il numero {change.number} si scrive {change.name} ({change.club})",
        f"number {change.number} is written {change.name} ({change.club})",
    )


@describe.register
def _(change: changes.Withdrew, names: Mapping[int, str]) -> Said:
    name = _name(change.number, names)
    if change.back:
        return Said(f"{name} torna", f"{name} comes back")
    return Said(f"{name} si ritira", f"{name} withdraws")


@describe.register
def _(change: changes.Drawn, names: Mapping[int, str]) -> Said:
    stage = STAGES[change.stage]
    again = Said(" (di nuovo)", " (again)") if change.again else Said("", "")
    count = Count(len(change.tables))
    how = f"{change.seed}, {change.method}"
    return Said(
        f"{stage.it} {change.round}: {count:tavolo sorteggiato|tavoli sorteggiati}{again.it}, seme {how}",
        f"{stage.en} {change.round}: {count:table|tables} drawn{again.en}, seed {how}",
    )


@describe.register
def _(change: changes.Absent, names: Mapping[int, str]) -> Said:
    name = _name(change.number, names)
    if change.substitute:
        other = _name(change.substitute, names)
        return Said(f"turno {change.round}: {other} al posto di {name}", f"round {change.round}: {other} for {name}")
    return Said(f"turno {change.round}: {name} non si presenta", f"round {change.round}: {name} does not come")


@describe.register
def _(change: changes.Reported, names: Mapping[int, str]) -> Said:
    lines = join_texts([_line(line, names) for line in change.report.lines])
    fixed = Said(" corretto", " corrected") if change.correction else Said("", "")
    return Said(
        f"turno {change.round}, tavolo {change.table}{fixed.it}: {lines.it}",
        f"round {change.round}, table {change.table}{fixed.en}: {lines.en}",
    )


def _line(line: PlayerResult, names: Mapping[int, str]) -> Said:
    name, less = _name(line.entrant, names), f" −{line.penalty}" if line.penalty else ""
    points = f"#{line.card}" if line.points is None else str(line.points)
    made = Said(points, points)
    if line.objective:
        made = Said("obiettivo", "objective")
    elif line.eliminated:
        made = Said("eliminato", "out")
    last = Said(" dietro a tutti", " behind all others") if line.last else Said("", "")
    return Said(f"{name} {made.it}{less}{last.it}", f"{name} {made.en}{less}{last.en}")


@describe.register
def _(change: changes.SetAside, names: Mapping[int, str]) -> Said:
    return Said(
        f"in sospeso, {change.source} riga {change.line}: {change.it}",
        f"set aside, {change.source} line {change.line}: {change.en}",
    )


@describe.register
def _(change: changes.Settled, names: Mapping[int, str]) -> Said:
    return Said(f"risolta la voce {change.question}: {change.note}", f"entry {change.question} settled: {change.note}")


@describe.register
def _(change: changes.ClockSet, names: Mapping[int, str]) -> Said:
    it, en = (f"tavolo {change.table}", f"table {change.table}") if change.table else ("tutti i tavoli", "all tables")
    return Said(
        f"turno {change.round}, {it}: orologio {'parte' if change.running else 'fermo'}",
        f"round {change.round}, {en}: clock {'starts' if change.running else 'stops'}",
    )


@describe.register
def _(change: changes.Hosted, names: Mapping[int, str]) -> Said:
    return Said(
        f"turno {change.round}, tavolo {change.table}: si gioca qui",
        f"round {change.round}, table {change.table}: played here",
    )


@describe.register
def _(change: changes.Proposed, names: Mapping[int, str]) -> Said:
    lines, name = join_texts([_line(line, names) for line in change.report.lines]), _name(change.by, names)
    return Said(
        f"{name} propone per il turno {change.round}, tavolo {change.table}: {lines.it}",
        f"{name} proposes for round {change.round}, table {change.table}: {lines.en}",
    )
