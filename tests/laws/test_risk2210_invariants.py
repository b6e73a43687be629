"""Invariants of 2210 after every action of whole random games, with default options and with each option changed."""

import pytest

from kamchatka.editions.risk2210 import RISK2210
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import ArmiesLost, Rolled
from kamchatka.kernel.table import Fact, Table
from tests.laws.risk2210_invariants import check
from tests.laws.tables import setups

OTHERWISE = {name: value for setup in setups("risk2210") for name, value in setup.options.items()}


def play(options: dict[str, object], seats: int, seed: int) -> list[Fact]:
    """Play a whole random game, checking after every action."""
    game, journal, luck = RISK2210.game(RISK2210.table_rules(options)), list[Fact](), FastChance(seed + 1)
    table = game.start(seats, FastChance(seed), journal)
    while not table.state.over:
        asked = members(game.awaits(table))
        seat = asked[luck.below(len(asked))]
        offered = game.options(table, seat)
        begun = len(journal)
        game.play_from(table, seat, offered.sample(luck), offered)
        check(game, table)
        rolled(table, journal[begun:])
    return journal


def rolled(table: Table, facts: list[Fact]) -> None:
    """Check that a roll costs a side at most two units, and both together at most the smaller number of dice."""
    for n, one in enumerate(facts):
        if isinstance(one, Rolled):
            pairs = min(len(f"{one.attack:x}"), len(f"{one.defence:x}"))
            lost = [fields(fact)["armies"] for fact in facts[n + 1 : n + 3] if isinstance(fact, ArmiesLost)]
            assert sum(lost) <= pairs <= 2


@pytest.mark.parametrize("options", [{}, OTHERWISE], ids=["by the book", "otherwise"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_keep_the_invariants(options: dict[str, object], seats: int) -> None:
    journal = play(options, seats, 40 + seats)
    names = [type(fact).__name__ for fact in journal]
    assert names.count("AgeBegan") == 5
    assert names[-1] == "GameEnded"
