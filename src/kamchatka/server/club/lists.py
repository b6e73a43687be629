"""CSV lists to import and export, and PDF sheets to print."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec

from kamchatka.server.club.desk_payloads import AsideSeen, ListSeen, Noted, TakenSeen
from kamchatka.server.club.list_preview import list_seen
from kamchatka.server.faults import Fault
from kamchatka.tournament.documents import csv_import
from kamchatka.tournament.documents.csv_export import export_csv
from kamchatka.tournament.documents.csv_reader import CsvFile
from kamchatka.tournament.documents.lists import parse_list
from kamchatka.tournament.documents.printed_sheets import Codes, write_codes, write_scores, write_tables
from kamchatka.tournament.events.changes import AnyChange, SetAside
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.growing import changing_rows
from kamchatka.tournament.events.trail import TrailEntry, TrailRow, entries_of, standing_changes

LARGEST = 500_000  # maximum bytes of a list
MOST_ENTRANTS = 500  # maximum entrants per online event, because its draws delay those of other events
MOST_LINES = 5000  # maximum lines of a list
SheetKind = Literal["tables", "scores", "codes"]


class ListForm(msgspec.Struct, frozen=True):
    """An uploaded list."""

    what: Literal["entrants", "results"]
    data: bytes
    source: str  # file name
    encoding: str | None
    round: int | None
    correct: bool


def list_preview(trail: Sequence[TrailRow], form: ListForm, language: str) -> ListSeen:
    """Return what a list would change, and what cannot be read. Runs in a worker."""
    sheet = _sheet(form)
    made = _changes(fold(standing_changes(entries_of(trail))), sheet, form)
    aside = sorted((one for one in made if isinstance(one, SetAside)), key=lambda one: one.line)
    return list_seen(sheet, len(made) - len(aside), aside, language)


def _sheet(form: ListForm) -> CsvFile:
    columns = csv_import.ENTRANTS if form.what == "entrants" else csv_import.RESULTS
    sheet = parse_list(form.data, form.source, columns, form.encoding)
    if len(sheet.rows) + len(sheet.aside) > MOST_LINES:
        raise Fault("too_large")
    return sheet


def _changes(event: Event, sheet: CsvFile, form: ListForm) -> Sequence[AnyChange]:
    """Return the changes of a list. Each row that cannot be read becomes a rejected line."""
    if form.what == "results":
        return csv_import.results_from(
            event, sheet, len(event.rounds) if form.round is None else form.round, form.correct
        )
    if len(event.entrants) + len(sheet.rows) > MOST_ENTRANTS:
        raise Fault("too_large")
    return csv_import.entrants_from(event, sheet)


def list_rows(trail: Sequence[TrailRow], form: ListForm, who: str) -> list[TrailRow]:
    """Return the log entries that a list adds. Invalid lines are rejected. Runs in a worker."""
    sheet = _sheet(form)

    def make(event: Event, entries: Sequence[TrailEntry]) -> Sequence[AnyChange]:
        return csv_import.name_source(event, _changes(event, sheet, form), form.source)

    entries = entries_of(trail)
    return changing_rows(make, fold(standing_changes(entries)), entries, who)


def describe_imported(entries: Sequence[TrailEntry], noted: Noted, language: str) -> TakenSeen:
    """Describe which lines of an imported list were accepted."""
    made = [entries[number - 1].change for number in noted.entries]
    aside = sorted((one for one in made if isinstance(one, SetAside)), key=lambda one: one.line)
    seen = tuple(AsideSeen(one.line, one.text, one.why.text(language)) for one in aside)
    return TakenSeen(noted.version, noted.entries, len(made) - len(aside), seen)


def csv_of(event: Event, what: str, language: str) -> bytes:
    """Return a list as CSV. The byte order mark tells spreadsheets that it is UTF-8."""
    return export_csv(event, what, language).encode("utf-8-sig")


def pdf_of(event: Event, round: Round, kind: SheetKind, language: str, codes: Codes) -> bytes:
    """Return a round as PDF, with the codes of its tables."""
    with tempfile.TemporaryDirectory(prefix="kamchatka-") as folder:
        out = Path(folder) / "sheet.pdf"
        if kind == "tables":
            write_tables(event, round, out, language)
        else:
            (write_scores if kind == "scores" else write_codes)(event, round, out, language, codes)
        return out.read_bytes()
