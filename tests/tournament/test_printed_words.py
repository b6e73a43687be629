"""Printed sheets read back: their texts in both languages, their cells and their page breaks."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents.printed_sheets import write_scores, write_tables
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.settings.edition_rules import rules_of
from tests.tournament.kit import open_event, people, seat_round, settings
from tests.tournament.paper import Page, Stroke, read_pages

Writer = Callable[[Event, Round, Path, str], None]

NAMES = ["Čapek", "Ada", "Bruno (B)", "Dino", "Eva", "Nguyễn", "Gina", "Hugo", "Ivo"]
LEFT, RIGHT, FOOT = 10.0, 200.0, 287.0


def nine() -> Event:
    """Create a table of five and one of four."""
    return seat_round(open_event(settings("ranking"), NAMES), [1, 2, 3, 4, 5], [9, 8, 7, 6])


def by_points(edition: str) -> Event:
    """Create a table of four for an edition without objective cards, clock or army cap."""
    chosen = settings("points", f"edition={edition}", "sizes=4", "minutes=75", "army_cap=0")
    return seat_round(open_event(chosen, NAMES), [1, 2, 3, 4])


def printed_pages(write: Writer, event: Event, folder: Path, language: str = "en") -> list[Page]:
    """Return the sheets of the last round."""
    path = folder / "sheets.pdf"
    write(event, event.rounds[-1], path, language)
    return read_pages(path)


# ------------------------------------------------------------------ the wall
def test_the_wall_says_who_sits_where_in_italian(tmp_path: Path) -> None:
    """The wall sheet lists every table in order of play, and all players by name on the next page."""
    tables, names = printed_pages(write_tables, nine(), tmp_path, "it")
    assert tables.lines == [
        ["Test"],
        ["Turno 1 · 90 minuti, poi penultimo e ultimo giro · limite di 130 armate"],
        ["Tavolo 1", "1. Čapek", "2. Ada", "3. Bruno (B)", "4. Dino", "5. Eva"],
        ["Tavolo 2", "1. Ivo", "2. Hugo", "3. Gina", "4. Nguyen"],
    ]
    assert names.lines == [
        ["Test"],
        ["Turno 1 · Dove siedo? · 90 minuti, poi penultimo e ultimo giro · limite di 130 armate"],
        ["Ada – Tavolo 1, mano 2"],
        ["Bruno (B) – Tavolo 1, mano 3"],
        ["Dino – Tavolo 1, mano 4"],
        ["Eva – Tavolo 1, mano 5"],
        ["Gina – Tavolo 2, mano 3"],
        ["Hugo – Tavolo 2, mano 2"],
        ["Ivo – Tavolo 2, mano 1"],
        ["Nguyen – Tavolo 2, mano 4"],
        ["Čapek – Tavolo 1, mano 1"],
    ]


def test_the_wall_in_english(tmp_path: Path) -> None:
    """The example is the second round of an edition whose games have no penultimate round and no army count."""
    event = seat_round(by_points("modern"), [4, 3, 2, 1])
    tables, names = printed_pages(write_tables, event, tmp_path, "en")
    assert tables.lines == [
        ["Test"],
        ["Round 2 · 75 minutes"],
        ["Table 1", "1. Dino", "2. Bruno (B)", "3. Ada", "4. Čapek"],
    ]
    assert names.lines[:3] == [["Test"], ["Round 2 · Where do I sit? · 75 minutes"], ["Ada – Table 1, hand 3"]]


def test_a_table_on_the_wall_is_one_box(tmp_path: Path) -> None:
    """The box has the full width, lines of 7 mm, and evenly spread, complete names."""
    tables, _ = printed_pages(write_tables, nine(), tmp_path)
    assert tables.rows == {(28.0, 35.0): [LEFT, RIGHT], (36.0, 43.0): [LEFT, RIGHT]}
    for top, bottom in tables.rows:
        for height in (top, bottom):
            assert sum(one.right - one.left for one in tables.strokes if one.top == one.bottom == height) == 190
    assert [(one.left, one.size) for one in tables.words] == [
        (11.0, 20.0),
        (11.0, 12.0),
        *((left, 12.0) for left in (11.0, 35.0, 68.2, 101.4, 134.6, 167.8)),
        *((left, 12.0) for left in (11.0, 35.0, 76.5, 118.0, 159.5)),
    ]
    assert [one.foot for one in tables.words[:3]] == [16.6, 23.8, 32.8]


@pytest.mark.parametrize(("tables", "pages"), [(1, 1), (32, 1), (33, 2)])
def test_thirty_two_tables_fill_a_page_of_the_wall(tmp_path: Path, tables: int, pages: int) -> None:
    """The names start on their own page."""
    event = open_event(settings("ranking"), people(4 * tables, 4))
    event = seat_round(event, *(range(first, first + 4) for first in range(1, 4 * tables, 4)))
    found = printed_pages(write_tables, event, tmp_path)
    assert sum(len(page.rows) for page in found) == tables
    assert max(bottom for page in found for _, bottom in page.rows) <= FOOT
    assert all(page.rows for page in found[:pages])
    assert found[pages].lines[1][0].startswith("Round 1 · Where do I sit?")


def test_names_for_the_wall_stand_in_two_columns(tmp_path: Path) -> None:
    """The first column is filled before the second, and both fit between the margins."""
    event = open_event(settings("ranking"), people(100, 4))
    event = seat_round(event, *(range(first, first + 4) for first in range(1, 100, 4)))
    names = printed_pages(write_tables, event, tmp_path)[-1].words[2:]
    assert sorted({one.left for one in names}) == [11.0, 110.0]
    assert [one.text.partition(" ")[0] for one in names] == [f"P{number:03}" for number in range(100)]
    assert [one.left for one in names] == sorted(one.left for one in names)
    assert {one.size for one in names} == {12.0}
    assert max(one.foot for one in names) <= FOOT


# ------------------------------------------------------------------ score sheets
def places(event: Event, language: str) -> list[list[str]]:
    """Return the lines of the territories, by continent, each with its points."""
    rules = rules_of(event.settings)
    order = [place for zone in rules.sheet.zones for place in rules.sheet.places if place.zone == zone.id]
    return [[f"{place.name(language)}  {rules.values[place.id]}"] for place in order]


def test_a_score_sheet_in_italian(tmp_path: Path) -> None:
    """Each table has a page: objective card, territories with their points, counted items, space for signatures."""
    event = nine()
    first, second = printed_pages(write_scores, event, tmp_path, "it")
    territories = places(event, "it")
    assert len(territories) == 42
    assert territories[0] == ["Alaska  3"]
    assert first.lines == [
        ["Test"],
        ["Turno 1 · Tavolo 1 · 90 minuti, poi penultimo e ultimo giro · limite di 130 armate"],
        ["segna i territori posseduti alla fine", "1. Čapek", "2. Ada", "3. Bruno (B)", "4. Dino", "5. Eva"],
        ["carta obiettivo"],
        *territories,
        ["punti dell’obiettivo (al più 86)"],
        ["punti fuori"],
        ["obiettivo: in tempo / dopo"],
        ["eliminato"],
        ["penalità"],
        ["firma"],
        ["inizio ________   fine ________"],
    ]
    assert second.lines[1][0].startswith("Turno 1 · Tavolo 2 · ")
    assert second.lines[2][1:] == ["1. Ivo", "2. Hugo", "3. Gina", "4. Nguyen"]
    assert second.lines[3:] == first.lines[3:]


def test_a_score_sheet_of_an_edition_without_objective_cards(tmp_path: Path) -> None:
    """The score sheet asks for territories held and the win instead."""
    event = by_points("risk2210")
    (page,) = printed_pages(write_scores, event, tmp_path, "en")
    assert page.lines == [
        ["Test"],
        ["Round 1 · Table 1 · 75 minutes"],
        ["tick the territories held at the end", "1. Čapek", "2. Ada", "3. Bruno (B)", "4. Dino"],
        *places(event, "en"),
        ["territories held"],
        ["won the game"],
        ["eliminated"],
        ["penalty"],
        ["signature"],
        ["began at ________   ended at ________"],
    ]


def test_a_score_sheet_has_a_cell_for_each_hand_on_every_line(tmp_path: Path) -> None:
    """Labels are 62 mm wide and cells for the players equal and closed; continents are slightly apart."""
    (page,) = printed_pages(write_scores, seat_round(nine(), [1, 2, 3, 4]), tmp_path)
    columns = [LEFT, 72.0, 104.0, 136.0, 168.0, RIGHT]
    assert set(map(tuple, page.rows.values())) == {tuple(columns)}
    spans = list(page.rows)
    assert [round(bottom - top, 1) for top, bottom in spans] == [7.0, 6.0, *[4.4] * 42, *[6.0] * 6]
    gaps = [round(after - before, 1) for (_, before), (after, _) in pairwise(spans)]
    assert gaps == [0, 0, *apart(9, 4, 7, 6, 12, 4), *[0] * 5]
    assert page.strokes == {stroke for span in spans for stroke in cells(span, columns)}
    assert spans[0][0] == 28.0
    assert [one.size for one in page.words] == [20, *[12] * 6, *[9] * 49, 12]
    assert [one.left for one in page.words] == [11, 11, 11, 73, 105, 137, 169, *[11] * 50]
    assert page.words[-1].foot - spans[-1][1] == pytest.approx(5.3, abs=0.2)
    assert page.words[-1].foot < FOOT


@pytest.mark.parametrize(("edition", "places", "height"), [("risk2210", 69, 2.9), ("godstorm", 60, 3.4)])
def test_a_large_board_stays_on_one_page(tmp_path: Path, edition: str, places: int, height: float) -> None:
    """The board's territories get less space, while the lines to write on keep their size."""
    (page,) = printed_pages(write_scores, by_points(edition), tmp_path)
    heights = [round(bottom - top, 1) for top, bottom in page.rows]
    assert heights == [7.0, *[height] * places, *[6.0] * 5]
    assert max(one.foot for one in page.words) < FOOT


def apart(*continents: int) -> list[float]:
    """Return the gaps below these lines, continent after continent."""
    return [gap for lines in continents for gap in (*[0.0] * (lines - 1), 0.8)]


def cells(span: tuple[float, float], columns: list[float]) -> set[Stroke]:
    """Return the lines drawn around the cells of a row."""
    top, bottom = span
    upright = {Stroke(left, top, left, bottom) for left in columns}
    return upright | {Stroke(left, y, right, y) for left, right in pairwise(columns) for y in span}


@pytest.mark.parametrize(
    ("name", "size"),
    [("Ada", 12.0), ("Massimiliano Bonaventura", 8.5), ("Massimiliano " * 3, 5.5), ("Massimiliano " * 9, 4.0)],
)
def test_long_names_are_written_smaller(tmp_path: Path, name: str, size: float) -> None:
    """Names shrink by half points until they fit, down to four; each name has its own size."""
    event = seat_round(open_event(settings("ranking"), [name.strip(), "Bo", "Carla", "Dino"]), [1, 2, 3, 4])
    (page,) = printed_pages(write_scores, event, tmp_path)
    assert [one.size for one in page.words[2:5]] == [12.0, size, 12.0]


def test_a_long_name_leaves_the_next_table_alone(tmp_path: Path) -> None:
    """The next line on the wall sheet keeps its size."""
    names = ["Ada", "Bo", "Carla", "Massimiliano " * 4, "Eva", "Fabio", "Gina", "Hugo"]
    event = seat_round(open_event(settings("ranking"), [name.strip() for name in names]), [1, 2, 3, 4], [5, 6, 7, 8])
    tables, _ = printed_pages(write_tables, event, tmp_path)
    assert [one.size for one in tables.words[2:]] == [12.0, 12.0, 12.0, 12.0, 5.5, *[12.0] * 5]


# ------------------------------------------------------------------ errors
@pytest.mark.parametrize(
    ("language", "said"), [("it", "Non posso scrivere «{}»: "), ("en", "“{}” cannot be written: ")]
)
def test_a_sheet_that_cannot_be_written(tmp_path: Path, language: str, said: str) -> None:
    """The error names the file and the system's reason."""
    with pytest.raises(Problem) as caught:
        write_scores(nine(), nine().rounds[0], tmp_path, language)
    assert caught.value.text(language) == said.format(tmp_path) + "Is a directory."
