"""Writes src/kamchatka/texts/confusables.txt anew: `python -m tools.confusables confusables.json`.

The file named is the one in the wheel of confusable_homoglyphs, which lists Unicode's confusables.txt (UTS #39) as
pairs both ways. From the pairs come the classes of letters that look alike; one of each class stands for all of it.
Letters that never reach the comparison, because normalising a name (NFKC, then NFD) has replaced them, are left out:
19 kB instead of 900.
"""

import json
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "src/kamchatka/texts/confusables.txt"
HEAD = (
    "# Letters that look like others: what they look like, a tab, the letters. Made by tools/confusables.py\n"
    "# from Unicode's confusables.txt (UTS #39), Copyright Unicode, Inc., used under the Unicode License v3.\n"
)


def classes(pairs: dict[str, list[dict[str, str]]]) -> list[set[str]]:
    """Everything that looks like one thing, by following the pairs."""
    left, found = set(pairs), []
    while left:
        alike, reached = [left.pop()], set[str]()
        while alike:
            one = alike.pop()
            reached.add(one)
            alike += [pair["c"] for pair in pairs.get(one, ()) if pair["c"] not in reached]
        left -= reached
        found.append(reached)
    return found


def stands_for(alike: set[str]) -> str:
    """The sequence, where a letter looks like several; else plain ASCII, letters before digits: l, not 1 or I."""
    return min(alike, key=lambda one: (len(one) == 1, not one.isascii(), not one.isalpha(), one.isupper(), one))


def survives(letter: str) -> bool:
    """Whether a letter can stand in a name that has been normalised."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", letter)) == letter
    return len(letter) == 1 and plain and unicodedata.category(letter)[0] != "C"


def written(pairs: dict[str, list[dict[str, str]]]) -> str:
    """The file."""
    lines = defaultdict[str, list[str]](list)
    for alike in classes({_bare(one): [{"c": _bare(pair["c"])} for pair in some] for one, some in pairs.items()}):
        prototype = stands_for(alike)
        lines[unicodedata.normalize("NFD", prototype)] += [
            one for one in sorted(alike - {prototype}) if survives(one) and not one.isspace()
        ]
    told = sorted((prototype, "".join(some)) for prototype, some in lines.items() if some and prototype.strip())
    return HEAD + "".join(f"{prototype}\t{some}\n" for prototype, some in told)


def _bare(text: str) -> str:
    """Without the marks of direction that Unicode's file puts around letters written from right to left."""
    return text.replace("\u200e", "")


if __name__ == "__main__":
    WRITTEN.write_text(written(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), encoding="utf-8")
