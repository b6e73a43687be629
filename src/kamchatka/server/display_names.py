"""Display names of tables and editions."""

import msgspec

from kamchatka.editions import EDITIONS, edition
from kamchatka.server.protocol.scene_types import TableSeen
from kamchatka.texts import Phrases, phrases


def edition_words(id: str, language: str) -> Phrases:
    """Return the texts of an edition."""
    return phrases(language, edition(id).home)


def edition_name(id: str, language: str) -> str:
    """Return an edition's short name, or its id if its package is not installed."""
    return edition_words(id, language).say("edition", id, "name") if id in EDITIONS else id


def lap_name(id: str, number: int, language: str) -> str:
    """Return the edition's name for a round: "Round 3", "Year 3"; empty before the first."""
    return edition_words(id, language).say("lap", number=number) if number > 0 and id in EDITIONS else ""


def table_name(given: str, host: str, edition: str, language: str) -> str:
    """Return the given table name, or else the host's table, or else the edition's name."""
    return given or (
        phrases(language).say("server", "table_of", name=host) if host else edition_name(edition, language)
    )


def in_words(table: TableSeen, language: str) -> TableSeen:
    """Return the table with its names in a language."""
    return msgspec.structs.replace(
        table,
        name=table_name(table.name, table.host, table.edition, language),
        edition_name=edition_name(table.edition, language),
    )


def edition_summary(id: str, language: str) -> str:
    """Return a sentence about what is special in an edition."""
    return edition_words(id, language).say("edition", id, "summary")
