"""Sanitising of text that users enter: no invisible characters, and none that reverse the text direction.

`clean_text` removes characters that don't belong in a line of text. `look_of` maps names that look the same to the
same string (the skeleton of Unicode Technical Standard 39).
"""

import unicodedata
from functools import cache
from importlib.resources import files

MARKS = 3  # maximum accents per letter; more would overlap the lines above
# Default-ignorable characters outside category Cf: fillers, joiners, selectors.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)))
)


def clean_text(text: str) -> str:
    """Clean a line: collapse white space, and drop excess accents and control, direction and invisible characters."""
    kept: list[str] = []
    marks = 0
    for one in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(one)[0]
        marks = marks + 1 if kind == "M" else 0
        if one.isspace():
            kept.append(" ")
        elif kind != "C" and one not in INVISIBLE and marks <= MARKS:
            kept.append(one)
    return " ".join("".join(kept).split())


def look_of(name: str) -> str:
    """Return the skeleton of a name, which all names that look alike share. Case is ignored."""
    return _skeleton(_skeleton(unicodedata.normalize("NFKC", name)).casefold())


def _skeleton(text: str) -> str:
    looks = unicodedata.normalize("NFD", text).translate(_confusables())
    return unicodedata.normalize("NFD", looks)


@cache
def _confusables() -> dict[int, str]:
    """Map each character to the one that it looks like."""
    text = files(__package__).joinpath("confusables.txt").read_text(encoding="utf-8")
    lines = (line.partition("\t") for line in text.splitlines() if not line.startswith("# "))
    return {ord(letter): looks for looks, _, letters in lines for letter in letters}
