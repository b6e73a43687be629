"""Reads the QR codes that the page draws: version 1 to 5, level L, one block; every check of the code must hold."""

import re

from playwright.sync_api import Page

FORMAT_L0 = "111011111000100"  # level L, mask 0, as ISO 18004 prints it


def read(page: Page, label: str) -> str:
    """The text of the code with that label."""
    code = page.get_by_role("img", name=label)
    code.wait_for()
    size = int(float((code.get_attribute("viewBox") or "").split()[2])) - 6
    drawn = re.findall(r"M(\d+) (\d+)h1v1h-1z", code.locator("path").get_attribute("d") or "")
    dark = {(int(x), int(y)) for x, y in drawn}
    written = [(x, 8) in dark for x in (0, 1, 2, 3, 4, 5, 7)] + [(8, y) in dark for y in (8, 7, 5, 4, 3, 2, 1, 0)]
    assert "".join("01"[bit] for bit in written) == FORMAT_L0
    words = _codewords(size, dark)
    assert _is_whole(words, {21: 7, 25: 10, 29: 15, 33: 20, 37: 26}[size])
    bits = "".join(f"{word:08b}" for word in words)
    assert bits[:4] == "0100"
    length = int(bits[4:12], 2)
    return bytes(int(bits[12 + 8 * i : 20 + 8 * i], 2) for i in range(length)).decode()


def _codewords(size: int, dark: set[tuple[int, int]]) -> list[int]:
    """The zigzag from the lower right corner, unmasked."""
    bits = ""
    columns = [*range(size - 1, 6, -2), 5, 3, 1]
    for n, right in enumerate(columns):
        for y in range(size - 1, -1, -1) if n % 2 == 0 else range(size):
            bits += "".join(
                "01"[((x, y) in dark) != ((x + y) % 2 == 0)] for x in (right, right - 1) if not _is_fixed(x, y, size)
            )
    return [int(bits[i : i + 8], 2) for i in range(0, len(bits) - 7, 8)]


def _is_fixed(x: int, y: int, size: int) -> bool:
    corner = (x < 9 and y < 9) or (x >= size - 8 and y < 9) or (x < 9 and y >= size - 8)
    aligned = size > 21 and size - 9 <= x <= size - 5 and size - 9 <= y <= size - 5
    return corner or aligned or x == 6 or y == 6


def _is_whole(words: list[int], guard: int) -> bool:
    """Reed–Solomon: the code is zero at every root of its generator."""
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
