"""Losses. A place's owner chooses which units to lose. A place without units and station becomes free."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.risk2210.state import KINDS, edition_state, units
from kamchatka.kernel.ages.age import pieces_at
from kamchatka.kernel.ages.age_facts import PieceLost
from kamchatka.kernel.bits import members, size
from kamchatka.kernel.facts import ArmiesLost, Vacated
from kamchatka.kernel.options import LOSE, Action, Options
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, PLACE, Fields
from kamchatka.kernel.state import NOBODY, PublicFrame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


def vacate_if_empty(table: Table, place: i64) -> None:
    """Vacate the place if it has neither units nor a station (2210.play.10)."""
    if table.state.owner[place] != NOBODY and units(table, place) == 0 and not edition_state(table).built[place]:
        table.note(Vacated(place))


@mypyc_attr(free_list_len=1)
@final
class Toll(PublicFrame):
    """The owner of a place must give up units there. After a `battle`, the conqueror is about to take the place."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "count": AMOUNT, "battle": FLAG}

    def __init__(self, step: i64, seat: i64, place: i64, count: i64, battle: bool) -> None:
        super().__init__(step, seat)
        self.place: Final[i64] = place
        self.count: Final[i64] = count
        self.battle: Final = battle


@final
class Losses(Step[Toll]):
    """Let the owner of a mixed stack choose its losses, unless all of it is lost (2210.battle.12, play.11)."""

    def strike(self, table: Table, place: i64, count: i64) -> None:
        """Destroy units of a place by a card, but no more than there are."""
        table.open(Toll(self.index, table.state.owner[place], place, count, False))

    def take_losses(self, table: Table, place: i64, count: i64) -> None:
        """Remove the losses of a battle roll from a place."""
        table.open(Toll(self.index, table.state.owner[place], place, count, True))

    def mods(self, table: Table, place: i64, count: i64) -> None:
        """Destroy only MODs of a place by a card."""
        lost = min(count, table.state.armies[place])
        if lost > 0:
            table.note(ArmiesLost(place, lost))
        vacate_if_empty(table, place)

    def commander(self, table: Table, seat: i64, kind: i64) -> None:
        """Destroy a commander by a card."""
        place = edition_state(table).piece[seat * KINDS + kind]
        table.note(PieceLost(seat, kind))
        vacate_if_empty(table, place)

    # -------------------------------------------------------------- the step
    def arrive(self, table: Table, frame: Toll) -> bool:
        armies = table.state.armies[frame.place]
        pieces = pieces_at(table, frame.place)
        count = min(frame.count, armies + size(pieces))
        if pieces and 0 < count < armies + size(pieces):
            return True
        table.close()
        self.lose(table, frame, min(count, armies), pieces if count > armies else i64(0))
        return False

    def lose(self, table: Table, frame: Toll, armies: i64, pieces: i64) -> None:
        """Remove the units from the board."""
        if armies > 0:
            table.note(ArmiesLost(frame.place, armies))
        for kind in members(pieces):
            table.note(PieceLost(frame.seat, kind))
        if not frame.battle:
            vacate_if_empty(table, frame.place)

    def options(self, table: Table, frame: Toll, seat: i64) -> Options:
        losses = Parties(LOSE, frame.count)
        losses.add(-1, -1, 0, table.state.armies[frame.place], pieces_at(table, frame.place), 0, frame.count)
        return Options().add(losses)

    def act(self, table: Table, frame: Toll, seat: i64, action: Action) -> None:
        table.close()
        self.lose(table, frame, action.n, action.what)

    def why(self, table: Table, frame: Toll, seat: i64, action: Action) -> str:
        if action.verb != LOSE:
            return "turn.not_now"
        return "loss.units" if frame.battle else "loss.card"
