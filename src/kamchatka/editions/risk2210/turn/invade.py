"""Declaring invasions."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.battle.battle import Invasion2210
from kamchatka.editions.risk2210.battle.reach import bars_invasion, bars_target
from kamchatka.editions.risk2210.cards.orders import Command
from kamchatka.editions.risk2210.state import MOON, edition_state, units
from kamchatka.kernel.options import INVADE, PASS, PLAY_CARD, Action, Options, Pairs
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@final
class Invade2210(Step[Frame]):
    """Let a seat declare any number of invasions. Every roll needs a new declaration (2210.invade.1)."""

    def __init__(self, invasion: Invasion2210, hand: Command) -> None:
        super().__init__()
        self.invasion: Final = invasion
        self.hand: Final = hand  # used only to explain refusals, because no card is played in this step

    def name(self) -> str:
        return "Invade"  # the name in saved games

    def parts(self) -> list[AnyStep]:
        return [self.invasion]

    def arrive(self, table: Table, frame: Frame) -> bool:
        owner = table.state.owner
        for place in range(table.board.size):
            if owner[place] == frame.seat and units(table, place) > 1:
                return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        pairs = Pairs(INVADE)
        owner = table.state.owner
        for source in range(table.board.size):
            if owner[source] == seat and units(table, source) > 1:
                self.add_from(table, seat, source, pairs)
        return Options().add(pairs).may(PASS)

    def add_from(self, table: Table, seat: i64, source: i64, pairs: Pairs) -> None:
        """Add all invasions from a place: along its links, by a launch, or by a landfall from the Moon."""
        board = table.board
        own = edition_state(table)
        for i in range(board.first[source], board.first[source + 1]):
            self.add(table, seat, source, board.links[i], pairs)
        if own.world.terrain[source] == MOON:
            for place in range(board.size):
                if own.landfall[place]:
                    self.add(table, seat, source, place, pairs)
        elif own.built[source]:
            for site in own.world.landing:
                self.add(table, seat, source, site, pairs)

    def add(self, table: Table, seat: i64, source: i64, target: i64, pairs: Pairs) -> None:
        """Add an invasion of a place within reach, unless a rule forbids it."""
        if not bars_target(table, seat, source, target):
            pairs.add(source, target, 0, 0)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        else:
            self.invasion.declare(table, seat, action.at, action.to)

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb == PLAY_CARD:
            return self.hand.bars_attacker(table, seat, action.what)
        if action.verb != INVADE:
            return "turn.not_now"
        return bars_invasion(table, seat, action.at, action.to) or "turn.not_now"
