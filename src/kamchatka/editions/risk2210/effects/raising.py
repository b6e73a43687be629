"""Effects that add or move pieces: MODs, stations, commanders, and one more fortifying move."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.risk2210.cards.card_facts import ModsRaised
from kamchatka.editions.risk2210.cards.orders import Effect, Resolving
from kamchatka.editions.risk2210.pieces.losses import vacate_if_empty
from kamchatka.editions.risk2210.pieces.stations import MOST_STATIONS
from kamchatka.editions.risk2210.state import KINDS, edition_state, terrain_of, units
from kamchatka.kernel.ages.age import buildings
from kamchatka.kernel.ages.age_facts import Built, PiecePosted
from kamchatka.kernel.options import BUILD, CHOOSE, PASS, RAISE, Action, Options, Spots
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class OnePlace(Effect):
    """An effect on one place that the card's player chooses.

    If there is only one candidate, it is taken without asking.
    """

    verb: i64 = CHOOSE

    def candidates(self, table: Table, seat: i64, target: i64) -> vec[i64]:
        """Return the possible places."""
        raise NotImplementedError

    def happen(self, table: Table, frame: Resolving, place: i64) -> None:
        """Perform the effect in a place."""
        raise NotImplementedError

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "" if len(self.candidates(table, frame.seat, frame.target)) > 0 else "card.no_target"

    def asks(self, table: Table, frame: Resolving) -> bool:
        return len(self.candidates(table, frame.seat, frame.target)) > 1

    def offer(self, table: Table, frame: Resolving, options: Options) -> None:
        spots = Spots(self.verb, 0, 0)
        for place in self.candidates(table, frame.seat, frame.target):
            spots.add(place)
        options.add(spots)

    def take(self, table: Table, frame: Resolving, action: Action) -> None:
        table.replace_top(frame.next())
        self.happen(table, frame, action.at)

    def perform(self, table: Table, frame: Resolving) -> None:
        for place in self.candidates(table, frame.seat, frame.target):
            self.happen(table, frame, place)


def own_places(table: Table, seat: i64, terrain: i64) -> vec[i64]:
    """Return the places of a terrain that a seat holds."""
    found: vec[i64] = vec[i64]()
    for place in range(table.board.size):
        if table.state.owner[place] == seat and terrain_of(table, place) == terrain:
            found = append(found, place)
    return found


@final
class PlaceMods(Effect):
    """Place a number of MODs in each of several places of the player, or in all of them if there are fewer."""

    def __init__(self, terrain: i64, mods: i64, places: i64) -> None:
        self.terrain: Final[i64] = terrain
        self.mods: Final[i64] = mods
        self.places: Final[i64] = places

    def open_places(self, table: Table, frame: Resolving) -> vec[i64]:
        """Return those places of the player that haven't been chosen yet."""
        found: vec[i64] = vec[i64]()
        for place in own_places(table, frame.seat, self.terrain):
            if place not in frame.picks:
                found = append(found, place)
        return found

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "" if len(own_places(table, frame.seat, self.terrain)) > 0 else "card.no_target"

    def asks(self, table: Table, frame: Resolving) -> bool:
        left = self.places - len(frame.picks)
        return 0 < left < len(self.open_places(table, frame))

    def offer(self, table: Table, frame: Resolving, options: Options) -> None:
        spots = Spots(CHOOSE, 0, 0)
        for place in self.open_places(table, frame):
            spots.add(place)
        options.add(spots)

    def take(self, table: Table, frame: Resolving, action: Action) -> None:
        table.replace_top(frame.with_pick(action.at))
        table.note(ModsRaised(action.at, self.mods))

    def perform(self, table: Table, frame: Resolving) -> None:
        if len(frame.picks) < self.places:
            for place in self.open_places(table, frame):
                table.note(ModsRaised(place, self.mods))


@final
class PlaceStation(OnePlace):
    """Build a station in a place of the player with that terrain, within the limits (2210.hire.6, 2210.hire.7)."""

    def __init__(self, terrain: i64) -> None:
        self.terrain: Final[i64] = terrain
        self.verb = BUILD

    def candidates(self, table: Table, seat: i64, target: i64) -> vec[i64]:
        found: vec[i64] = vec[i64]()
        if buildings(table, seat) < MOST_STATIONS:
            for place in own_places(table, seat, self.terrain):
                if edition_state(table).built[place] == 0:
                    found = append(found, place)
        return found

    def happen(self, table: Table, frame: Resolving, place: i64) -> None:
        table.note(Built(place))


@final
class MoveCommanders(Effect):
    """Move the player's commanders, each at most once, to places that were held when the card was played."""

    def __init__(self, may_empty: bool) -> None:
        self.may_empty: Final = may_empty  # True if a commander may leave a place without units

    def movable(self, table: Table, frame: Resolving) -> vec[i64]:
        """Return the kinds of commanders that may still move."""
        found: vec[i64] = vec[i64]()
        for kind in range(i64(KINDS)):
            place = edition_state(table).piece[frame.seat * KINDS + kind]
            if place != NOBODY and kind not in frame.picks and (self.may_empty or units(table, place) > 1):
                found = append(found, kind)
        return found

    def forbids(self, table: Table, frame: Resolving) -> str:
        return "" if self.asks(table, frame) else "card.no_target"

    def asks(self, table: Table, frame: Resolving) -> bool:
        return table.state.lands[frame.seat] > 1 and len(self.movable(table, frame)) > 0

    def offer(self, table: Table, frame: Resolving, options: Options) -> None:
        for kind in self.movable(table, frame):
            spots = Spots(RAISE, 0, 0, kind)
            for place in range(table.board.size):
                here = edition_state(table).piece[frame.seat * KINDS + kind] == place
                if table.state.owner[place] == frame.seat and not here:
                    spots.add(place)
            options.add(spots)
        options.may(PASS)

    def take(self, table: Table, frame: Resolving, action: Action) -> None:
        if action.verb == PASS:
            table.replace_top(frame.next())
            self.perform(table, frame)
        else:
            table.replace_top(frame.with_pick(action.what))
            table.note(PiecePosted(frame.seat, action.what, action.at))

    def perform(self, table: Table, frame: Resolving) -> None:
        for place in range(table.board.size):
            vacate_if_empty(table, place)


@final
class ExtraMove(Effect):
    """Make one more fortifying move under the usual rules."""

    def __init__(self, fortify: AnyStep) -> None:
        self.fortify: Final = fortify

    def parts(self) -> list[AnyStep]:
        return [self.fortify]

    def forbids(self, table: Table, frame: Resolving) -> str:
        moves = self.fortify.options(table, self.fortify.frame(frame.seat), frame.seat)
        return "" if len(moves.ranges) > 1 else "card.no_target"  # besides passing

    def perform(self, table: Table, frame: Resolving) -> None:
        table.open(self.fortify.frame(frame.seat))
