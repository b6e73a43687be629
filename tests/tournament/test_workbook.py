"""The clubs' workbook: lossless export and import, valid by the validator's rules, with errors reported by cell."""

import io
import pickle
import zipfile
from contextlib import suppress
from datetime import date
from decimal import Decimal
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import openpyxl
import pytest
from typer.testing import CliRunner

from kamchatka.cli import app
from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.server.club.uploads import read_in
from kamchatka.tournament.documents.csv_import import ENTRANTS
from kamchatka.tournament.documents.lists import parse_list
from kamchatka.tournament.documents.workbook.cells import OFFICE, TABLE, TEXT, Cell, as_csv, read_sheets
from kamchatka.tournament.documents.workbook.importer import event_changes
from kamchatka.tournament.documents.workbook.reader import WorkbookProblem, parse_workbook
from kamchatka.tournament.documents.workbook.writer import write_workbook
from kamchatka.tournament.draw.rounds import next_round
from kamchatka.tournament.events.changes import Amended, EventAbout, EventDescribed
from kamchatka.tournament.events.entrants import Details
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.event_file import EventFile
from kamchatka.tournament.events.folding import apply_change, fold
from kamchatka.tournament.events.trail import entries_of, standing_changes
from kamchatka.tournament.standings.placings import final_placings
from kamchatka.tournament.standings.standings import standings
from tests.tournament.kit import open_event, people, play_round, report_table, seat_round, settings
from tests.tournament.validator import errors

DAYS = ("2025-11-22", "2025-11-22", "2025-11-23", "2025-11-23")


def raduno(rounds: int = 4) -> Event:
    """Create a raduno of 21 players, played up to its final."""
    event = open_event(settings("raduno"), people(21, 5), "raduno")
    about = EventDescribed(EventAbout("Palazzetto", "Circolo «È così»", "note", DAYS))
    event = apply_change(about, event, 0)
    details = Details("Àda Maria", "D'Este", "Nick", "1980-02-29", "1234", 777)
    event = apply_change(Amended(1, "Àda Maria D'Este", "Club 0", "Region 0", details), event, 0)
    for number in range(rounds):
        event = play_round(apply_change(next_round(event, number + 1, "greedy"), event, 0), number + 5)
    return event


def again(data: bytes, *choices: str, preset: str = "raduno") -> Event:
    """Return the event that an import of a workbook makes."""
    return fold(enumerate(event_changes(parse_workbook(data), preset, list(choices)), start=1))


def facts(event: Event) -> list[Any]:
    """Return an event's tables, stages, points and places as the workbook has them."""
    seats = [[sorted(event.names[seat] for seat in table.seats) for table in one.tables] for one in event.rounds]
    rows = [(event.names[row.entrant], row.total, row.place, row.played) for row in standings(event)]
    places = [(one.place, event.names[one.entrant]) for one in final_placings(event)]
    return [seats, [one.stage for one in event.rounds], rows, places]


@pytest.mark.parametrize("name", ["raduno.xls", "raduno.xlsx"])
@pytest.mark.parametrize("rounds", [1, 4])
def test_an_event_goes_out_and_comes_back(name: str, rounds: int) -> None:
    """An exported event is imported with equal tables, stages, standings and places, and the validator accepts it."""
    event = raduno(rounds)
    data = write_workbook(event, name)
    assert errors(data, name) == []
    back = again(data)
    assert facts(back) == facts(event)
    assert back.about == EventAbout("Palazzetto", "Circolo «È così»", "note", DAYS[:rounds])
    assert back.settings.event_type == "RDN"
    assert back.entrants[1].details == event.entrants[1].details
    assert write_workbook(back, name)[:4] == data[:4]
    assert facts(again(write_workbook(back, name))) == facts(event)


@pytest.mark.parametrize("preset", ["master", "spartac", "gufo", "caltanissetta", "open"])
def test_the_formula_is_asked_for(preset: str) -> None:
    """Equal scores give other standings by another formula."""
    event = open_event(settings(preset, "rounds=2", "discards=0"), people(16, 4), preset)
    for number in (1, 2):
        event = play_round(apply_change(next_round(event, number, "greedy"), event, 0), number + 5)
    data = write_workbook(event, "torneo.xls")
    assert [one for one in errors(data, "torneo.xls") if one != "dates"] == []
    back = again(data, "discards=0", preset=preset)
    assert facts(back)[2] == facts(event)[2]


def test_scores_as_the_file_writes_them() -> None:
    """100 is an objective, −1 was eliminated last and −2 before; a tenth ranks a player before an equal one."""
    event = open_event(settings("raduno"), ["Ada", "Bruno", "Carla", "Dino"])
    event = seat_round(event, [4, 3, 1, 2])
    lines = [PlayerResult(1, objective="in_time"), PlayerResult(2, 20), PlayerResult(3, eliminated=True)]
    event = report_table(event, 1, *lines, PlayerResult(4, eliminated=True))
    page = openpyxl.load_workbook(io.BytesIO(write_workbook(event, "a.xlsx")))["1° Turno"]
    assert [page.cell(2, 3 * seat).value for seat in (1, 2, 3, 4)] == [-2, -1, 100, 20]
    event = seat_round(open_event(settings("raduno"), ["Ada", "Bruno", "Carla", "Dino"]), [1, 2, 3, 4])
    event = report_table(
        event, 1, PlayerResult(1, 44, 3), PlayerResult(2, 44, 9), PlayerResult(3, 10), PlayerResult(4, 5)
    )
    data = write_workbook(event, "a.xlsx")
    page = openpyxl.load_workbook(io.BytesIO(data))["1° Turno"]
    assert [page.cell(2, 3 * seat).value for seat in (1, 2)] == [44, 44.1]
    back = again(data)
    assert [(back.names[row.entrant], row.total) for row in standings(back)][:2] == [
        ("Bruno", Decimal(94)),
        ("Ada", Decimal(44)),
    ]


# ------------------------------------------------------------------ files that are wrong
def changed(*cells: tuple[str, str, object]) -> bytes:
    """Return a workbook with other values in some cells."""
    book = openpyxl.load_workbook(io.BytesIO(write_workbook(raduno(2), "a.xlsx")))
    for sheet, place, value in cells:
        book[sheet][place] = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("sheet", "place", "value", "said"),
    [
        ("TORNEO", "D3", None, "TORNEO D3: the cell is empty"),
        ("TORNEO", "D5", "Torneo Strano", "TORNEO D5: “torneo strano” is no type of event"),
        ("TORNEO", "D6", 1, "TORNEO D6: 1 round planned, but 2 are played"),
        ("TORNEO", "D6", "many", "TORNEO D6: “many” is no whole number from 1 to 30"),
        ("TORNEO", "D9", "2020-01-01", "TORNEO D9: 2020-01-01 is before 2025-11-22"),
        ("TORNEO", "D9", None, "TORNEO D9: round 2 has no date"),
        ("Iscritti", "A5", 777, "Iscritti A5: the id 777 is in row 4 already"),
        ("Iscritti", "A5", "x", "Iscritti A5: “x” is no whole number"),
        ("Iscritti", "H5", "tomorrow", "Iscritti H5: “tomorrow” is no date"),
        ("1° Turno", "A2", 32000, "1° Turno A2: nobody has the id 32000"),
        ("1° Turno", "C2", "molti", "1° Turno C2: “molti” is no score"),
        ("1° Turno", "C2", None, "1° Turno C2: “—” is no score"),
        ("1° Turno", "C2", 95, "1° Turno C2: 95 points"),
    ],
)
def test_what_is_wrong_is_told_with_its_cell(sheet: str, place: str, value: object, said: str) -> None:
    """Nothing of such a file is imported."""
    with pytest.raises(WorkbookProblem) as caught:
        again(changed((sheet, place, value)))
    told = caught.value.text("en")
    assert said in told
    assert caught.value.text("it") != told


def test_several_mistakes_are_told_together() -> None:
    """A file without its sheets gets a message that names them."""
    with pytest.raises(WorkbookProblem) as caught:
        again(changed(("TORNEO", "D3", None), ("Iscritti", "A5", 777)))
    assert len(caught.value.cells) >= 2
    book = openpyxl.Workbook()
    out = io.BytesIO()
    book.save(out)
    with pytest.raises(WorkbookProblem, match="TORNEO"):
        parse_workbook(out.getvalue())


def refusal(data: bytes) -> str:
    """Return why a file is refused; "" if it isn't."""
    try:
        again(data)
    except Problem as problem:
        return problem.text("it")
    return ""


def as_ods(data: bytes) -> bytes:
    """Convert the sheets to OpenDocument; equal adjacent rows become one repeated row."""
    office, table, text = OFFICE[1:-1], TABLE[1:-1], TEXT[1:-1]
    parts = [f'<o:document-content xmlns:o="{office}" xmlns:t="{table}" xmlns:x="{text}"><o:body><o:spreadsheet>']
    for sheet in read_sheets(data):
        parts.append(f"<t:table t:name={quoteattr(sheet.name)}>")
        for row, times in ((row, len(list(same))) for row, same in groupby(sheet.rows)):
            parts.append(f'<t:table-row t:number-rows-repeated="{times}">{"".join(map(ods_cell, row))}</t:table-row>')
        parts.append('<t:table-row t:number-rows-repeated="1048000"><t:table-cell/></t:table-row></t:table>')
    parts.append("</o:spreadsheet></o:body></o:document-content>")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", "".join(parts))
    return out.getvalue()


def ods_cell(cell: Cell) -> str:
    """Return a cell as a spreadsheet program writes it."""
    if cell is None:
        return "<t:table-cell/>"
    if isinstance(cell, date):
        return f'<t:table-cell o:value-type="date" o:date-value="{cell.isoformat()}"/>'
    if isinstance(cell, int | float):
        return f'<t:table-cell o:value-type="float" o:value="{cell}"/>'
    lines = "".join(f"<x:p>{escape(line)}</x:p>" for line in cell.split("\n"))
    return f'<t:table-cell o:value-type="string">{lines}</t:table-cell>'


def test_an_ods_is_read_like_the_workbook() -> None:
    """An .ods file gives the same event, and the list of players has the rows of the sheet."""
    event = raduno(4)
    data = as_ods(write_workbook(event, "a.xlsx"))
    assert facts(again(data)) == facts(event)
    with pytest.raises(Problem) as refused:
        parse_workbook(as_ods(spoilt_workbook("Iscritti", "A5", "x")))
    assert "Iscritti A5" in refused.value.text("en")
    people = b"Nome;Circolo\n\n\nAda;Roma\n;Bari\n"
    book = openpyxl.Workbook()
    assert book.active is not None
    for line in ((), ("Nome", "Circolo"), (), (), ("Ada", "Roma"), ("", "Bari"), (7, "Bari")):
        book.active.append(line)
    out = io.BytesIO()
    book.save(out)
    for data, lines in ((people, [4, 5]), (out.getvalue(), [5, 6, 7]), (as_ods(out.getvalue()), [5, 6, 7])):
        assert [row.line for row in parse_list(data, "list", ENTRANTS).rows] == lines


def spoilt_workbook(sheet: str, cell: str, value: object) -> bytes:
    """Return a workbook with one invalid cell."""
    book = openpyxl.load_workbook(io.BytesIO(write_workbook(raduno(1), "a.xlsx")))
    book[sheet][cell] = value
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("name", ["a.xls", "a.xlsx", "a.ods"])
def test_mutated_files_are_read_or_refused(name: str) -> None:
    """A hundred mutated files of each format are imported, as event and as list, or refused with a message."""
    data = as_ods(write_workbook(raduno(2), "a.xlsx")) if name == "a.ods" else write_workbook(raduno(2), name)
    random, refused = Random(name), 0
    for _ in range(100):
        spoilt = bytearray(data)
        for _ in range(random.randint(1, 30)):
            at = random.randrange(len(spoilt))
            match random.randrange(3):
                case 0:
                    spoilt[at] = random.randrange(256)
                case 1:
                    del spoilt[at : at + random.randint(1, 60)]
                case _:
                    spoilt[at:at] = spoilt[at : at + random.randint(1, 60)]
        refused += bool(refusal(bytes(spoilt)))
        with suppress(Problem):
            parse_list(bytes(spoilt), name, ENTRANTS)
    assert refused > 50


def test_foreign_files_are_refused() -> None:
    """Text, empty files, pictures and other archives are refused."""
    for data in (b"", b"nome;circolo\n", b"\x89PNG....", b"PK\x03\x04nonsense", b"\xd0\xcf\x11\xe0nonsense"):
        with pytest.raises(Problem):
            read_sheets(data)
    with pytest.raises(Problem, match="apostrophe"):
        write_workbook(raduno(1), "sant'eufemia.xls")
    with pytest.raises(Problem, match=r"\.xls or \.xlsx"):
        write_workbook(raduno(1), "torneo.doc")


# ------------------------------------------------------------------ at the desk
def test_the_command_imports_and_exports(tmp_path: Path) -> None:
    """The command creates a new event from a workbook; a broken workbook leaves no file."""
    source, file = tmp_path / "raduno.xls", tmp_path / "raduno.kam"
    source.write_bytes(write_workbook(raduno(), "raduno.xls"))
    run = CliRunner().invoke
    told = run(app, ["tournament", "import", str(file), "workbook", str(source), "--preset", "raduno", "--lang", "it"])
    assert told.exit_code == 0, told.output
    assert facts(EventFile.open(file).event()) == facts(raduno())
    out = tmp_path / "out.xlsx"
    assert run(app, ["tournament", "export", str(file), "workbook", "--out", str(out)]).exit_code == 0
    assert errors(out.read_bytes(), "out.xlsx") == []
    source.write_bytes(changed(("Iscritti", "A5", 777)))
    told = run(app, ["tournament", "import", str(tmp_path / "b.kam"), "workbook", str(source), "--lang", "it"])
    assert told.exit_code != 0
    assert "Iscritti A5" in told.output
    assert not (tmp_path / "b.kam").exists()


def test_a_server_takes_a_workbook() -> None:
    """The server uses the chosen formula, and the trail names the importer."""
    name, rows = read_in(write_workbook(raduno(), "raduno.xlsx"), "raduno", "Olga")
    assert (name, {row.who for row in rows}) == ("Test", {"Olga"})
    assert facts(fold(standing_changes(entries_of(rows)))) == facts(raduno())
    with pytest.raises(WorkbookProblem):
        read_in(changed(("TORNEO", "D3", None)), "raduno", "Olga")


def test_a_problem_comes_through_a_worker() -> None:
    """A Problem raised in a worker keeps its text when pickled."""
    with pytest.raises(WorkbookProblem) as caught:
        again(changed(("TORNEO", "D3", None)))
    assert pickle.loads(pickle.dumps(caught.value)).text("it") == caught.value.text("it")


def test_lists_may_be_sheets(tmp_path: Path) -> None:
    """Players can be imported from .xlsx with Italian headings; the same list again changes nothing."""
    book: Any = openpyxl.Workbook()
    for row in (["Nome", "Circolo", "Regione"], ["Ada", "Roma", "Lazio"], ["Bruno", "Bari", None], [12, None, None]):
        book.active.append(row)
    book.save(tmp_path / "list.xlsx")
    assert as_csv(read_sheets((tmp_path / "list.xlsx").read_bytes())[0]).decode().splitlines() == [
        "Nome;Circolo;Regione",
        "Ada;Roma;Lazio",
        "Bruno;Bari;",
        "12;;",
    ]
    file, run = tmp_path / "a.kam", CliRunner().invoke
    run(app, ["tournament", "new", str(file), "--name", "A"])
    words = ["tournament", "import", str(file), "entrants", str(tmp_path / "list.xlsx"), "--lang", "en"]
    assert "3" in run(app, words).output
    before = EventFile.open(file).entries()
    assert run(app, words).exit_code == 0
    assert EventFile.open(file).entries() == before
    assert [one.name for one in EventFile.open(file).event().entrants.values()] == ["Ada", "Bruno", "12"]
