"""Step 1: armies and faith for territories, continents and temples, and armies that rise from crypts (god.collect)."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.reserve import Reserve
from kamchatka.editions.godstorm.gods.relics import crypt_lift, has_book
from kamchatka.editions.godstorm.places import CONTINENTS, CRYPTS, LANDS, holds_continent, lands_of
from kamchatka.editions.godstorm.state import temples_of
from kamchatka.kernel.ages.age_facts import PurseChanged
from kamchatka.kernel.armies import grant
from kamchatka.kernel.facts import ArmiesMoved, ArmiesPlaced
from kamchatka.kernel.options import CHOOSE, MOVE, PASS, PLACE, Action, Choice, Options, Pairs, Spots
from kamchatka.kernel.ports import OptionalAction
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, Fields, row
from kamchatka.kernel.state import Frame, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

GIVEN_UP: Final = 2  # number of armies that the Book of the Dead turns into faith
FAITH_FOR_THEM: Final = 4


@final
class Collecting(PublicFrame):
    """The income of a turn: `counted` is true once it has been granted.

    `rises` is how many armies may still leave each crypt, in the order of CRYPTS.
    """

    FIELDS: ClassVar[Fields] = {"counted": FLAG, "rises": row(AMOUNT)}

    def __init__(self, step: i64, seat: i64, counted: bool, rises: tuple[int, ...]) -> None:
        super().__init__(step, seat)
        self.counted: Final = counted
        self.rises: Final = rises


@final
class Collect(Step[Collecting]):
    """Grant the income once, before any placement. Then the seat places armies and raises the dead in any order."""

    def __init__(self, reserve: Reserve, optional_action: OptionalAction) -> None:
        super().__init__()
        self.reserve: Final = reserve
        self.optional_action: Final = optional_action

    def parts(self) -> list[AnyStep]:
        return self.optional_action.parts()

    def frame(self, seat: i64) -> Frame:
        return Collecting(self.index, seat, False, ())

    def arrive(self, table: Table, frame: Collecting) -> bool:
        if not frame.counted:
            if has_book(table, frame.seat):
                return True
            self.count(table, frame.seat, 0)
            return False
        if self.must_place(table, frame) or self.rising(table, frame).count() > 0:
            return True
        if self.optional_action.asks(table, frame.seat, 0):
            return True
        table.close()
        return False

    # -------------------------------------------------------------- counting
    def count(self, table: Table, seat: i64, given_up: i64) -> None:
        """Grant everything that this position yields (god.collect.11)."""
        table.replace_top(Collecting(self.index, seat, True, self.rises(table, seat)))
        income = max(i64(3), lands_of(table, seat) // 3)
        grant(table, seat, income - given_up, self.reserve.cap, "collect.territories")
        table.note(PurseChanged(seat, income, "collect.territories"))
        for zone in range(i64(CONTINENTS)):
            if holds_continent(table, seat, zone):
                grant(table, seat, table.board.bonus[zone], self.reserve.cap, "collect.continent")
                table.note(PurseChanged(seat, table.board.bonus[zone], "collect.continent"))
        for place in temples_of(table, seat):
            table.note(PurseChanged(seat, 1, "collect.temple"))
            self.reserve.muster(table, seat, place, 1, "collect.temple")
        if given_up > 0:
            table.note(PurseChanged(seat, FAITH_FOR_THEM, "relic.book_of_the_dead"))

    def rises(self, table: Table, seat: i64) -> tuple[int, ...]:
        """Return how many armies may rise from each crypt of the seat, never its last one (god.collect.6)."""
        state = table.state
        lift = crypt_lift(table, seat)
        return tuple([min(lift, state.armies[crypt] - 1) if state.owner[crypt] == seat else 0 for crypt in CRYPTS])

    # -------------------------------------------------------------- placing
    def must_place(self, table: Table, frame: Collecting) -> bool:
        """Return True if armies are still in hand, because all must be placed."""
        return table.state.stock[frame.seat] > 0

    def rising(self, table: Table, frame: Collecting) -> Pairs:
        """Return the moves from each crypt to each temple."""
        pairs = Pairs(MOVE)
        for i in range(len(CRYPTS)):
            if frame.rises[i] > 0:
                self.add_from(table, frame.seat, CRYPTS[i], frame.rises[i], pairs)
        return pairs

    def add_from(self, table: Table, seat: i64, crypt: i64, left: i64, pairs: Pairs) -> None:
        """Add the moves from one crypt, which a miracle may have emptied in the meantime."""
        most = min(left, table.state.armies[crypt] - 1)
        if table.state.owner[crypt] == seat and most > 0:
            for temple in temples_of(table, seat):
                pairs.add(crypt, temple, 1, most)

    def options(self, table: Table, frame: Collecting, seat: i64) -> Options:
        if not frame.counted:
            book = Choice(CHOOSE)
            book.add(GIVEN_UP)
            return Options().add(book).may(PASS)
        spots = Spots(PLACE, 1, table.state.stock[seat])
        for place in range(i64(LANDS)):
            if table.state.owner[place] == seat:
                spots.add(place)
        options = Options().add(spots).add(self.rising(table, frame))
        self.optional_action.offer(table, seat, 0, options)
        return options if self.must_place(table, frame) else options.may(PASS)

    def act(self, table: Table, frame: Collecting, seat: i64, action: Action) -> None:
        if not frame.counted:
            self.count(table, seat, action.what if action.verb == CHOOSE else 0)
        elif action.verb == PASS:
            table.close()
        elif action.verb == PLACE:
            table.note(ArmiesPlaced(seat, action.at, action.n))
        elif action.verb == MOVE:
            rises = [
                left - action.n if crypt == action.at else left for crypt, left in zip(CRYPTS, frame.rises, strict=True)
            ]
            table.replace_top(Collecting(self.index, seat, True, tuple(rises)))
            table.note(ArmiesMoved(action.at, action.to, action.n))
        else:
            self.optional_action.act(table, seat, action)

    def why(self, table: Table, frame: Collecting, seat: i64, action: Action) -> str:
        if not frame.counted:
            return "relic.book_of_the_dead" if action.verb == CHOOSE else "turn.not_now"
        if action.verb == PASS:
            return "collect.place_all"
        if action.verb == MOVE:
            return "collect.crypt" if action.to in temples_of(table, seat) else "collect.to_temple"
        return "collect.own_land" if action.verb == PLACE else self.optional_action.why(table, seat, 0, action)
