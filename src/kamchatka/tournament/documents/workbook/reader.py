"""Read the clubs' workbook into plain data. Everything wrong is collected with its sheet, row and column."""

import re
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import get_args, get_type_hints

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.tournament.documents.workbook.cells import Cell, WorkbookSheet, read_sheets
from kamchatka.tournament.settings.settings import EventSettings

ABOUT, PEOPLE = "TORNEO", "Iscritti"
FIRST_PLAYER = 4  # row of the first player
FIRST_DATE = 8  # row of the first round's date
MOST_ROUNDS = 30
LARGEST_ID = 32767
GHOST = -1
TYPES = {
    "CNI": "Campionato Nazionale",
    "RDN": "Raduno Nazionale",
    "MST": "Torneo Master",
    "OPN": "Torneo Open",
    "ITC": "Torneo Interclub",
    "CPP": "Campionato Periodico",
    "SQD": "Torneo a Squadre",
    "2V2": "Torneo 2VS2",
    "IVT": "Torneo a Inviti",
    "AMC": "Amichevoli",
}
UNNAMED = "-"  # first or last name of a player who has only the other
MOST_TOLD = 40  # problems in one message
YES = ("si", "sì", "s", "x", "yes")
assert {*TYPES, ""} == set(get_args(get_type_hints(EventSettings)["event_type"]))


class WorkbookPlayer(msgspec.Struct, frozen=True):
    """A row of the sheet of players."""

    id: int
    row: int
    first: str = ""
    surname: str = ""
    nick: str = ""
    club: str = ""
    here: bool = True
    region: str = ""
    born: str = ""
    member: str = ""


class WorkbookSeat(msgspec.Struct, frozen=True):
    """A triple of a table: the player's id and score, and the cell of the score."""

    id: int
    score: Decimal
    row: int
    column: int


class RoundSheet(msgspec.Struct, frozen=True):
    """A round: its tables, each with its seats."""

    name: str
    tables: tuple[tuple[WorkbookSeat, ...], ...]


class Workbook(msgspec.Struct, frozen=True):
    """The content of the file, which never includes the formula."""

    venue: str
    organiser: str
    name: str
    type: str
    rounds: int
    notes: str
    dates: tuple[str, ...]
    players: tuple[WorkbookPlayer, ...]
    sheets: tuple[RoundSheet, ...]


class CellProblem(msgspec.Struct, frozen=True):
    """What is wrong with a cell."""

    sheet: str
    row: int  # 0: the whole sheet
    column: int
    problem: Problem

    def sentence(self) -> Text:
        """Say where it is and what is wrong."""
        where = self.sheet if not self.row else f"{self.sheet} {letters(self.column)}{self.row}"
        return Text("workbook", "at", where=where, why=self.problem)


class WorkbookProblem(Problem):
    """The workbook cannot be imported; `cells` says why, cell by cell."""

    def __init__(self, cells: list[CellProblem]) -> None:
        told = [one.sentence() for one in cells[:MOST_TOLD]]
        super().__init__("workbook.problems", count=len(cells), list=Lines(told))
        self.cells = cells

    def __reduce__(self) -> tuple[type["WorkbookProblem"], tuple[list[CellProblem]]]:
        """Pickle the constructor's arguments, so that a worker process can raise this error."""
        return WorkbookProblem, (self.cells,)


class Lines(msgspec.Struct, frozen=True):
    """Sentences, one per line."""

    parts: list[Text]

    def text(self, language: str) -> str:
        """Return the lines in a language."""
        return "\n".join(part.text(language) for part in self.parts)


def letters(column: int) -> str:
    """Return the letters of a column from 1."""
    found = ""
    while column:
        column, rest = divmod(column - 1, 26)
        found = chr(65 + rest) + found
    return found


def round_name(number: int) -> str:
    """Return the name of a round's sheet."""
    return f"{number}° Turno"


def parse_workbook(data: bytes) -> Workbook:
    """Read a workbook from bytes; a WorkbookProblem lists everything wrong with it."""
    sheets = {sheet.name: sheet for sheet in read_sheets(data)}
    reader = _Reader(sheets)
    found = reader.read()
    if reader.problems:
        raise WorkbookProblem(reader.problems)
    return found


class _Reader:
    def __init__(self, sheets: dict[str, WorkbookSheet]) -> None:
        self.sheets = sheets
        self.problems: list[CellProblem] = []

    def read(self) -> Workbook:
        for name in (ABOUT, PEOPLE):
            if name not in self.sheets:
                self.problems.append(CellProblem(name, 0, 0, Problem("workbook.no_sheet", sheet=name)))
        if self.problems:
            return Workbook("", "", "", "", 0, "", (), (), ())
        about = self.sheets[ABOUT]
        players = tuple(self._players(self.sheets[PEOPLE]))
        sheets = self._rounds({player.id for player in players})
        rounds = self._whole(about, 6, 4, len(sheets), MOST_ROUNDS)
        if len(sheets) > rounds:
            self._wrong(about, 6, 4, Problem("workbook.more_rounds", planned=rounds, played=len(sheets)))
        return Workbook(
            self._text(about, 2, 4),
            self._require_text(about, 3, 4),
            self._require_text(about, 4, 4),
            self._type(about),
            max(rounds, len(sheets)),
            self._text(about, 7, 4),
            self._dates(about, len(sheets)),
            players,
            sheets,
        )

    # -------------------------------------------------------------- cells
    def _wrong(self, sheet: WorkbookSheet, row: int, column: int, problem: Problem) -> None:
        self.problems.append(CellProblem(sheet.name, row, column, problem))

    def _text(self, sheet: WorkbookSheet, row: int, column: int) -> str:
        cell = sheet.cell(row, column)
        text = "" if cell is None else cell.isoformat() if isinstance(cell, date) else str(cell)
        text = " ".join(text.split())
        return "".join(letter for letter in text if letter.isprintable())[:200]

    def _require_text(self, sheet: WorkbookSheet, row: int, column: int) -> str:
        text = self._text(sheet, row, column)
        if not text:
            self._wrong(sheet, row, column, Problem("workbook.empty"))
        return text

    def _whole(self, sheet: WorkbookSheet, row: int, column: int, least: int, most: int) -> int:
        cell = sheet.cell(row, column)
        if isinstance(cell, str) and cell.isascii() and cell.isdecimal() and len(cell) < 6:
            cell = int(cell)
        if isinstance(cell, int) and 1 <= cell <= most:
            return cell
        self._wrong(sheet, row, column, Problem("workbook.no_whole_number", most=most, told=_cell_text(cell)))
        return least

    def _type(self, about: WorkbookSheet) -> str:
        told = self._require_text(about, 5, 4).casefold()
        for code, name in TYPES.items():
            if told in (code.casefold(), name.casefold(), f"{name} {code}".casefold()):
                return code
        if told:
            known = ", ".join(TYPES.values())
            self._wrong(about, 5, 4, Problem("workbook.unknown_type", told=told, known=known))
        return ""

    def _dates(self, about: WorkbookSheet, played: int) -> tuple[str, ...]:
        found = list[str]()
        for number in range(MOST_ROUNDS):
            row = FIRST_DATE + number
            cell = about.cell(row, 4)
            day = _date(cell)
            if day is None:
                if cell is not None:
                    self._wrong(about, row, 4, Problem("workbook.no_date", told=_cell_text(cell)))
                elif number < played:
                    self._wrong(about, row, 4, Problem("workbook.round_without_date", round=number + 1))
                break
            if found and day < found[-1]:
                self._wrong(about, row, 4, Problem("workbook.dates_backwards", told=day, before=found[-1]))
            found.append(day)
        return tuple(found)

    # -------------------------------------------------------------- players
    def _players(self, sheet: WorkbookSheet) -> list[WorkbookPlayer]:
        found, seen = list[WorkbookPlayer](), dict[int, int]()
        for row in range(FIRST_PLAYER, len(sheet.rows) + 1):
            texts = [self._text(sheet, row, column) for column in range(2, 6)]
            if sheet.cell(row, 1) is None and not any(texts[:2]):
                continue
            id = self._whole(sheet, row, 1, 0, LARGEST_ID)
            if id in seen and id:
                self._wrong(sheet, row, 1, Problem("workbook.id_twice", id=id, row=seen[id]))
            seen.setdefault(id, row)
            born = _date(sheet.cell(row, 8))
            if born is None and sheet.cell(row, 8) is not None:
                self._wrong(sheet, row, 8, Problem("workbook.no_date", told=_cell_text(sheet.cell(row, 8))))
            if not any(texts[:2]):
                self._wrong(sheet, row, 2, Problem("workbook.no_name"))
            here = self._text(sheet, row, 6).casefold() in YES or sheet.cell(row, 6) is None
            region, member = self._text(sheet, row, 7), self._text(sheet, row, 9)
            first, surname = (text if text != UNNAMED else "" for text in texts[:2])
            nick, club = texts[2:]
            found.append(WorkbookPlayer(id, row, first, surname, nick, club, here, region, born or "", member))
        self._check_same(sheet, found)
        return found

    def _check_same(self, sheet: WorkbookSheet, players: list[WorkbookPlayer]) -> None:
        seen = dict[tuple[str, str, str], int]()
        for one in players:
            key = (one.first.casefold(), one.surname.casefold(), one.born)
            if key in seen:
                self._wrong(sheet, one.row, 2, Problem("workbook.player_twice", row=seen[key]))
            seen.setdefault(key, one.row)

    # -------------------------------------------------------------- rounds
    def _rounds(self, known: set[int]) -> tuple[RoundSheet, ...]:
        found = list[RoundSheet]()
        while (sheet := self.sheets.get(round_name(len(found) + 1))) is not None and len(found) < MOST_ROUNDS:
            found.append(RoundSheet(sheet.name, tuple(self._tables(sheet, known))))
        return tuple(found)

    def _tables(self, sheet: WorkbookSheet, known: set[int]) -> list[tuple[WorkbookSeat, ...]]:
        """Read tables in pairs of rows: a title, then a triple for every player."""
        found, seated = list[tuple[WorkbookSeat, ...]](), dict[int, int]()
        for row in range(1, len(sheet.rows) + 1):
            first = sheet.cell(row, 1)
            if isinstance(first, str) or not any(cell is not None for cell in sheet.rows[row - 1]):
                continue  # the title of a table, or an empty row
            table = list[WorkbookSeat]()
            for column in range(1, min(len(sheet.rows[row - 1]), 15) + 1, 3):
                seat = self._seat(sheet, row, column, known, seated)
                if seat is not None:
                    table.append(seat)
            if table:
                found.append(tuple(table))
        return found

    def _seat(
        self, sheet: WorkbookSheet, row: int, column: int, known: set[int], seated: dict[int, int]
    ) -> WorkbookSeat | None:
        id, score = sheet.cell(row, column), sheet.cell(row, column + 2)
        if id in (None, 0, GHOST):
            return None
        if not isinstance(id, int) or id not in known:
            self._wrong(sheet, row, column, Problem("workbook.unknown_id", told=_cell_text(id)))
            return None
        if id in seated:
            self._wrong(sheet, row, column, Problem("workbook.seated_twice", id=id, row=seated[id]))
        seated[id] = row
        points = _number(score)
        if points is None or not -5 <= points <= 1000:
            self._wrong(sheet, row, column + 2, Problem("workbook.no_score", told=_cell_text(score)))
            points = Decimal(0)
        return WorkbookSeat(id, points, row, column + 2)


def _number(cell: Cell) -> Decimal | None:
    """Return a score; text such as 44,1 is accepted."""
    if isinstance(cell, str) and re.fullmatch(r"-?\d{1,5}([.,]\d{1,6})?", cell, re.ASCII):
        return Decimal(cell.replace(",", "."))
    if isinstance(cell, int | float):
        return Decimal(str(cell)).quantize(Decimal("0.000001"), ROUND_HALF_UP) if abs(cell) < 1e6 else None
    return None


def _date(cell: Cell) -> str | None:
    """Return a date cell, or text as 2025-11-26 or 26/11/2025, as an ISO date."""
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, str):
        found = re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", cell, re.ASCII)
        try:
            return (
                date(int(found[3]), int(found[2]), int(found[1])) if found else date.fromisoformat(cell)
            ).isoformat()
        except ValueError:
            return None
    return None


def _cell_text(cell: Cell) -> str:
    return "—" if cell is None else str(cell)[:60]
