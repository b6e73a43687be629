"""Imagined worlds: hidden information is dealt again, objectives in accordance with the visible position."""

from mypy_extensions import i64

from kamchatka.bots.info import GameInfo
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.bidding import AWAITED, Auction
from kamchatka.kernel.state import HIDDEN, NOBODY
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View, imagine, view


def blind_view(game: Game, known: View, luck: Chance) -> View:
    """Rebuild the view from itself, so that hidden information that leaked into it is removed."""
    return view(Table(game.board, known.state, luck, None), known.seat)


def world(game: Game, info: GameInfo, known: View, luck: Chance) -> Table:
    """Create a table that is consistent with the view and on which no seat has already won."""
    table = imagine(game, known, luck)
    unseal(table, known)
    for rival in range(table.state.seats):
        if rival != known.seat and table.state.objective[rival] >= 0 and info.objectives:
            deal_objective(info, table, rival, luck)
    return table


def unseal(table: Table, known: View) -> None:
    """Reopen sealed bids. A captain's own bid is more realistic than a random one."""
    frame = known.state.agenda[-1]
    if isinstance(frame, Auction):
        bids: list[int] = []
        for seat, bid in enumerate(frame.bids):
            again = AWAITED if known.state.is_alive(seat) else 0
            bids.append(again if bid == HIDDEN else bid)
        table.state.agenda[-1] = Auction(frame.step, frame.seat, tuple(bids))


def deal_objective(info: GameInfo, table: Table, rival: i64, luck: Chance) -> None:
    """Deal a rival another objective if the one dealt is already met, since the game would be over."""
    state = table.state
    for _ in range(8):
        if state.objective[rival] == NOBODY or not info.objectives[state.objective[rival]].is_met(table, rival):
            return
        card = luck.below(len(info.objectives))
        if card not in state.objective:
            state.objective[rival] = card
