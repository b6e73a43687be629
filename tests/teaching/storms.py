"""Storms and the council: losses that an owner chooses, and a card that lets every seat play cards in turn."""

from typing import Any, ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import ArmiesLost, CardDiscarded, Eliminated, Vacated
from kamchatka.kernel.options import CHOOSE, PASS, PLAY_CARD, Action, Amount, Choice, Options, Spots
from kamchatka.kernel.ports import OnElimination
from kamchatka.kernel.schema.fields import AMOUNT, PLACE, SEAT, Fields
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table
from tests.teaching.pieces import CaptainGone, kit, units

AMBUSH: Final = "ambush"
REFUGE: Final = "refuge"
STORM: Final = "storm"
COUNCIL: Final = "council"
DECKLIST: Final = [AMBUSH] * 4 + [REFUGE] * 3 + [STORM] * 5 + [COUNCIL] * 3

ARMY: Final = 0  # as the answer about a loss
CAPTAIN: Final = 1


def cards_of(table: Table, seat: i64, kind: str) -> list[int]:
    """Return the seat's cards of a kind."""
    return [card for card, where in enumerate(table.state.cards) if where == seat and DECKLIST[card] == kind]


# ------------------------------------------------------------------ losses
@final
class Losing(PublicFrame):
    """The frame of a loss: units that a place's owner must lose because of an action of the seat `by`."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "count": AMOUNT, "by": SEAT}

    def __init__(self, step: i64, seat: i64, place: i64, count: i64, by: i64) -> None:
        super().__init__(step, seat)
        self.place: Final[i64] = place
        self.count: Final[i64] = count
        self.by: Final[i64] = by


@final
class Losses(Step[Losing]):
    """Where armies and a captain stand together the owner says which goes, one at a time. A place may be left empty."""

    def __init__(self, on_elimination: list[OnElimination]) -> None:
        super().__init__()
        self.on_elimination: Final = on_elimination

    def strike(self, table: Table, place: i64, count: i64, by: i64) -> None:
        """Open the loss of this number of units, or of all in the place."""
        table.open(Losing(self.index, table.state.owner[place], place, min(count, units(table, place)), by))

    def arrive(self, table: Table, frame: Losing) -> bool:
        armies = table.state.armies[frame.place]
        captain = has(kit(table).captains, frame.place)
        if captain and armies > 0 and 0 < frame.count <= armies:
            return True
        table.close()
        if armies > 0 and frame.count > 0:
            table.note(ArmiesLost(frame.place, min(armies, frame.count)))
        if captain and frame.count > armies:
            table.note(CaptainGone(frame.place))
        if units(table, frame.place) == 0:
            self.emptied(table, frame)
        return False

    def emptied(self, table: Table, frame: Losing) -> None:
        """Handle the loss of the last unit: the place has no owner, and its former owner may be out."""
        table.note(Vacated(frame.place))
        if table.state.lands[frame.seat] == 0:
            table.note(Eliminated(frame.seat, frame.by))
            for consequence in self.on_elimination:
                consequence.on_elimination(table, frame.seat, frame.by)

    def options(self, table: Table, frame: Losing, seat: i64) -> Options:
        unit = Choice(CHOOSE)
        unit.add(ARMY)
        unit.add(CAPTAIN)
        return Options().add(unit)

    def act(self, table: Table, frame: Losing, seat: i64, action: Action) -> None:
        table.replace_top(Losing(self.index, seat, frame.place, frame.count - 1, frame.by))
        table.note(ArmiesLost(frame.place, 1) if action.what == ARMY else CaptainGone(frame.place))

    def why(self, table: Table, frame: Losing, seat: i64, action: Action) -> str:
        return "loss.choice" if action.verb == CHOOSE else "turn.not_now"


# ------------------------------------------------------------------ storms, alone or in council
@final
class Storms:
    """Offers and plays the storms in a hand. It isn't a step itself: two steps use it."""

    def __init__(self, losses: Losses) -> None:
        self.losses: Final = losses

    def offer(self, table: Table, seat: i64, options: Options) -> None:
        """Offer every storm in the hand for every place of another seat."""
        for card in cards_of(table, seat, STORM):
            spots = Spots(PLAY_CARD, 0, 0, card)
            for place in range(table.board.size):
                if table.state.owner[place] not in (seat, NOBODY):
                    spots.add(place)
            options.add(spots)

    def play(self, table: Table, seat: i64, action: Action) -> None:
        """Remove two units; their owner chooses before anything else happens."""
        table.note(CardDiscarded(seat, action.what))
        self.losses.strike(table, action.at, 2, seat)


@final
class Sitting(PublicFrame):
    """The frame of the council: the seat that is asked, and how many remain to be asked, including it."""

    FIELDS: ClassVar[Fields] = {"left": AMOUNT}

    def __init__(self, step: i64, seat: i64, left: i64) -> None:
        super().__init__(step, seat)
        self.left: Final[i64] = left


@final
class Council(Step[Sitting]):
    """The step in which every seat clockwise plays storms until it passes. Seats with any cards are asked."""

    def __init__(self, storms: Storms) -> None:
        super().__init__()
        self.storms: Final = storms

    def arrive(self, table: Table, frame: Sitting) -> bool:
        if frame.left == 0:
            table.close()
        elif table.state.hand[frame.seat] > 0:
            return True
        else:
            self.next(table, frame)
        return False

    def next(self, table: Table, frame: Sitting) -> None:
        """Ask the next seat."""
        table.replace_top(Sitting(self.index, (frame.seat + 1) % table.state.seats, frame.left - 1))

    def options(self, table: Table, frame: Sitting, seat: i64) -> Options:
        options = Options().may(PASS)
        self.storms.offer(table, seat, options)
        return options

    def act(self, table: Table, frame: Sitting, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            self.next(table, frame)
        else:
            self.storms.play(table, seat, action)

    def why(self, table: Table, frame: Sitting, seat: i64, action: Action) -> str:
        return "council.storms" if action.verb == PLAY_CARD else "turn.not_now"


@final
class Schemes(Step[Frame]):
    """The step before invasions in which a seat plays storms and councils."""

    def __init__(self, storms: Storms) -> None:
        super().__init__()
        self.storms: Final = storms
        self.council: Final = Council(storms)

    def parts(self) -> list[Step[Any]]:
        return [self.council, self.storms.losses]

    def arrive(self, table: Table, frame: Frame) -> bool:
        if table.state.hand[frame.seat] > 0:
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        options = Options().may(PASS)
        self.storms.offer(table, seat, options)
        for card in cards_of(table, seat, COUNCIL):
            options.add(Amount(PLAY_CARD, 0, 0, card))  # a card without a target
        return options

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif DECKLIST[action.what] == COUNCIL:
            table.note(CardDiscarded(seat, action.what))
            table.open(Sitting(self.council.index, seat, table.state.seats))
        else:
            self.storms.play(table, seat, action)

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return "scheme.cards" if action.verb == PLAY_CARD else "turn.not_now"
