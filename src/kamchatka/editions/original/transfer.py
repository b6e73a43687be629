"""Transfers at the end of the turn, by armies that have neither fought nor marched."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.original.state import TurnSettled, edition_state, spend
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.options import MOVE, PASS, Action, Options, Pairs
from kamchatka.kernel.ports import BattleListener
from kamchatka.kernel.rules.move import why_no_move
from kamchatka.kernel.state import NOBODY, Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table

EVERY_ARMY: Final = 1 << 20  # greater than the armies of any place, so that all must stay


@final
class ArmyByArmy(BattleListener):
    """Tracks armies one by one. A roll engages one army per die, and engaged armies are lost or move in first."""

    def on_roll(self, table: Table, place: i64, armies: i64, lost: i64) -> None:
        engaged = max(edition_state(table).spent[place], armies)
        spend(table, place, engaged - lost)

    def on_occupation(self, table: Table, source: i64, target: i64, fighters: i64, armies: i64) -> None:
        state = table.state
        spent = edition_state(table).spent[source]
        fresh = state.armies[source] + armies - spent  # armies that were there before they moved in
        followed = max(min(fighters, armies), armies - fresh)
        spend(table, source, spent - followed)
        spend(table, target, followed)


@final
class PlaceByPlace(BattleListener):
    """Tracks whole places. A place that attacked or was conquered cannot transfer armies in this turn."""

    def on_roll(self, table: Table, place: i64, armies: i64, lost: i64) -> None:
        spend(table, place, EVERY_ARMY)

    def on_occupation(self, table: Table, source: i64, target: i64, fighters: i64, armies: i64) -> None:
        spend(table, target, EVERY_ARMY)


@final
class Transfers(Step[Frame]):
    """Transfers between neighbouring places of a seat: several if `many`, else one.

    An army crosses at most one border.
    """

    def __init__(self, many: bool) -> None:
        super().__init__()
        self.many: Final = many

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.pairs(table, frame.seat).count() > 0:
            return True
        self.settle(table)
        return False

    def pairs(self, table: Table, seat: i64) -> Pairs:
        """Return every transfer that the seat may make."""
        board = table.board
        owner = table.state.owner
        pairs = Pairs(MOVE)
        for source in range(board.size):
            if owner[source] == seat:
                most = self.movable(table, source)
                if most > 0:
                    for i in range(board.first[source], board.first[source + 1]):
                        if owner[board.links[i]] == seat:
                            pairs.add(source, board.links[i], 1, most)
        return pairs

    def movable(self, table: Table, place: i64) -> i64:
        """Return the number of armies that may leave a place. Only fresh ones may, and never the last."""
        armies = table.state.armies[place]
        return min(armies - 1, armies - edition_state(table).spent[place])

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        return Options().add(self.pairs(table, seat)).may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == MOVE:
            table.note(ArmiesMoved(action.at, action.to, action.n))
            spend(table, action.to, edition_state(table).spent[action.to] + action.n)
        if action.verb == PASS or not self.many:
            self.settle(table)

    def settle(self, table: Table) -> None:
        """End the phase and reset the state of the turn."""
        table.close()
        own = edition_state(table)
        if own.captor != NOBODY or own.declined != 0 or any(armies != 0 for armies in own.spent):
            table.note(TurnSettled())

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return why_no_move(table, seat, action, "move.fresh")
