"""The page's words: all of them are said, each is whole, and the page's TypeScript knows them."""

import re
import string
from pathlib import Path

import pytest

from kamchatka.texts import languages, phrases
from kamchatka.texts.phrases import Phrases
from tools.generate.page_words import FILE, TABLES, fields_of, typescript

WEB = Path(__file__).parents[2] / "web" / "src"
# The page knows two ways to write a field: words that agree with it, and a form of a place's name.
FORMS = re.compile(r"~?[^~{}|]+(\|[^~{}|]+)+|[A-Za-z]+")


def page(language: str) -> Phrases:
    """What the page says in a language."""
    return phrases(language).branch("page")


def sources() -> str:
    """All that is written in the page, its tests and what is generated left out."""
    files = (path for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte") and path != FILE)
    return "\n".join(path.read_text(encoding="utf-8") for path in files if not path.name.endswith(".test.ts"))


def test_the_page_knows_every_phrase_and_its_fields() -> None:
    """Types come from the English catalogue: an unknown phrase or field does not compile."""
    assert FILE.read_text(encoding="utf-8") == typescript(), "python -m tools.generate.page_words writes it anew"


def test_every_phrase_is_said_somewhere() -> None:
    """By its name, or with a name put together on the way: `theme_${…}`."""
    text = sources()
    said = set(re.findall(r"['\"`]([\w-]+)['\"`]", text))
    beginnings = tuple(re.findall(r"`(\w+_)\$\{", text))
    known = page("en").tree
    assert sum(len(known[table]) for table in TABLES) > 400
    unsaid = [key for table in TABLES for key in known[table] if key not in said and not key.startswith(beginnings)]
    assert unsaid == []


@pytest.mark.parametrize("language", languages())
def test_every_phrase_is_whole(language: str) -> None:
    """No blank at its ends, no word that ran into another, no field that the page could not fill."""
    words = page(language)
    for path in words.leaves():
        template = words.find(*path) or ""
        parts = list(string.Formatter().parse(template))
        plain = "".join(f"{text}0" if name else text for text, name, _, _ in parts)
        assert plain == plain.strip() != "", path
        assert not re.search(
            r" {2}|[\"'\n]|[.:;][^\W\d_]{2}", plain.replace("custom-cards.md", "").replace("(.jsonl)", "")
        ), path
        assert all(not spec or FORMS.fullmatch(spec) for _, _, spec, _ in parts), path
        assert not any(conversion for _, _, _, conversion in parts), path


@pytest.mark.parametrize("language", [one for one in languages() if one != "en"])
def test_every_phrase_tells_the_same_in_every_language(language: str) -> None:
    """The same fields as in English, and words of its own where they are sentences."""
    words, english = page(language), page("en")
    for path in english.leaves():
        told, first = words.find(*path) or "", english.find(*path) or ""
        assert set(fields_of(told)) == set(fields_of(first)), path
        if path[0] in ("stop", "tip"):
            assert told != first, path
