"""Special pieces besides armies: the initial ones, and those bought or built later."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.ages.age import age, has_piece
from kamchatka.kernel.ages.age_facts import Built, PiecePosted, PurseChanged
from kamchatka.kernel.options import BUILD, PASS, RAISE, Action, Options, Spots
from kamchatka.kernel.ports import NoOptionalAction, OptionalAction
from kamchatka.kernel.schema.fields import NUMBER, Fields
from kamchatka.kernel.state import Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

BUILDING: Final = -1  # stands for a building in the list of initial pieces
# During the preparation, a forbidden place has its own paragraph in the booklet.
AT_FIRST: Final = {
    "piece.own_place": "first.own_place",
    "building.own_place": "first.own_place",
    "piece.plague": "first.plague",
}


@mypyc_attr(allow_interpreted_subclasses=True)
class Sites:
    """Where a seat may put pieces and buildings: on its own places, with one building per place."""

    def bars_piece(self, table: Table, seat: i64, kind: i64, place: i64) -> str:
        """Return the clause that forbids a piece of that kind on a place; "" if none does."""
        return "piece.own_place" if table.state.owner[place] != seat else ""

    def bars_building(self, table: Table, seat: i64, place: i64) -> str:
        """Return the clause that forbids a building on a place; "" if none does."""
        if table.state.owner[place] != seat:
            return "building.own_place"
        return "building.one_a_place" if age(table).built[place] else ""

    def bars_more(self, table: Table, seat: i64) -> str:
        """Return the clause that forbids more buildings for the seat; "" if none does."""
        raise NotImplementedError

    def on_arrival(self, table: Table, seat: i64, kind: i64, place: i64) -> None:
        """React to a piece of that kind being put on a place."""


def piece_spots(table: Table, sites: Sites, seat: i64, kind: i64) -> Spots:
    """Return the places where the seat may put its piece of that kind."""
    spots = Spots(RAISE, 0, 0, kind)
    owner = table.state.owner
    for place in range(table.board.size):
        if owner[place] == seat and not sites.bars_piece(table, seat, kind, place):
            spots.add(place)
    return spots


def building_spots(table: Table, sites: Sites, seat: i64) -> Spots:
    """Return the places where the seat may build."""
    spots = Spots(BUILD, 0, 0)
    owner = table.state.owner
    if not sites.bars_more(table, seat):
        for place in range(table.board.size):
            if owner[place] == seat and not sites.bars_building(table, seat, place):
                spots.add(place)
    return spots


def why_not_there(table: Table, sites: Sites, seat: i64, action: Action) -> str:
    """Return the clause that forbids this piece or building on its place."""
    if not 0 <= action.at < table.board.size:
        return "piece.own_place" if action.verb == RAISE else "building.own_place"
    if action.verb == RAISE:
        return sites.bars_piece(table, seat, action.what, action.at) or "turn.not_now"
    return sites.bars_more(table, seat) or sites.bars_building(table, seat, action.at) or "turn.not_now"


def put_up(table: Table, sites: Sites, seat: i64, action: Action) -> None:
    """Put the piece or building on its place."""
    if action.verb == RAISE:
        table.note(PiecePosted(seat, action.what, action.at))
        sites.on_arrival(table, seat, action.what, action.at)
    else:
        table.note(Built(action.at))


# ------------------------------------------------------------------ preparation
@final
class Posting(PublicFrame):
    """The seat must place the `number`th piece of the preparation."""

    FIELDS: ClassVar[Fields] = {"number": NUMBER}

    def __init__(self, step: i64, seat: i64, number: i64) -> None:
        super().__init__(step, seat)
        self.number: Final[i64] = number


@final
class FirstPieces(Step[Posting]):
    """Place the initial pieces in turn order: one per round, or all in a row (`at_once`)."""

    def __init__(self, items: list[int], sites: Sites, at_once: bool = False) -> None:
        super().__init__()
        self.items: Final = items  # kinds of pieces; BUILDING for a building
        self.sites: Final = sites
        self.at_once: Final = at_once

    def frame(self, seat: i64) -> Frame:
        return Posting(self.index, seat, 0)

    def item(self, table: Table, frame: Posting) -> i64:
        """Return the piece to place now."""
        count = i64(len(self.items))
        return self.items[frame.number % count if self.at_once else frame.number // table.state.seats]

    def arrive(self, table: Table, frame: Posting) -> bool:
        if frame.number < len(self.items) * table.state.seats:
            return True
        table.close()
        return False

    def options(self, table: Table, frame: Posting, seat: i64) -> Options:
        item = self.item(table, frame)
        if item == BUILDING:
            return Options().add(building_spots(table, self.sites, seat))
        return Options().add(piece_spots(table, self.sites, seat, item))

    def act(self, table: Table, frame: Posting, seat: i64, action: Action) -> None:
        number = frame.number + 1
        stays = self.at_once and number % len(self.items) > 0
        table.replace_top(Posting(self.index, seat if stays else table.state.after(seat), number))
        put_up(table, self.sites, seat, action)

    def why(self, table: Table, frame: Posting, seat: i64, action: Action) -> str:
        item = self.item(table, frame)
        if action.verb != (BUILD if item == BUILDING else RAISE) or (action.verb == RAISE and action.what != item):
            return "piece.order"
        clause = why_not_there(table, self.sites, seat, action)
        return AT_FIRST.get(clause, clause)


# ------------------------------------------------------------------ in a turn
@final
class Recruit(Step[Frame]):
    """Buy buildings and pieces that aren't in play yet, while the seat can pay.

    An optional extra action may come between.
    """

    def __init__(
        self, piece_price: i64, building_price: i64, sites: Sites, optional_action: OptionalAction | None = None
    ) -> None:
        super().__init__()
        self.piece_price: Final[i64] = piece_price
        self.building_price: Final[i64] = building_price
        self.sites: Final = sites
        self.optional_action: Final = optional_action or NoOptionalAction()

    def parts(self) -> list[AnyStep]:
        return self.optional_action.parts()

    def price(self, table: Table, seat: i64, verb: i64) -> i64:
        if verb == RAISE:
            return self.piece_price
        return self.building_price if verb == BUILD else 0

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.has_offer(table, frame.seat) or self.optional_action.asks(table, frame.seat, 0):
            return True
        table.close()
        return False

    def has_offer(self, table: Table, seat: i64) -> bool:
        """Return True if the seat can place and pay for something."""
        for kind in range(age(table).kinds):
            if self.can_pay_piece(table, seat, kind) and piece_spots(table, self.sites, seat, kind).count() > 0:
                return True
        return self.can_pay_building(table, seat) and building_spots(table, self.sites, seat).count() > 0

    def can_pay_piece(self, table: Table, seat: i64, kind: i64) -> bool:
        """Return True if the seat can pay for a piece and has none of that kind."""
        return age(table).purse[seat] >= self.piece_price and not has_piece(table, seat, kind)

    def can_pay_building(self, table: Table, seat: i64) -> bool:
        """Return True if the seat can pay for a building."""
        return age(table).purse[seat] >= self.building_price

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        options = Options()
        for kind in range(age(table).kinds):
            if self.can_pay_piece(table, seat, kind):
                options.add(piece_spots(table, self.sites, seat, kind))
        if self.can_pay_building(table, seat):
            options.add(building_spots(table, self.sites, seat))
        self.optional_action.offer(table, seat, 0, options)
        return options.may(PASS)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
        elif action.verb == RAISE:
            table.note(PurseChanged(seat, -self.piece_price, "piece.hire"))
            put_up(table, self.sites, seat, action)
        elif action.verb == BUILD:
            table.note(PurseChanged(seat, -self.building_price, "building.build"))
            put_up(table, self.sites, seat, action)
        else:
            self.optional_action.act(table, seat, action)

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb not in (RAISE, BUILD) or (action.verb == RAISE and not 0 <= action.what < age(table).kinds):
            return self.optional_action.why(table, seat, 0, action)
        if action.verb == RAISE and has_piece(table, seat, action.what):
            return "piece.one_of_a_kind"
        if age(table).purse[seat] < self.price(table, seat, action.verb):
            return "piece.price" if action.verb == RAISE else "building.price"
        return why_not_there(table, self.sites, seat, action)
