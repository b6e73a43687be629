"""A table of bots: every seat is asked by its view and options, every answer is checked like anybody's."""
from mypy_extensions import i64

from kamchatka.bots.bot import Bot
from kamchatka.kernel.bits import first
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import STOP, Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view


def play_bots(game: Game, table: Table, bots: list[Bot], turn_limit: i64 = 0) -> i64:
    """Play to the end; after `turn_limit` rounds (0: none) the referee calls the game off. How many actions it took."""
    state = table.state
    actions: i64 = 0
    while not state.over:
        if 0 < turn_limit < state.round:
            game.play(table, REFEREE, Action(STOP))
        else:
            seat = first(game.awaits(table))
            offered = game.options(table, seat)
            game.play_from(table, seat, bots[seat].decide(view(table, seat), offered), offered)
        actions += 1
    return actions
