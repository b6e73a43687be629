"""Preparation: who begins, colours, stocks, the deal, the first placement."""
from typing import Any, Final, final

from mypy_extensions import i64

from kamchatka.kernel.armies import own_places
from kamchatka.kernel.bits import bit
from kamchatka.kernel.facts import (
    ArmiesGranted,
    ArmiesPlaced,
    ColourChosen,
    Dealt,
    DieThrown,
    FirstNamed,
    ObjectiveGiven,
    OrderGiven,
)
from kamchatka.kernel.options import COLOUR, PLACE, Action, Choice, Options
from kamchatka.kernel.state import NOBODY, Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import Table


@final
class Preparing(Frame):
    """`stage` is the next part of the preparation."""

    def __init__(self, step: i64, seat: i64, stage: i64) -> None:
        super().__init__(step, seat)
        self.stage: Final[i64] = stage


@final
class Preparation(Step[Preparing]):
    """The stages in order, each begun by the first seat; then the game itself."""

    def __init__(self, stages: list[Step[Any]], then: Step[Any]) -> None:
        super().__init__()
        self.stages: Final = stages
        self.then: Final = then

    def parts(self) -> list[Step[Any]]:
        return [*self.stages, self.then]

    def frame(self, seat: i64) -> Frame:
        return Preparing(self.index, seat, 0)

    def arrive(self, table: Table, frame: Preparing) -> bool:
        seat = max(table.state.first, 0)
        if frame.stage == len(self.stages):
            table.go_on(self.then.frame(seat))
        else:
            table.go_on(Preparing(self.index, seat, frame.stage + 1))
            table.open(self.stages[frame.stage].frame(seat))
        return False


@final
class FirstByDie(Step[Frame]):
    """Everybody throws a die: the highest plays first; those tied for the highest throw again."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        seats = [seat for seat in range(table.state.seats)]
        while len(seats) > 1:
            best: i64 = 0
            tied: list[i64] = []
            for seat in seats:
                pips = table.die()
                table.note(DieThrown(seat, pips))
                if pips > best:
                    best = pips
                    tied = []
                if pips == best:
                    tied.append(seat)
            seats = tied
        table.close()
        table.note(FirstNamed(seats[0]))
        return False


@final
class OrderByDie(Step[Frame]):
    """Everybody throws a die: the highest plays first, the others after in falling order; equals throw again."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        seats = self.ranked(table, [seat for seat in range(table.state.seats)])
        table.close()
        for number, seat in enumerate(seats, 1):
            table.note(OrderGiven(seat, number))
        return False

    def ranked(self, table: Table, seats: list[i64]) -> list[i64]:
        """The seats from the highest die down; equal ones settle it among themselves."""
        if len(seats) == 1:
            return seats
        thrown: list[tuple[i64, i64]] = []
        for seat in seats:
            pips = table.die()
            table.note(DieThrown(seat, pips))
            thrown.append((pips, seat))
        order: list[i64] = []
        for pips in range(i64(6), i64(0), i64(-1)):
            level = [seat for die, seat in thrown if die == pips]
            if level:
                order.extend(self.ranked(table, level))
        return order


def free_colours(table: Table, colours: i64) -> Choice:
    """Those of so many colours that no seat has."""
    free = Choice(COLOUR)
    for colour in range(colours):
        if colour not in table.state.colour:
            free.add(colour)
    return free


@final
class ChooseColours(Step[Frame]):
    """In the order of play, or all `at_once`, each takes one of the `colours` still free."""

    def __init__(self, colours: i64, at_once: bool = False) -> None:
        super().__init__()
        self.colours: Final[i64] = colours
        self.at_once: Final = at_once

    def arrive(self, table: Table, frame: Frame) -> bool:
        state = table.state
        if self.awaits(table, frame):
            return True
        following = state.after(frame.seat)
        if state.colour[following] == NOBODY:
            table.go_on(self.frame(following))
        else:
            table.close()
        return False

    def awaits(self, table: Table, frame: Frame) -> i64:
        state = table.state
        asked: i64 = 0
        for seat in range(state.seats):
            if state.colour[seat] == NOBODY and (self.at_once or seat == frame.seat):
                asked |= bit(seat)
        return asked

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        return Options().add(free_colours(table, self.colours))

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.note(ColourChosen(seat, action.what))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return "colour.free" if action.verb == COLOUR else "turn.not_now"


@final
class StartingArmies(Step[Frame]):
    """The initial stock, by number of seats."""

    def __init__(self, stock: dict[int, int]) -> None:
        super().__init__()
        self.stock: Final = stock

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        for seat in range(table.state.seats):
            table.note(ArmiesGranted(seat, self.stock[table.state.seats], "muster.stock"))
        return False


@final
class DealObjectives(Step[Frame]):
    """One secret objective each, of `count`; the others go back into the box unseen."""

    def __init__(self, count: i64) -> None:
        super().__init__()
        self.count: Final[i64] = count

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        deck = [card for card in range(self.count)]
        for seat in range(table.state.seats):
            table.note(ObjectiveGiven(seat, deck.pop(table.chance.below(len(deck)))))
        return False


@final
class DealPlaces(Step[Frame]):
    """All the places, one each clockwise from the dealer's left; one army of the stock on every one."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        seat = frame.seat
        deck = [place for place in range(table.board.size)]
        while deck:
            seat = table.state.after(seat)
            place = deck.pop(table.chance.below(len(deck)))
            table.note(Dealt(place, seat))
            table.note(ArmiesPlaced(seat, place, 1))
        return False


@final
class Mustering(Frame):
    """A seat has `left` armies to place in this go."""

    def __init__(self, step: i64, seat: i64, left: i64) -> None:
        super().__init__(step, seat)
        self.left: Final[i64] = left


@final
class Muster(Step[Mustering]):
    """The rest of the initial stock, `each` armies a go, round the table until all stocks are used up."""

    def __init__(self, each: i64) -> None:
        super().__init__()
        self.each: Final[i64] = each

    def frame(self, seat: i64) -> Frame:
        return Mustering(self.index, seat, self.each)

    def arrive(self, table: Table, frame: Mustering) -> bool:
        state = table.state
        if frame.left > 0 and state.stock[frame.seat] > 0:
            return True
        seat = frame.seat
        for _ in range(state.seats):
            seat = state.after(seat)
            if state.stock[seat] > 0:
                table.go_on(self.frame(seat))
                return False
        table.close()
        return False

    def most(self, table: Table, frame: Mustering) -> i64:
        """Armies that may still be placed in this go."""
        return min(frame.left, table.state.stock[frame.seat])

    def options(self, table: Table, frame: Mustering, seat: i64) -> Options:
        return Options().add(own_places(table, seat, PLACE, self.most(table, frame)))

    def act(self, table: Table, frame: Mustering, seat: i64, action: Action) -> None:
        table.go_on(Mustering(self.index, seat, frame.left - action.n))
        table.note(ArmiesPlaced(seat, action.at, action.n))

    def why(self, table: Table, frame: Mustering, seat: i64, action: Action) -> str:
        if action.verb != PLACE:
            return "turn.not_now"
        if not 0 <= action.at < table.board.size or table.state.owner[action.at] != seat:
            return "muster.own_places"
        return "muster.amount"
