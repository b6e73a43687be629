"""Steps 6 and 9: invade or enter empty places, any number of times (god.invade, god.underworld)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.invasion.capture import Arrival
from kamchatka.editions.godstorm.invasion.forces import (
    Invaders,
    can_leave,
    fighters,
    is_below,
    is_empty,
    is_target,
    ways,
)
from kamchatka.editions.godstorm.invasion.invasion import GodstormInvasion
from kamchatka.editions.godstorm.places import GATES, HEAVENS, LANDS, is_open
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.options import INVADE, PASS, Action, Options
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.ports import OptionalAction
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@final
class GodstormInvade(Step[Frame]):
    """Let a seat invade from any place that can spare an army, on the Ancient Earth or in the Underworld (`below`)."""

    def __init__(
        self,
        invasion: GodstormInvasion,
        arrival: Arrival,
        below: bool,
        dice_declared: bool,
        optional_action: OptionalAction,
    ) -> None:
        super().__init__()
        self.invasion: Final = invasion
        self.arrival: Final = arrival
        self.below: Final = below
        self.dice_declared: Final = dice_declared  # True if the declaration fixes the dice of the first roll
        self.optional_action: Final = optional_action  # miracles between invasions, if the table option allows them

    def name(self) -> str:
        return "InvadeBelow" if self.below else "Invade"

    def parts(self) -> list[AnyStep]:
        return [self.invasion, *self.optional_action.parts()]

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.can_invade(table, frame.seat) or self.optional_action.asks(table, frame.seat, 0):
            return True
        table.close()
        return False

    def can_invade(self, table: Table, seat: i64) -> bool:
        """Return True if the seat has any invasion to declare."""
        parties = Parties(INVADE, units=0)
        for source in range(table.board.size):
            if self.is_source(table, seat, source):
                self.add_from(table, seat, source, parties)
                if parties.count() > 0:
                    return True
        return False

    def targets(self, table: Table, seat: i64) -> Parties:
        """Return every possible invasion."""
        parties = Parties(INVADE, units=0)
        for source in range(table.board.size):
            if self.is_source(table, seat, source):
                self.add_from(table, seat, source, parties)
        return parties

    def add_from(self, table: Table, seat: i64, source: i64, parties: Parties) -> None:
        """Add all invasions from a place that can spare an army: along its links or, from a heaven, the gates."""
        board = table.board
        if can_leave(table, source) < 1:
            return
        if source >= HEAVENS:
            for gate in GATES:
                self.add(table, seat, source, gate, parties)
        else:
            for i in range(board.first[source], board.first[source + 1]):
                self.add(table, seat, source, board.links[i], parties)

    def add(self, table: Table, seat: i64, source: i64, target: i64, parties: Parties) -> None:
        """Add a target if it is valid. Armies are named only to enter an empty place; gods are optional."""
        if is_target(table, seat, target) and is_open(table, source, target):
            least, most = self.amounts(table, source, target)
            parties.add(source, target, least, most, pieces_at(table, source))

    def is_source(self, table: Table, seat: i64, place: i64) -> bool:
        """Return True if the place belongs to the seat and to this step."""
        return table.state.owner[place] == seat and (place >= LANDS) == self.below

    def amounts(self, table: Table, source: i64, target: i64) -> tuple[i64, i64]:
        """Return the minimum and maximum of armies to name. If the minimum is larger, there are too few armies."""
        if is_empty(table, target):
            return 1, can_leave(table, source)
        dice = min(i64(3), fighters(table, source, self.invasion.spare))
        if dice == 0:
            return 1, 0
        if self.dice_declared:
            return 1, dice
        return 0, 0

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        options = Options().add(self.targets(table, seat))
        self.optional_action.offer(table, seat, 0, options)
        return options.may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif action.verb != INVADE:
            self.optional_action.act(table, seat, action)
        elif is_empty(table, action.to):
            self.arrival.enter(table, seat, action.at, action.to, action.n, action.what)
        else:
            table.open(Invaders(self.invasion.index, seat, action.at, action.to, action.what, False, 0, 0, action.n))

    # -------------------------------------------------------------- refusals
    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != INVADE:
            return self.optional_action.why(table, seat, 0, action)
        if not 0 <= action.at < table.board.size or not self.is_source(table, seat, action.at):
            return self.why_not_from(table, action)
        if action.to not in ways(table, action.at):
            return self.why_no_way(table, action)
        if not is_target(table, seat, action.to):
            return "invade.enemy" if table.state.owner[action.to] == seat else "invade.sacred"
        if can_leave(table, action.at) < 1:
            return self.why_too_few(action)
        return self.why_not_so(table, action)

    def why_not_from(self, table: Table, action: Action) -> str:
        """Return the clause that forbids a source in this step."""
        if not 0 <= action.at < table.board.size or is_below(action.at) == self.below:
            return "invade.own_land"
        return "invade.below" if self.below else "invade.underworld"

    def why_no_way(self, table: Table, action: Action) -> str:
        """Return the clause that forbids an invasion because no open way connects the two places."""
        if action.at >= HEAVENS:
            return "underworld.gates"
        if is_below(action.at):
            return "underworld.ways" if action.to >= HEAVENS else "underworld.adjacent"
        return "invade.closed" if table.board.adjacent(action.at, action.to) else "invade.adjacent"

    def why_too_few(self, action: Action) -> str:
        """Return the clause that forbids an invasion from a place that can spare no army."""
        if action.at >= HEAVENS:
            return "underworld.from_heaven"
        return "underworld.leave_one" if self.below else "invade.two_armies"

    def why_not_so(self, table: Table, action: Action) -> str:
        """Return the clause that forbids the named armies or gods."""
        if action.what & ~pieces_at(table, action.at):
            return "invade.gods"
        if is_empty(table, action.to):
            return "underworld.empty" if self.below else "invade.empty"
        if fighters(table, action.at, self.invasion.spare) < 1:
            return "underworld.from_heaven"
        return "invade.army_number"
