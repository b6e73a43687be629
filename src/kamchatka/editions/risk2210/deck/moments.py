"""Cards outside the player's own orders: reactions to an invasion, scouts, and rewards at the end of a turn."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.risk2210.cards.card_facts import ModsRaised, TerritorySpent
from kamchatka.editions.risk2210.cards.orders import ANY_INVASION, Command, Moment
from kamchatka.editions.risk2210.effects.ruses import SCOUTS
from kamchatka.editions.risk2210.pieces.energy import gain
from kamchatka.editions.risk2210.state import LAND, MOON, SEA, edition_state, terrain_of
from kamchatka.kernel.bits import has
from kamchatka.kernel.options import CHOOSE, PASS, Action, Options, Spots
from kamchatka.kernel.rules.windows import Answering, Reactions
from kamchatka.kernel.schema.fields import PLACE, Fields
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

HIDDEN_ENERGY: Final = 4
EXTRACTION: Final = 7


# ------------------------------------------------------------------ reactions
@final
class CommandReactions(Reactions):
    """Cards between a declaration and the dice.

    The defender is asked first, then the others in turn order (2210.react.3).
    """

    def __init__(self, hand: Command, defender_first: bool) -> None:
        self.hand: Final = hand
        self.defender_first: Final = defender_first

    def parts(self) -> list[AnyStep]:
        return [self.hand.resolution]

    def seats_to_ask(self, table: Table, frame: Answering) -> list[i64]:
        state = table.state
        defender = state.owner[frame.target]
        if not is_open(table, frame):
            return []
        when = moment_of(frame)
        seats: list[i64] = []
        for rank in range(state.seats):
            seat = state.order[rank]
            if seat != state.turn and self.hand.might_play(table, seat, when):
                seats.insert(0 if self.defender_first and seat == defender else len(seats), seat)
        return seats

    def offer(self, table: Table, frame: Answering, seat: i64, options: Options) -> None:
        self.hand.offer(table, seat, moment_of(frame), options)

    def act(self, table: Table, frame: Answering, seat: i64, action: Action) -> None:
        self.hand.play(table, seat, action.what, moment_of(frame))

    def passes_over(self, table: Table, frame: Answering, seat: i64) -> str:
        return "card.jammed" if self.hand.is_jammed(table, seat, moment_of(frame)) else "turn.not_asked"

    def why(self, table: Table, frame: Answering, seat: i64, action: Action) -> str:
        return self.hand.why(table, seat, action, moment_of(frame))


def moment_of(frame: Answering) -> Moment:
    """Return the moment that follows the declaration of this window."""
    return Moment(ANY_INVASION, frame.source, frame.target)


def is_open(table: Table, frame: Answering) -> bool:
    """Return True if there is still an invasion to answer: both places are held, and there is no truce."""
    state = table.state
    defender = state.owner[frame.target]
    held = defender != NOBODY or state.armies[frame.target] > 0
    truce = defender != NOBODY and has(edition_state(table).truce, defender)
    return held and state.owner[frame.source] == state.turn and not truce


# ------------------------------------------------------------------ scouts and rewards
@final
class MeetingScouts(PublicFrame):
    """A seat decides whether to place its scouts."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, step: i64, seat: i64, place: i64) -> None:
        super().__init__(step, seat)
        self.place: Final[i64] = place


@final
class Scouts(Step[MeetingScouts]):
    """Scouts join the army that occupies their place: five MODs at once, or never (2210.card.land.scout_forces)."""

    def on_arrival(self, table: Table, seat: i64, place: i64) -> None:
        """Reveal and discard the card of scouts in a place that the seat has just taken."""
        if edition_state(table).card[place] == seat and terrain_of(table, place) == LAND:
            table.note(TerritorySpent(seat, LAND, place))
            table.open(MeetingScouts(self.index, seat, place))

    def options(self, table: Table, frame: MeetingScouts, seat: i64) -> Options:
        spots = Spots(CHOOSE, 0, 0)
        spots.add(frame.place)
        return Options().add(spots).may(PASS)

    def act(self, table: Table, frame: MeetingScouts, seat: i64, action: Action) -> None:
        table.close()
        if action.verb == CHOOSE:
            table.note(ModsRaised(action.at, SCOUTS))

    def why(self, table: Table, frame: MeetingScouts, seat: i64, action: Action) -> str:
        return "scouts.place" if action.verb == CHOOSE else "turn.not_now"


@final
class Rewards(Step[Frame]):
    """Pay hidden energy and extractions at the end of a turn, and discard their cards. Involves no decision."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        own, owner = edition_state(table), table.state.owner
        whole_moon = True
        for place in range(table.board.size):
            if own.card[place] == frame.seat and own.world.terrain[place] == SEA:
                table.note(TerritorySpent(frame.seat, SEA, place))
                if owner[place] == frame.seat:
                    gain(table, frame.seat, HIDDEN_ENERGY, "energy.hidden")
            if own.world.terrain[place] == MOON and owner[place] != frame.seat:
                whole_moon = False
        if whole_moon:
            for _ in range(own.extractions):
                gain(table, frame.seat, EXTRACTION, "energy.extraction")
        return False
