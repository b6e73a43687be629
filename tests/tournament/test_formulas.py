"""Lists for spreadsheets: no cell is a formula, negative numbers stay numbers, and all can be imported again."""

import csv
import io

import pytest

from kamchatka.tournament.documents.csv_export import _as_text, entrants_csv
from kamchatka.tournament.documents.csv_import import ENTRANTS, entrants_from
from kamchatka.tournament.documents.csv_reader import parse_csv
from kamchatka.tournament.events.changes import EventOpened, PlayerEntered
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.settings.settings import EventSettings

OPENED = EventOpened("Prova", EventSettings())
NAMES = ("=1+1", "+39 Ada", "@Bruno", "-2+3+cmd|' /C calc'!A0", "-Carla", "-5", "Dino")


def test_names_that_look_like_formulas_go_out_as_text_and_come_back() -> None:
    entered = [PlayerEntered(n, name, name) for n, name in enumerate(NAMES, start=1)]
    text = entrants_csv(fold(enumerate([OPENED, *entered], start=1)))
    cells = [row[1] for row in csv.reader(io.StringIO(text))][1:]
    assert [cell for cell in cells if cell[0] in "=+-@\t\r" and cell != "-5"] == []
    sheet = parse_csv(text.encode(), "list.csv", ENTRANTS)
    assert entrants_from(fold([(1, OPENED)]), sheet) == entered


@pytest.mark.parametrize("cell", ["\t=1", "\r=1", "\n=1", "-", "--5", "-5e9", "-1-1", "-1234567890"])
def test_what_only_looks_like_a_number_is_text(cell: str) -> None:
    assert _as_text(cell) == "'" + cell


@pytest.mark.parametrize("cell", ["-5", "-12.5", "-0,25", "7", "", "Ada", "a-b", "Ada\t"])
def test_numbers_and_words_are_left_alone(cell: str) -> None:
    assert _as_text(cell) == cell
