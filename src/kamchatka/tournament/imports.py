"""Entrants and results from CSV files, and back. What cannot be taken becomes a line set aside; the rest goes in."""

import csv
import io
from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from kamchatka.editions.challenge import PLANISPHERE
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.changes import AnyChange, Entered, SetAside
from kamchatka.tournament.entrants import Entrant, check_new, check_words, find, plain
from kamchatka.tournament.entries import next_number
from kamchatka.tournament.event import Event
from kamchatka.tournament.report import Line, Reached, Report
from kamchatka.tournament.results import accept
from kamchatka.tournament.said import shown
from kamchatka.tournament.standings import final_placings, standings
from kamchatka.tournament.tables_csv import Cells, Sheet

ENTRANTS = {
    "name": ("nome", "player", "giocatore", "nominativo"),
    "club": ("circolo", "squadra", "team"),
    "region": ("regione",),
    "number": ("numero", "n", "badge"),
}
RESULTS = {
    "player": ("giocatore", "nome", "name"),
    "round": ("turno",),
    "table": ("tavolo",),
    "points": ("punti",),
    "outside": ("fuori", "fuori obiettivo"),
    "objective": ("obiettivo", "risiko"),
    "eliminated": ("eliminato",),
    "card": ("carta",),
    "held": ("territori", "territories"),
    "hand": ("mano",),
    "penalty": ("penalita",),
    "zeroed": ("azzerata",),
    "reason": ("motivo",),
    "last": ("ultimo",),
}
YES = frozenset({"yes", "y", "si", "s", "x", "1", "true", "vero"})
NO = frozenset({"", "no", "n", "0", "-", "false", "falso"})
LATE = frozenset({"late", "tardi", "dopo", "fuori tempo"})


# ------------------------------------------------------------------ entrants
def entrants_from(event: Event, sheet: Sheet) -> list[AnyChange]:
    """The entries of a list; duplicates and nameless lines are set aside."""
    known, made = list(event.entrants.values()), list[AnyChange](sheet.aside)
    for row in sheet.rows:
        try:
            entered = _entrant(known, row)
        except Problem as problem:
            made.append(_aside(row, problem))
            continue
        known.append(Entrant(entered.number, entered.name))
        made.append(entered)
    return made


def _entrant(known: list[Entrant], row: Cells) -> Entered:
    name = row.cells.get("name", "")
    check_new(known, name)
    check_words(name, row.cells.get("club"), row.cells.get("region"))
    number = _whole(row, "number") or next_number(known)
    if any(one.number == number for one in known) or number < 1:
        raise Problem(f"il numero {number} è già preso", f"number {number} is taken")
    return Entered(number, name, row.cells.get("club", ""), row.cells.get("region", ""))


# ------------------------------------------------------------------ results
def results_from(event: Event, sheet: Sheet, round: int, correct: bool = False) -> list[AnyChange]:
    """The results of a round's tables, each taken whole or set aside whole: a bad line is missing at its table."""
    made, tables = list[AnyChange](sheet.aside), dict[tuple[int, int], list[tuple[Cells, Line]]]()
    for row in sheet.rows:
        key = (round, 0)
        try:
            key = (_whole(row, "round") or round, _whole(row, "table") or 0)
            line = _line(event, key, row)
            tables.setdefault(key, []).append((row, line))
        except Problem as problem:
            made.append(_aside(row, problem, key))
    for key, lines in tables.items():
        made += _table(event, key, lines, correct)
    # Results first: they settle older questions about their tables, not those of this file.
    return sorted(made, key=lambda change: isinstance(change, SetAside))


def _line(event: Event, key: tuple[int, int], row: Cells) -> Line:
    """A player's line, at a table where the player really sits."""
    entrant = find(event.entrants.values(), row.cells.get("player", ""))
    table = event.round(key[0]).table(key[1])
    if entrant.number not in table.seats:
        seated = event.round(key[0]).seated(entrant.number)
        where = f"{seated.number}" if seated else "—"
        raise Problem(
            f"{entrant.name} non siede al tavolo {key[1]} del turno {key[0]} (il suo è {where})",
            f"{entrant.name} is not at table {key[1]} of round {key[0]} (but at {where})",
        )
    held = tuple(place_named(word) for word in row.cells.get("held", "").replace("|", ",").split(",") if word.strip())
    return Line(
        entrant.number,
        _whole(row, "points"),
        _whole(row, "outside"),
        _objective(row),
        _yes(row, "eliminated"),
        _whole(row, "card") or 0,
        held,
        _whole(row, "hand") or 0,
        _whole(row, "penalty") or 0,
        _yes(row, "zeroed"),
        row.cells.get("reason", ""),
        _yes(row, "last"),
    )


def _table(event: Event, key: tuple[int, int], lines: list[tuple[Cells, Line]], correct: bool) -> Iterator[AnyChange]:
    """A table's report; all its lines are set aside when it cannot be, or would overwrite another result."""
    report = Report(tuple(line for _, line in lines))
    before = event.round(key[0]).reports.get(key[1])
    try:
        accepted = accept(event, *key, report, correct and before is not None)
        if accepted.report != before:
            yield accepted
    except Problem as problem:
        yield from (_aside(row, problem, key) for row, _ in lines)


def place_named(typed: str) -> str:
    """The id of a territory, by its id or its name in either language."""
    wanted = plain(typed.replace("_", " "))
    for place in PLANISPHERE.places:
        if wanted in (plain(place.id.replace("_", " ")), plain(place.it), plain(place.en)):
            return place.id
    raise Problem(
        f"il territorio «{typed.strip()}» non è sul tabellone", f"“{typed.strip()}” is not on the board", "rtu.1.1"
    )


def _objective(row: Cells) -> Reached:
    word = plain(row.cells.get("objective", ""))
    if word in LATE:
        return "late"
    return "in_time" if _yes(row, "objective") else ""


def _yes(row: Cells, column: str) -> bool:
    word = plain(row.cells.get(column, ""))
    if word not in YES | NO:
        raise Problem(
            f"«{row.cells[column]}» non è un sì né un no ({column})",
            f"“{row.cells[column]}” is neither yes nor no ({column})",
        )
    return word in YES


def _whole(row: Cells, column: str) -> int | None:
    text = row.cells.get(column, "")
    if not text:
        return None
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise Problem(f"«{text}» non è un numero intero ({column})", f"“{text}” is no whole number ({column})")
    return int(text)


def _aside(row: Cells, problem: Problem, key: tuple[int, int] = (0, 0)) -> SetAside:
    return SetAside("", row.line, row.text, problem.sentence("it"), problem.sentence("en"), *key)


def taken(event: Event, changes: Iterable[AnyChange], source: str) -> list[AnyChange]:
    """The changes with the name of the file in what was set aside; a line that waits already is not set aside twice."""
    named = [replace(one, source=source) if isinstance(one, SetAside) else one for one in changes]
    waiting = [question.aside for question in event.questions.values()]
    return [one for one in named if one not in waiting]


# ------------------------------------------------------------------ and back
def entrants_csv(event: Event) -> str:
    """The entrants as a CSV that can be read again."""
    return _written(
        ["number", "name", "club", "region"],
        ([str(one.number), one.name, one.club, one.region] for one in event.entrants.values()),
    )


def results_csv(event: Event) -> str:
    """All results as a CSV that can be read again."""
    return _written(
        [name for name in ("round", "table", *(key for key in RESULTS if key not in ("round", "table")))],
        (
            [str(round.number), str(table), event.names[line.entrant], *_cells_of(line)]
            for round in event.rounds
            for table in sorted(round.reports)
            for line in round.reports[table].lines
        ),
    )


def _cells_of(line: Line) -> list[str]:
    objective = {"": "", "in_time": "yes", "late": "late"}[line.objective]
    numbers = ["" if number is None else str(number) for number in (line.points, line.outside)]
    return [
        *numbers,
        objective,
        "yes" if line.eliminated else "",
        str(line.card or ""),
        "|".join(line.held),
        str(line.hand or ""),
        str(line.penalty or ""),
        "yes" if line.zeroed else "",
        line.reason,
        "yes" if line.last else "",
    ]


def standings_csv(event: Event, language: str) -> str:
    """The standings, and the final placings with their reasons, for a spreadsheet."""
    placings = {placing.entrant: placing for placing in final_placings(event)}
    rows = standings(event)
    order = sorted(rows, key=lambda row: placings[row.entrant].place)
    return _written(
        ["place", "name", "club", "points", "wins", "games", "how"],
        (
            [
                str(placings[row.entrant].place),
                event.names[row.entrant],
                event.entrants[row.entrant].club,
                shown(row.total),
                str(row.wins),
                str(row.played),
                placings[row.entrant].how.text(language),
            ]
            for row in order
        ),
    )


def exported(event: Event, what: str, language: str) -> str:
    """One of the lists above, by its name."""
    if what not in ("entrants", "results", "standings"):
        raise Problem(
            f"«{what}» non c'è: entrants, results, standings.", f"There is no “{what}”: entrants, results, standings."
        )
    if what == "standings":
        return standings_csv(event, language)
    return entrants_csv(event) if what == "entrants" else results_csv(event)


def _written(headings: list[str], rows: Iterable[list[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(headings)
    # A cell that a spreadsheet would take for a formula is written as text.
    writer.writerows([f"'{cell}" if cell.startswith(("=", "+", "@")) else cell for cell in row] for row in rows)
    return text.getvalue()
