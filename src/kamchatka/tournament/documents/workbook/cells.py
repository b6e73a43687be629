"""The cells of a spreadsheet file, whatever its format, within limits that a club's file never reaches."""

import csv
import io
import re
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, datetime
from importlib.util import find_spec
from typing import Any
from xml.etree import ElementTree

import msgspec

from kamchatka.kernel.problem import Problem

Cell = str | float | int | date | None
LARGEST = 5_000_000  # bytes of a file
MOST_UNPACKED = 60_000_000  # bytes of a zipped one
MOST_ROWS = 5000  # per sheet
MOST_COLUMNS = 80
MOST_SHEETS = 80
XLS = b"\xd0\xcf\x11\xe0"
ZIP = b"PK\x03\x04"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


class WorkbookSheet(msgspec.Struct, frozen=True):
    """A sheet with its rows; short rows end early."""

    name: str
    rows: tuple[tuple[Cell, ...], ...]

    def cell(self, row: int, column: int) -> Cell:
        """Return a cell by row and column from 1; None outside the sheet."""
        if not 1 <= row <= len(self.rows) or not 1 <= column <= len(self.rows[row - 1]):
            return None
        return self.rows[row - 1][column - 1]


def is_spreadsheet(data: bytes) -> bool:
    """Return True if the data is a spreadsheet file rather than text."""
    return data.startswith((XLS, ZIP))


def read_sheets(data: bytes) -> tuple[WorkbookSheet, ...]:
    """Return the sheets of an .xls, .xlsx or .ods file; a Problem if it cannot be read."""
    if len(data) > LARGEST:
        raise Problem("workbook.too_large", bytes=LARGEST)
    if data.startswith(XLS):
        return _read_safely(_xls, data, "xlrd")
    if data.startswith(ZIP):
        _check_zip(data)
        return _read_safely(_ods, data) if _is_ods(data) else _read_safely(_xlsx, data, "openpyxl")
    raise Problem("workbook.no_spreadsheet")


def _read_safely(
    read: Callable[[bytes], Iterator[WorkbookSheet]], data: bytes, library: str = ""
) -> tuple[WorkbookSheet, ...]:
    """Read all sheets. The libraries raise errors of any kind on damaged files, so each becomes the same Problem."""
    if library and find_spec(library) is None:
        raise Problem("workbook.not_installed")
    try:
        return tuple(read(data))
    except Exception:
        raise Problem("workbook.damaged") from None


def _check_zip(data: bytes) -> None:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(one.file_size for one in archive.infolist())
    except Exception:
        raise Problem("workbook.damaged") from None
    if size > MOST_UNPACKED:
        raise Problem("workbook.too_large", bytes=MOST_UNPACKED)


def _is_ods(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "content.xml" in archive.namelist()


# ------------------------------------------------------------------ the formats
def _xls(data: bytes) -> Iterator[WorkbookSheet]:
    import xlrd

    book = xlrd.open_workbook(file_contents=data, logfile=io.StringIO(), on_demand=True)
    for name in book.sheet_names()[:MOST_SHEETS]:
        sheet = book.sheet_by_name(name)
        rows = []
        for row in range(min(sheet.nrows, MOST_ROWS)):
            cells = sheet.row(row)[:MOST_COLUMNS]
            rows.append(tuple(_xls_cell(cell, book.datemode, xlrd) for cell in cells))
        yield WorkbookSheet(name, tuple(rows))


def _xls_cell(cell: Any, mode: int, xlrd: Any) -> Cell:
    if cell.ctype == xlrd.XL_CELL_DATE:
        return _plain(xlrd.xldate_as_datetime(cell.value, mode))
    if cell.ctype in (xlrd.XL_CELL_EMPTY, xlrd.XL_CELL_BLANK, xlrd.XL_CELL_ERROR):
        return None
    return _plain(cell.value)


def _xlsx(data: bytes) -> Iterator[WorkbookSheet]:
    import openpyxl

    book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in book.worksheets[:MOST_SHEETS]:
        found = sheet.iter_rows(min_row=1, min_col=1, max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True)
        rows = [tuple(map(_plain, row)) for row in found]
        while rows and not any(cell is not None for cell in rows[-1]):
            rows.pop()
        yield WorkbookSheet(sheet.title, tuple(rows))


def _ods(data: bytes) -> Iterator[WorkbookSheet]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root = ElementTree.fromstring(archive.read("content.xml"))
    for table in list(root.iter(f"{TABLE}table"))[:MOST_SHEETS]:
        rows: list[tuple[Cell, ...]] = []
        for row in table.iter(f"{TABLE}table-row"):
            times = int(row.get(f"{TABLE}number-rows-repeated", "1"))
            rows += [tuple(_ods_cells(row))] * min(times, MOST_ROWS)
            if len(rows) >= MOST_ROWS:
                break
        while rows and not rows[-1]:  # the blank rest of a sheet is one repeated row
            rows.pop()
        yield WorkbookSheet(table.get(f"{TABLE}name", ""), tuple(rows[:MOST_ROWS]))


def _ods_cells(row: ElementTree.Element) -> list[Cell]:
    found: list[Cell] = []
    for cell in row:
        if cell.tag not in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell"):
            continue
        times = int(cell.get(f"{TABLE}number-columns-repeated", "1"))
        found += [_ods_cell(cell)] * min(times, MOST_COLUMNS)
        if len(found) >= MOST_COLUMNS:
            break
    while found and found[-1] is None:
        found.pop()
    return found[:MOST_COLUMNS]


def _ods_cell(cell: ElementTree.Element) -> Cell:
    kind = cell.get(f"{OFFICE}value-type", "")
    if kind in ("float", "currency", "percentage"):
        return _plain(float(cell.get(f"{OFFICE}value", "0")))
    if kind == "date":
        return date.fromisoformat(cell.get(f"{OFFICE}date-value", "")[:10])
    text = "\n".join("".join(part.itertext()) for part in cell.findall(f"{TEXT}p"))
    return text or None


def _plain(value: object) -> Cell:
    """Return a cell as text, whole number, number or date; blank text is nothing."""
    if value is None or isinstance(value, bool):
        return None if value is None else int(value)
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, int | float):
        if value != value or value in (float("inf"), float("-inf")):
            return None
        return int(value) if value == int(value) and abs(value) < 1e15 else float(value)
    text = re.sub(r"[^\S\n]+", " ", str(value)).strip()[:2000]
    return text or None


# ------------------------------------------------------------------ lists
def as_csv(sheet: WorkbookSheet) -> bytes:
    """Return a sheet as CSV, for the readers of lists. Blank rows stay blank lines, so that line numbers are rows."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    first = next((row for row in sheet.rows if _is_filled(row)), ())
    width = max((at for at, cell in enumerate(first, start=1) if cell is not None), default=0)
    for row in sheet.rows:
        if _is_filled(row):
            cells = [*row[:width], *[None] * (width - len(row))]
            writer.writerow([_as_text(cell).replace("\n", " ") for cell in cells])
        else:
            out.write("\n")
    return out.getvalue().encode()


def _is_filled(row: tuple[Cell, ...]) -> bool:
    return any(cell is not None for cell in row)


def _as_text(cell: Cell) -> str:
    if isinstance(cell, date):
        return cell.isoformat()
    return "" if cell is None else str(cell)
