"""A table as lists and scenes show it, without its game: agreed form and seats."""

from functools import lru_cache

import msgspec

from kamchatka.kernel.chance import SealedChance
from kamchatka.server.display_names import edition_name, lap_name, table_name
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.payloads import TableRow
from kamchatka.server.protocol.scene_types import SeatSeen, TableSeen
from kamchatka.server.storage.records import Sitter, TableRecord
from kamchatka.texts.deleted_players import display_name

LUCKS = 4096  # tables whose commitment is cached
LONGEST = 60  # characters of an option's value in a message


def seat_seen(seat: int, one: Sitter, language: str, colours: tuple[int, ...] = ()) -> SeatSeen:
    """Describe a seat without looking at the game."""
    colour, name = colours[seat] if colours else 0, display_name(one.name, language)
    who = SeatSeen(seat=seat, name=name, kind=one.kind, bot=one.bot, avatar=one.avatar, leaves=one.leaves)
    return msgspec.structs.replace(who, colour=colour, won=one.won)


def table_seen(table: TableRecord, watchers: int, is_over: bool, pace: str = "") -> TableSeen:
    """Describe the table, with the key of its randomness only after the game. `in_words` adds the names.

    `pace` is that of the bots if it was changed during the game.
    """
    agreed = table.agreed
    return TableSeen(
        id=table.id,
        name=agreed.name,
        edition=agreed.edition,
        edition_name="",
        status="over" if is_over else table.status,
        host=table.host_name,
        options=_short(agreed.options),
        private=agreed.private,
        watchers=watchers,
        commitment=_commitment(table.key),
        key=table.key if is_over else "",
        pace=pace or agreed.pace,
        rematch=table.rematch,
        places_rest=table.may_leave_placements,
        suggests=table.is_solitary and not table.is_official,
        rating=table.rating,
    )


@lru_cache(LUCKS)
def _commitment(key: str) -> str:
    """Return the public commitment to a table's randomness, which never changes."""
    return SealedChance(bytes.fromhex(key)).commitment()


def _short(options: dict[str, bool | int | str]) -> dict[str, bool | int | str]:
    """Shorten long option values: a file of cards need not travel with every message."""
    long = {name for name, value in options.items() if isinstance(value, str) and len(value) > LONGEST}
    return {name: "…" if name in long else value for name, value in options.items()}


def table_row(table: TableRecord, language: str, user: int | None, watchers: int) -> TableRow:
    """Describe the table as a row of a list."""
    agreed, yours = table.agreed, table.seats_of(user)
    seats = tuple(seat_seen(seat, one, language, table.colours) for seat, one in enumerate(table.seats))
    return TableRow(
        id=table.id,
        name=table_name(agreed.name, table.host_name, agreed.edition, language),
        edition=agreed.edition,
        edition_name=edition_name(agreed.edition, language),
        status=table.status,
        host=table.host_name,
        seats=seats,
        free=sum(1 for one in table.seats if one.is_open),
        watchers=watchers,
        round=table.round,
        round_label=lap_name(agreed.edition, table.round, language),
        private=agreed.private,
        clock=agreed.clock,
        mine=bool(yours),
        seat=yours[0] if yours else -1,
        awaits_me=any(seat in table.asked for seat in yours),
        created=table.created,
        trouble=Fault("unreadable").sentence(language) if table.unreadable else "",
        rating=table.rating,
    )
