"""A draw as a problem: groups whose members should sit apart. Its cost counts the clashes that could be avoided."""

from collections import Counter
from typing import Literal

import msgspec

Kind = Literal["band", "club", "winners", "rematch", "region"]
Tables = tuple[tuple[int, ...], ...]

# What weighs more is settled first: one clubmate is worse than all rematches of a table together.
WEIGHTS: dict[Kind, int] = {"band": 100_000, "club": 10_000, "winners": 400, "rematch": 100, "region": 1}
FIVE = 10  # for each earlier table of five of who sits at one again


class KeepApart(msgspec.Struct, frozen=True):
    """Players who should be spread over the tables."""

    kind: Kind
    members: tuple[int, ...]

    def levels(self, tables: int) -> tuple[int, ...]:
        """A table is a clash above each of these numbers of members: a group too large for one each sits evenly."""
        most = -(-len(self.members) // tables)
        return (most,) if most == 1 else (most - 1, most)

    def unavoidable(self, tables: int) -> int:
        """The clashes that no seating can avoid, because there are more members than tables."""
        return sum(max(0, len(self.members) - tables * level) for level in self.levels(tables))

    def clashes(self, seated: Tables) -> int:
        """The clashes of a seating beyond those that nobody can avoid."""
        members = set(self.members)
        counts = [sum(player in members for player in table) for table in seated]
        made = sum(max(0, count - level) for count in counts for level in self.levels(len(seated)))
        return made - self.unavoidable(len(seated))


class DrawProblem(msgspec.Struct, frozen=True):
    """What is to be drawn: players in a random order, the sizes of the tables, and who should sit apart."""

    players: tuple[int, ...]
    sizes: tuple[int, ...]
    apart: tuple[KeepApart, ...] = ()
    fives: dict[int, int] = {}  # player → earlier tables of five

    @property
    def bound(self) -> int:
        """A cost below which no seating goes: tables of five need people, who may all have sat at one before."""
        return FIVE * sum(sorted(self.fives.get(player, 0) for player in self.players)[: 5 * self.sizes.count(5)])

    def clashes(self, tables: Tables) -> Counter[str]:
        """The avoidable clashes of a seating, by kind."""
        found = Counter[str]()
        for group in self.apart:
            found[group.kind] += group.clashes(tables)
        found["five"] = sum(self.fives.get(player, 0) for table in tables if len(table) == 5 for player in table)
        return found

    def cost(self, tables: Tables) -> int:
        """The clashes of a seating, weighed."""
        return sum(count * weight(kind) for kind, count in self.clashes(tables).items())


class DrawSolution(msgspec.Struct, frozen=True):
    """A seating found, what it costs, and a cost that no seating can go below: equal means proven best."""

    tables: Tables
    cost: int
    bound: int
    method: str

    @property
    def is_proven(self) -> bool:
        """Whether no better seating exists."""
        return self.cost == self.bound


def weight(kind: str) -> int:
    """What one clash of a kind costs."""
    return FIVE if kind == "five" else next(value for name, value in WEIGHTS.items() if name == kind)
