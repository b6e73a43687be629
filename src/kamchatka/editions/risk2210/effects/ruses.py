"""Effects on players and on chance: jamming, energy, scouts, rewards at the end of the turn, and points."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.editions.risk2210.cards.card_facts import (
    ExtractionPromised,
    Jammed,
    LandfallOpened,
    ModsRaised,
    PointsWon,
    TerritoryKept,
    TerritoryTurned,
)
from kamchatka.editions.risk2210.cards.orders import Effect, Resolving
from kamchatka.editions.risk2210.pieces.energy import gain, pay
from kamchatka.editions.risk2210.state import (
    LAND,
    SEA,
    edition_state,
    may_turn_up,
    territory_card,
    territory_cards_left,
)
from kamchatka.kernel.bits import has
from kamchatka.kernel.options import NAME_SEAT, Action, Choice, Options
from kamchatka.kernel.table import Table

SCOUTS: Final = 5  # number of MODs on a scout card

# Options for scouts that are sent to a place which the seat already holds.
PLACE_NOW: Final = 0
WAIT: Final = 1
GIVE_UP: Final = 2


def may_turn_up_others(table: Table, seat: i64, terrain: i64) -> bool:
    """Return True if, as far as the seat knows, a card of this deck may show a place that the seat doesn't hold."""
    for place in range(table.board.size):
        if table.state.owner[place] != seat and may_turn_up(table, seat, terrain, place):
            return True
    return False


@final
class Jam(Effect):
    """Forbid a rival to play command cards until the turn ends."""

    def rivals(self, table: Table, seat: i64) -> vec[i64]:
        """Return the opponents that aren't jammed yet. Any of them may be chosen, even without cards."""
        found: vec[i64] = vec[i64]()
        for other in range(table.state.seats):
            if other != seat and table.state.is_alive(other) and not has(edition_state(table).jammed, other):
                found = append(found, other)
        return found

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "" if len(self.rivals(table, frame.seat)) > 0 else "card.no_target"

    def asks(self, table: Table, frame: Resolving) -> bool:
        return len(self.rivals(table, frame.seat)) > 1

    def offer(self, table: Table, frame: Resolving, options: Options) -> None:
        rivals = Choice(NAME_SEAT)
        for other in self.rivals(table, frame.seat):
            rivals.add(other)
        options.add(rivals)

    def take(self, table: Table, frame: Resolving, action: Action) -> None:
        table.replace_top(frame.next())
        table.note(Jammed(action.what, frame.seat))

    def perform(self, table: Table, frame: Resolving) -> None:
        for other in self.rivals(table, frame.seat):
            table.note(Jammed(other, frame.seat))


@final
class TakeEnergy(Effect):
    """Take energy from every opponent, at most what they have."""

    def __init__(self, energy: i64) -> None:
        self.energy: Final[i64] = energy

    def forbids(self, table: Table, frame: Resolving) -> str:
        for other in range(table.state.seats):
            if other != frame.seat and edition_state(table).purse[other] > 0:
                return ""
        return "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        for other in range(table.state.seats):
            taken = min(self.energy, edition_state(table).purse[other])
            if other != frame.seat and taken > 0:  # eliminated seats have none
                pay(table, other, taken, "energy.crisis")
                gain(table, frame.seat, taken, "energy.crisis")


@final
class AddPoints(Effect):
    """Add points at the end of the game."""

    def __init__(self, points: i64) -> None:
        self.points: Final[i64] = points

    def forbids(self, table: Table, frame: Resolving) -> str:
        return ""

    def perform(self, table: Table, frame: Resolving) -> None:
        table.note(PointsWon(frame.seat, self.points))


@final
class SendScouts(Effect):
    """Keep a land card face down, with MODs that wait on it until its place is occupied."""

    def __init__(self, on_own: i64) -> None:
        self.on_own: Final[i64] = on_own  # PLACE_NOW, WAIT or GIVE_UP

    def forbids(self, table: Table, frame: Resolving) -> str:
        if territory_cards_left(table, LAND) == 0:
            return "card.no_territory"
        return "card.no_target" if self.on_own == GIVE_UP and not may_turn_up_others(table, frame.seat, LAND) else ""

    def perform(self, table: Table, frame: Resolving) -> None:
        place = territory_card(table, LAND)
        if table.state.owner[place] != frame.seat or self.on_own == WAIT:
            table.note(TerritoryKept(frame.seat, LAND, place, False))
            return
        table.note(TerritoryTurned(place))
        if self.on_own == PLACE_NOW:
            table.note(ModsRaised(place, SCOUTS))


@final
class HideEnergy(Effect):
    """Keep a sea card that pays at the end of the turn if its place is held by then."""

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "" if territory_cards_left(table, SEA) > 0 else "card.no_territory"

    def perform(self, table: Table, frame: Resolving) -> None:
        table.note(TerritoryKept(frame.seat, SEA, territory_card(table, SEA), edition_state(table).open_sea))


@final
class PromiseExtraction(Effect):
    """Pay energy for the whole Moon at the end of the turn. It can still be conquered in this turn."""

    def forbids(self, table: Table, frame: Resolving) -> str:
        return ""

    def perform(self, table: Table, frame: Resolving) -> None:
        table.note(ExtractionPromised(frame.seat))


@final
class InvadeEarth(Effect):
    """Turn up land cards until one shows a place that the player doesn't hold. The Moon may attack it in this turn."""

    def forbids(self, table: Table, frame: Resolving) -> str:
        if territory_cards_left(table, LAND) == 0:
            return "card.no_territory"
        return "" if may_turn_up_others(table, frame.seat, LAND) else "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        place = territory_card(table, LAND)
        while place >= 0:
            table.note(TerritoryTurned(place))
            if table.state.owner[place] != frame.seat:
                table.note(LandfallOpened(place))
                return
            place = territory_card(table, LAND)
