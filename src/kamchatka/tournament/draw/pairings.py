"""Rounds that are not drawn but follow from the standings or from the round before: Swiss, Greek, spread."""

from kamchatka.tournament.draw.field import Participants
from kamchatka.tournament.draw.seating import Tables
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.results.acceptance import scores_that_count
from kamchatka.tournament.standings.standings import standings

PAIRINGS = ("apart", "swiss", "greek", "spread")
BLOCK = 4  # tables among which a spread round deals the players of a block


def pairing_of(event: Event, field: Participants) -> str:
    """Return how the next round is drawn: `apart` by the clashes, or one of the pairings below."""
    chosen, drawn = event.settings.pairing, sum(round.stage == "round" for round in event.rounds)
    if not chosen or not drawn or field.stage != "round":
        return "apart"
    return chosen[min(drawn, len(chosen) - 1)]


def pair(event: Event, field: Participants, pairing: str) -> Tables | None:
    """Return the tables of a pairing; None if the round is drawn by lot."""
    if pairing not in ("swiss", "greek", "spread"):
        return None
    here = set(field.groups[0])
    order = [row.entrant for row in standings(event) if row.entrant in here]
    sizes = sorted(field.sizes[0])  # the leaders sit at the smaller tables
    if pairing == "swiss":
        return _blocks(order, sizes)
    return _greek(event, order, sizes) if pairing == "greek" else _spread(order, sizes)


def _blocks(order: list[int], sizes: list[int]) -> Tables:
    """Seat neighbours of the standings together: the first four, the next four."""
    starts = [sum(sizes[:at]) for at in range(len(sizes))]
    return tuple(tuple(order[start : start + size]) for start, size in zip(starts, sizes, strict=True))


def _spread(order: list[int], sizes: list[int]) -> Tables:
    """Seat players of four tables' worth of standings by turns: 1-5-9-13, 2-6-10-14."""
    tables: list[list[int]] = []
    rest = list(order)
    for at in range(0, len(sizes), BLOCK):
        part = sizes[at : at + BLOCK]
        block, rest = rest[: sum(part)], rest[sum(part) :]
        dealt: list[list[int]] = [[] for _ in part]
        turn = 0
        for player in block:
            while len(dealt[turn % len(part)]) >= part[turn % len(part)]:
                turn += 1
            dealt[turn % len(part)].append(player)
            turn += 1
        tables += dealt
    return tuple(map(tuple, tables))


def _greek(event: Event, order: list[int], sizes: list[int]) -> Tables:
    """Move players by their place at the table: the winner stays, the second goes one table on, the third two."""
    last, count = event.rounds[-1], len(sizes)
    wanted = dict[int, int]()
    for at, table in enumerate(last.tables):
        scores = scores_that_count(event, last, table.number)
        ranked = [score.entrant for score in scores] or list(table.seats)
        wanted.update({player: (at + place) % count for place, player in enumerate(ranked)})
    tables: list[list[int]] = [[] for _ in sizes]
    waiting = list[int]()
    for player in order:  # the better player has the seat if too many come to a table
        goal = wanted.get(player, -1)
        if goal >= 0 and len(tables[goal]) < sizes[goal]:
            tables[goal].append(player)
        else:
            waiting.append(player)
    for player in waiting:
        free = min(range(count), key=lambda number: (len(tables[number]) - sizes[number], number))
        tables[free].append(player)
    return tuple(map(tuple, tables))
