"""Preparation: first player, colours, starting armies, the deal, and the first placement."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.ages.age_facts import HazardPlaced
from kamchatka.kernel.armies import free_colours, own_places
from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.dice import by_falling_die
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
from kamchatka.kernel.options import COLOUR, PLACE, Action, Options, Spots
from kamchatka.kernel.ports import Territories
from kamchatka.kernel.schema.fields import AMOUNT, NUMBER, Fields
from kamchatka.kernel.state import NOBODY, Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@final
class Preparing(PublicFrame):
    """The preparation, about to start its stage number `stage`."""

    FIELDS: ClassVar[Fields] = {"stage": NUMBER}

    def __init__(self, step: i64, seat: i64, stage: i64) -> None:
        super().__init__(step, seat)
        self.stage: Final[i64] = stage


@final
class Preparation(Step[Preparing]):
    """Run the stages in order, each starting with the first seat, then start the game."""

    def __init__(self, stages: list[AnyStep], then: AnyStep) -> None:
        super().__init__()
        self.stages: Final = stages
        self.then: Final = then

    def parts(self) -> list[AnyStep]:
        return [*self.stages, self.then]

    def frame(self, seat: i64) -> Frame:
        return Preparing(self.index, seat, 0)

    def arrive(self, table: Table, frame: Preparing) -> bool:
        seat = max(table.state.first, 0)
        if frame.stage == len(self.stages):
            table.replace_top(self.then.frame(seat))
        else:
            table.replace_top(Preparing(self.index, seat, frame.stage + 1))
            table.open(self.stages[frame.stage].frame(seat))
        return False


@final
class FirstByDie(Step[Frame]):
    """Everybody throws a die: the highest plays first, and ties for the highest throw again."""

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
    """Everybody throws a die; seats play in descending order, and ties throw again."""

    def arrive(self, table: Table, frame: Frame) -> bool:
        seats = by_falling_die(table, [seat for seat in range(table.state.seats)])
        table.close()
        for number, seat in enumerate(seats, 1):
            table.note(OrderGiven(seat, number))
        return False


@final
class ChooseColours(Step[Frame]):
    """Each seat takes a free colour that isn't `retired`: in turn order, or all `at_once`."""

    def __init__(self, colours: i64, at_once: bool = False, retired: i64 = 0) -> None:
        super().__init__()
        self.colours: Final[i64] = colours
        self.retired: Final[i64] = retired
        self.at_once: Final = at_once

    def arrive(self, table: Table, frame: Frame) -> bool:
        state = table.state
        if self.awaits(table, frame):
            return True
        following = state.after(frame.seat)
        if state.colour[following] == NOBODY:
            table.replace_top(self.frame(following))
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
        return Options().add(free_colours(table, self.colours, self.retired))

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.note(ColourChosen(seat, action.what))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != COLOUR:
            return "turn.not_now"
        is_retired = 0 <= action.what < self.colours and has(self.retired, action.what)
        return "colour.retired" if is_retired else "colour.free"


@final
class StartingArmies(Step[Frame]):
    """Grant the starting armies, which depend on the number of seats."""

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
    """Deal each seat one of `count` secret objectives. Nobody sees the rest."""

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
    """Deal all places clockwise from the dealer's left, or from the first seat (`from_first`), with one army each."""

    def __init__(self, territories: Territories | None = None, from_first: bool = False) -> None:
        super().__init__()
        self.territories: Final = territories or Territories()
        self.from_first: Final = from_first

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        seat = frame.seat if self.from_first else table.state.after(frame.seat)
        deck = self.territories.places(table)
        while deck:
            place = deck.pop(table.chance.below(len(deck)))
            table.note(Dealt(place, seat))
            table.note(ArmiesPlaced(seat, place, 1))
            seat = table.state.after(seat)
        return False


@final
class PlaceHazards(Step[Frame]):
    """Put markers of devastation or plague on random places. They stay there."""

    def __init__(self, territories: Territories, count: i64) -> None:
        super().__init__()
        self.territories: Final = territories
        self.count: Final[i64] = count

    def former_names(self) -> tuple[str, ...]:
        return ("Blight",)

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        deck = self.territories.places(table)
        for _ in range(self.count):
            table.note(HazardPlaced(deck.pop(table.chance.below(len(deck)))))
        return False


@final
class Claim(Step[Frame]):
    """Seats take turns to put an army on an empty place until none is left.

    `then` is the next stage. It starts with the seat after the one that took the last place.
    """

    def __init__(self, territories: Territories | None = None, then: "AnyStep | None" = None) -> None:
        super().__init__()
        self.territories: Final = territories or Territories()
        self.then: Final = then

    def parts(self) -> list[AnyStep]:
        return [] if self.then is None else [self.then]

    def spots(self, table: Table) -> Spots:
        """Return the choice of an empty place."""
        spots = Spots(PLACE, 1, 1)
        for place in range(table.board.size):
            if self.territories.free(table, place):
                spots.add(place)
        return spots

    def arrive(self, table: Table, frame: Frame) -> bool:
        for place in range(table.board.size):
            if self.territories.free(table, place):
                return True
        if self.then is None:
            table.close()
        else:
            table.replace_top(self.then.frame(frame.seat))
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        return Options().add(self.spots(table))

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.replace_top(self.frame(table.state.after(seat)))
        table.note(Dealt(action.at, seat))
        table.note(ArmiesPlaced(seat, action.at, 1))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != PLACE:
            return "turn.not_now"
        return "claim.one" if action.n != 1 else "claim.empty"


@final
class Mustering(PublicFrame):
    """A seat has `left` armies to place before the next seat's go."""

    FIELDS: ClassVar[Fields] = {"left": AMOUNT}

    def __init__(self, step: i64, seat: i64, left: i64) -> None:
        super().__init__(step, seat)
        self.left: Final[i64] = left


@final
class Muster(Step[Mustering]):
    """Seats take turns to place `each` armies until all starting armies are on the board."""

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
                table.replace_top(self.frame(seat))
                return False
        table.close()
        return False

    def most(self, table: Table, frame: Mustering) -> i64:
        """Return the number of armies that may still be placed in this go."""
        return min(frame.left, table.state.stock[frame.seat])

    def options(self, table: Table, frame: Mustering, seat: i64) -> Options:
        return Options().add(own_places(table, seat, PLACE, self.most(table, frame)))

    def act(self, table: Table, frame: Mustering, seat: i64, action: Action) -> None:
        table.replace_top(Mustering(self.index, seat, frame.left - action.n))
        table.note(ArmiesPlaced(seat, action.at, action.n))

    def why(self, table: Table, frame: Mustering, seat: i64, action: Action) -> str:
        if action.verb != PLACE:
            return "turn.not_now"
        if not 0 <= action.at < table.board.size or table.state.owner[action.at] != seat:
            return "muster.own_places"
        return "muster.amount"
