"""`python -m tests.laws.census risk2210 4 2000 200`: play whole random games and count facts.

Edition, seats, games, and in how many of them the edition's invariants are checked after every action. Prints one JSON
object: the endings, every fact by its name, every card, relic and power that took effect, and a digest of all final
positions, which must be the same in both builds.
"""

import sys
from collections import Counter
from hashlib import sha256
from importlib import import_module
from typing import Any

import msgspec

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.game import Game
from kamchatka.kernel.table import Fact, Table
from tests.laws.tables import Setup, begin, step


def kind(card: str) -> str:
    """Return the name that all copies of a card share."""
    name, _, copy = card.rpartition("_")
    return name if copy.isdigit() else card


def at_work(game: Game, fact: Any) -> str:
    """Return the card, relic or power whose effect a fact shows; "" for other facts."""
    match type(fact).__name__:
        case "CardSpent" | "RelicTaken":
            return kind(game.cards[fact.card])
        case "GodHelped":
            return f"help of the {game.kinds[fact.kind]} god"
        case "OnesRerolled":
            return str(fact.clause)
    return ""


class Census:
    """Counts over many games."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.endings: Counter[str] = Counter()
        self.facts: Counter[str] = Counter()
        self.at_work: Counter[str] = Counter()
        self.actions = 0
        self.digest = sha256()

    def play(self, seed: int, is_checked: bool) -> None:
        """Play one whole game."""
        journal: list[Fact] = []
        table, choices = begin(self.setup, seed, journal), FastChance(seed + 1)
        while not table.state.over:
            step(self.setup.game, table, choices)
            self.actions += 1
            if is_checked:
                self.check(table)
        self.count(table, journal)

    def check(self, table: Table) -> None:
        """Check the invariants in the edition's module."""
        import_module(f"tests.laws.{self.setup.edition}_invariants").check(self.setup.game, table)

    def count(self, table: Table, journal: list[Fact]) -> None:
        """Count a finished game."""
        self.endings[table.state.ending] += 1
        for fact in journal:
            self.facts[type(fact).__name__] += 1
            if thing := at_work(self.setup.game, fact):
                self.at_work[thing] += 1
        self.digest.update(print_position(self.setup.game, table.state).encode())


def main(edition: str, seats: int, games: int, checked: int) -> None:
    """Play, count, print."""
    census = Census(Setup(edition, seats))
    for seed in range(games):
        census.play(seed, seed < checked)
    told = {
        "edition": edition,
        "seats": seats,
        "games": games,
        "checked": checked,
        "actions": census.actions,
        "endings": census.endings,
        "at work": dict(census.at_work.most_common()),
        "facts": dict(census.facts.most_common()),
        "digest": census.digest.hexdigest(),
    }
    print(msgspec.json.format(msgspec.json.encode(told), indent=1).decode())


if __name__ == "__main__":
    name, *numbers = sys.argv[1:]
    main(name, *map(int, numbers))
