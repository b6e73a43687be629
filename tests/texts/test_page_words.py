"""The page's phrases are all used, each is complete, and the page's TypeScript has types for them."""

import re
import string
from pathlib import Path

import pytest

from kamchatka.texts import languages, phrases
from kamchatka.texts.phrases import Phrases
from tools.generate.page_words import FILE, TABLES, fields_of, typescript

WEB = Path(__file__).parents[2] / "web" / "src"
# The page has two kinds of fields with forms: words that agree with a value, and forms of a place's name.
FORMS = re.compile(r"~?[^~{}|]+(\|[^~{}|]+)+|[A-Za-z]+")


def page(language: str) -> Phrases:
    """Return the page's phrases in a language."""
    return phrases(language).branch("page")


def sources() -> str:
    """Return all sources of the page, without tests and generated files."""
    files = (path for path in sorted(WEB.rglob("*")) if path.suffix in (".ts", ".svelte") and path != FILE)
    return "\n".join(path.read_text(encoding="utf-8") for path in files if not path.name.endswith(".test.ts"))


def test_the_page_knows_every_phrase_and_its_fields() -> None:
    """Types come from the English catalogue, so that an unknown phrase or field doesn't compile."""
    assert FILE.read_text(encoding="utf-8") == typescript(), "python -m tools.generate.page_words writes it anew"


def test_every_phrase_is_said_somewhere() -> None:
    """Every phrase is used by its name, or by one composed at run time: `theme_${…}`."""
    text = sources()
    said = set(re.findall(r"['\"`]([\w-]+)['\"`]", text))
    beginnings = tuple(re.findall(r"`(\w+_)\$\{", text))
    known = page("en").tree
    assert sum(len(known[table]) for table in TABLES) > 400
    unsaid = [key for table in TABLES for key in known[table] if key not in said and not key.startswith(beginnings)]
    assert unsaid == []


@pytest.mark.parametrize("language", languages())
def test_every_phrase_is_whole(language: str) -> None:
    """A phrase has no blank at its ends, no words run together, and no field that the page cannot fill."""
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
    """A phrase has the same fields as in English, and is translated if it is a sentence."""
    words, english = page(language), page("en")
    for path in english.leaves():
        told, first = words.find(*path) or "", english.find(*path) or ""
        assert set(fields_of(told)) == set(fields_of(first)), path
        if path[0] in ("stop", "tip"):
            assert told != first, path
