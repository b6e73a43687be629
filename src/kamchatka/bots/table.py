"""Play a game between bots. Each decides from its view and options, and every action is validated."""

from mypy_extensions import i64

from kamchatka.bots.bot import Bot
from kamchatka.kernel.bits import first
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import STOP, TIME_UP, Action
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view


def play_bots(game: Game, table: Table, bots: list[Bot], turn_limit: i64 = 0) -> i64:
    """Play to the end and return the number of actions. The referee stops after `turn_limit` rounds (0: never).

    >>> from kamchatka import Match
    >>> from kamchatka.bots.bot import RandomBot
    >>> match = Match.new("classic", seats=2, seed=3)
    >>> play_bots(match.game, match.table, [RandomBot(1), RandomBot(2)], turn_limit=2) > 0
    True
    >>> match.is_over
    True
    """
    state = table.state
    actions: i64 = 0
    called = turn_limit == 0
    while not state.over:
        if not called and state.round > turn_limit:
            called = True
            game.play(table, REFEREE, Action(call(game, table)))
        else:
            seat = first(game.awaits(table))
            offered = game.options(table, seat)
            game.play_from(table, seat, bots[seat].decide(view(table, seat), offered), offered)
        actions += 1
    return actions


def call(game: Game, table: Table) -> i64:
    """Return the referee's action for a long game: call time if the rules have a clock, else stop."""
    time_up = Action(TIME_UP)
    return TIME_UP if game.options(table, REFEREE).allows(time_up) else STOP
