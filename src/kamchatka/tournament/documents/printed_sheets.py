"""Print the tables of a round and a score sheet for each table (`kamchatka[tournaments]`)."""

import unicodedata
from importlib.resources import as_file, files
from importlib.util import find_spec
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING

from kamchatka.boards import Sheet
from kamchatka.kernel.problem import Problem
from kamchatka.texts import Says, phrases
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


def write_scores(event: Event, round: Round, out: Path, language: str) -> None:
    """Write one page per table: territories to tick for each hand, totals, and room for signatures."""
    paper = _paper()
    for table in round.tables:
        if table is not round.tables[0]:
            paper.add_page()
        _score_page(paper, event, round, table, language)
    _save(paper, out)


# ------------------------------------------------------------------ parts of a page
def _head(paper: "FPDF", event: Event, round: Round, language: str, title: str = "") -> None:
    says = phrases(language).branch("sheet").say
    paper.set_font(FONT, size=20)
    paper.cell(0, 9, _glyphs(event.name), new_x="LMARGIN", new_y="NEXT")
    paper.set_font(FONT, size=12)
    stage = stage_title(round.stage, round.number).text(language)
    clock = "minutes" if rules_of(event.settings).closing is None else "clock"
    line = [stage, title, says(clock, minutes=event.settings.minutes)]
    if event.settings.army_cap:
        line.append(says("cap", cap=event.settings.army_cap))
    paper.cell(0, 7, " · ".join(part for part in line if part), new_x="LMARGIN", new_y="NEXT")
    paper.ln(2)


def _table_box(paper: "FPDF", event: Event, table: DrawnTable, says: Says) -> None:
    """Draw a table as one line: its number, then its players by hand."""
    paper.set_font(FONT, size=12)
    paper.cell(24, 7, says("table", n=table.number), border="LTB")
    width = (paper.epw - 24) / len(table.seats)
    for hand, entrant in enumerate(table.seats, start=1):
        _draw_cell(paper, width, 7, f"{hand}. {event.names[entrant]}", "TB" if hand < len(table.seats) else "TBR")
    paper.ln(8)


def _score_page(paper: "FPDF", event: Event, round: Round, table: DrawnTable, language: str) -> None:
    says = phrases(language).branch("sheet").say
    _head(paper, event, round, language, says("table", n=table.number))
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
