"""Effects that answer an invasion: more defenders, a station, a trap for the invaders, evacuation and a truce."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.editions.risk2210.cards.card_facts import ModsRaised, TruceMade
from kamchatka.editions.risk2210.cards.orders import Effect, Resolving
from kamchatka.editions.risk2210.effects.raising import OnePlace
from kamchatka.editions.risk2210.pieces.losses import Losses, vacate_if_empty
from kamchatka.editions.risk2210.pieces.stations import MOST_STATIONS
from kamchatka.editions.risk2210.state import KINDS, edition_state, units
from kamchatka.kernel.ages.age import buildings
from kamchatka.kernel.ages.age_facts import Built, PiecePosted
from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import ArmiesMoved
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import Table


@final
class DefendMods(Effect):
    """MODs join the defence. They belong to the place's holder; a table option includes the neutral army."""

    def __init__(self, mods: i64, for_neutrals: bool) -> None:
        self.mods: Final[i64] = mods
        self.for_neutrals: Final = for_neutrals

    def forbids(self, table: Table, frame: Resolving) -> str:
        if table.state.owner[frame.target] != NOBODY:
            return ""
        if table.state.armies[frame.target] == 0:
            return "card.no_target"  # just evacuated, so there is no defence to join
        return "" if self.for_neutrals else "react.neutral"

    def perform(self, table: Table, frame: Resolving) -> None:
        table.note(ModsRaised(frame.target, self.mods))


@final
class DefendStation(Effect):
    """Build the player's station in the attacked place, within the usual limits."""

    def forbids(self, table: Table, frame: Resolving) -> str:
        if edition_state(table).built[frame.target]:
            return "building.one_a_place"
        if buildings(table, frame.seat) >= MOST_STATIONS:
            return "building.most"
        return "" if table.state.owner[frame.target] == frame.seat else "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        table.note(Built(frame.target))


@final
class HalveInvaders(Effect):
    """Destroy half the MODs (rounded up) in the invasion's source, or half its units, chosen by their owner."""

    def __init__(self, losses: Losses, all_units: bool) -> None:
        self.losses: Final = losses
        self.all_units: Final = all_units

    def parts(self) -> list[AnyStep]:
        return [self.losses]

    def base_count(self, table: Table, frame: Resolving) -> i64:
        """Return the number of MODs or units that is halved."""
        return units(table, frame.source) if self.all_units else table.state.armies[frame.source]

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "" if self.base_count(table, frame) > 0 else "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        half = (self.base_count(table, frame) + 1) // 2
        if self.all_units:
            self.losses.strike(table, frame.source, half)
        else:
            self.losses.mods(table, frame.source, half)


@final
class Evacuate(OnePlace):
    """Move all units of the attacked place to another place of the player. No path is needed."""

    def candidates(self, table: Table, seat: i64, target: i64) -> vec[i64]:
        found: vec[i64] = vec[i64]()
        if units(table, target) > 0:
            for place in range(table.board.size):
                if table.state.owner[place] == seat and place != target:
                    found = append(found, place)
        return found

    def happen(self, table: Table, frame: Resolving, place: i64) -> None:
        target = frame.target
        if table.state.armies[target] > 0:
            table.note(ArmiesMoved(target, place, table.state.armies[target]))
        for kind in range(i64(KINDS)):
            if edition_state(table).piece[frame.seat * KINDS + kind] == target:
                table.note(PiecePosted(frame.seat, kind, place))
        vacate_if_empty(table, target)


@final
class CeaseFire(Effect):
    """Cancel the invasion, and protect this seat from the invader until the turn ends."""

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "card.no_target" if has(edition_state(table).truce, frame.seat) else ""

    def perform(self, table: Table, frame: Resolving) -> None:
        table.note(TruceMade(frame.seat, table.state.turn))
