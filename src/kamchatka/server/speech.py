"""The server's own sentences, and the words of a table in both languages."""
import tomllib
from functools import cache
from importlib import resources

from kamchatka.editions import EDITIONS, edition
from kamchatka.words.phrases import Phrases

LANGUAGES = ("it", "en")


@cache
def speech(language: str) -> Phrases:
    """The server's sentences in a language."""
    text = resources.files(__package__).joinpath(f"words_{language}.toml").read_text(encoding="utf-8")
    return Phrases(tomllib.loads(text))


def spoken(wanted: str | None) -> str:
    """The language asked for, in `?lang` or in an Accept-Language header; English when we do not speak it."""
    return "it" if (wanted or "").strip().lower().startswith("it") else "en"


@cache
def edition_name(id: str, language: str) -> str:
    """What an edition is called, without what it is based on; with its board where two editions share a booklet."""
    booklet = edition(id)
    name = booklet.rulebook.book.name(language).partition(",")[0]
    shared = [other for other in EDITIONS.values() if other.booklet == booklet.booklet]
    return name if len(shared) == 1 else f"{name} · {booklet.sheets[0].name(language)}"


@cache
def edition_summary(id: str, language: str) -> str:
    """What it is based on, as a sentence of its own."""
    summary = edition(id).rulebook.book.name(language).partition(",")[2].strip()
    return summary[:1].upper() + summary[1:]
