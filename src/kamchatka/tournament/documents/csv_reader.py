"""Read a CSV line by line. A line that cannot be read is reported with its number and does not affect the others."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.changes import SetAside, set_aside
from kamchatka.tournament.events.entrants import normalise

UTF_8_MARK = b"\xef\xbb\xbf"
UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")
ENCODINGS = {  # encodings that spreadsheets write, with their aliases; each decodes in one pass
    "utf-8": ("utf8", "utf-8-sig", "ascii", "us-ascii"),
    "utf-16": ("utf16",),
    "utf-16-le": ("utf-16le",),
    "utf-16-be": ("utf-16be",),
    "cp1252": ("windows-1252", "1252", "ansi"),
    "latin-1": ("iso-8859-1", "iso8859-1", "latin1"),
    "iso8859-15": ("iso-8859-15", "latin-9", "latin9"),
    "mac-roman": ("macroman", "macintosh", "mac_roman"),
    "cp850": ("850", "ibm850"),
    "cp437": ("437", "ibm437"),
}
DELIMITERS = ";,\t"
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n")  # characters that start a formula in a spreadsheet


class CsvRow(msgspec.Struct, frozen=True):
    """One line of the file, with its cells by column name."""

    line: int
    text: str
    cells: dict[str, str]


class CsvFile(msgspec.Struct, frozen=True):
    """The contents of a CSV: readable rows, and lines set aside."""

    rows: tuple[CsvRow, ...]
    aside: tuple[SetAside, ...]
    encoding: str = ""  # as given or guessed; empty for a spreadsheet
    separator: str = ""
    headings: tuple[str, ...] = ()  # as written
    columns: tuple[str, ...] = ()  # what each heading is taken for; empty if unknown
    sheet: str = ""  # of a spreadsheet


def read_csv(path: Path, columns: Mapping[str, Sequence[str]], encoding: str | None = None) -> CsvFile:
    """Read a CSV with these columns, each with alternative headings.

    Raise a Problem only if the whole file is unusable.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Problem("file.not_read", path=path, why=error.strerror) from None
    return parse_csv(data, path.name, columns, encoding)


def parse_csv(data: bytes, source: str, columns: Mapping[str, Sequence[str]], encoding: str | None = None) -> CsvFile:
    """Parse a CSV from bytes; see `read_csv`."""
    aside, lines = list[SetAside](), list[tuple[int, str]]()
    chosen = _encoding(encoding) if encoding else guess_encoding(data)
    for number, raw in _lines(data, chosen):
        if isinstance(raw, SetAside):
            aside.append(msgspec.structs.replace(raw, source=source))
        elif raw.strip(" \t;,"):
            lines.append((number, raw))
    if not lines or any(one.line <= lines[0][0] for one in aside):
        raise Problem("csv.no_columns", source=source)
    delimiter = max(DELIMITERS, key=lines[0][1].count)
    written = _split(lines[0][1], delimiter) or []
    headings = _headings(written, columns, source)
    rows = list[CsvRow]()
    for number, text in lines[1:]:
        found = _cells(number, text, headings, delimiter, source)
        if isinstance(found, SetAside):
            aside.append(found)
        else:
            rows.append(found)
    return CsvFile(tuple(rows), tuple(aside), chosen, delimiter, tuple(written), tuple(headings))


def guess_encoding(data: bytes) -> str:
    """Guess the encoding of a list: UTF-16 by its mark or its zeros, UTF-8 if anything is, else that of Windows."""
    if data.startswith(UTF_16_MARKS):
        return "utf-16"
    sample = data[:4000]
    for encoding, zeros in (("utf-16-le", sample[1::2]), ("utf-16-be", sample[::2])):
        if len(sample) > 3 and zeros.count(0) > 0.8 * len(zeros):
            return encoding
    foreign = [line for line in data.splitlines() if not line.isascii()]
    if not foreign or any(_is_utf_8(line) for line in foreign):
        return "utf-8"  # lines that aren't are damaged ones
    return "cp1252"


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeError:
        return False
    return True


def _lines(data: bytes, chosen: str) -> Iterable[tuple[int, str | SetAside]]:
    """Decode each line separately, so that a bad byte affects only its own line."""
    if chosen.startswith("utf-16"):  # UTF-16 has to be decoded before it can be split into lines
        try:
            return list(enumerate(data.decode(chosen).splitlines(), start=1))
        except UnicodeError as error:
            raise Problem("csv.encoding", chosen=chosen, error=error) from None
    data = data.removeprefix(UTF_8_MARK) if chosen == "utf-8" else data
    pieces = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return [(number, _decode_line(number, piece, chosen)) for number, piece in enumerate(pieces, start=1)]


def _encoding(asked: str) -> str:
    """Return the encoding with this name or alias; a Problem lists the valid ones."""
    wanted = asked.strip().lower()
    for name, others in ENCODINGS.items():
        if wanted == name or wanted in others:
            return name
    raise Problem("csv.unknown_encoding", asked=asked[:40], known=", ".join(ENCODINGS))


def _decode_line(number: int, piece: bytes, encoding: str) -> str | SetAside:
    try:
        text = piece.decode(encoding)
    except UnicodeError as error:
        shown, at = piece.decode("ascii", "backslashreplace"), getattr(error, "start", 0) + 1
        problem = Problem("csv.line_not_encoded", encoding=encoding, at=at)
        return set_aside(problem, "", number, shown)
    if "\x00" in text or "\ufffd" in text:
        return set_aside(Problem("csv.line_spoilt"), "", number, text.replace("\x00", "\\x00"))
    return text


def _headings(found: list[str], columns: Mapping[str, Sequence[str]], source: str) -> list[str]:
    """Return the column of each cell in a row; "" for unknown headings."""
    known = {normalise(word): name for name, words in columns.items() for word in (name, *words)}
    names = [known.get(normalise(heading), "") for heading in found]
    first = next(iter(columns))
    if first not in names or any(name and names.count(name) > 1 for name in names):
        wanted = ", ".join(columns)
        raise Problem("csv.columns", source=source, wanted=wanted)
    return names


def _split(text: str, delimiter: str) -> list[str] | None:
    """Split a line into cells; None if its quotation marks do not match."""
    try:
        return next(csv.reader([text], delimiter=delimiter, strict=True), [])
    except csv.Error:
        return None


def _cells(number: int, text: str, headings: list[str], delimiter: str, source: str) -> CsvRow | SetAside:
    found = _split(text, delimiter)
    if found is None:
        return set_aside(Problem("csv.line_broken"), source, number, text)
    cells, columns = len(found), len(headings)
    if cells != columns:
        return set_aside(Problem("csv.line_cells", cells=cells, columns=columns), source, number, text)
    return CsvRow(number, text, {name: _bare(cell) for name, cell in zip(headings, found, strict=True) if name})


def _bare(cell: str) -> str:
    """Strip a cell, and remove the apostrophe that protects it from being read as a formula."""
    cell = cell.strip()
    return cell[1:].strip() if cell[:1] == "'" and cell[1:2] in FORMULAS else cell
