"""Effects that destroy units: bombs, rockets, plagues on a zone, and an assassin."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from kamchatka.editions.risk2210.cards.card_facts import TerritoryTurned
from kamchatka.editions.risk2210.cards.orders import Effect, Resolving
from kamchatka.editions.risk2210.effects.raising import OnePlace
from kamchatka.editions.risk2210.pieces.losses import Losses
from kamchatka.editions.risk2210.state import may_turn_up, terrain_of, territory_card, territory_cards_left, units
from kamchatka.kernel.ages.age import pieces_of
from kamchatka.kernel.ages.age_facts import ZoneStruck
from kamchatka.kernel.bits import first, members, size
from kamchatka.kernel.facts import DieThrown
from kamchatka.kernel.options import NAME_KIND, NAME_SEAT, Action, Choice, Options
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import Table

ROLL_AGAIN: Final = -1  # in the list of zones of a die


@final
class Targets:
    """The places that destructive cards can hit: those with units. A table option includes neutral ones."""

    def __init__(self, neutrals: bool) -> None:
        self.neutrals: Final = neutrals

    def hit(self, table: Table, place: i64) -> bool:
        """Return True if the place has something that can be destroyed."""
        if table.state.owner[place] == NOBODY:
            return self.neutrals and table.state.armies[place] > 0
        return units(table, place) > 0

    def is_enemy(self, table: Table, place: i64, seat: i64) -> bool:
        """Return True if the place has something of other seats that can be destroyed."""
        return table.state.owner[place] != seat and self.hit(table, place)


@final
class Scatter(Effect):
    """Turn up territory cards. Those that show places of other seats destroy half of the units there, rounded up."""

    def __init__(self, losses: Losses, targets: Targets, terrain: i64, cards: i64) -> None:
        self.losses: Final = losses
        self.targets: Final = targets
        self.terrain: Final[i64] = terrain
        self.cards: Final[i64] = cards

    def parts(self) -> list[AnyStep]:
        return [self.losses]

    def forbids(self, table: Table, frame: Resolving) -> str:
        if territory_cards_left(table, self.terrain) == 0:
            return "card.no_territory"
        for place in range(table.board.size):
            is_enemy = self.targets.is_enemy(table, place, frame.seat)
            if is_enemy and may_turn_up(table, frame.seat, self.terrain, place):
                return ""
        return "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        struck: list[int] = []
        for _ in range(self.cards):
            place = territory_card(table, self.terrain)
            if place >= 0:
                table.note(TerritoryTurned(place))
                if self.targets.is_enemy(table, place, frame.seat):
                    struck.append(int(place))
        for hit in reversed(struck):  # frames are a stack, so the last one opened is settled first
            self.losses.strike(table, hit, (units(table, hit) + 1) // 2)


@final
class Rocket(OnePlace):
    """Roll a die. An enemy place of the terrain loses that many units."""

    def __init__(self, losses: Losses, targets: Targets, terrain: i64) -> None:
        self.losses: Final = losses
        self.targets: Final = targets
        self.terrain: Final[i64] = terrain

    def parts(self) -> list[AnyStep]:
        return [self.losses]

    def candidates(self, table: Table, seat: i64, target: i64) -> vec[i64]:
        found: vec[i64] = vec[i64]()
        for place in range(table.board.size):
            if terrain_of(table, place) == self.terrain and self.targets.is_enemy(table, place, seat):
                found = append(found, place)
        return found

    def happen(self, table: Table, frame: Resolving, place: i64) -> None:
        pips = table.die()
        table.note(DieThrown(frame.seat, pips))
        self.losses.strike(table, place, pips)


@final
class StrikeZone(Effect):
    """Roll a die for a zone. Each place in it loses one unit, the player's places too. Holders choose in turn order."""

    def __init__(self, losses: Losses, targets: Targets, zones: list[int]) -> None:
        self.losses: Final = losses
        self.targets: Final = targets
        self.zones: Final = vec[i64](zones)  # zone by face of the die, or ROLL_AGAIN

    def parts(self) -> list[AnyStep]:
        return [self.losses]

    def forbids(self, table: Table, frame: Resolving) -> str:
        for place in range(table.board.size):
            if table.board.zone[place] in self.zones and self.targets.hit(table, place):
                return ""
        return "card.no_target"

    def perform(self, table: Table, frame: Resolving) -> None:
        zone: i64 = ROLL_AGAIN
        while zone == ROLL_AGAIN:
            pips = table.die(i64(len(self.zones)))
            table.note(DieThrown(frame.seat, pips))
            zone = self.zones[pips - 1]
        table.note(ZoneStruck(zone))
        holders: list[int] = [NOBODY, *(int(seat) for seat in table.state.order[: table.state.seats])]
        for holder in reversed(holders):  # frames are a stack, so the last one opened is settled first
            for place in range(table.board.size):
                is_struck = table.board.zone[place] == zone and table.state.owner[place] == holder
                if is_struck and self.targets.hit(table, place):
                    self.losses.strike(table, place, 1)


@final
class KillCommander(Effect):
    """Kill an opponent's commander if an eight-sided die shows at least `least`."""

    def __init__(self, losses: Losses, least: i64) -> None:
        self.losses: Final = losses
        self.least: Final[i64] = least

    def parts(self) -> list[AnyStep]:
        return [self.losses]

    def victims(self, table: Table, seat: i64) -> vec[i64]:
        """Return the opponents who have a commander in play."""
        found: vec[i64] = vec[i64]()
        for other in range(table.state.seats):
            if other != seat and pieces_of(table, other) != 0:
                found = append(found, other)
        return found

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "" if len(self.victims(table, frame.seat)) > 0 else "card.no_target"

    def victim(self, table: Table, frame: Resolving) -> i64:
        """Return the chosen or only opponent; NOBODY as long as the choice is open."""
        if len(frame.picks) > 0:
            return frame.picks[0]
        victims = self.victims(table, frame.seat)
        return victims[0] if len(victims) == 1 else NOBODY

    def asks(self, table: Table, frame: Resolving) -> bool:
        victim = self.victim(table, frame)
        return victim == NOBODY or size(pieces_of(table, victim)) > 1

    def offer(self, table: Table, frame: Resolving, options: Options) -> None:
        victim = self.victim(table, frame)
        choice = Choice(NAME_SEAT if victim == NOBODY else NAME_KIND)
        if victim == NOBODY:
            for other in self.victims(table, frame.seat):
                choice.add(other)
        else:
            for kind in members(pieces_of(table, victim)):
                choice.add(kind)
        options.add(choice)

    def take(self, table: Table, frame: Resolving, action: Action) -> None:
        if action.verb == NAME_SEAT:
            table.replace_top(frame.with_pick(action.what))
        else:
            table.replace_top(frame.next())
            self.shoot(table, frame, self.victim(table, frame), action.what)

    def perform(self, table: Table, frame: Resolving) -> None:
        victim = self.victim(table, frame)
        self.shoot(table, frame, victim, first(pieces_of(table, victim)))

    def shoot(self, table: Table, frame: Resolving, victim: i64, kind: i64) -> None:
        """Roll the die, and kill the commander if it is high enough."""
        pips = table.die(8)
        table.note(DieThrown(frame.seat, pips))
        if pips >= self.least:
            self.losses.commander(table, victim, kind)
