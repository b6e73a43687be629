"""Rehearsals: captains play an imagined world on. Attacks that go as expected continue without a new decision."""

from mypy_extensions import i64

from kamchatka.bots.battles import Battles
from kamchatka.bots.bot import Bot
from kamchatka.bots.onslaught import Onslaught
from kamchatka.kernel.bits import first
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import ATTACK, BID, Options
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View


def play_on(game: Game, battles: Battles, table: Table, seat: i64, own: Bot, others: Bot, longest: i64) -> None:
    """Play until the seat's next turn: `own` decides for the seat, `others` for its rivals."""
    state = table.state
    round = state.round
    onslaught = Onslaught(battles)
    for _ in range(longest):
        if state.over or state.lands[seat] == 0 or (state.round > round and state.turn == seat):
            return
        asked = first(game.awaits(table))
        offered = game.options(table, asked)
        if onslaught.goes_on(state, asked, offered):
            action = onslaught.attack
        else:
            mine = asked == seat and (state.turn == seat or is_bid(offered))
            action = (own if mine else others).decide(View(asked, state), offered)
            if action.verb == ATTACK:
                onslaught.begin(state, asked, action)
        game.play_from(table, asked, action, offered)


def is_bid(options: Options) -> bool:
    """Return whether the decision is a bid for turn order."""
    return len(options.ranges) > 0 and options.ranges[0].verb == BID
