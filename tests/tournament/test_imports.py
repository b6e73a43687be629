"""CSV import and export: invalid rows are named by line and set aside, the rest is imported without overwriting."""

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents import csv_export, csv_import
from kamchatka.tournament.documents.csv_reader import parse_csv, read_csv
from kamchatka.tournament.events.changes import AnyChange, PlayerEntered, Reported, SetAside
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.results.acceptance import list_left_out
from kamchatka.tournament.standings.standings import standings
from tests.tournament.kit import open_event, seat_round, settings


def imported_changes(event: Event, data: bytes, encoding: str | None = None) -> list[AnyChange]:
    """Return what importing a list of entrants gives."""
    return csv_import.entrants_from(event, parse_csv(data, "list.csv", csv_import.ENTRANTS, encoding))


def skipped_lines(changes: list[AnyChange]) -> dict[int, str]:
    """Return the rows set aside, with their messages."""
    return {one.line: one.en for one in changes if isinstance(one, SetAside)}


def names(changes: list[AnyChange]) -> list[str]:
    """Return the imported names."""
    return [one.name for one in changes if isinstance(one, PlayerEntered)]


def apply_changes(event: Event, changes: list[AnyChange]) -> Event:
    """Return the event with these changes."""
    for number, change in enumerate(changes, start=100):
        event = apply_change(change, event, number)
    return event


EMPTY = open_event(settings("ranking"), [])


@pytest.mark.parametrize(
    "data",
    [
        b"name,club\nAda,Roma\nNicol\xc3\xb2,Bari\n",
        b"\xef\xbb\xbfNome;Circolo\r\nAda;Roma\r\nNicol\xc3\xb2;Bari\r\n",
        b"club\tgiocatore\nRoma\tAda\nBari\tNicol\xc3\xb2",
        "name,club\nAda,Roma\nNicolò,Bari\n".encode("utf-16"),
        b'\n"name","club"\n"Ada","Roma"\n\n,\n"Nicol\xc3\xb2","Bari"\n',
    ],
)
def test_lists_as_spreadsheets_write_them(data: bytes) -> None:
    """Lists may use commas, semicolons or tabs, byte order marks, blank lines, and headings in both languages."""
    changes = imported_changes(EMPTY, data)
    assert changes == [PlayerEntered(1, "Ada", "Roma"), PlayerEntered(2, "Nicolò", "Bari")]


def test_broken_lines_and_duplicates_are_named_and_spoil_nothing_else() -> None:
    """Examples: too many cells, open quotation marks, no name, a name twice (in any case), a number taken."""
    data = (
        'name,club,number\nAda,Roma,\nADA ,Bari,\n"Bruno,Roma,\nCarla,Roma,,\n,Roma,\nNicolò,,\nnicolo,Bari,\n'
        "Dino,,7\nEva,,7\nFabio,,x\n"
    ).encode()
    changes = imported_changes(EMPTY, data)
    assert names(changes) == ["Ada", "Nicolò", "Dino"]
    assert skipped_lines(changes) == {
        3: "“ADA” is already entered as number 1: if they are two people, tell them apart in the name.",
        4: "the line is broken: its quotation marks do not match",
        5: "the line has 4 cells, the first 3 columns",
        6: "“” will not do as a name.",
        8: "“nicolo” is already entered as number 2: if they are two people, tell them apart in the name.",
        10: "number 7 is taken",
        11: "“x” is no whole number (number)",
    }


def test_a_wrong_encoding_is_named_with_its_line() -> None:
    """A wrong encoding is reported by line and the other rows are imported; given or guessed correctly, all are."""
    data = "name,club\nAda,Roma\nNicolò,Bari\nEva,Roma\n".encode("cp1252")
    assert names(imported_changes(EMPTY, data)) == ["Ada", "Nicolò", "Eva"]
    changes = imported_changes(EMPTY, data, "utf-8")
    assert names(changes) == ["Ada", "Eva"]
    assert skipped_lines(changes) == {
        3: "the line is no utf-8 (byte 6): if it comes from a spreadsheet try --encoding cp1252"
    }
    assert names(imported_changes(EMPTY, data, "cp1252")) == ["Ada", "Nicolò", "Eva"]
    assert skipped_lines(imported_changes(EMPTY, b"name\nA\x00da\nEva\n")) == {2: "the line holds spoilt characters"}


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_encoding_and_separator_are_guessed(encoding: str, separator: str) -> None:
    """Encoding and separator are guessed for spreadsheets of any country; one bad byte doesn't change the guess."""
    text = separator.join(("Nome", "Circolo")) + "\n" + separator.join(("Nicolò", "Forlì")) + "\n"
    sheet = parse_csv(text.encode(encoding), "list.csv", csv_import.ENTRANTS)
    assert (sheet.encoding, sheet.separator) == (encoding, separator)
    assert [row.cells for row in sheet.rows] == [{"name": "Nicolò", "club": "Forlì"}]
    damaged = parse_csv("nome\nNicolò\n".encode() + b"Zo\xe8\n", "list.csv", csv_import.ENTRANTS)
    assert (damaged.encoding, [one.line for one in damaged.aside]) == ("utf-8", [3])


def test_the_same_list_again_changes_nothing() -> None:
    """Rows equal to an entrant are skipped; a known name with another club is set aside."""
    data = b"nome;circolo\nAda;Roma\nBruno;\n"
    event = EMPTY
    for change in imported_changes(EMPTY, data):
        event = apply_change(change, event, 0)
    assert imported_changes(event, data) == []
    assert imported_changes(event, b"nome\nADA\n") == []
    assert [type(one) for one in imported_changes(event, b"nome;circolo\nAda;Bari\n")] == [SetAside]


@pytest.mark.parametrize(
    ("data", "encoding", "sentence"),
    [
        (b"", None, "has no readable first line"),
        (b"Ada,Roma\n", None, "must name the columns, each once: name, club, region, number"),
        (b"name,name\nAda,Bruno\n", None, "must name the columns, each once"),
        (b"na\xffme,club\nAda,Roma\n", "utf-8", "has no readable first line"),
        (b"name\nAda\n", "klingon", "“klingon” is none of the encodings"),
        (b"\xff\xfen\x00a", None, "cannot be read as utf-16"),
        (b'"name,club\nAda,Roma\n', None, "must name the columns"),
    ],
)
def test_files_of_which_nothing_can_be_made(data: bytes, encoding: str | None, sentence: str) -> None:
    """One sentence says why nothing can be imported."""
    with pytest.raises(Problem) as caught:
        imported_changes(EMPTY, data, encoding)
    assert sentence in caught.value.text("en")


@given(st.binary(max_size=200), st.sampled_from([None, "utf-8", "cp1252", "utf-16", "utf-32", "utf-8-sig", "punycode"]))
@example(b'"' + b"x" * 200_000, None)
@example(b"name\n" + b"x" * 200_000, None)
def test_no_bytes_are_too_strange(data: bytes, encoding: str | None) -> None:
    """Any bytes give a refusal, or imported rows and rows set aside."""
    for start in (b"", b"name,club\n"):
        with suppress(Problem):
            sheet = parse_csv(start + data, "x.csv", csv_import.ENTRANTS, encoding)
            assert all(one.line > 0 and one.it and one.en for one in sheet.aside)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """The message has the system's reason."""
    with pytest.raises(Problem, match="cannot be read: No such file"):
        read_csv(tmp_path / "none.csv", csv_import.ENTRANTS)


# ------------------------------------------------------------------ results
NAMES = ["Ada", "Bruno", "Carla", "Dino", "Eva", "Fabio", "Gina", "Hugo"]
HEAD = "turno,tavolo,giocatore,punti,obiettivo,eliminato,fuori\n"
FIRST = "1,1,Ada,,si,,\n1,1,Bruno,20,,,\n1,1,Carla,15,,,\n1,1,Dino,,,x,\n"
SECOND = "1,2,Eva,30,,,\n1,2,Fabio,20,,,\n1,2,Gina,15,,,\n1,2,Hugo,10,,,\n"


def tables() -> Event:
    """Create an event with two tables of four drawn."""
    return seat_round(open_event(settings("ranking"), NAMES), [1, 2, 3, 4], [5, 6, 7, 8])


def results(event: Event, text: str, correct: bool = False) -> list[AnyChange]:
    """Return what importing a list of results gives."""
    return csv_import.results_from(event, parse_csv(text.encode(), "results.csv", csv_import.RESULTS), 1, correct)


def test_results_go_in_by_table() -> None:
    """Objective, elimination and points are imported."""
    event = apply_changes(tables(), results(tables(), HEAD + FIRST + SECOND))
    assert event.rounds[0].is_complete
    assert [row.total for row in standings(event)][:3] == [180, 110, 20]


@pytest.mark.parametrize(
    ("line", "at", "sentence"),
    [
        ("1,2,Eva,87,,,\n", 6, "87 points for Eva: the territories of an objective make 86 at most. [rtu.10.2]"),
        ("1,2,Eva,100,,,\n", 6, "100 points for Eva without the objective: only who reaches it has them. [rtu.10.5]"),
        ("1,1,Eva,30,,,\n", 6, "Eva is not at table 1 of round 1 (but at 2)"),
        ("1,9,Eva,30,,,\n", 6, "Round 1 has no table 9: it has 2 tables."),
        ("3,2,Eva,30,,,\n", 6, "Round 3 has not been drawn."),
        ("1,2,Zoe,30,,,\n", 6, "No entrant is called “Zoe”."),
        ("1,2,Eva,thirty,,,\n", 6, "“thirty” is no whole number (points)"),
        ("1,2,Eva,30,maybe,,\n", 6, "“maybe” is neither yes nor no (objective)"),
        ("1,2,Eva,30\n", 6, "the line has 4 cells, the first 7 columns"),
    ],
)
def test_a_line_that_will_not_do_keeps_its_table_out(line: str, at: int, sentence: str) -> None:
    """The row's line and rule are named; other tables are imported, and the standings ignore the incomplete table."""
    before = tables()
    changes = results(before, HEAD + FIRST + line + SECOND.partition("\n")[2])
    assert skipped_lines(changes)[at] == sentence
    event = apply_changes(before, changes)
    assert set(event.rounds[0].reports) == {1}
    assert [row.entrant for row in standings(event) if row.played] == [1, 2, 3, 4]
    assert {question.aside.line for question in event.questions.values()} == {6, 7, 8, 9}
    assert list_left_out(event) == []


def test_a_good_result_settles_what_was_set_aside_about_its_table() -> None:
    """A valid result settles the questions about its own table only."""
    event = tables()
    event = apply_changes(event, results(event, HEAD + SECOND.replace("30", "87")))
    assert len(event.questions) == 4
    event = apply_changes(event, results(event, HEAD + SECOND))
    assert event.questions == {}


def test_another_result_for_a_table_is_set_aside_unless_it_is_a_correction() -> None:
    """The same result changes nothing."""
    event = apply_changes(tables(), results(tables(), HEAD + FIRST))
    assert results(event, HEAD + FIRST) == []
    changed = results(event, HEAD + FIRST.replace("20", "22"))
    assert [type(change) for change in changed] == [SetAside] * 4
    assert "only a correction changes it" in skipped_lines(changed)[2]
    correction = results(event, HEAD + FIRST.replace("20", "22"), correct=True)
    assert [(change.correction, change.table) for change in correction if isinstance(change, Reported)] == [(True, 1)]


def test_a_line_that_waits_is_not_set_aside_twice() -> None:
    """The same file is imported again."""
    event = tables()
    first = csv_import.name_source(event, results(event, HEAD + SECOND.replace("30", "87")), "results.csv")
    event = apply_changes(event, first)
    assert csv_import.name_source(event, results(event, HEAD + SECOND.replace("30", "87")), "results.csv") == []


def test_results_by_territories() -> None:
    """Territories may be in either language and count by the card."""
    text = "table,player,card,held,points\n1,Ada,13,Cina|Alaska|brazil,\n1,Bruno,,,20\n1,Carla,,,15\n1,Dino,,,4\n"
    event = apply_changes(tables(), results(tables(), text))
    score = next(row.results[0].score for row in standings(event) if row.entrant == 1)
    assert score.table_points == 10
    unknown = skipped_lines(results(tables(), text.replace("brazil", "Atlantis")))
    assert unknown[2] == "“Atlantis” is not on the board [rtu.1.1]"


def test_what_is_written_can_be_read_again() -> None:
    """Entrants and results are unchanged; a name that looks like a formula stays a name."""
    event = open_event(settings("ranking"), ["=SUM(A1)/Roma", 'Bruno "il Grande"', "Carla, detta Lalla", "Dino/Bari"])
    again = imported_changes(EMPTY, csv_export.entrants_csv(event).encode())
    assert [(one.number, one.name, one.club) for one in again if isinstance(one, PlayerEntered)] == [
        (one.number, one.name, one.club) for one in event.entrants.values()
    ]
    full = apply_changes(tables(), results(tables(), HEAD + FIRST + SECOND))
    back = apply_changes(tables(), results(tables(), csv_export.results_csv(full)))
    assert [row.total for row in standings(back)] == [row.total for row in standings(full)]
    assert csv_export.standings_csv(full, "it").splitlines()[1].startswith("1,Ada,,180,1,1,1° in classifica con 180")
