"""`kamchatka tournament import, export, sheets`: import and export lists, and create printed sheets."""

from pathlib import Path
from typing import Annotated

import typer

from kamchatka.cli.tournament.arguments import FileArgument, Lang, RoundOption, Who, doer, grid
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
from kamchatka.texts.language import language
from kamchatka.tournament.description import describe_formula
from kamchatka.tournament.documents import csv_import
from kamchatka.tournament.documents.csv_export import export_csv
from kamchatka.tournament.documents.lists import read_bytes, read_list
from kamchatka.tournament.documents.printed_sheets import table_links, write_codes, write_scores, write_tables
from kamchatka.tournament.documents.workbook.importer import event_changes
from kamchatka.tournament.documents.workbook.reader import parse_workbook
from kamchatka.tournament.documents.workbook.writer import write_workbook
from kamchatka.tournament.events.changes import EventOpened, SetAside
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.exchange import read_lines, write_lines
from kamchatka.tournament.events.keys import Keys

What = Annotated[
    str, typer.Argument(help="entrants or results; event or workbook: a whole event, which makes the file.")
]


def take_in(
    file: FileArgument,
    what: What,
    source: Annotated[Path, typer.Argument(help="A CSV, .xlsx, .xls or .ods; for an event its JSON Lines.")],
    encoding: Annotated[str | None, typer.Option("--encoding", help="Of a CSV; by default it is guessed.")] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Show what is read, and store nothing.")] = False,
    preset_id: Annotated[str, typer.Option("--preset", help="The formula of a workbook: see `presets`.")] = "ranking",
    choices: Annotated[list[str] | None, typer.Option("--set", help="A setting of a workbook's event.")] = None,
    number: RoundOption = None,
    correct: Annotated[bool, typer.Option("--correct", help="Results may take the place of others.")] = False,
    who: Who = None,
    lang: Lang = None,
) -> None:
    """Import entrants, results, or the clubs' workbook. Invalid lines are rejected and listed with their numbers."""
    if what == "event":
        _take_event(file, source, language(lang))
        return
    if what == "workbook":
        _take_workbook(file, source, preset_id, choices or [], doer(who), language(lang))
        return
    if what not in ("entrants", "results"):
        raise _unknown(what, "entrants, results, event, workbook")
    says, kept = _says(language(lang)), EventFile.open(file)
    event = kept.event()
    sheet = read_list(source, csv_import.ENTRANTS if what == "entrants" else csv_import.RESULTS, encoding)
    if preview or (encoding is None and sheet.encoding not in ("utf-8", "")):
        typer.echo(says("encoding", encoding=sheet.encoding or source.suffix, separator=sheet.separator or "—"))
    if preview:
        grid(says("preview"), [[str(row.line), row.text] for row in sheet.rows], says("preview_title"))
        return
    if what == "entrants":
        made = csv_import.entrants_from(event, sheet)
    else:
        made = csv_import.results_from(event, sheet, len(event.rounds) if number is None else number, correct)
    made = csv_import.name_source(event, made, source.name)
    if made:
        kept.add(made, doer(who))
    aside = [one for one in made if isinstance(one, SetAside)]
    typer.echo(says("taken", count=len(made) - len(aside), file=source.name))
    for one in sorted(aside, key=lambda one: one.line):
        typer.echo(says("aside", line=one.line, what=one.why.text(language(lang))))


def _take_event(file: Path, source: Path, speech: str) -> None:
    """Import an exported event with its trail into a new file."""
    rows, entries = read_lines(read_bytes(source))
    EventFile.rewrite(file, rows)
    typer.echo(_says(speech)("taken", count=len(entries), file=source.name))


def _take_workbook(file: Path, source: Path, preset_id: str, choices: list[str], who: str, speech: str) -> None:
    """Import the clubs' workbook into a new file: all of it, or nothing."""
    changes = event_changes(parse_workbook(read_bytes(source)), preset_id, choices)
    opened, *others = changes
    assert isinstance(opened, EventOpened)
    kept = EventFile.create(file, opened, who)
    kept.add(others, who)
    typer.echo(_says(speech)("taken", count=len(changes), file=source.name))
    typer.echo(describe_formula(opened.settings).text(speech))


def export(
    file: FileArgument,
    out: Annotated[Path, typer.Option("--out", help="The file to write.")],
    what: Annotated[str, typer.Argument(help="event, workbook, entrants, results or standings.")] = "event",
    lang: Lang = None,
) -> None:
    """Export the event as JSON Lines, which a server can import, or entrants, results or standings as CSV."""
    speech, kept = language(lang), EventFile.open(file)
    if what == "event":
        out.write_bytes(write_lines(kept.rows()))
    elif what == "workbook":
        out.write_bytes(write_workbook(kept.event(), out.name))
    else:
        text = export_csv(kept.event(), what, speech)
        out.write_text(text, encoding="utf-8-sig")  # the byte order mark tells spreadsheets that the file is UTF-8
    typer.echo(_says(speech)("written", file=out))


def sheets(
    file: FileArgument,
    out: Annotated[Path, typer.Option("--out", help="The PDF to write.")],
    kind: Annotated[str, typer.Option("--kind", help="tables for the wall; scores or codes of tables.")] = "tables",
    number: RoundOption = None,
    address: Annotated[str, typer.Option("--address", help="Where phones reach the server: prints codes.")] = "",
    lang: Lang = None,
) -> None:
    """Write a PDF for a round: the tables for the wall, a score sheet for every table, or cards with their codes.

    With --address, score sheets have the code that phones scan to hand in the result.
    """
    speech, event = language(lang), EventFile.open(file).event()
    round = event.round(len(event.rounds) if number is None else number)
    if kind not in ("tables", "scores", "codes"):
        raise _unknown(kind, "tables, scores, codes")
    if kind == "codes" and not address:
        raise Problem("sheets.no_address")
    keys = Keys.of(file) if address else None
    codes = {one.number: keys.table(round.number, one.number, round.entry) for one in round.tables} if keys else {}
    links = table_links(address, file.stem, codes)
    if kind == "tables":
        write_tables(event, round, out, speech)
    else:
        (write_scores if kind == "scores" else write_codes)(event, round, out, speech, links)
    typer.echo(_says(speech)("written", file=out))


def _unknown(word: str, known: str) -> Problem:
    return Problem("command.unknown", word=word, known=known)


def _says(speech: str) -> Says:
    return phrases(speech).branch("tournament", "documents").say
