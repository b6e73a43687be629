"""The draw as an optimisation problem: groups whose members should sit apart. The cost counts avoidable clashes."""

from collections import Counter
from typing import Literal

import msgspec

Kind = Literal["band", "club", "clubs", "winners", "rematch", "region"]
Tables = tuple[tuple[int, ...], ...]

# Each kind outweighs the kinds after it: one clubmate costs more than all rematches of a table together.
WEIGHTS: dict[Kind, int] = {"band": 100_000, "club": 10_000, "winners": 400, "rematch": 100, "region": 1}
MOST_PAIRS = 600  # pairs of clubs that a draw keeps apart
MOST_TIMES = 3  # how much worse a pair that has met most is, at most
FIVE = 10  # per earlier table of five, for each player who sits at one again
CRITERIA = ("band", "club", "clubs", "winners", "rematch", "five", "region")  # an event may order these


class KeepApart(msgspec.Struct, frozen=True):
    """A group of players who should be spread over the tables."""

    kind: Kind
    members: tuple[int, ...]

    def levels(self, tables: int) -> tuple[int, ...]:
        """Numbers of members above which a table counts as a clash.

        Two levels spread a group evenly if it has more members than tables.
        """
        most = -(-len(self.members) // tables)
        return (most,) if most == 1 else (most - 1, most)

    def unavoidable(self, tables: int) -> int:
        """Count the clashes that no seating can avoid because the group has more members than tables."""
        return sum(max(0, len(self.members) - tables * level) for level in self.levels(tables))

    def clashes(self, seated: Tables) -> int:
        """Count the clashes of a seating beyond the unavoidable ones."""
        members = set(self.members)
        counts = [sum(player in members for player in table) for table in seated]
        made = sum(max(0, count - level) for count in counts for level in self.levels(len(seated)))
        return made - self.unavoidable(len(seated))


class DrawProblem(msgspec.Struct, frozen=True):
    """A draw to solve: players in random order, table sizes, and groups to keep apart."""

    players: tuple[int, ...]
    sizes: tuple[int, ...]
    apart: tuple[KeepApart, ...] = ()
    fives: dict[int, int] = {}  # player → earlier tables of five
    criteria: tuple[str, ...] = ()  # kinds in the event's own order, strongest first; empty: the weights above

    def weight(self, kind: str) -> int:
        """Return the cost of one clash of a kind. In an order of criteria, each outweighs ten clashes of the next."""
        if not self.criteria:
            return weight(kind)
        return 10 ** (len(self.criteria) - 1 - self.criteria.index(kind)) if kind in self.criteria else 0

    @property
    def five(self) -> int:
        """Cost of one more table of five for a player who has had one."""
        return self.weight("five")

    @property
    def bound(self) -> int:
        """Lower bound of the cost: tables of five filled with the players who have had the fewest of them."""
        return self.five * sum(sorted(self.fives.get(player, 0) for player in self.players)[: 5 * self.sizes.count(5)])

    def clashes(self, tables: Tables) -> Counter[str]:
        """Count the avoidable clashes of a seating, by kind."""
        found = Counter[str]()
        for group in self.apart:
            found[group.kind] += group.clashes(tables)
        found["five"] = sum(self.fives.get(player, 0) for table in tables if len(table) == 5 for player in table)
        return found

    def cost(self, tables: Tables) -> int:
        """Return the weighted sum of the clashes of a seating."""
        return sum(count * self.weight(kind) for kind, count in self.clashes(tables).items())


class DrawSolution(msgspec.Struct, frozen=True):
    """A seating with its cost and a proven lower bound. If both are equal, no seating is better."""

    tables: Tables
    cost: int
    bound: int
    method: str

    @property
    def is_proven(self) -> bool:
        """True if no better seating exists."""
        return self.cost == self.bound


def weight(kind: str) -> int:
    """Return the cost of one clash of a kind."""
    return FIVE if kind == "five" else next(value for name, value in WEIGHTS.items() if name == kind)
