"""How many tables of which size, and which rounds an event goes through (section 12 of the tournament rules)."""

from math import ceil

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.tournament.settings.settings import EventSettings

MANY_A_DAY = 24  # entrants whom a day of a ranking can take; the booklet only says "many"


class KnockoutRound(msgspec.Struct, frozen=True):
    """One round of a direct elimination: the sizes of its tables."""

    entrants: int
    tables: tuple[int, ...]


# ------------------------------------------------------------------ tables of one round
def table_sizes(players: int, sizes: tuple[int, ...], tables: int | None = None) -> tuple[int, ...]:
    """The tables that seat everybody, the preferred size as often as possible; a Problem when none can."""
    liked = tuple(dict.fromkeys(sizes))
    found = _counts(players, liked, tables, {}) if players > 0 else None
    if found is None:
        raise _no_tables(players, sizes, tables)
    counted = sorted(zip(liked, found, strict=True), reverse=True)
    return tuple(size for size, count in counted for _ in range(count))


Tried = dict[tuple[int, int, int | None], tuple[int, ...] | None]


def _counts(players: int, liked: tuple[int, ...], tables: int | None, tried: Tried) -> tuple[int, ...] | None:
    """How many tables of each size seat these players: as many as can be of the first size, then of the second …"""
    if not liked:
        return () if players == 0 and not tables else None
    key = (players, len(liked), tables)
    if key not in tried:
        tried[key] = None
        most = players // liked[0] if tables is None else min(players // liked[0], tables)
        for count in range(most, -1, -1):
            rest = _counts(players - count * liked[0], liked[1:], None if tables is None else tables - count, tried)
            if rest is not None:
                tried[key] = (count, *rest)
                break
    return tried[key]


def _no_tables(players: int, sizes: tuple[int, ...], tables: int | None) -> Problem:
    kinds = ", ".join(str(size) for size in sorted(set(sizes)))
    rule = "rtu.12.1b" if set(sizes) == {3} else "rtu.12.1a"
    if tables is None:
        return Problem("draw.no_tables", rule=rule, players=players, sizes=kinds)
    return Problem("draw.not_so_many_tables", rule=rule, players=players, tables=tables, sizes=kinds)


# ------------------------------------------------------------------ direct elimination
def knockout_plan(entrants: int, final_seats: int, sizes: tuple[int, ...]) -> tuple[KnockoutRound, ...]:
    """The rounds of a direct elimination; before the final the tables are a multiple of its seats (rtu.12.3c)."""
    plan = _knockout(entrants, final_seats, sizes)
    if plan is None:
        near = [n for n in range(max(final_seats, entrants - 20), entrants + 21) if _knockout(n, final_seats, sizes)]
        raise Problem(
            "draw.final_no_multiple",
            rule="rtu.12.3c",
            entrants=entrants,
            final_seats=final_seats,
            near=_list(near, entrants),
        )
    return plan


def parse_knockout_plan(entrants: int, final_seats: int, sizes: str) -> tuple[KnockoutRound, ...]:
    """The same for sizes as people write them: 4,5 or 3."""
    words = sizes.split(",")
    if not set(words) <= {"3", "4", "5"} or len(set(words)) < len(words) or not 1 <= entrants <= 5000:
        raise Problem("draw.bounds", rule="rtu.12.1a")
    return knockout_plan(entrants, final_seats, tuple(map(int, words)))


def _knockout(entrants: int, final_seats: int, sizes: tuple[int, ...]) -> tuple[KnockoutRound, ...] | None:
    if entrants == final_seats:
        return (KnockoutRound(entrants, (final_seats,)),)
    least, most = ceil(entrants / max(sizes)), entrants // min(sizes)
    for tables in range(least, most + 1):  # the fewest tables first: the largest ones
        if tables % final_seats:
            continue
        try:
            seated = table_sizes(entrants, sizes, tables)
        except Problem:
            continue
        rest = _knockout(tables, final_seats, sizes)
        if rest is not None:
            return (KnockoutRound(entrants, seated), *rest)
    return None


def _list(near: list[int], wanted: int) -> str:
    closest = sorted(near, key=lambda n: (abs(n - wanted), n))[:4]
    return ", ".join(str(n) for n in sorted(closest)) or "—"


# ------------------------------------------------------------------ semifinals as clubs play them
def finals_of(entrants: int, settings: EventSettings) -> int:
    """How many finals, each with semifinals of its own, an event of this size plays."""
    return max(1, sum(entrants > step for step in settings.semifinal_steps))


def is_small(entrants: int, settings: EventSettings) -> bool:
    """Whether the event is small enough for leaders to go straight to the final."""
    return entrants <= settings.semifinal_steps[0] if settings.semifinal_steps else True


# ------------------------------------------------------------------ advice
def advised_format(entrants: int, days: int) -> Text:
    """Which format the booklet would advise (rtu.12.2b, rtu.12.3b); nobody is held to it."""
    key = "advise_knockout" if entrants > MANY_A_DAY * days else "advise_ranking"
    return Text("draw", key, entrants=entrants, days=days)
