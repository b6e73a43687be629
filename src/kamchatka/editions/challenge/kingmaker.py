"""Kingmaker: seats give coloured cards in secret before the first turn, and each reveals one colour at the end."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.challenge.scoring import leader, ties_broken
from kamchatka.editions.challenge.state import ChallengeState, edition_state
from kamchatka.kernel.bits import bit
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.options import COLOUR, Action, Choice, Options
from kamchatka.kernel.schema.fields import AMOUNT, SEAT, Fields, revealed, secret
from kamchatka.kernel.schema.fields import COLOUR as ARMY_COLOUR
from kamchatka.kernel.state import HIDDEN, NOBODY, Frame, State, fill
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Fact, PublicFact, Table


def seat_of(state: State, colour: i64) -> i64:
    """Return the seat that plays a colour, or NOBODY."""
    for seat in range(state.seats):
        if state.colour[seat] == colour:
            return seat
    return NOBODY


# ------------------------------------------------------------------ facts
@final
class KingGiven(Fact):
    """A seat gave a Kingmaker card face down to another seat, or kept it. Only the giver sees the colour."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "by": SEAT, "colour": secret(ARMY_COLOUR)}

    def __init__(self, seat: i64, by: i64, colour: i64) -> None:
        self.seat: Final[i64] = seat
        self.by: Final[i64] = by
        self.colour: Final[i64] = colour

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        own.given[self.by * own.seats + self.seat] = seat_of(table.state, self.colour)

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.by else KingGiven(self.seat, self.by, HIDDEN)


@final
class KingTaken(Fact):
    """After all gifts, a seat took up one of its cards. Only that seat sees the colour; the giver stays unknown."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "colour": secret(ARMY_COLOUR)}

    def __init__(self, seat: i64, colour: i64) -> None:
        self.seat: Final[i64] = seat
        self.colour: Final[i64] = colour

    def apply(self, table: Table) -> None:
        own = edition_state(table)
        own.kings[self.seat * own.seats + seat_of(table.state, self.colour)] += 1

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat else KingTaken(self.seat, HIDDEN)


@final
class KingsRevealed(PublicFact):
    """A seat revealed all its cards of one colour: their number, the points of each, and the total."""

    FIELDS: ClassVar[Fields] = {
        "seat": SEAT,
        "colour": revealed(ARMY_COLOUR),
        "cards": revealed(AMOUNT),
        "each": AMOUNT,
        "total": revealed(AMOUNT),
    }

    def __init__(self, seat: i64, colour: i64, cards: i64, each: i64, total: i64) -> None:
        self.seat: Final[i64] = seat
        self.colour: Final[i64] = colour
        self.cards: Final[i64] = cards
        self.each: Final[i64] = each
        self.total: Final[i64] = total

    def apply(self, table: Table) -> None:
        edition_state(table).shown[self.seat] = seat_of(table.state, self.colour)


# ------------------------------------------------------------------ before the first turn
def can_give(kings: list[i64], receivers: list[i64]) -> bool:
    """Return True if each receiver can get one of these cards, and none of them its own colour."""
    if not receivers:
        return True
    for king in kings:
        if king != receivers[0] and can_give([other for other in kings if other != king], receivers[1:]):
            return True
    return False


@final
class GiveKings(Step[Frame]):
    """Collect gifts from all seats at once and in secret: each seat gives one card to every rival and keeps one.

    `then` runs at the end of the game.
    """

    def __init__(self, then: AnyStep) -> None:
        super().__init__()
        self.then: Final = then

    def parts(self) -> list[AnyStep]:
        return [self.then]

    def is_sealed(self) -> bool:
        return True

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.awaits(table, frame) != 0:
            return True
        table.close()
        own = edition_state(table)
        for seat in range(own.seats):
            for king in range(own.seats):  # sorted by colour, so that the order reveals no giver
                for by in range(own.seats):
                    if own.given[by * own.seats + seat] == king:
                        table.note(KingTaken(seat, table.state.colour[king]))
        return False

    def awaits(self, table: Table, frame: Frame) -> i64:
        own = edition_state(table)
        asked: i64 = 0
        for seat in range(own.seats):
            if own.gifts(seat) < own.seats:
                asked |= bit(seat)
        return asked

    def receivers(self, table: Table, giver: i64) -> list[i64]:
        """Return the seats without a card from this giver, in the order of play after it; the giver comes last."""
        own = edition_state(table)
        found: list[i64] = []
        seat = giver
        for _ in range(own.seats):
            seat = table.state.after(seat)
            if own.given[giver * own.seats + seat] == NOBODY:
                found.append(seat)
        return found

    def kings(self, own: ChallengeState, giver: i64) -> list[i64]:
        """Return the cards that a giver still has."""
        gone = [own.given[giver * own.seats + to] for to in range(own.seats)]
        return [king for king in range(own.seats) if king not in gone]

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        kings = self.kings(edition_state(table), seat)
        receivers = self.receivers(table, seat)
        choice = Choice(COLOUR)
        for king in kings:
            rest = [other for other in kings if other != king]
            if king != receivers[0] and can_give(rest, receivers[1:]):
                choice.add(table.state.colour[king])
        return Options().add(choice)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.note(KingGiven(self.receivers(table, seat)[0], seat, action.what))
        kings = self.kings(edition_state(table), seat)
        if len(kings) == 1:
            table.note(KingGiven(seat, seat, table.state.colour[kings[0]]))

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        if action.verb != COLOUR:
            return "turn.not_now"
        king = seat_of(table.state, action.what)
        if king == NOBODY:
            return "kingmaker.colours"
        return "kingmaker.own_colour" if king in self.kings(edition_state(table), seat) else "kingmaker.one_each"


# ------------------------------------------------------------------ at the end of the game
@final
class RevealKings(Step[Frame]):
    """Let each seat reveal one colour; the highest total wins. `best`: reveal each seat's best colour automatically."""

    def __init__(self, best: bool) -> None:
        super().__init__()
        self.best: Final = best

    def each(self, own: ChallengeState, king: i64) -> i64:
        """Return the points of a card of this colour: its player's points divided by the initial number of players."""
        return own.points[king] // own.seats

    def gain(self, own: ChallengeState, seat: i64, king: i64) -> i64:
        """Return the points that a seat gains by revealing a colour."""
        return self.each(own, king) * own.kings[seat * own.seats + king]

    def is_sealed(self) -> bool:
        return True

    def arrive(self, table: Table, frame: Frame) -> bool:
        if self.awaits(table, frame) == 0:
            self.end(table)
            return False
        if not self.best:
            return True
        own = edition_state(table)
        for seat in range(own.seats):
            if table.state.is_alive(seat):
                self.show(table, seat, self.best_king(own, seat))
        return False

    def best_king(self, own: ChallengeState, seat: i64) -> i64:
        """Return the colour in hand that adds the most points."""
        found: i64 = NOBODY
        for king in range(own.seats):
            better = found == NOBODY or self.gain(own, seat, king) > self.gain(own, seat, found)
            if better and own.kings[seat * own.seats + king] > 0:
                found = king
        return found

    def awaits(self, table: Table, frame: Frame) -> i64:
        own = edition_state(table)
        asked: i64 = 0
        for seat in range(own.seats):
            if table.state.is_alive(seat) and own.shown[seat] == NOBODY:
                asked |= bit(seat)
        return asked

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        own = edition_state(table)
        choice = Choice(COLOUR)
        for king in range(own.seats):
            if own.kings[seat * own.seats + king] > 0:
                choice.add(table.state.colour[king])
        return Options().add(choice)

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        self.show(table, seat, seat_of(table.state, action.what))

    def show(self, table: Table, seat: i64, king: i64) -> None:
        """Reveal all cards of one colour, with the seat's resulting total."""
        own = edition_state(table)
        cards = own.kings[seat * own.seats + king]
        total = own.points[seat] + self.gain(own, seat, king)
        table.note(KingsRevealed(seat, table.state.colour[king], cards, self.each(own, king), total))

    def end(self, table: Table) -> None:
        """End the game. The highest total wins; ties are broken by the game's points, then by the order of play."""
        own = edition_state(table)
        totals = fill(own.seats, 0)
        for seat in range(own.seats):
            if table.state.is_alive(seat):
                totals[seat] = own.points[seat] + self.gain(own, seat, own.shown[seat])
        winner = leader(table.state, totals, own.points)
        ties = ties_broken(table.state, totals, own.points, winner)
        table.note(
            GameEnded(
                bit(winner),
                "end.kingmaker" if ties == 0 else "end.kingmaker_points" if ties == 1 else "end.kingmaker_hand",
            )
        )

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return "kingmaker.held" if action.verb == COLOUR else "turn.not_now"
