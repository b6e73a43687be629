"""Update src/kamchatka/texts/confusables.txt: `python -m tools.generate.confusables confusables.json`.

The argument is the file in the wheel of confusable_homoglyphs, which lists Unicode's confusables.txt (UTS #39) as pairs
in both directions. The pairs form classes of similar letters, each represented by one of them. Letters that
normalisation (NFKC, then NFD) replaces before the comparison are left out, which saves 19 of 20 parts (19 kB instead of
900).
"""

import json
import sys
import unicodedata
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
WRITTEN = ROOT / "src/kamchatka/texts/confusables.txt"
HEAD = (
    "# Letters that look like others: what they look like, a tab, the letters. Made by tools/generate/confusables.py\n"
    "# from Unicode's confusables.txt (UTS #39), Copyright Unicode, Inc., used under the Unicode License v3.\n"
)


def classes(pairs: dict[str, list[dict[str, str]]]) -> list[set[str]]:
    """Group letters into classes of mutual similarity by following the pairs."""
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
    """Choose a class's representative: a sequence if any, else plain ASCII, letters before digits (l, not 1 or I)."""
    return min(alike, key=lambda one: (len(one) == 1, not one.isascii(), not one.isalpha(), one.isupper(), one))


def survives(letter: str) -> bool:
    """Return whether a letter can occur in a normalised name."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", letter)) == letter
    return len(letter) == 1 and plain and unicodedata.category(letter)[0] != "C"


def render(pairs: dict[str, list[dict[str, str]]]) -> str:
    """Render the file."""
    lines = defaultdict[str, list[str]](list)
    for alike in classes({_bare(one): [{"c": _bare(pair["c"])} for pair in some] for one, some in pairs.items()}):
        prototype = stands_for(alike)
        lines[unicodedata.normalize("NFD", prototype)] += [
            one for one in sorted(alike - {prototype}) if survives(one) and not one.isspace()
        ]
    told = sorted((prototype, "".join(some)) for prototype, some in lines.items() if some and prototype.strip())
    return HEAD + "".join(f"{prototype}\t{some}\n" for prototype, some in told)


def _bare(text: str) -> str:
    """Remove the direction marks that Unicode's file puts around right-to-left letters."""
    return text.replace("\u200e", "")


if __name__ == "__main__":
    WRITTEN.write_text(render(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))), encoding="utf-8")
