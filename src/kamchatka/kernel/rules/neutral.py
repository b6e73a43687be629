"""The neutral army in games for two: its colour, its places, and steps used only in such games."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.armies import free_colours
from kamchatka.kernel.facts import ArmiesPlaced, Dealt
from kamchatka.kernel.options import COLOUR, Action, Options
from kamchatka.kernel.ports import Territories
from kamchatka.kernel.schema.fields import AMOUNT, PLACE, Fields
from kamchatka.kernel.schema.fields import COLOUR as ARMY_COLOUR
from kamchatka.kernel.state import NOBODY, Frame, PlainFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import PublicFact, Table


# ------------------------------------------------------------------ facts
@final
class NeutralColourChosen(PublicFact):
    """The players chose the colour of the neutral army."""

    FIELDS: ClassVar[Fields] = {"colour": ARMY_COLOUR}

    def __init__(self, colour: i64) -> None:
        self.colour: Final[i64] = colour

    def apply(self, table: Table) -> None:
        table.state.edition_state.neutrals().colour = self.colour


@final
class NeutralsMustered(PublicFact):
    """The neutral army received armies, which must still be placed."""

    FIELDS: ClassVar[Fields] = {"armies": AMOUNT}

    def __init__(self, armies: i64) -> None:
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.edition_state.neutrals().stock = self.armies


@final
class NeutralsPlaced(PublicFact):
    """Neutral armies were put on a place that had no owner."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "armies": AMOUNT}

    def __init__(self, place: i64, armies: i64) -> None:
        self.place: Final[i64] = place
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.edition_state.neutrals().stock -= self.armies
        table.state.armies[self.place] += self.armies


# ------------------------------------------------------------------ steps
@final
class ByNumber(Step[Frame]):
    """Open one step in games for two and another in games for more."""

    def __init__(self, title: str, two: AnyStep, more: AnyStep) -> None:
        super().__init__()
        self.title: Final = title
        self.two: Final = two
        self.more: Final = more

    def name(self) -> str:
        return self.title

    def parts(self) -> list[AnyStep]:
        return [self.two, self.more]

    def arrive(self, table: Table, frame: Frame) -> bool:
        step = self.two if table.state.seats == 2 else self.more
        table.replace_top(step.frame(frame.seat))
        return False


@final
class Skip(Step[Frame]):
    """A step that does nothing, for numbers of seats that skip this stage."""

    def __init__(self, title: str = "Skip") -> None:
        super().__init__()
        self.title: Final = title  # tells two such steps in one game apart

    def name(self) -> str:
        return self.title

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        return False


@final
class NeutralColour(Step[Frame]):
    """Choose the neutral colour. The seat that was last to choose its own colour decides for both players."""

    def __init__(self, colours: i64, retired: i64 = 0) -> None:
        super().__init__()
        self.colours: Final[i64] = colours
        self.retired: Final[i64] = retired

    def frame(self, seat: i64) -> Frame:
        return PlainFrame(self.index, 1 - seat)  # `seat` is the first of the two

    def arrive(self, table: Table, frame: Frame) -> bool:
        if table.state.edition_state.neutrals().colour == NOBODY:
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        return Options().add(free_colours(table, self.colours, self.retired))

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.note(NeutralColourChosen(action.what))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return "colour.free" if action.verb == COLOUR else "turn.not_now"


@final
class ThreePiles(Step[Frame]):
    """Deal the places in three equal piles, one per seat and one neutral, and put one army on each.

    `armies` is the neutral army's stock; each neutral place gets `each` armies from it.
    """

    def __init__(self, armies: i64, each: i64 = 1, territories: Territories | None = None) -> None:
        super().__init__()
        self.armies: Final[i64] = armies
        self.each: Final[i64] = each
        self.territories: Final = territories or Territories()

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        table.note(NeutralsMustered(self.armies))
        deck = self.territories.places(table)
        third = len(deck) // 3
        for pile in range(i64(3)):
            for _ in range(third):
                place = deck.pop(table.chance.below(len(deck)))
                if pile == 2:
                    table.note(NeutralsPlaced(place, self.each))
                else:
                    table.note(Dealt(place, pile))
                    table.note(ArmiesPlaced(pile, place, 1))
        return False
