"""Preparation: territories claimed one by one; with two seats, three piles and a neutral army."""
from typing import Any, Final, final

from mypy_extensions import i64

from kamchatka.editions.classic.record import NeutralColourChosen, NeutralsMustered, NeutralsPlaced, record
from kamchatka.kernel.armies import own_places
from kamchatka.kernel.facts import ArmiesPlaced, Dealt
from kamchatka.kernel.options import COLOUR, PLACE, Action, Options
from kamchatka.kernel.rules.preparation import free_colours
from kamchatka.kernel.state import NOBODY, Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@final
class ByNumber(Step[Frame]):
    """One step for two seats, another for more."""

    def __init__(self, title: str, two: Step[Any], more: Step[Any]) -> None:
        super().__init__()
        self.title: Final = title
        self.two: Final = two
        self.more: Final = more

    def name(self) -> str:
        return self.title

    def parts(self) -> list[Step[Any]]:
        return [self.two, self.more]

    def arrive(self, table: Table, frame: Frame) -> bool:
        step = self.two if table.state.seats == 2 else self.more
        table.go_on(step.frame(frame.seat))
        return False


@final
class Claim(Step[Frame]):
    """In the order of play, each puts an army of its stock on an empty place, until none is empty."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        if NOBODY in table.state.owner:
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        return Options().add(own_places(table, NOBODY, PLACE, 1))

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.go_on(self.frame(table.state.after(seat)))
        table.note(Dealt(action.at, seat))
        table.note(ArmiesPlaced(seat, action.at, 1))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != PLACE:
            return "turn.not_now"
        return "claim.one" if action.n != 1 else "claim.empty"


# ------------------------------------------------------------------ two seats
@final
class NeutralColour(Step[Frame]):
    """Both players choose the neutral colour; the one who chose its own last says it."""

    def __init__(self, colours: i64) -> None:
        super().__init__()
        self.colours: Final[i64] = colours

    def frame(self, seat: i64) -> Frame:
        return Frame(self.index, 1 - seat)              # `seat` is the first of the two

    def arrive(self, table: Table, frame: Frame) -> bool:
        if record(table).neutral_colour == NOBODY:
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        return Options().add(free_colours(table, self.colours))

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.note(NeutralColourChosen(action.what))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return "colour.free" if action.verb == COLOUR else "turn.not_now"


@final
class Skip(Step[Frame]):
    """Nothing to do with so many seats."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        return False


@final
class ThreePiles(Step[Frame]):
    """The places in three equal piles: one for each seat, one neutral; an army of the right stock on every one."""

    def __init__(self, armies: i64) -> None:
        super().__init__()
        self.armies: Final[i64] = armies                # of each of the three

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        table.note(NeutralsMustered(self.armies))
        deck = [place for place in range(table.board.size)]
        third = table.board.size // 3
        for pile in range(i64(3)):
            for _ in range(third):
                place = deck.pop(table.chance.below(len(deck)))
                if pile == 2:
                    table.note(NeutralsPlaced(place, 1))
                else:
                    table.note(Dealt(place, pile))
                    table.note(ArmiesPlaced(pile, place, 1))
        return False


@final
class Pairing(Frame):
    """In this go a seat still has so many armies of its own and neutral ones to place."""

    def __init__(self, step: i64, seat: i64, own: i64, neutral: i64) -> None:
        super().__init__(step, seat)
        self.own: Final[i64] = own
        self.neutral: Final[i64] = neutral


@final
class MusterWithNeutrals(Step[Pairing]):
    """In turns, two armies of one's own and one neutral army, until all are placed."""

    def frame(self, seat: i64) -> Frame:
        return Pairing(self.index, seat, 2, 1)

    def arrive(self, table: Table, frame: Pairing) -> bool:
        state = table.state
        if (frame.own > 0 and state.stock[frame.seat] > 0) or (frame.neutral > 0 and record(table).neutral_stock > 0):
            return True
        other = state.after(frame.seat)
        if state.stock[other] > 0 or record(table).neutral_stock > 0:
            table.go_on(self.frame(other))
        else:
            table.close()
        return False

    def options(self, table: Table, frame: Pairing, seat: i64) -> Options:
        options = Options()
        if frame.own > 0:
            options.add(own_places(table, seat, PLACE, frame.own))
        if frame.neutral > 0:
            options.add(own_places(table, NOBODY, PLACE, frame.neutral))
        return options

    def act(self, table: Table, frame: Pairing, seat: i64, action: Action) -> None:
        if table.state.owner[action.at] == NOBODY:
            table.go_on(Pairing(self.index, seat, frame.own, frame.neutral - action.n))
            table.note(NeutralsPlaced(action.at, action.n))
        else:
            table.go_on(Pairing(self.index, seat, frame.own - action.n, frame.neutral))
            table.note(ArmiesPlaced(seat, action.at, action.n))

    def why(self, table: Table, frame: Pairing, seat: i64, action: Action) -> str:
        if action.verb != PLACE:
            return "turn.not_now"
        if not 0 <= action.at < table.board.size or table.state.owner[action.at] == table.state.after(seat):
            return "muster.own_places"
        return "muster.pairs"
