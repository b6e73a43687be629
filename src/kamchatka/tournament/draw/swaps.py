"""Improve a seating by swapping players between tables: a tabu search in whole numbers.

It depends on the seed and on nothing else. Clock, machine and hash seed don't matter, so a seed gives the same tables
everywhere.
"""

from collections.abc import Iterator
from random import Random

from kamchatka.tournament.draw.seating import DrawProblem, DrawSolution, Tables

STEPS = 3000  # maximum number of swaps; 80 players after five rounds take less than 1 s of CPU time
TENURE = 12  # steps for which a player who moved stays
METHOD = "swaps"


def improve_by_swaps(draw: DrawProblem, start: DrawSolution, seed: int, steps: int = STEPS) -> DrawSolution:
    """Return the cheapest seating found by up to `steps` swaps from a start; the start itself if none is cheaper."""
    search = _Search(draw, start.tables)
    random, cost = Random(seed), start.cost
    best, tables = cost, start.tables
    until = dict.fromkeys(draw.players, -1)
    for step in range(steps):
        if best == draw.bound:
            break
        clashing = search.clashing()
        if not clashing:
            break
        player = random.choice(clashing)
        found = search.best_swap(player, {one for one, end in until.items() if end >= step}, best - cost, random)
        if found is None:
            continue
        other, change = found
        search.swap(player, other)
        cost += change
        until[player] = until[other] = step + TENURE
        if cost < best:
            best, tables = cost, search.tables()
    if best == start.cost:
        return start
    return DrawSolution(tables, best, max(start.bound, draw.bound), METHOD)


class _Search:
    """A seating with the number of members of each group at each table, kept up to date from swap to swap."""

    def __init__(self, draw: DrawProblem, tables: Tables) -> None:
        self.draw, count = draw, len(draw.sizes)
        self.seats = [list(table) for table in tables]
        self.at = {player: number for number, table in enumerate(tables) for player in table}
        self.groups: dict[int, list[int]] = {player: [] for player in draw.players}
        self.members = [frozenset(group.members) for group in draw.apart]
        for number, group in enumerate(draw.apart):
            for player in group.members:
                self.groups[player].append(number)
        self.counts = [[len(members & set(table)) for table in tables] for members in self.members]
        # price[n][c]: what one more member of group n costs at a table that has c of them
        most = max(draw.sizes, default=0) + 1
        self.price = [
            [draw.weight(group.kind) * sum(size >= level for level in group.levels(count)) for size in range(most)]
            for group in draw.apart
        ]

    def clashing(self) -> list[int]:
        """Return the players whose seat costs something."""
        return [player for player in self.draw.players if self._cost(player)]

    def _cost(self, player: int) -> int:
        table = self.at[player]
        clashes = sum(self.price[group][self.counts[group][table] - 1] for group in self.groups[player])
        return clashes + self._five(player, table)

    def _five(self, player: int, table: int) -> int:
        return self.draw.five * self.draw.fives.get(player, 0) if self.draw.sizes[table] == 5 else 0

    def best_swap(self, player: int, stay: set[int], record: int, random: Random) -> tuple[int, int] | None:
        """Return the partner whose swap changes the cost best, with that change. Ties are broken at random.

        Players who stay move only for a change below the record.
        """
        best: list[tuple[int, int]] = []
        for other, change in self._swaps(player):
            if other not in stay or change < record:
                if not best or change < best[0][1]:
                    best = [(other, change)]
                elif change == best[0][1]:
                    best.append((other, change))
        return random.choice(best) if best else None

    def _swaps(self, player: int) -> Iterator[tuple[int, int]]:
        """Yield every partner at another table, with the change of the cost."""
        here, own = self.at[player], self.groups[player]
        leaves = sum(self.price[group][self.counts[group][here] - 1] for group in own)
        for table, seats in enumerate(self.seats):
            if table == here:
                continue
            enters = sum(self.price[group][self.counts[group][table]] for group in own)
            for other in seats:
                change = enters - leaves + self._five(player, table) - self._five(player, here)
                change += self._five(other, here) - self._five(other, table)
                for group in self.groups[other]:
                    price, counts = self.price[group], self.counts[group]
                    if player in self.members[group]:  # both are members: nothing changes
                        change += price[counts[here] - 1] - price[counts[table]]
                    else:
                        change += price[counts[here]] - price[counts[table] - 1]
                yield other, change

    def swap(self, player: int, other: int) -> None:
        """Swap two players."""
        here, there = self.at[player], self.at[other]
        for one, old, new in ((player, here, there), (other, there, here)):
            for group in self.groups[one]:
                self.counts[group][old] -= 1
                self.counts[group][new] += 1
            self.at[one] = new
        self.seats[here][self.seats[here].index(player)] = other
        self.seats[there][self.seats[there].index(other)] = player

    def tables(self) -> Tables:
        """Return the seating."""
        return tuple(map(tuple, self.seats))
