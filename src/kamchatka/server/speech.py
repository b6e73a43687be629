"""The server's own sentences, and the words of a table in both languages."""

import tomllib
from functools import cache
from importlib import resources

import msgspec

from kamchatka.editions import edition
from kamchatka.server.protocol.scene_types import TableSeen
from kamchatka.words.phrases import Phrases, phrases

LANGUAGES = ("it", "en")


@cache
def speech(language: str) -> Phrases:
    """The server's sentences in a language."""
    text = resources.files(__package__).joinpath(f"words_{language}.toml").read_text(encoding="utf-8")
    return Phrases(tomllib.loads(text))


def spoken(wanted: str | None) -> str:
    """The language asked for, in `?lang` or in an Accept-Language header; English when we do not speak it."""
    return "it" if (wanted or "").strip().lower().startswith("it") else "en"


def edition_words(id: str, language: str) -> Phrases:
    """The words of an edition."""
    return phrases(language, edition(id).home)


def edition_name(id: str, language: str) -> str:
    """What an edition is called, in a word or two."""
    return edition_words(id, language).say("edition", id, "name")


def lap_name(id: str, number: int, language: str) -> str:
    """What an edition calls a round: "Round 3", "Year 3"; nothing before the first."""
    return edition_words(id, language).say("lap", number=number) if number > 0 else ""


def table_name(given: str, host: str, edition: str, language: str) -> str:
    """The name a table was given, or whose table it is; what is played there, when its host has left."""
    return given or (speech(language).say("web", "table_of", name=host) if host else edition_name(edition, language))


def in_words(table: TableSeen, language: str) -> TableSeen:
    """The table with its names in a language."""
    return msgspec.structs.replace(
        table,
        name=table_name(table.name, table.host, table.edition, language),
        edition_name=edition_name(table.edition, language),
    )


def edition_summary(id: str, language: str) -> str:
    """What is special about it, in a sentence."""
    return edition_words(id, language).say("edition", id, "summary")
