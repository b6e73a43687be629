"""Text that people enter, made fit to be shown to others: nothing invisible, nothing that turns the line round.

`clean_text` takes away what has no place in a line of text; `look_of` says what a name looks like, so that two names
that nobody can tell apart are known to be alike (the skeleton of Unicode Technical Standard 39).
"""

import unicodedata
from functools import cache
from importlib.resources import files

MARKS = 3  # accents that one letter may carry; more climb over the lines above
# Default-ignorable characters that are no format characters: fillers, joiners, selectors.
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0") | frozenset(
    map(chr, (*range(0xFE00, 0xFE0F), *range(0xE0100, 0xE01F0)))
)


def clean_text(text: str) -> str:
    """One line: white space folded; control, direction and invisible characters gone, accents beyond reason too."""
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
    """What a name looks like: the same for all that people take for one another, in either case."""
    return _skeleton(_skeleton(unicodedata.normalize("NFKC", name)).casefold())


def _skeleton(text: str) -> str:
    looks = unicodedata.normalize("NFD", text).translate(_confusables())
    return unicodedata.normalize("NFD", looks)


@cache
def _confusables() -> dict[int, str]:
    """Letter → what it looks like."""
    text = files(__package__).joinpath("confusables.txt").read_text(encoding="utf-8")
    lines = (line.partition("\t") for line in text.splitlines() if not line.startswith("# "))
    return {ord(letter): looks for looks, _, letters in lines for letter in letters}
