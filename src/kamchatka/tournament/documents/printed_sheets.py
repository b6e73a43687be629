"""Print the tables of a round and a score sheet for each table (`kamchatka[tournaments]`)."""

import unicodedata
from collections.abc import Mapping
from importlib.resources import as_file, files
from importlib.util import find_spec
from itertools import groupby
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from kamchatka.boards import Sheet
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
from kamchatka.tournament.documents.qr_code import qr_code
from kamchatka.tournament.events.changes import DrawnTable
from kamchatka.tournament.events.descriptions import round_title as stage_title
from kamchatka.tournament.events.event import Event, Round
from kamchatka.tournament.settings.edition_rules import rules_of

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "Barlow"
# Millimetres on a score sheet: height of a line, largest height of a territory's line, gap between continents, height
# of the line for the times.
LINE, TERRITORY, ZONE_GAP, TIMES = 6.0, 4.4, 0.8, 8.0
CORNER = 21.0  # of a code on a score sheet


class PrintedCode(NamedTuple):
    """A table's code as it is printed: the link that it opens, and the code to type."""

    link: str
    code: str


Codes = Mapping[int, PrintedCode]  # by table


def write_tables(event: Event, round: Round, out: Path, language: str) -> None:
    """Write the round for the noticeboard: tables with players in order of hand, then an index by name."""
    paper = _paper()
    says = phrases(language).branch("sheet").say
    _head(paper, event, round, language)
    for table in round.tables:
        _table_box(paper, event, table, says)
    paper.add_page()
    _head(paper, event, round, language, says("where"))
    seats = [
        (event.names[entrant], table.number, hand)
        for table in round.tables
        for hand, entrant in enumerate(table.seats, start=1)
    ]
    with paper.text_columns(ncols=2, gutter=8) as columns:
        for name, table_number, hand in sorted(seats):
            where = f"{says('table', n=table_number)}, {says('hand')} {hand}"
            columns.write(f"{_glyphs(name)} – {where}\n")
    _save(paper, out)


def write_scores(event: Event, round: Round, out: Path, language: str, codes: Codes | None = None) -> None:
    """Write one page per table: territories to tick for each hand, totals, room for signatures, the table's code."""
    paper = _paper()
    for table in round.tables:
        if table is not round.tables[0]:
            paper.add_page()
        _score_page(paper, event, round, table, language, CORNER + 3.0 if codes else 0.0)
        if codes and table.number in codes:
            _corner_code(paper, codes[table.number])
    _save(paper, out)


def write_codes(event: Event, round: Round, out: Path, language: str, codes: Codes) -> None:
    """Write a card to cut out for each table, eight on a page: its code to scan or to type, and its players."""
    paper = _paper()
    paper.set_auto_page_break(False)
    for at, table in enumerate(round.tables):
        if at and at % 8 == 0:
            paper.add_page()
        _code_card(paper, event, round, table, codes[table.number], language, at % 8)
    _save(paper, out)


# ------------------------------------------------------------------ codes of tables
def table_links(address: str, event: str, codes: Mapping[int, str]) -> dict[int, PrintedCode]:
    """Return what is printed for each table: the link that its code opens, and the code."""
    return {
        number: PrintedCode(f"{address.rstrip('/')}/result/{event}#code={code}", code) for number, code in codes.items()
    }


def _corner_code(paper: "FPDF", link: PrintedCode) -> None:
    """Draw the code in the upper right corner of a score sheet, beside the title."""
    left = paper.w - paper.r_margin - CORNER
    _qr(paper, link.link, left, 6.0, CORNER)
    paper.set_font(FONT, size=10)
    paper.set_xy(left - CORNER - 3.0, 11)
    paper.cell(CORNER + 3.0, 7, link.code, align="R")


def _code_card(
    paper: "FPDF", event: Event, round: Round, table: DrawnTable, link: PrintedCode, language: str, at: int
) -> None:
    says = phrases(language).branch("sheet").say
    width, height = paper.epw / 2, (paper.h - 20) / 4
    left, top = paper.l_margin + at % 2 * width, 10 + at // 2 * height
    paper.set_draw_color(170)
    paper.rect(left, top, width, height)
    paper.set_draw_color(0)
    qr = 46.0
    _qr(paper, link.link, left + 3, top + 4, qr)
    _line_at(paper, left + qr + 5, top + 6, width - qr - 8, says("table", n=table.number), 24)
    title = f"{event.name} · {stage_title(round.stage, round.number).text(language)}"
    _line_at(paper, left + qr + 5, top + 17, width - qr - 8, title, 10)
    for hand, entrant in enumerate(table.seats, start=1):
        where = top + 19 + 5 * hand
        _line_at(paper, left + qr + 5, where, width - qr - 8, f"{hand}. {event.names[entrant]}", 11)
    _line_at(paper, left + 4, top + qr + 5, width - 8, link.code, 13)
    _line_at(paper, left + 4, top + qr + 12, width - 8, says("scan"), 9)


def _line_at(paper: "FPDF", x: float, y: float, width: float, text: str, size: float) -> None:
    paper.set_xy(x, y)
    _draw_cell(paper, width, 6, text, "", size)


def _qr(paper: "FPDF", text: str, x: float, y: float, size: float) -> None:
    """Draw a QR code with its margin of four squares."""
    rows = qr_code(text)
    step = size / (len(rows) + 8)
    for down, row in enumerate(rows):
        for is_dark, run in groupby(enumerate(row), key=lambda square: square[1]):
            across = [at for at, _ in run]
            if is_dark:
                paper.rect(x + (4 + across[0]) * step, y + (4 + down) * step, len(across) * step, step, style="F")


# ------------------------------------------------------------------ parts of a page
def _head(paper: "FPDF", event: Event, round: Round, language: str, title: str = "", room: float = 0.0) -> None:
    """Write the event's name, and round, table, time and army cap; `room` is left free on the right for a code."""
    says = phrases(language).branch("sheet").say
    _draw_cell(paper, paper.epw - 2 * room, 9, event.name, "", size=20)
    paper.ln()
    stage = stage_title(round.stage, round.number).text(language)
    clock = "minutes" if rules_of(event.settings).closing is None else "clock"
    line = [stage, title, says(clock, minutes=event.settings.minutes)]
    if event.settings.army_cap:
        line.append(says("cap", cap=event.settings.army_cap))
    _draw_cell(paper, paper.epw - room, 7, " · ".join(part for part in line if part), "")
    paper.ln()
    paper.ln(2)


def _table_box(paper: "FPDF", event: Event, table: DrawnTable, says: Says) -> None:
    """Draw a table as one line: its number, then its players by hand."""
    paper.set_font(FONT, size=12)
    paper.cell(24, 7, says("table", n=table.number), border="LTB")
    width = (paper.epw - 24) / len(table.seats)
    for hand, entrant in enumerate(table.seats, start=1):
        _draw_cell(paper, width, 7, f"{hand}. {event.names[entrant]}", "TB" if hand < len(table.seats) else "TBR")
    paper.ln(8)


def _score_page(paper: "FPDF", event: Event, round: Round, table: DrawnTable, language: str, room: float) -> None:
    says = phrases(language).branch("sheet").say
    _head(paper, event, round, language, says("table", n=table.number), room)
    first, width = 62.0, (paper.epw - 62.0) / len(table.seats)
    paper.cell(first, 7, says("tick"), border=1)
    for hand, entrant in enumerate(table.seats, start=1):
        _draw_cell(paper, width, 7, f"{hand}. {event.names[entrant]}", "LTRB")
    paper.ln()
    rules = rules_of(event.settings)
    if rules.cards:
        _row(paper, says("card"), first, width, len(table.seats))
    counted = (*(("inside", "outside", "reached") if rules.cards else ("held", "won")), "out", "penalty", "sign")
    height = _territory_height(paper, rules.sheet, len(counted))
    for zone in rules.sheet.zones:
        for place in (place for place in rules.sheet.places if place.zone == zone.id):
            _row(paper, f"{place.name(language)}  {rules.values[place.id]}", first, width, len(table.seats), height)
        paper.ln(ZONE_GAP)
    for label in counted:
        _row(paper, says(label, most=rules.most_points), first, width, len(table.seats))
    paper.set_font(FONT, size=12)
    paper.cell(0, TIMES, f"{says('start')}   {says('end')}")


def _territory_height(paper: "FPDF", sheet: Sheet, lines: int) -> float:
    """Return the height of a territory's line, rounded down to 0.1 mm, that keeps the largest board on one page."""
    room = paper.page_break_trigger - paper.y - ZONE_GAP * len(sheet.zones) - LINE * lines - TIMES
    return min(TERRITORY, floor(10 * room / len(sheet.places)) / 10)


def _row(paper: "FPDF", label: str, first: float, width: float, seats: int, height: float = LINE) -> None:
    _draw_cell(paper, first, height, label, "LTRB", size=9)
    for _ in range(seats):
        paper.cell(width, height, "", border=1)
    paper.ln()


def _draw_cell(paper: "FPDF", width: float, height: float, text: str, border: str, size: float = 12) -> None:
    """Draw a cell, shrinking the font until the text fits."""
    text = _glyphs(text)
    paper.set_font(FONT, size=size)
    while size > 4 and paper.get_string_width(text) > width - 2:
        size -= 0.5
        paper.set_font(FONT, size=size)
    paper.cell(width, height, text, border=border)


# ------------------------------------------------------------------ document and font
def _paper() -> "FPDF":
    """Create an A4 document with the font of the boards."""
    if find_spec("fpdf") is None:
        raise Problem("sheets.not_installed")
    from fpdf import FPDF

    paper = FPDF(format="A4")
    paper.set_auto_page_break(True, margin=10)
    paper.set_margins(10, 10)
    with as_file(files("kamchatka.boards").joinpath("fonts", "BarlowCondensed-SemiBold.ttf")) as font:
        paper.add_font(FONT, fname=font)
    paper.add_page()
    return paper


def _glyphs(text: str) -> str:
    """Replace characters that the font lacks: drop the accent, or print a dot for a foreign letter."""
    kept = list[str]()
    for letter in unicodedata.normalize("NFC", text):
        plain = letter if ord(letter) < 0x180 else unicodedata.normalize("NFKD", letter)[0]
        kept.append(plain if ord(plain) < 0x180 or plain in "–—’“”•…−" else "·")
    return "".join(kept)


def _save(paper: "FPDF", out: Path) -> None:
    try:
        out.write_bytes(bytes(paper.output()))
    except OSError as error:
        raise Problem("sheets.not_written", out=out, strerror=error.strerror) from None
