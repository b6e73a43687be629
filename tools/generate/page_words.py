"""Write web/src/words/phrases.ts from texts/en/page.toml: every phrase of the page with its fields."""

import re
import string
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from kamchatka.texts import ENGLISH, phrases

FILE = Path(__file__).parents[2] / "web" / "src" / "words" / "phrases.ts"
HEAD = "// Written by tools/generate/page_words.py from src/kamchatka/texts/en/page.toml: do not edit.\n"
TABLES = {
    "common": "What every screen says",
    "club": "What the pages of tournaments say",
    "cups": "Sentences about cups, and what the front page leads with",
    "people": "Sentences about players, quick match and notifications",
    "study": "What one studies by",
}  # tables whose phrases are named by literals


def typescript() -> str:
    """Return one interface per table: phrase → names of its fields."""
    page = phrases(ENGLISH).branch("page").tree
    return "\n".join([HEAD, *(_interface(table, about, page[table]) for table, about in TABLES.items())])


def fields_of(template: str) -> list[str]:
    """Return the names in a template's braces, in order, without duplicates."""
    return list(dict.fromkeys(name for _, name, _, _ in string.Formatter().parse(template) if name))


def _interface(table: str, about: str, templates: Mapping[str, str]) -> str:
    return (
        f"/** {about}: each phrase with the fields that it wants. */\n"
        f"export interface {table.capitalize()}Phrases {{\n{''.join(_lines(templates))}}}\n"
    )


def _lines(templates: Mapping[str, str]) -> Iterator[str]:
    for phrase, template in templates.items():
        name = phrase if re.fullmatch(r"[A-Za-z_]\w*", phrase) else f"'{phrase}'"
        fields = [f"'{field}'" for field in fields_of(template)]
        yield f"  {name}: {' | '.join(fields) or 'never'};\n"


if __name__ == "__main__":
    FILE.write_text(typescript(), encoding="utf-8")
    sys.stdout.write(f"{FILE.name} written\n")
