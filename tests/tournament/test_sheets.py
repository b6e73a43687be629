"""Printed sheets: the right pages with the right names."""

import re
import zlib
from pathlib import Path

import pytest

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents import printed_sheets
from kamchatka.tournament.documents.printed_sheets import table_links, write_codes, write_scores, write_tables
from kamchatka.tournament.documents.qr_code import qr_code
from kamchatka.tournament.events.keys import Keys
from tests.browser.qr import decode_code
from tests.tournament.kit import draw_round, open_event, people, settings


def pages(path: Path) -> int:
    """Return the number of pages of a PDF."""
    return len(re.findall(rb"/Type /Page\b", path.read_bytes()))


def content(path: Path) -> bytes:
    """Return all drawing commands of a PDF."""
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
    """For 22 players there are five score sheets, and wall sheets with the tables and the names."""
    event = draw_round(open_event(settings("ranking"), people(22, 5)))
    write_scores(event, event.rounds[0], tmp_path / "scores.pdf", language)
    write_tables(event, event.rounds[0], tmp_path / "tables.pdf", language)
    assert pages(tmp_path / "scores.pdf") == 5
    assert pages(tmp_path / "tables.pdf") == 2
    # 42 territories and seven other lines, each with a cell for its name and one for each of four or five seats.
    assert content(tmp_path / "scores.pdf").count(b" re S") >= 5 * 49 * 5


def codes_on(path: Path) -> list[str]:
    """Return the texts of the QR codes on the pages of a PDF, left to right and top to bottom."""
    found = list[str]()
    for page in re.findall(rb"stream\n(.*?)\nendstream", path.read_bytes(), re.S):
        try:
            drawn = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) -([\d.]+) re f", zlib.decompress(page))
        except zlib.error:
            continue
        runs = [[float(number) for number in run] for run in drawn]
        code = list[list[float]]()
        for run in runs:
            if code and not -20 < run[1] - code[-1][1] < 1:  # points: another card, higher or much lower on the page
                found.append(decode_runs(code))
                code = []
            code.append(run)
        found += [decode_runs(code)] if code else []
    return found


def decode_runs(runs: list[list[float]]) -> str:
    """Read the code that rows of dark squares make."""
    step, left, top = runs[0][3], runs[0][0], runs[0][1]
    dark = {
        (round((x - left) / step) + more, round((top - y) / step))
        for x, y, width, _ in runs
        for more in range(round(width / step))
    }
    return decode_code(1 + max(x for x, _ in dark), dark)


@pytest.mark.parametrize("length", [1, 14, 15, 42, 62, 63, 106, 122, 152, 180, 213])
def test_codes_say_their_text(length: int) -> None:
    """Every version up to 10 is read back by a decoder that was written from the standard."""
    text = "http://192.168.1.5:8210/result/serata#code=1-2-A7QXM3WD9P".ljust(length, "x")[:length]
    rows = qr_code(text)
    assert (
        decode_code(len(rows), {(x, y) for y, row in enumerate(rows) for x, is_dark in enumerate(row) if is_dark})
        == text
    )


def test_a_text_too_long_for_a_code() -> None:
    with pytest.raises(Problem, match="too long for a code"):
        qr_code("x" * 214)


def test_codes_of_tables_are_printed(tmp_path: Path) -> None:
    """Score sheets have the code of their table; cards have one each. A phone that scans it opens the table."""
    event = draw_round(open_event(settings("ranking"), people(22, 5)))
    first, keys = event.rounds[0], Keys(b"x" * 32)
    codes = {table.number: keys.table(1, table.number, first.entry) for table in first.tables}
    links = table_links("http://192.168.1.5:8210/", "serata", codes)
    write_scores(event, first, tmp_path / "scores.pdf", "it", links)
    write_codes(event, first, tmp_path / "codes.pdf", "it", links)
    expected = [f"http://192.168.1.5:8210/result/serata#code={code}" for code in codes.values()]
    assert codes_on(tmp_path / "scores.pdf") == expected
    assert codes_on(tmp_path / "codes.pdf") == expected
    assert (pages(tmp_path / "scores.pdf"), pages(tmp_path / "codes.pdf")) == (5, 1)
    write_scores(event, first, tmp_path / "plain.pdf", "it")
    assert codes_on(tmp_path / "plain.pdf") == []


def test_two_hundred_players_fit(tmp_path: Path) -> None:
    """There are more pages, with all players and the longest name within its cell."""
    names = [f"P{number:03} {'lunghissimo ' * 4}" for number in range(200)]
    event = draw_round(open_event(settings("ranking"), names))
    write_tables(event, event.rounds[0], tmp_path / "tables.pdf", "it")
    assert pages(tmp_path / "tables.pdf") >= 4


def test_letters_the_font_lacks() -> None:
    """Such letters lose their accent or become a dot; all others are printed."""
    assert printed_sheets._glyphs("Čita Đorđević Nguyễn Ивáн “x” ſƀ") == "Čita Đorđević Nguyen ··á· “x” ſ·"


def test_problems_with_paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing folder and a missing PDF library are reported as Problems."""
    event = draw_round(open_event(settings("ranking"), people(4, 4)))
    with pytest.raises(Problem, match="cannot be written: No such file"):
        write_tables(event, event.rounds[0], tmp_path / "no" / "x.pdf", "en")
    monkeypatch.setattr(printed_sheets, "find_spec", lambda name: None)
    with pytest.raises(Problem, match=r"install kamchatka\[tournaments\]"):
        write_tables(event, event.rounds[0], tmp_path / "x.pdf", "en")
