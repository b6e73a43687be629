"""Draw greedily, as an organiser would by hand: seat each player in turn at the table where it costs least."""

from random import Random

from kamchatka.tournament.draw.seating import DrawProblem, DrawSolution, Tables

TRIES = 20  # shuffles; the best result is used


def draw_greedily(draw: DrawProblem, seed: int, tries: int = TRIES) -> DrawSolution:
    """Return the cheapest of several greedy seatings. It counts as proven best only if it reaches the lower bound."""
    random = Random(seed)
    tables = min((_seat(draw, random) for _ in range(tries)), key=draw.cost)
    return DrawSolution(tables, draw.cost(tables), draw.bound, "greedy")


def _seat(draw: DrawProblem, random: Random) -> Tables:
    """Seat every player once. Members of large groups come first because they are the hardest to place."""
    groups = dict[int, list[int]]()
    for number, group in enumerate(draw.apart):
        for player in group.members:
            groups.setdefault(player, []).append(number)
    largest = {
        player: max(
            (len(draw.apart[n].members) * draw.weight(draw.apart[n].kind) for n in groups.get(player, [])), default=0
        )
        for player in draw.players
    }
    waiting = random.sample(draw.players, len(draw.players))
    waiting.sort(key=lambda player: -largest[player])
    tables: list[list[int]] = [[] for _ in draw.sizes]
    counts = [[0] * len(draw.sizes) for _ in draw.apart]
    levels = [group.levels(len(draw.sizes)) for group in draw.apart]
    for player in waiting:
        free = [table for table, size in enumerate(draw.sizes) if len(tables[table]) < size]
        best = min(
            free,
            key=lambda table: (
                _price(draw, player, groups.get(player, []), counts, levels, table),
                len(tables[table]),
                random.random(),
            ),
        )
        tables[best].append(player)
        for number in groups.get(player, []):
            counts[number][best] += 1
    return tuple(tuple(table) for table in tables)


def _price(
    draw: DrawProblem,
    player: int,
    groups: list[int],
    counts: list[list[int]],
    levels: list[tuple[int, ...]],
    table: int,
) -> int:
    """Return the cost of adding a player to a table as it stands."""
    price = draw.five * draw.fives.get(player, 0) if draw.sizes[table] == 5 else 0
    for number in groups:
        clash = sum(counts[number][table] >= level for level in levels[number])
        price += clash * draw.weight(draw.apart[number].kind)
    return price
