"""Widths of names in the boards' own fonts, and the ways to break a name into lines."""

from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

from fontTools.ttLib import TTFont

FONTS = Path(__file__).parents[2] / "src" / "kamchatka" / "boards" / "fonts"
LINE_HEIGHT = 1.04


@cache
def _advances(font: str) -> tuple[dict[int, int], int]:
    face = TTFont(FONTS / font)
    widths = face["hmtx"].metrics
    return {code: widths[glyph][0] for code, glyph in face.getBestCmap().items()}, face["head"].unitsPerEm


def width(text: str, font: str, size: float) -> float:
    """Return the advance width of one line."""
    advances, em = _advances(font)
    return sum(advances[ord(letter)] for letter in text) * size / em


@cache
def breaks(name: str, most_lines: int = 3) -> list[tuple[str, ...]]:
    """Yield every way to set a name on one to three lines, broken between words."""
    words = name.split()
    options = []
    for lines in range(1, min(most_lines, len(words)) + 1):
        for cuts in combinations(range(1, len(words)), lines - 1):
            edges = (0, *cuts, len(words))
            options.append(tuple(" ".join(words[a:b]) for a, b in pairwise(edges)))
    return options
