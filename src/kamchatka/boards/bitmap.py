"""Images with few colours, drawn without an image library: filled outlines, saved as PNG or animated GIF."""

import struct
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

Point = tuple[float, float]
Colour = tuple[int, int, int]
MOST_COLOURS = 256
GIF_CODE_BITS = 8
GIF_MOST_CODES = 4096


class Bitmap:
    """Rows of colour numbers at twice the size of the image, for smooth edges."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.rows = [bytearray(2 * width) for _ in range(2 * height)]

    def copy(self) -> "Bitmap":
        """Return a copy that can be drawn on."""
        other = Bitmap(0, 0)
        other.width, other.height = self.width, self.height
        other.rows = [bytearray(row) for row in self.rows]
        return other

    def fill(self, rings: Sequence[Sequence[Point]], colour: int) -> None:
        """Fill closed outlines by the even-odd rule. Coordinates are pixels of the image."""
        crossings: dict[int, list[float]] = {}
        for ring in rings:
            for start, end in pairwise([*ring, ring[0]]):
                _cross(start, end, crossings)
        for y, found in crossings.items():
            if 0 <= y < len(self.rows):
                found.sort()
                for left, right in zip(found[::2], found[1::2], strict=False):
                    self._span(y, left, right, colour)

    def _span(self, y: int, left: float, right: float, colour: int) -> None:
        first, last = max(0, round(left)), min(2 * self.width, round(right))
        if first < last:
            self.rows[y][first:last] = bytes([colour]) * (last - first)

    def stroke(self, rings: Sequence[Sequence[Point]], colour: int, width: float) -> None:
        """Draw closed outlines as lines with this width in pixels."""
        for ring in rings:
            for start, end in pairwise([*ring, ring[0]]):
                self.fill([_bar(start, end, width / 2)], colour)

    def box(self, left: float, top: float, right: float, bottom: float, colour: int) -> None:
        """Fill a rectangle."""
        self.fill([[(left, top), (right, top), (right, bottom), (left, bottom)]], colour)

    def blend(self, blends: "Blends") -> list[bytes]:
        """Return the image's rows as numbers of mixed colours, each blended from four points."""
        rows = []
        for upper, lower in zip(self.rows[::2], self.rows[1::2], strict=True):
            quads = zip(upper[::2], upper[1::2], lower[::2], lower[1::2], strict=True)
            rows.append(bytes([blends[quad] for quad in quads]))
        return rows


def _cross(start: Point, end: Point, crossings: dict[int, list[float]]) -> None:
    """Record where an edge crosses the middle of each row, at twice the size."""
    (x1, y1), (x2, y2) = start, end
    if y1 == y2:
        return
    if y1 > y2:
        x1, y1, x2, y2 = x2, y2, x1, y1
    slope = (x2 - x1) / (y2 - y1)
    for y in range(round(2 * y1), round(2 * y2)):
        crossings.setdefault(y, []).append(2 * (x1 + ((y + 0.5) / 2 - y1) * slope))


def _bar(start: Point, end: Point, half: float) -> list[Point]:
    """Return the outline of a line with some width. Its square ends overlap those of the next line."""
    (x1, y1), (x2, y2) = start, end
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    along = ((x2 - x1) / length * half, (y2 - y1) / length * half)
    a, b = (x1 - along[0], y1 - along[1]), (x2 + along[0], y2 + along[1])
    across = (-along[1], along[0])
    return [
        (a[0] + across[0], a[1] + across[1]),
        (b[0] + across[0], b[1] + across[1]),
        (b[0] - across[0], b[1] - across[1]),
        (a[0] - across[0], a[1] - across[1]),
    ]


class Blends(dict[tuple[int, int, int, int], int]):
    """Numbers of mixed colours, assigned on first use.

    Once 256 are in use, a new mix gets the colour of its first point.
    """

    def __init__(self, colours: Sequence[Colour]) -> None:
        super().__init__()
        self.palette: list[Colour] = list(colours)
        self.numbers = {colour: number for number, colour in reversed(list(enumerate(colours)))}

    def __missing__(self, quad: tuple[int, int, int, int]) -> int:
        mixed = tuple(sum(self.palette[one][part] for one in quad) // 4 for part in range(3))
        colour: Colour = (mixed[0], mixed[1], mixed[2])
        number = self.numbers.get(colour)
        if number is None and len(self.palette) < MOST_COLOURS:
            number = self.numbers[colour] = len(self.palette)
            self.palette.append(colour)
        self[quad] = number if number is not None else quad[0]
        return self[quad]

    @property
    def table(self) -> bytes:
        """The palette as bytes, padded to 256 colours."""
        return b"".join(bytes(colour) for colour in self.palette).ljust(3 * MOST_COLOURS, b"\0")


# ------------------------------------------------------------------ files
def png(picture: Bitmap, colours: Sequence[Colour]) -> bytes:
    """Return the image as a PNG with a palette."""
    blends = Blends(colours)
    data = zlib.compress(b"".join(b"\0" + row for row in picture.blend(blends)), 9)
    header = struct.pack(">IIBBBBB", picture.width, picture.height, 8, 3, 0, 0, 0)
    parts = [(b"IHDR", header), (b"PLTE", blends.table), (b"IDAT", data), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def gif(frames: Sequence[tuple[Bitmap, int]], colours: Sequence[Colour]) -> bytes:
    """Return images of equal size, each with its duration in hundredths of a second, as a GIF that loops."""
    blends, size = Blends(colours), (frames[0][0].width, frames[0][0].height)
    blended = [(picture.blend(blends), hundredths) for picture, hundredths in frames]
    parts = [b"GIF89a", struct.pack("<HHBBB", *size, 0xF7, 0, 0), blends.table]
    parts.append(b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0")
    before: list[bytes] | None = None
    for rows, hundredths in blended:
        parts.append(b"!\xf9\x04\x04" + struct.pack("<HBB", hundredths, 0, 0))
        parts.extend(_encode_difference(rows, before))
        before = rows
    return b"".join([*parts, b";"])


def _encode_difference(rows: list[bytes], before: list[bytes] | None) -> Iterator[bytes]:
    """Yield the rows and columns of the rectangle that differs from the previous image."""
    top, bottom, left, right = 0, len(rows), 0, len(rows[0])
    if before is not None:
        changed = [y for y, row in enumerate(rows) if row != before[y]] or [0]
        top, bottom = changed[0], changed[-1] + 1
        columns = [x for y in changed for x in _ends(rows[y], before[y])] or [0]
        left, right = min(columns), max(columns) + 1
    yield struct.pack("<cHHHHB", b",", left, top, right - left, bottom - top, 0)
    data = b"".join(row[left:right] for row in rows[top:bottom])
    packed = bytes(_lzw(data))
    yield bytes([GIF_CODE_BITS])
    for start in range(0, len(packed), 255):
        block = packed[start : start + 255]
        yield bytes([len(block)]) + block
    yield b"\0"


def _ends(row: bytes, other: bytes) -> tuple[int, ...]:
    """Return the first and the last column in which two rows differ."""
    differs = [x for x, (one, two) in enumerate(zip(row, other, strict=True)) if one != two]
    return (differs[0], differs[-1]) if differs else ()


def _lzw(data: bytes) -> Iterator[int]:
    """Compress data as in GIF files: LZW codes of growing length, lowest bits first."""
    clear = 1 << GIF_CODE_BITS
    table, bits = {bytes([one]): one for one in range(clear)}, GIF_CODE_BITS + 1
    held, length, known = clear, bits, b""
    following = clear + 2
    for one in data:
        longer = known + bytes([one])
        if longer in table:
            known = longer
        else:
            held |= table[known] << length
            length += bits
            known = longer[-1:]
            if following < GIF_MOST_CODES:
                table[longer] = following
                if following == 1 << bits:
                    bits += 1
                following += 1
            else:
                held |= clear << length
                length += bits
                table, bits, following = {bytes([one]): one for one in range(clear)}, GIF_CODE_BITS + 1, clear + 2
            while length >= 8:
                yield held & 0xFF
                held, length = held >> 8, length - 8
    for code in (table[known], clear + 1):
        held |= code << length
        length += bits
    while length > 0:
        yield held & 0xFF
        held, length = held >> 8, length - 8
