"""`python -m tests.laws.folding 1000`: fold the journals of 1000 random games; the states must be identical."""

import sys
from collections.abc import Iterator

import msgspec

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.record import read_fact, write_fact
from kamchatka.kernel.table import Fact
from tests.kit import fold
from tests.laws.tables import ALL, Setup, advance, begin, setups

LONGEST = 1500  # actions of one game: random play leaves many games open for thousands of turns


def folds(setup: Setup, seed: int, longest: int = LONGEST) -> int:
    """Fold one game, directly and through JSON; return its number of facts."""
    journal: list[Fact] = []
    table = begin(setup, seed, journal)
    advance(setup.game, table, FastChance(seed + 1), longest)
    state = print_position(setup.game, table.state)
    text = msgspec.json.encode([write_fact(setup.game, fact) for fact in journal])
    told = [read_fact(setup.game, fact) for fact in msgspec.json.decode(text)]
    for facts in (journal, told):
        folded = fold(setup.game, setup.seats, facts)
        assert print_position(setup.game, folded.state) == state
    return len(journal)


def games(count: int) -> Iterator[tuple[Setup, int]]:
    """Play this number of games, cycling through every edition and all its tables."""
    names = list(ALL)
    for seed in range(count):
        tables = setups(names[seed % len(names)])
        yield tables[seed // len(names) % len(tables)], seed


def main(count: int) -> None:
    """Fold all games and print their number of facts."""
    facts = sum(folds(setup, seed) for setup, seed in games(count))
    print(f"games: {count}, of {', '.join(ALL)}; facts: {facts}; each journal, also through JSON, folded to its state")


if __name__ == "__main__":
    main(int(sys.argv[1]))
