"""Compute table sizes, and the rounds that an event goes through (section 12 of the tournament rules)."""

from math import ceil

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Text
from kamchatka.tournament.settings.settings import EventSettings

MANY_A_DAY = 24  # entrants that one day of a ranking can take; the booklet only says "many"


class KnockoutRound(msgspec.Struct, frozen=True):
    """One round of a knockout event, with the sizes of its tables."""

    entrants: int
    tables: tuple[int, ...]


# ------------------------------------------------------------------ tables of one round
def table_sizes(players: int, sizes: tuple[int, ...], tables: int | None = None) -> tuple[int, ...]:
    """Return table sizes that seat all players, with the preferred size as often as possible; a Problem if none do."""
    counts = _counts(players, tuple(dict.fromkeys(sizes)), tables)
    if not players or counts is None:
        raise _no_tables(players, sizes, tables)
    return tuple(size for size in sorted(counts, reverse=True) for _ in range(counts[size]))


def _counts(players: int, sizes: tuple[int, ...], tables: int | None) -> dict[int, int] | None:
    """Count tables of each size, preferring earlier sizes; None if the players cannot be seated."""
    size, *others = sizes
    if tables is not None and not min(sizes) * tables <= players <= max(sizes) * tables:
        return None
    if not others:
        return {size: players // size} if players % size == 0 and tables in (None, players // size) else None
    if tables is not None and len(others) == 1:
        count, odd = divmod(players - others[0] * tables, size - others[0])
        return {size: count, others[0]: tables - count} if not odd else None
    for count in range(players // size, -1, -1):
        rest = _counts(players - count * size, tuple(others), None if tables is None else tables - count)
        if rest is not None:
            return {size: count, **rest}
    return None


def _no_tables(players: int, sizes: tuple[int, ...], tables: int | None) -> Problem:
    kinds = ", ".join(str(size) for size in sorted(set(sizes)))
    rule = "rtu.12.1b" if set(sizes) == {3} else "rtu.12.1a"
    if tables is None:
        return Problem("draw.no_tables", rule=rule, players=players, sizes=kinds)
    return Problem("draw.not_so_many_tables", rule=rule, players=players, tables=tables, sizes=kinds)


# ------------------------------------------------------------------ direct elimination
def knockout_plan(entrants: int, final_seats: int, sizes: tuple[int, ...]) -> tuple[KnockoutRound, ...]:
    """Plan the rounds of a knockout.

    Before the final, the table count is a multiple of the final's seats (rtu.12.3c).
    """
    known = {final_seats: 1}
    plan = _knockout(entrants, final_seats, sizes, known)
    if plan is None:
        nearby = range(max(final_seats, entrants - 20), entrants + 21)
        near = [n for n in nearby if _leads_to_final(n, final_seats, sizes, known)]
        raise Problem(
            "draw.final_no_multiple",
            rule="rtu.12.3c",
            entrants=entrants,
            final_seats=final_seats,
            near=_list(near, entrants),
        )
    return plan


def parse_knockout_plan(entrants: int, final_seats: int, sizes: str) -> tuple[KnockoutRound, ...]:
    """Parse sizes such as `4,5` or `3`, and plan the rounds as `knockout_plan` does."""
    words = sizes.split(",")
    if not set(words) <= {"3", "4", "5"} or len(set(words)) < len(words) or not 1 <= entrants <= 5000:
        raise Problem("draw.bounds", rule="rtu.12.1a")
    return knockout_plan(entrants, final_seats, tuple(map(int, words)))


def _knockout(
    entrants: int, final_seats: int, sizes: tuple[int, ...], known: dict[int, int]
) -> tuple[KnockoutRound, ...] | None:
    if not _leads_to_final(entrants, final_seats, sizes, known):
        return None
    rounds = list[KnockoutRound]()
    while entrants != final_seats:
        rounds.append(KnockoutRound(entrants, table_sizes(entrants, sizes, known[entrants])))
        entrants = known[entrants]
    return (*rounds, KnockoutRound(final_seats, (final_seats,)))


def _leads_to_final(entrants: int, final_seats: int, sizes: tuple[int, ...], known: dict[int, int]) -> bool:
    """Return True if the winners of each round can fill tables up to a full final.

    `known` maps a number of entrants to its number of tables, 0 if no number works. It caches each count, because the
    paths through several rounds are too many to enumerate.
    """
    if entrants not in known:
        least, most = ceil(entrants / max(sizes)), entrants // min(sizes)
        known[entrants] = next(
            (
                tables
                for tables in range(least, most + 1)  # try few, large tables first
                if tables % final_seats == 0
                and _counts(entrants, sizes, tables) is not None
                and _leads_to_final(tables, final_seats, sizes, known)
            ),
            0,
        )
    return known[entrants] > 0


def _list(near: list[int], wanted: int) -> str:
    closest = sorted(near, key=lambda n: (abs(n - wanted), n))[:4]
    return ", ".join(str(n) for n in sorted(closest)) or "—"


# ------------------------------------------------------------------ finals and semifinals
def finals_of(entrants: int, settings: EventSettings) -> int:
    """Return the number of finals in an event of this size. Each final has its own semifinals."""
    return max(1, sum(entrants > step for step in settings.semifinal_steps))


def is_small(entrants: int, settings: EventSettings) -> bool:
    """Return True if the event is small enough for its leaders to go straight to the final."""
    return entrants <= settings.semifinal_steps[0] if settings.semifinal_steps else True


# ------------------------------------------------------------------ advice
def advise_format(entrants: int, days: int) -> Text:
    """Return the format that the booklet recommends (rtu.12.2b, rtu.12.3b). It is not binding."""
    key = "advise_knockout" if entrants > MANY_A_DAY * days else "advise_ranking"
    return Text("draw", key, entrants=entrants, days=days)
