"""Random games that drive the kernel in simulations and benchmarks; every action is checked."""

from mypy_extensions import i64

from kamchatka.kernel.bits import first
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.game import Game
from kamchatka.kernel.table import Table


def play_out(game: Game, table: Table, luck: Chance, limit: i64) -> i64:
    """Play uniformly random actions until the game ends or `limit` is reached; return their number."""
    actions: i64 = 0
    while actions < limit and not table.state.over:
        seat = first(game.awaits(table))
        offered = game.options(table, seat)
        game.play_from(table, seat, offered.sample(luck), offered)
        actions += 1
    return actions
