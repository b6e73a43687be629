"""Reinforcements: income, trading in between, and placement."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.armies import grant, own_places
from kamchatka.kernel.facts import ArmiesPlaced
from kamchatka.kernel.options import PASS, PLACE, Action, Options
from kamchatka.kernel.ports import OptionalAction
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, Fields
from kamchatka.kernel.state import Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table


@mypyc_attr(allow_interpreted_subclasses=True)
class Income:
    """One source of armies, with its clause."""

    def __init__(self, clause: str) -> None:
        self.clause: Final = clause

    def armies(self, table: Table, seat: i64) -> i64:
        """Return the number of armies that the seat receives."""
        raise NotImplementedError


@final
class PerTerritories(Income):
    """One army per `divisor` places held, rounded down, but at least `least`."""

    def __init__(self, divisor: i64, clause: str = "reinforce.territories", least: i64 = 0) -> None:
        super().__init__(clause)
        self.divisor: Final[i64] = divisor
        self.least: Final[i64] = least

    def armies(self, table: Table, seat: i64) -> i64:
        return max(self.least, table.state.lands[seat] // self.divisor)


@final
class WholeZones(Income):
    """The bonuses of all zones that the seat holds completely."""

    def __init__(self) -> None:
        super().__init__("reinforce.zones")

    def armies(self, table: Table, seat: i64) -> i64:
        board = table.board
        held = table.state.held
        armies: i64 = 0
        for zone in range(board.zones):
            if held[seat * board.zones + zone] == board.zone_size[zone]:
                armies += board.bonus[zone]
        return armies


@final
class EveryTurn(Income):
    """A fixed number of armies every turn."""

    def __init__(self, number: i64, clause: str) -> None:
        super().__init__(clause)
        self.number: Final[i64] = number

    def armies(self, table: Table, seat: i64) -> i64:
        return self.number


@mypyc_attr(free_list_len=1)
@final
class Reinforcing(PublicFrame):
    """Reinforcements in progress: whether the income was granted, and how often the extra action was used."""

    FIELDS: ClassVar[Fields] = {"paid": FLAG, "used": AMOUNT}

    def __init__(self, step: i64, seat: i64, paid: bool, used: i64) -> None:
        super().__init__(step, seat)
        self.paid: Final = paid
        self.used: Final[i64] = used


@final
class Reinforce(Step[Reinforcing]):
    """Grant the income, then place armies until the hand is empty. An extra action (trios) is possible at any time."""

    def __init__(
        self, incomes: list[Income], optional_action: OptionalAction, cap: i64, title: str = "Reinforce"
    ) -> None:
        super().__init__()
        self.title: Final = title  # tells two such steps in the same game apart
        self.incomes: Final = incomes
        self.optional_action: Final = optional_action
        self.cap: Final[i64] = cap

    def name(self) -> str:
        return self.title

    def parts(self) -> list[AnyStep]:
        return self.optional_action.parts()

    def frame(self, seat: i64) -> Frame:
        return Reinforcing(self.index, seat, False, 0)

    def arrive(self, table: Table, frame: Reinforcing) -> bool:
        seat = frame.seat
        if not frame.paid:
            table.replace_top(Reinforcing(self.index, seat, True, 0))
            for income in self.incomes:
                grant(table, seat, income.armies(table, seat), self.cap, income.clause)
            return False
        if table.state.stock[seat] > 0 or self.optional_action.asks(table, seat, frame.used):
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Reinforcing, seat: i64) -> Options:
        options = Options()
        stock = table.state.stock[seat]
        if stock > 0:
            options.add(own_places(table, seat, PLACE, stock))
        elif not self.optional_action.compels(table, seat, frame.used):
            options.may(PASS)
        self.optional_action.offer(table, seat, frame.used, options)
        return options

    def act(self, table: Table, frame: Reinforcing, seat: i64, action: Action) -> None:
        if action.verb == PLACE:
            table.note(ArmiesPlaced(seat, action.at, action.n))
        elif action.verb == PASS:
            table.close()
        else:
            table.replace_top(Reinforcing(self.index, seat, True, frame.used + 1))
            self.optional_action.act(table, seat, action)

    def why(self, table: Table, frame: Reinforcing, seat: i64, action: Action) -> str:
        if action.verb == PLACE:
            if not 0 <= action.at < table.board.size or table.state.owner[action.at] != seat:
                return "reinforce.own_places"
            return "reinforce.amount" if action.n > 0 else "reinforce.place_all"
        if action.verb == PASS:
            forced = table.state.stock[seat] == 0 and self.optional_action.compels(table, seat, frame.used)
            return "trio.forced" if forced else "reinforce.place_all"
        return self.optional_action.why(table, seat, frame.used, action)
