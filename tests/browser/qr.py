"""Decode the QR codes that the page draws, by ISO 18004: any version, level and mask, with all checks."""

import re
from collections.abc import Callable
from itertools import islice

from playwright.sync_api import Page

Dark = set[tuple[int, int]]  # columns and rows of the dark squares

MASKS: tuple[Callable[[int, int], bool], ...] = (
    lambda x, y: (x + y) % 2 == 0,
    lambda x, y: y % 2 == 0,
    lambda x, y: x % 3 == 0,
    lambda x, y: (x + y) % 3 == 0,
    lambda x, y: (x // 3 + y // 2) % 2 == 0,
    lambda x, y: x * y % 2 + x * y % 3 == 0,
    lambda x, y: (x * y % 2 + x * y % 3) % 2 == 0,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2 == 0,
)
LEVELS = "MLHQ"  # as the format numbers them
# For each level and version: the number of blocks, and the number of error correction words in each.
BLOCKS = {
    "L": "1 1 1 1 1 2 2 2 2 4 4 4 4 4 6 6 6 6 7 8 8 9 9 10 12 12 12 13 14 15 16 17 18 19 19 20 21 22 24 25",
    "M": "1 1 1 2 2 4 4 4 5 5 5 8 9 9 10 10 11 13 14 16 17 17 18 20 21 23 25 26 28 29 31 33 35 37 38 40 43 45 47 49",
    "Q": "1 1 2 2 4 4 6 6 8 8 8 10 12 16 12 17 16 18 21 20 23 23 25 27 29 34 34 35 38 40 43 45 48 51 53 56 59 62 65 68",
    "H": "1 1 2 4 4 4 5 6 8 8 11 11 16 16 18 16 19 21 25 25 25 34 30 32 35 37 40 42 45 48 51 54 57 60 63 66 70 74 77"
    " 81",
}
GUARDS = {
    "L": "7 10 15 20 26 18 20 24 30 18 20 24 26 30 22 24 28 30 28 28 28 28 30 30 26 28" + " 30" * 14,
    "M": "10 16 26 18 24 16 18 22 22 26 30 22 22 24 24 28 28 26 26 26 26" + " 28" * 19,
    "Q": "13 22 18 26 18 24 18 22 20 24 28 26 24 20 30 24 28 28 26 30 28 30 30 30 30 28" + " 30" * 14,
    "H": "17 28 22 16 22 28 26 26 24 28 24 28 22 24 24 30 28 28 26 28 30 24" + " 30" * 18,
}


def read(page: Page, label: str) -> str:
    """Return the text of the code with that label."""
    code = page.get_by_role("img", name=label)
    code.wait_for()
    size = int(float((code.get_attribute("viewBox") or "").split()[2])) - 6
    drawn = re.findall(r"M(\d+) (\d+)h1v1h-1z", code.locator("path").get_attribute("d") or "")
    return decode_code(size, {(int(x), int(y)) for x, y in drawn})


def decode_code(size: int, dark: Dark) -> str:
    """Return the text of a code with this many squares per side."""
    version = (size - 17) // 4
    level, mask = _format(size, dark)
    guard = int(GUARDS[level].split()[version - 1])
    blocks = _blocks(_codewords(size, dark, mask), int(BLOCKS[level].split()[version - 1]), guard)
    assert all(_is_whole(block, guard) for block in blocks)
    bits = "".join(f"{word:08b}" for block in blocks for word in block[:-guard])
    assert bits[:4] == "0100"  # bytes
    begin = 12 if version < 10 else 20
    length = int(bits[4:begin], 2)
    return bytes(int(bits[i : i + 8], 2) for i in range(begin, begin + 8 * length, 8)).decode()


def _format(size: int, dark: Dark) -> tuple[str, Callable[[int, int], bool]]:
    """Return the level and the mask, which are written twice and protected by a BCH code."""
    corner = [(x, 8) for x in (0, 1, 2, 3, 4, 5, 7)] + [(8, y) for y in (8, 7, 5, 4, 3, 2, 1, 0)]
    edges = [(8, size - 1 - i) for i in range(7)] + [(size - 8 + i, 8) for i in range(8)]
    once, again = (int("".join("01"[at in dark] for at in places), 2) for places in (corner, edges))
    assert once == again
    written = once ^ 0b101010000010010
    rest = written
    for power in range(4, -1, -1):
        rest ^= (0b10100110111 << power) * (rest >> (power + 10) & 1)
    assert rest == 0
    return LEVELS[written >> 13], MASKS[written >> 10 & 7]


def _codewords(size: int, dark: Dark, mask: Callable[[int, int], bool]) -> list[int]:
    """Read the code words in a zigzag from the lower right corner, and unmask them."""
    fixed = _fixed(size)
    bits = ""
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for n, right in enumerate(columns):
        for y in range(size - 1, -1, -1) if n % 2 == 0 else range(size):
            free = [x for x in (right, right - 1) if (x, y) not in fixed]
            bits += "".join("01"[((x, y) in dark) != mask(x, y)] for x in free)
    return [int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8)]


def _fixed(size: int) -> set[tuple[int, int]]:
    """Return the squares that hold no data: finder patterns with the format, timing, alignment, version."""
    version = (size - 17) // 4
    every = {(x, y) for x in range(size) for y in range(size)}
    found = {(x, y) for x, y in every if (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)}
    found |= {(x, y) for x, y in every if 6 in (x, y)}
    if version >= 7:
        found |= {(x, y) for x, y in every if size - 11 <= max(x, y) < size - 8 and min(x, y) < 6}
    if version >= 2:
        count = version // 7 + 2
        step = 26 if version == 32 else -(-(version * 4 + 4) // (count * 2 - 2)) * 2
        middles = [6, *(size - 7 - step * i for i in range(count - 1))]
        corners = {(6, 6), (6, size - 7), (size - 7, 6)}
        around = range(-2, 3)
        centres = [(cx, cy) for cx in middles for cy in middles if (cx, cy) not in corners]
        found |= {(cx + dx, cy + dy) for cx, cy in centres for dx in around for dy in around}
    return found


def _blocks(words: list[int], count: int, guard: int) -> list[list[int]]:
    """Undo the interleaving of blocks: data words come first, and the last blocks have one more."""
    least, longer = divmod(len(words), count)
    dealt = iter(words)
    blocks: list[list[int]] = [[] for _ in range(count)]
    for turn in range(least + 1):
        takers = blocks[count - longer :] if turn == least - guard else blocks
        for block, word in zip(takers, islice(dealt, len(takers)), strict=True):
            block.append(word)
    return blocks


def _is_whole(words: list[int], guard: int) -> bool:
    """Check a Reed–Solomon block: the code is zero at every root of its generator."""
    exp = [1]
    for _ in range(254):
        exp.append(exp[-1] << 1 if exp[-1] < 128 else (exp[-1] << 1) ^ 0x11D)
    log = {value: power for power, value in enumerate(exp)}

    def at(root: int) -> int:
        found = 0
        for word in words:
            found = (exp[(log[found] + root) % 255] if found else 0) ^ word
        return found

    return all(at(root) == 0 for root in range(guard))
