"""QR codes of short texts (ISO/IEC 18004): bytes, error correction level M, versions 1 to 10."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, pairwise

from kamchatka.kernel.problem import Problem

# By version: correction words of a block, then the data words of each block.
BLOCKS: dict[int, tuple[int, tuple[int, ...]]] = {
    1: (10, (16,)),
    2: (16, (28,)),
    3: (26, (44,)),
    4: (18, (32, 32)),
    5: (24, (43, 43)),
    6: (16, (27, 27, 27, 27)),
    7: (18, (31, 31, 31, 31)),
    8: (22, (38, 38, 39, 39)),
    9: (22, (36, 36, 36, 37, 37)),
    10: (26, (43, 43, 43, 43, 44)),
}
ALIGNED: dict[int, tuple[int, ...]] = {
    1: (),
    2: (6, 18),
    3: (6, 22),
    4: (6, 26),
    5: (6, 30),
    6: (6, 34),
    7: (6, 22, 38),
    8: (6, 24, 42),
    9: (6, 26, 46),
    10: (6, 28, 50),
}
PADDING = (0xEC, 0x11)
FIELD = 0x11D  # polynomial of the field of 256 elements
FORMAT, FORMAT_MASK = 0x537, 0x5412  # the format's check polynomial, and the mask over its bits
VERSION = 0x1F25  # check polynomial of the version, drawn from version 7 on

Grid = list[list[bool]]
Square = tuple[int, int]  # column and row


def qr_code(text: str) -> Grid:
    """Return the rows of dark squares for a text, without the margin; a Problem if the text is too long."""
    data = text.encode()
    version = next((one for one, (_, sizes) in BLOCKS.items() if _room(one) <= sum(sizes) * 8 - 8 * len(data)), 0)
    if not version:
        raise Problem("sheets.too_long", text=text[:60])
    bits = list(_bits(_codewords(data, version)))
    return min((_draw(version, bits, mask) for mask in range(8)), key=_penalty)


def _room(version: int) -> int:
    """Return the bits that mode and length take."""
    return 4 + (8 if version < 10 else 16)


# ------------------------------------------------------------------ words
def _codewords(data: bytes, version: int) -> list[int]:
    """Return the data and its correction words, interleaved block by block."""
    extra, sizes = BLOCKS[version]
    words, blocks = _pad(data, version, sum(sizes)), list[list[int]]()
    for size in sizes:
        blocks.append(words[:size])
        words = words[size:]
    checks = [_correction(block, extra) for block in blocks]
    return [*_interleave(blocks), *_interleave(checks)]


def _interleave(blocks: list[list[int]]) -> Iterator[int]:
    for at in range(max(map(len, blocks))):
        yield from (block[at] for block in blocks if at < len(block))


def _pad(data: bytes, version: int, size: int) -> list[int]:
    """Return mode, length and data, filled up to a number of words."""
    length = 8 if version < 10 else 16
    bits = f"0100{len(data):0{length}b}" + "".join(f"{one:08b}" for one in data)
    bits += "0" * min(4, 8 * size - len(bits))
    bits += "0" * (-len(bits) % 8)
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    return words + [PADDING[at % 2] for at in range(size - len(words))]


@cache
def _powers() -> tuple[int, ...]:
    """Return the powers of 2 in the field."""
    found = [1]
    for _ in range(254):
        doubled = found[-1] << 1
        found.append(doubled ^ FIELD if doubled > 255 else doubled)
    return tuple(found)


def _times(one: int, other: int) -> int:
    if not one or not other:
        return 0
    powers = _powers()
    return powers[(powers.index(one) + powers.index(other)) % 255]


@cache
def _generator(degree: int) -> tuple[int, ...]:
    """Return the factors of the Reed-Solomon generator, without the leading 1."""
    found = [1]
    for power in _powers()[:degree]:
        found = [up ^ _times(low, power) for up, low in zip([*found, 0], [0, *found], strict=True)]
    return tuple(found[1:])


def _correction(block: list[int], degree: int) -> list[int]:
    """Return the remainder of a block divided by the generator."""
    rest = [0] * degree
    for word in block:
        factor = word ^ rest[0]
        rest = [one ^ _times(factor, two) for one, two in zip([*rest[1:], 0], _generator(degree), strict=True)]
    return rest


def _bits(words: list[int]) -> Iterator[bool]:
    for word in words:
        yield from (bool(word >> place & 1) for place in range(7, -1, -1))


# ------------------------------------------------------------------ squares
def _draw(version: int, bits: list[bool], mask: int) -> Grid:
    """Draw the code with a mask."""
    size = 17 + 4 * version
    fixed = _patterns(version, size) | _format(size, mask)
    grid = [[fixed.get((x, y), False) for x in range(size)] for y in range(size)]
    left = iter(bits)
    for x, y in _path(size):
        if (x, y) not in fixed:
            grid[y][x] = next(left, False) ^ _is_masked(mask, x, y)
    return grid


def _path(size: int) -> Iterator[Square]:
    """Go up and down in columns of two, from the right; column 6 has the timing."""
    up = True
    for right in chain(range(size - 1, 6, -2), range(5, 0, -2)):
        for y in range(size - 1, -1, -1) if up else range(size):
            yield right, y
            yield right - 1, y
        up = not up


def _is_masked(mask: int, x: int, y: int) -> bool:
    product = x * y
    rests = (
        (x + y) % 2,
        y % 2,
        x % 3,
        (x + y) % 3,
        (x // 3 + y // 2) % 2,
        product % 2 + product % 3,
        (product % 2 + product % 3) % 2,
        ((x + y) % 2 + product % 3) % 2,
    )
    return not rests[mask]


def _patterns(version: int, size: int) -> dict[Square, bool]:
    """Return finders, timing, alignment and version: the squares that hold no data."""
    found: dict[Square, bool] = {}
    for at in range(size):
        found[at, 6] = found[6, at] = at % 2 == 0
    last = ALIGNED[version][-1] if ALIGNED[version] else 0
    for cx in ALIGNED[version]:
        for cy in ALIGNED[version]:
            if (cx, cy) not in ((6, 6), (6, last), (last, 6)):
                found |= _rings(cx, cy, 2, size, light=(1,))
    for cx, cy in ((3, 3), (size - 4, 3), (3, size - 4)):
        found |= _rings(cx, cy, 4, size, light=(2, 4))
    if version >= 7:
        check = _with_check(version, 12, VERSION)
        for place in range(18):
            is_dark = bool(check >> place & 1)
            found[size - 11 + place % 3, place // 3] = found[place // 3, size - 11 + place % 3] = is_dark
    return found


def _rings(cx: int, cy: int, radius: int, size: int, light: tuple[int, ...]) -> dict[Square, bool]:
    """Return the squares around a centre; rings of these distances are light."""
    return {
        (x, y): max(abs(x - cx), abs(y - cy)) not in light
        for x in range(max(0, cx - radius), min(size, cx + radius + 1))
        for y in range(max(0, cy - radius), min(size, cy + radius + 1))
    }


def _format(size: int, mask: int) -> dict[Square, bool]:
    """Return the squares that say level (M is 0) and mask, twice."""
    bits = _with_check(mask, 10, FORMAT) ^ FORMAT_MASK
    found: dict[Square, bool] = {(8, size - 8): True}
    for place in range(15):
        is_dark = bool(bits >> place & 1)
        column = place if place < 6 else place + 1 if place < 8 else size - 15 + place
        row = size - 1 - place if place < 8 else 15 - place if place == 8 else 14 - place
        found[8, column] = is_dark
        found[row, 8] = is_dark
    return found


def _with_check(value: int, degree: int, polynomial: int) -> int:
    """Return a value followed by its check bits."""
    rest = value << degree
    while rest.bit_length() > degree:
        rest ^= polynomial << (rest.bit_length() - 1 - degree)
    return value << degree | rest


# ------------------------------------------------------------------ the best mask
def _penalty(grid: Grid) -> int:
    """Return how hard a code is to read: runs, blocks, shapes like a finder, and imbalance."""
    size = len(grid)
    lines = [*grid, *([row[x] for row in grid] for x in range(size))]
    blocks = sum(
        upper[x] == upper[x + 1] == lower[x] == lower[x + 1] for upper, lower in pairwise(grid) for x in range(size - 1)
    )
    dark = sum(map(sum, grid))
    return sum(map(_line_penalty, lines)) + 3 * blocks + 10 * (abs(20 * dark - 10 * size * size) // (size * size))


def _line_penalty(line: list[bool]) -> int:
    found, run = 0, 1
    for before, one in pairwise([*line, not line[-1]]):
        if one == before:
            run += 1
            continue
        found += run - 2 if run >= 5 else 0
        run = 1
    marks = "".join("1" if one else "0" for one in line)
    for shape in ("10111010000", "00001011101"):
        found += 40 * sum(marks.startswith(shape, at) for at in range(len(marks)))
    return found
