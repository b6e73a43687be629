"""What tables and editions are called, in a language."""

import msgspec

from kamchatka.editions import EDITIONS, edition
from kamchatka.server.protocol.scene_types import TableSeen
from kamchatka.texts import Phrases, phrases


def edition_words(id: str, language: str) -> Phrases:
    """The words of an edition."""
    return phrases(language, edition(id).home)


def edition_name(id: str, language: str) -> str:
    """What an edition is called, in a word or two; its id, where the package that brought it is gone."""
    return edition_words(id, language).say("edition", id, "name") if id in EDITIONS else id


def lap_name(id: str, number: int, language: str) -> str:
    """What an edition calls a round: "Round 3", "Year 3"; nothing before the first."""
    return edition_words(id, language).say("lap", number=number) if number > 0 and id in EDITIONS else ""


def table_name(given: str, host: str, edition: str, language: str) -> str:
    """The name a table was given, or whose table it is; what is played there, when its host has left."""
    return given or (
        phrases(language).say("server", "table_of", name=host) if host else edition_name(edition, language)
    )


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
