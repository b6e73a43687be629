"""Whole random Godstorm games with every invariant checked after every action."""

import pytest

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.facts import TurnBegan
from kamchatka.kernel.table import Fact
from tests.laws.godstorm_invariants import armies_come_and_go, check
from tests.laws.tables import Setup, begin, setups, step


def play(setup: Setup, seed: int) -> list[Fact]:
    """Play a game to its end, without checking its journal each time."""
    journal: list[Fact] = []
    table, luck = begin(setup, seed, journal), FastChance(seed + 1)
    while not table.state.over:
        step(setup.game, table, luck)
        table.journal = None
        check(setup.game, table)
        table.journal = journal
    armies_come_and_go(table)
    return journal


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_whole_games_keep_every_invariant(seats: int) -> None:
    for seed in range(3):
        journal = play(Setup("godstorm", seats), seed)
        assert any(isinstance(fact, TurnBegan) for fact in journal)


@pytest.mark.parametrize("setup", setups("godstorm")[4:], ids=lambda setup: next(iter(setup.options)))
def test_games_with_every_option_keep_them_too(setup: Setup) -> None:
    play(setup, 5)
