"""Read printed sheets back: the text of an fpdf2 PDF with sizes and positions, and its lines."""

import re
import zlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

MILLIMETRES = 25.4 / 72
HEIGHT = 297.0

STREAM = re.compile(rb"stream\n(.*?)\nendstream", re.S)
GLYPH = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")
COMMAND = re.compile(
    rb"/F\d+ (?P<size>[\d.]+) Tf"
    rb"|BT (?P<at>[\d.]+ [\d.]+) Td \((?P<glyphs>(?:\\.|[^\\)])*)\) Tj"
    rb"|(?P<line>[\d.]+ [\d.]+ m [\d.]+ [\d.]+) l S"
    rb"|(?P<box>[\d.]+ [\d.]+ [\d.]+ -?[\d.]+) re S",
    re.S,
)


class Words(NamedTuple):
    """Words on a page: position in millimetres from the left edge and from the top to the baseline, size in points."""

    left: float
    foot: float
    size: float
    text: str


class Stroke(NamedTuple):
    """A straight line, in millimetres from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float


class Page(NamedTuple):
    """A printed page."""

    words: list[Words]
    strokes: set[Stroke]

    @property
    def lines(self) -> list[list[str]]:
        """Return the texts on one line, from top to bottom."""
        ordered = sorted(self.words, key=lambda one: (one.foot, one.left))
        return [[one.text for one in line] for _, line in groupby(ordered, key=lambda one: one.foot)]

    @property
    def rows(self) -> dict[tuple[float, float], list[float]]:
        """Map top and bottom of each row of cells to the positions of its vertical strokes."""
        upright = sorted((one.top, one.bottom, one.left) for one in self.strokes if one.left == one.right)
        return {span: [left for *_, left in row] for span, row in groupby(upright, key=lambda one: one[:2])}


def read_pages(path: Path) -> list[Page]:
    """Return the pages of a PDF."""
    data = path.read_bytes()
    letters = {code: bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in _letters(data)}
    return [_page(stream, letters) for stream in _streams(data) if stream.startswith(b"2 J")]


def _streams(data: bytes) -> Iterator[bytes]:
    for stream in STREAM.findall(data):
        try:
            yield zlib.decompress(stream)
        except zlib.error:
            yield stream


def _letters(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Map glyphs to letters, by the table that makes a PDF searchable."""
    for stream in _streams(data):
        if b"beginbfchar" in stream:
            yield from ((bytes.fromhex(code.decode()), text) for code, text in GLYPH.findall(stream))


def _page(stream: bytes, letters: dict[bytes, str]) -> Page:
    size, words, strokes = 0.0, list[Words](), set[Stroke]()
    for command in COMMAND.finditer(stream):
        if command["size"]:
            size = float(command["size"])
        elif command["at"]:
            left, foot = _millimetres(command["at"])
            words.append(Words(left, round(HEIGHT - foot, 1), size, _text(command["glyphs"], letters)))
        elif command["line"]:
            left, top, right, bottom = _millimetres(command["line"].replace(b" m", b""))
            strokes.add(_stroke(left, top, right, bottom))
        else:
            left, top, width, height = _millimetres(command["box"])
            right, bottom = left + width, top + height
            strokes |= {_stroke(left, y, right, y) for y in (top, bottom)}
            strokes |= {_stroke(x, top, x, bottom) for x in (left, right)}
    return Page(words, strokes)


def _millimetres(numbers: bytes) -> list[float]:
    return [round(float(number) * MILLIMETRES, 1) for number in numbers.split()]


def _stroke(left: float, top: float, right: float, bottom: float) -> Stroke:
    """Return a stroke from left to right and top to bottom, whatever its original direction."""
    ends = sorted((round(HEIGHT - y, 1), round(x, 1)) for x, y in ((left, top), (right, bottom)))
    (first, left), (last, right) = ends
    return Stroke(left, first, right, last)


def _text(glyphs: bytes, letters: dict[bytes, str]) -> str:
    plain = re.sub(rb"\\(.)", lambda found: {b"r": b"\r", b"n": b"\n"}.get(found[1], found[1]), glyphs, flags=re.S)
    return "".join(letters[plain[at : at + 2]] for at in range(0, len(plain), 2))
