"""A finished game leaves nothing in memory, in either build."""

import gc
import tracemalloc

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.game import Game
from kamchatka.odds.dice import DiceRule
from kamchatka.odds.model import BattleModel


@pytest.mark.parametrize("edition", EDITIONS)
def test_games_and_what_bots_know_of_them_leave_nothing_behind(edition: str) -> None:
    """A game takes several kilobytes; of ten games none is kept."""
    found = EDITIONS[edition]
    rules = found.table_rules({})
    found.strategy(found.game(rules))
    tracemalloc.start()
    try:
        found.strategy(found.game(rules))
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(10):
            found.strategy(found.game(rules))
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 5_000
    finally:
        tracemalloc.stop()


class CountingBattles(BattleModel):
    """A battle model that counts its lookups."""

    def __init__(self) -> None:
        super().__init__()
        self.times = 0

    def dice_rule(self, game: Game) -> DiceRule:
        self.times += 1
        return super().dice_rule(game)


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_bots_know_of_a_game_is_found_out_once(edition: str) -> None:
    found, battles = EDITIONS[edition], CountingBattles()
    found.strategist(found.game(found.table_rules({})), battles)
    assert battles.times == 1
