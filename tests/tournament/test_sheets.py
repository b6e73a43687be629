"""Printed sheets: the right pages with the right names."""

import re
import zlib
from pathlib import Path

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents import printed_sheets
from kamchatka.tournament.documents.printed_sheets import write_scores, write_tables
from tests.tournament.kit import draw_round, open_event, people, settings


def pages(path: Path) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def content(path: Path) -> bytes:
    """All the drawing commands of a PDF."""
    streams = re.findall(rb"stream\n(.*?)\nendstream", path.read_bytes(), re.S)
    found = list[bytes]()
    for stream in streams:
        try:
            found.append(zlib.decompress(stream))
        except zlib.error:
            continue
    return b"".join(found)


@pytest.mark.parametrize("language", ["it", "en"])
def test_one_score_sheet_a_table_and_a_wall_list(tmp_path: Path, language: str) -> None:
    """Twenty-two players: five tables, five score sheets; the tables and the names for the wall."""
    event = draw_round(open_event(settings("ranking"), people(22, 5)))
    write_scores(event, event.rounds[0], tmp_path / "scores.pdf", language)
    write_tables(event, event.rounds[0], tmp_path / "tables.pdf", language)
    assert pages(tmp_path / "scores.pdf") == 5
    assert pages(tmp_path / "tables.pdf") == 2
    # 42 territories and seven other lines, each with a cell for its name and one for each of four or five seats.
    assert content(tmp_path / "scores.pdf").count(b" re S") >= 5 * 49 * 5


def test_two_hundred_players_fit(tmp_path: Path) -> None:
    """More pages, nobody lost, the longest name in its cell."""
    names = [f"P{number:03} {'lunghissimo ' * 4}" for number in range(200)]
    event = draw_round(open_event(settings("ranking"), names))
    write_tables(event, event.rounds[0], tmp_path / "tables.pdf", "it")
    assert pages(tmp_path / "tables.pdf") >= 4


def test_letters_the_font_lacks() -> None:
    """Letters missing from the font lose their accent or become a dot; all others are printed."""
    assert printed_sheets._glyphs("Čita Đorđević Nguyễn Ивáн “x” ſƀ") == "Čita Đorđević Nguyen ··á· “x” ſ·"


def test_problems_with_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing folder and a missing PDF library are reported as Problems."""
    event = draw_round(open_event(settings("ranking"), people(4, 4)))
    with pytest.raises(Problem, match="cannot be written: No such file"):
        write_tables(event, event.rounds[0], tmp_path / "no" / "x.pdf", "en")
    monkeypatch.setattr(printed_sheets, "find_spec", lambda name: None)
    with pytest.raises(Problem, match=r"install kamchatka\[tournaments\]"):
        write_tables(event, event.rounds[0], tmp_path / "x.pdf", "en")
