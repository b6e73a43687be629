"""Read a list of entrants or results from any file that clubs have: CSV or a spreadsheet."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec.structs import replace

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.documents.csv_reader import CsvFile, parse_csv
from kamchatka.tournament.documents.workbook.cells import as_csv, is_spreadsheet, read_sheets


def read_list(path: Path, columns: Mapping[str, Sequence[str]], encoding: str | None = None) -> CsvFile:
    """Read a list from a file; see `parse_list`."""
    return parse_list(read_bytes(path), path.name, columns, encoding)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file; a Problem if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise Problem("file.not_read", path=path, why=error.strerror) from None


def parse_list(data: bytes, source: str, columns: Mapping[str, Sequence[str]], encoding: str | None = None) -> CsvFile:
    """Parse a list from bytes: the first sheet of a spreadsheet, or a CSV."""
    if not is_spreadsheet(data):
        return parse_csv(data, source, columns, encoding)
    sheets = [sheet for sheet in read_sheets(data) if sheet.rows]
    if not sheets:
        raise Problem("csv.no_columns", source=source)
    found = parse_csv(as_csv(sheets[0]), source, columns, "utf-8")
    return replace(found, encoding="", separator="", sheet=sheets[0].name)
