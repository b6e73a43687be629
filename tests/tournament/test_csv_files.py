"""The exact content of CSV files: headings, cells, messages about lines and files, encodings."""

from pathlib import Path

import pytest

from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents import csv_import
from kamchatka.tournament.documents.csv_export import export_csv
from kamchatka.tournament.documents.csv_reader import CsvFile, CsvRow, parse_csv, read_csv
from kamchatka.tournament.events.changes import AnyChange, PlayerEntered, Reported, SetAside
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.events.folding import apply_change
from kamchatka.tournament.settings.edition_rules import rules_of
from tests.tournament.kit import open_event, report_table, seat_round, settings

EMPTY = open_event(settings("ranking"), [])
COLUMNS = {"name": ("nome",), "club": ("circolo",)}


def four() -> Event:
    """Return an event with two rounds of a table of four, and an entrant who never plays."""
    event = open_event(settings("ranking", "prizes=0"), ["Ada/Roma/Lazio", "Bruno", "Carla", "Dino", "Eva"])
    return seat_round(seat_round(event, [1, 2, 3, 4]), [4, 3, 2, 1])


def results(event: Event, text: str, round: int = 1, **options: bool) -> list[AnyChange]:
    """Return what importing a list of results gives."""
    sheet = parse_csv(text.encode(), "results.csv", csv_import.RESULTS)
    return csv_import.results_from(event, sheet, round, **options)


def asides(changes: list[AnyChange]) -> list[tuple[int, int, int, str]]:
    """Return line, round, table and message of each row that was set aside."""
    return [(one.line, one.round, one.table, one.en) for one in changes if isinstance(one, SetAside)]


# ------------------------------------------------------------------ exporting
LINES = (
    PlayerResult(1, objective="late", hand=1),
    PlayerResult(2, 20, 3, penalty=5, reason="132 armate", hand=2),
    PlayerResult(3, 15, zeroed=True, reason="away", last=True, hand=3),
    PlayerResult(4, eliminated=True, hand=4),
)
HEADINGS = "round,table,player,points,outside,objective,eliminated,card,held,hand,penalty,zeroed,reason,last,fell\n"


def test_results_are_written_cell_by_cell() -> None:
    """Results are exported with empty cells for missing values; importing them gives the same results."""
    event = report_table(seat_round(open_event(settings("ranking"), "ABCD"), [1, 2, 3, 4]), 1, *LINES)
    text = export_csv(event, "results", "en")
    assert text == (
        f"{HEADINGS}1,1,A,,,late,,,,1,,,,,\n1,1,B,20,3,,,,,2,5,,132 armate,,\n1,1,C,15,,,,,,3,,yes,away,yes,\n"
        "1,1,D,,,,yes,,,4,,,,,\n"
    )
    (again,) = results(seat_round(open_event(settings("ranking"), "ABCD"), [1, 2, 3, 4]), text)
    assert isinstance(again, Reported)
    assert again.report == event.rounds[0].reports[1]


def test_cards_and_territories_are_written() -> None:
    """The cells are the objective completed in time, the card and the territories held."""
    event = seat_round(open_event(settings("ranking"), "ABCD"), [1, 2, 3, 4])
    lines = (PlayerResult(1, objective="in_time"), PlayerResult(2, card=13, held=("china", "alaska")))
    event = report_table(event, 1, *lines, PlayerResult(3, 4), PlayerResult(4, 2))
    assert export_csv(event, "results", "en").splitlines()[1:3] == [
        "1,1,A,,,yes,,,,,,,,,",
        "1,1,B,,,,,13,china|alaska,,,,,,",
    ]


def test_entrants_and_standings_are_written() -> None:
    """The former have regions, the latter the reason for each place, in either language."""
    event = four()
    event = report_table(event, 1, *(PlayerResult(number, 10 * number) for number in (1, 2, 3, 4)))
    assert export_csv(event, "entrants", "en") == (
        "number,name,club,region\n1,Ada,Roma,Lazio\n2,Bruno,,\n3,Carla,,\n4,Dino,,\n5,Eva,,\n"
    )
    english, italian = (export_csv(event, "standings", language).splitlines() for language in ("en", "it"))
    assert english[0] == "place,name,club,points,wins,games,how"
    assert italian[0] == "posto;nome;circolo;punti;vittorie;partite;come"
    assert [line.rpartition(",")[0] for line in english[1:]] == [
        "1,Dino,,40,1,1",
        "2,Carla,,30,0,1",
        "3,Bruno,,20,0,1",
        "4,Ada,Roma,10,0,1",
        "5,Eva,,0,0,0",
    ]
    assert (english[1].rpartition(",")[2], italian[1].rpartition(";")[2]) == (
        "1 in the standings with 40",
        "1° in classifica con 40",
    )


def test_there_is_nothing_else_to_write() -> None:
    """The message names the existing lists."""
    with pytest.raises(Problem) as caught:
        export_csv(EMPTY, "moon", "en")
    assert caught.value.text("en") == "There is no “moon”: event, entrants, results, standings."


# ------------------------------------------------------------------ importing entrants
def test_an_entry_has_all_its_words() -> None:
    """An entry has name, club and region; missing columns are empty, and overlong values are refused."""
    long = "x" * 500
    text = f"name,club,region\nAda,Roma,Lazio\nBruno,,\n{long},,\nCarla,{long},\nDino,,{long}\n,Roma,\n"
    made = csv_import.entrants_from(EMPTY, parse_csv(text.encode(), "list.csv", csv_import.ENTRANTS))
    assert [one for one in made if isinstance(one, PlayerEntered)] == [
        PlayerEntered(1, "Ada", "Roma", "Lazio"),
        PlayerEntered(2, "Bruno", "", ""),
    ]
    assert [one.line for one in made if isinstance(one, SetAside)] == [4, 5, 6, 7]
    bare = csv_import.entrants_from(EMPTY, parse_csv(b"name\nEva\n", "list.csv", csv_import.ENTRANTS))
    assert bare == [PlayerEntered(1, "Eva", "", "")]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("123456789", ""),
        ("1234567890", "no whole"),
        ("-3", "taken"),
        ("3-", "no whole"),
        ("0", ""),
        ("-12345678", "taken"),
    ],
)
def test_numbers_of_at_most_nine_signs(number: str, said: str) -> None:
    """Longer and negative numbers are refused, and 0 stands for no number."""
    text = f"name,number\nAda,{number}\n"
    (made,) = csv_import.entrants_from(EMPTY, parse_csv(text.encode(), "list.csv", csv_import.ENTRANTS))
    if said:
        assert isinstance(made, SetAside)
        assert said in made.en
    else:
        assert made == PlayerEntered(int(number) or 1, "Ada")


# ------------------------------------------------------------------ importing results
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("table,player,points\nx,Ada,20\n", (2, 2, 0, "“x” is no whole number (table)")),
        ("table,player,points\n,Ada,20\n", (2, 2, 0, "Round 2 has no table 0: it has 1 table.")),
        ("player,points\nAda,20\n", (2, 2, 0, "Round 2 has no table 0: it has 1 table.")),
        ("round,table,player\n1,1,Eva\n", (2, 1, 1, "Eva is not at table 1 of round 1 (but at —)")),
        ("table,player\n1,Eva\n", (2, 2, 1, "Eva is not at table 1 of round 2 (but at —)")),
        ("table,player\n1,\n", (2, 2, 1, "No entrant is called “”.")),
        ("table,player,held\n1,Ada,Mu\n", (2, 2, 1, "“Mu” is not on the board [rtu.1.1]")),
        ("table,player,points\n1,Ada,1234567890\n", (2, 2, 1, "“1234567890” is no whole number (points)")),
    ],
)
def test_a_line_set_aside_names_its_round_and_table(text: str, line: tuple[int, int, int, str]) -> None:
    """The message names them as far as they are readable; a row without a round belongs to the requested one."""
    assert asides(results(four(), text, 2)) == [line]


def test_where_somebody_really_sits() -> None:
    """The table is that of the row's round, not of another."""
    event = seat_round(open_event(settings("ranking"), "ABCDEFGH"), [1, 2, 3, 4], [5, 6, 7, 8])
    event = seat_round(event, [5, 6, 7, 8], [1, 2, 3, 4])
    ((*_, sentence),) = asides(results(event, "round,table,player\n2,1,A\n"))
    assert sentence == "A is not at table 1 of round 2 (but at 2)"


def test_only_who_says_so_corrects() -> None:
    """Without the option a different result is set aside."""
    text = "table,player,points\n1,Ada,20\n1,Bruno,15\n1,Carla,12\n1,Dino,8\n"
    event = four()
    for change in results(event, text, 1):
        event = apply_change(change, event, 0)
    again = results(event, text.replace("20", "21"), 1)
    assert {type(one) for one in again} == {SetAside}
    assert [type(one) for one in results(event, text.replace("20", "21"), 1, correct=True)] == [Reported]


@pytest.mark.parametrize("typed", ["stati_uniti_orientali", "Eastern United_States", "eastern_united_states"])
def test_a_territory_of_several_words(typed: str) -> None:
    """A territory's words are separated by blanks or underscores, as in its id, in either language."""
    assert csv_import.place_named(rules_of(EMPTY.settings), typed) == "eastern_united_states"


def test_a_territory_that_an_edition_has_not() -> None:
    """For such an edition the message cites no rule of the tournament booklet."""
    with pytest.raises(Problem) as caught:
        csv_import.place_named(rules_of(settings("points", "edition=modern")), " Mu ")
    assert caught.value.sentence("en") == "“Mu” is not on the board"


@pytest.mark.parametrize(("word", "reached"), [("Tardi", "late"), ("sì", "in_time"), ("No", ""), ("", "")])
def test_an_objective_in_time_late_or_not(word: str, reached: str) -> None:
    """The usual words for it are understood."""
    text = f"table,player,points,objective\n1,Ada,,{word}\n1,Bruno,15,\n1,Carla,12,\n1,Dino,8,\n"
    text = text if reached else text.replace("Ada,,", "Ada,20,")
    (made,) = results(four(), text)
    assert isinstance(made, Reported)
    assert made.report.lines[0].objective == reached
    assert made.report.lines[1] == PlayerResult(2, 15)


def test_what_is_set_aside_names_its_file_once() -> None:
    """Rows set aside get the file name once; imported rows stay as they are, and pending ones are not asked again."""
    made = results(four(), "table,player\n1,Zoe\n")
    entered: list[AnyChange] = [PlayerEntered(6, "Fabio")]
    assert [one.source for one in made if isinstance(one, SetAside)] == [""]
    named = csv_import.name_source(four(), [*made, *entered], "results.csv")
    assert [one.source for one in named if isinstance(one, SetAside)] == ["results.csv"]
    assert named[1:] == entered
    waiting = apply_change(named[0], four(), 100)
    assert csv_import.name_source(waiting, [*made, *entered], "results.csv") == entered


# ------------------------------------------------------------------ files
def rows(data: bytes, encoding: str | None = None) -> list[tuple[int, dict[str, str]]]:
    """Return the rows that can be parsed."""
    return [(row.line, row.cells) for row in parse_csv(data, "list.csv", COLUMNS, encoding).rows]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_lines_end_as_any_system_ends_them(end: bytes) -> None:
    """Rows are counted alike with any line ending."""
    data = end.join([b"name,club", b"Ada,Roma", b" \t,; ", b"Eva,"])
    assert rows(data) == [(2, {"name": "Ada", "club": "Roma"}), (4, {"name": "Eva", "club": ""})]


def test_lines_of_wide_letters_are_counted_from_one() -> None:
    """The file is in UTF-16."""
    assert rows("name,club\nAda,Roma\n".encode("utf-16")) == [(2, {"name": "Ada", "club": "Roma"})]


def test_a_line_of_the_letter_x_is_a_line() -> None:
    """Only rows of blanks and delimiters are empty; unknown columns are ignored."""
    assert rows(b"name,shoe\nX,41\nXX,\n") == [(2, {"name": "X"}), (3, {"name": "XX"})]
    assert rows(b"name\nX\n") == [(2, {"name": "X"})]


@pytest.mark.parametrize(
    ("cell", "bare"),
    [("'=SUM(A1)", "=SUM(A1)"), ("'+39", "+39"), ("'ndrangheta", "'ndrangheta"), ("A=B", "A=B"), ("x-y", "x-y")],
)
def test_the_apostrophe_of_a_spreadsheet_is_taken_off(cell: str, bare: str) -> None:
    """The apostrophe is removed only where it keeps a cell from being a formula."""
    assert rows(f"name\n{cell}\n".encode()) == [(2, {"name": bare})]


@pytest.mark.parametrize(
    ("data", "encoding", "source", "text", "en"),
    [
        (b"A\xffda", "utf-8", "list.csv", "A\\xffda", "(byte 2)"),
        (b"A\x00da", None, "list.csv", "A\\x00da", "spoilt"),
        ("A\ufffdda".encode(), None, "list.csv", "A\ufffdda", "spoilt"),
        (b"A\x81da", "cp1252", "list.csv", "A\\x81da", "no cp1252 (byte 2)"),
        (b'"Ada', None, "list.csv", '"Ada', "quotation marks"),
        (b"Ada,Roma,x", None, "list.csv", "Ada,Roma,x", "3 cells"),
    ],
)
def test_a_line_that_cannot_be_read_is_shown(
    data: bytes, encoding: str | None, source: str, text: str, en: str
) -> None:
    """An unreadable row is shown with its file, its number and its readable part."""
    (aside,) = parse_csv(b"name,club\n" + data + b"\n", source, COLUMNS, encoding).aside
    assert (aside.source, aside.line, aside.text) == (source, 2, text)
    assert en in aside.en


@pytest.mark.parametrize(
    ("data", "encoding", "sentence"),
    [
        (b" ,;\t\n", None, "The file “list.csv” has no readable first line with the names of the columns."),
        (
            b"na\xffme\nname\nAda\n",
            "utf-8",
            "The file “list.csv” has no readable first line with the names of the columns.",
        ),
        (b"club\nRoma\n", None, "The first line of “list.csv” must name the columns, each once: name, club."),
        (
            b"name\n",
            "k" * 60,
            f"“{'k' * 40}” is none of the encodings that are read here: utf-8, utf-16, utf-16-le, utf-16-be, cp1252, "
            "latin-1, iso8859-15, mac-roman, cp850, cp437.",
        ),
        (b"\xff\xfea", None, "The file cannot be read as utf-16: 'utf-16-le' codec can't decode byte 0x61"),
        (
            b"\xef\xbb\xbfname\nAda\n",
            "cp1252",
            "The first line of “list.csv” must name the columns, each once: name, club.",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_named(data: bytes, encoding: str | None, sentence: str) -> None:
    """An unreadable file is named with the expected encoding; the UTF-8 mark isn't accepted in other encodings."""
    with pytest.raises(Problem) as caught:
        parse_csv(data, "list.csv", COLUMNS, encoding)
    assert caught.value.text("en").startswith(sentence)


def test_a_file_is_read_in_the_encoding_asked_for(tmp_path: Path) -> None:
    """The encoding may be given by any of its names; a missing file is named."""
    path = tmp_path / "list.csv"
    path.write_bytes("name\nNicolò\n".encode("cp1252"))
    assert read_csv(path, COLUMNS, "ANSI") == CsvFile(
        (CsvRow(2, "Nicolò", {"name": "Nicolò"}),), (), "cp1252", ";", ("name",), ("name",)
    )
    assert [one.line for one in read_csv(path, COLUMNS, "utf-8").aside] == [2]
    assert read_csv(path, COLUMNS) == read_csv(path, COLUMNS, "ANSI")
    with pytest.raises(Problem) as caught:
        read_csv(tmp_path / "none.csv", COLUMNS)
    assert caught.value.text("en") == f"The file “{tmp_path / 'none.csv'}” cannot be read: No such file or directory."
