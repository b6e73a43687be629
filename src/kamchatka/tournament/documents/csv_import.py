"""Import entrants and results from CSV files. Invalid rows are set aside with a reason; valid rows are imported."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from kamchatka.editions.tournament import PlayerResult, Reached, TournamentRules
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents.csv_reader import CsvFile, CsvRow
from kamchatka.tournament.events.changes import AnyChange, PlayerEntered, SetAside, TableReport, set_aside
from kamchatka.tournament.events.entrants import Entrant, check_new, check_words, find_entrant, normalise
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.registration import next_number
from kamchatka.tournament.results.acceptance import accept
from kamchatka.tournament.settings.edition_rules import rules_of

ENTRANTS = {
    "name": ("nome", "player", "giocatore", "nominativo", "nome e cognome"),
    "club": ("circolo", "squadra", "team", "club o famiglia"),
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
    "fell": ("caduto",),
}
YES = frozenset({"yes", "y", "si", "s", "x", "1", "true", "vero"})
NO = frozenset({"", "no", "n", "0", "-", "false", "falso"})
LATE = frozenset({"late", "tardi", "dopo", "fuori tempo"})


# ------------------------------------------------------------------ entrants
def entrants_from(event: Event, sheet: CsvFile) -> list[AnyChange]:
    """Return the entries of a list; duplicates and rows without a name are set aside.

    A row equal to an entrant is skipped: the same list twice changes nothing.
    """
    known, made = list(event.entrants.values()), list[AnyChange](sheet.aside)
    before = {normalise(one.name): one for one in known}
    for row in sheet.rows:
        if _is_known(before.get(normalise(row.cells.get("name", ""))), row):
            continue
        try:
            entered = _entrant(known, row)
        except Problem as problem:
            made.append(_aside(row, problem))
            continue
        known.append(Entrant(entered.number, entered.name))
        made.append(entered)
    return made


def _is_known(before: Entrant | None, row: CsvRow) -> bool:
    """Return True if an entrant of the event is exactly what a row says."""
    if before is None:
        return False
    told = {"club": before.club, "region": before.region, "number": str(before.number)}
    return all(
        not row.cells.get(name) or normalise(row.cells[name]) == normalise(value) for name, value in told.items()
    )


def _entrant(known: list[Entrant], row: CsvRow) -> PlayerEntered:
    name = row.cells.get("name", "")
    check_new(known, name)
    check_words(name, row.cells.get("club"), row.cells.get("region"))
    number = _whole(row, "number") or next_number(known)
    if any(one.number == number for one in known) or number < 1:
        raise Problem("csv.number_taken", number=number)
    return PlayerEntered(number, name, row.cells.get("club", ""), row.cells.get("region", ""))


# ------------------------------------------------------------------ results
def results_from(event: Event, sheet: CsvFile, round: int, correct: bool = False) -> list[AnyChange]:
    """Import a round's results table by table. A table with an invalid row is set aside as a whole."""
    made, tables = list[AnyChange](sheet.aside), dict[tuple[int, int], list[tuple[CsvRow, PlayerResult]]]()
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
    # Results come first: a result settles open questions about its table, but not those that this file raises.
    return sorted(made, key=lambda change: isinstance(change, SetAside))


def _line(event: Event, key: tuple[int, int], row: CsvRow) -> PlayerResult:
    """Parse one player's row; a Problem if the player does not sit at that table."""
    entrant = find_entrant(event.entrants.values(), row.cells.get("player", ""))
    table = event.round(key[0]).table(key[1])
    if entrant.number not in table.seats:
        seated = event.round(key[0]).table_of(entrant.number)
        where = f"{seated.number}" if seated else "—"
        raise Problem("csv.not_at_table", name=entrant.name, table=key[1], round=key[0], where=where)
    rules = rules_of(event.settings)
    held = tuple(
        place_named(rules, word) for word in row.cells.get("held", "").replace("|", ",").split(",") if word.strip()
    )
    return PlayerResult(
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
        _whole(row, "fell") or 0,
    )


def _table(
    event: Event, key: tuple[int, int], lines: list[tuple[CsvRow, PlayerResult]], correct: bool
) -> Iterator[AnyChange]:
    """Accept a table's report, or set all its rows aside if it is invalid or would overwrite another result."""
    report = TableReport(tuple(line for _, line in lines))
    before = event.round(key[0]).reports.get(key[1])
    try:
        accepted = accept(event, *key, report, correct and before is not None)
        if accepted.report != before:
            yield accepted
    except Problem as problem:
        yield from (_aside(row, problem, key) for row, _ in lines)


def place_named(rules: TournamentRules, typed: str) -> str:
    """Return the id of a territory, given its id or its name in either language."""
    wanted = normalise(typed.replace("_", " "))
    for place in rules.sheet.places:
        if wanted in (normalise(place.id.replace("_", " ")), normalise(place.it), normalise(place.en)):
            return place.id
    raise Problem("csv.no_such_place", rule="rtu.1.1" if rules.has_regulations else "", name=typed.strip())


def _objective(row: CsvRow) -> Reached:
    word = normalise(row.cells.get("objective", ""))
    if word in LATE:
        return "late"
    return "in_time" if _yes(row, "objective") else ""


def _yes(row: CsvRow, column: str) -> bool:
    word = normalise(row.cells.get(column, ""))
    if word not in YES | NO:
        raise Problem("csv.neither_yes_nor_no", word=row.cells[column], column=column)
    return word in YES


def _whole(row: CsvRow, column: str) -> int | None:
    text = row.cells.get(column, "")
    if not text:
        return None
    if not text.removeprefix("-").isdecimal() or len(text) > 9:
        raise Problem("csv.no_number", text=text, column=column)
    return int(text)


def _aside(row: CsvRow, problem: Problem, key: tuple[int, int] = (0, 0)) -> SetAside:
    return set_aside(problem, "", row.line, row.text, *key)


def name_source(event: Event, changes: Iterable[AnyChange], source: str) -> list[AnyChange]:
    """Add the file name to rows that were set aside, and drop rows that are already open questions."""
    named = [replace(one, source=source) if isinstance(one, SetAside) else one for one in changes]
    waiting = [question.aside for question in event.questions.values()]
    return [one for one in named if one not in waiting]
