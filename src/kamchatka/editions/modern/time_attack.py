"""Time Attack: a last lap, called by the clock or by the deck; points, tie-breaks and extra laps."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.kernel.armies import forces
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.bits import bit, has, size
from kamchatka.kernel.board import Board
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.options import TIME_UP, Action, Options
from kamchatka.kernel.ports import EditionStateFactory, Ending, OnElimination
from kamchatka.kernel.rules.cards import Deck
from kamchatka.kernel.rules.turn import OVER, Turn, TurnOrder, last_seat
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, NUMBER, SEAT, SEATS, Fields
from kamchatka.kernel.schema.rows import TABLE, Row, Rows
from kamchatka.kernel.state import NOBODY, EditionState, PublicEditionState
from kamchatka.kernel.table import PublicFact, Table


@final
class CardTiming(PublicEditionState):
    """The state of Time Attack: how close the game is to its end."""

    ROWS: ClassVar[Rows] = (
        Row(TABLE, {"deck_spent": FLAG, "closing": SEAT, "tied": SEATS, "extra_laps": NUMBER, "fall_ends": FLAG}),
    )

    def __init__(self) -> None:
        self.deck_spent: i64 = 0  # 1: the last card was drawn after the agreed number of reshuffles
        self.closing: i64 = NOBODY  # the seat whose turn ends the current lap
        self.tied: i64 = 0  # the seats, as bits, that play an extra lap
        self.extra_laps: i64 = 0
        self.fall_ends: i64 = 0  # 1: an elimination ends the game

    def copy(self) -> EditionState:
        new = CardTiming()
        new.deck_spent = self.deck_spent
        new.closing = self.closing
        new.tied = self.tied
        new.extra_laps = self.extra_laps
        new.fall_ends = self.fall_ends
        return new

    def rows(self) -> list[list[int]]:
        return [[self.deck_spent, self.closing, self.tied, self.extra_laps, self.fall_ends]]

    def load(self, rows: list[list[int]]) -> None:
        self.deck_spent, self.closing, self.tied, self.extra_laps, self.fall_ends = rows[0]


def timing(table: Table) -> CardTiming:
    """Return the table's state as a CardTiming."""
    own = table.state.edition_state
    assert isinstance(own, CardTiming)
    return own


@final
class TimeAttackStateFactory(EditionStateFactory):
    """Create the state."""

    def create(self, seats: i64, board: Board) -> EditionState:
        return CardTiming()


# ------------------------------------------------------------------ facts
@final
class DeckSpent(PublicFact):
    """The last card was drawn after the agreed number of reshuffles."""

    CITES: ClassVar[str] = "end.last_lap"

    def apply(self, table: Table) -> None:
        timing(table).deck_spent = 1


@final
class LastLapCalled(PublicFact):
    """The game ends after the turn of this seat."""

    FIELDS: ClassVar[Fields] = {"closing": SEAT}
    CITES: ClassVar[str] = "end.last_lap"

    def __init__(self, closing: i64) -> None:
        self.closing: Final[i64] = closing

    def apply(self, table: Table) -> None:
        timing(table).closing = self.closing


@final
class FallEndsGame(PublicFact):
    """An elimination ends the game, because the deck has been reshuffled."""

    CITES: ClassVar[str] = "end.elimination"

    def apply(self, table: Table) -> None:
        timing(table).fall_ends = 1


@final
class PointsCounted(PublicFact):
    """A seat's Victory Points and its armies on the board."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "points": AMOUNT, "armies": AMOUNT}
    CITES: ClassVar[str] = "end.points"

    def __init__(self, seat: i64, points: i64, armies: i64) -> None:
        self.seat: Final[i64] = seat
        self.points: Final[i64] = points
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        pass


@final
class ExtraLapCalled(PublicFact):
    """These seats are tied on points and armies. They alone play another lap."""

    FIELDS: ClassVar[Fields] = {"tied": SEATS, "closing": SEAT}
    CITES: ClassVar[str] = "end.extra_lap"

    def __init__(self, tied: i64, closing: i64) -> None:
        self.tied: Final[i64] = tied
        self.closing: Final[i64] = closing

    def apply(self, table: Table) -> None:
        own = timing(table)
        own.tied = self.tied
        own.closing = self.closing
        own.extra_laps += 1
        own.fall_ends = 0


# ------------------------------------------------------------------ scoring
def points(table: Table, seat: i64) -> i64:
    """Sum the values of all places that a seat holds."""
    total: i64 = 0
    for place in range(table.board.size):
        if table.state.owner[place] == seat:
            total += table.board.value[place]
    return total


def score(table: Table, closing: i64, extra_laps: i64) -> None:
    """Decide by points, then by armies.

    Tied seats play an extra lap. After `extra_laps` laps (0: no limit) they share the victory.
    """
    own = timing(table)
    best: i64 = -1
    most: i64 = 0
    leaders: i64 = 0
    level: i64 = 0  # seats with the most points, regardless of their armies
    for seat in range(table.state.seats):
        if table.state.is_alive(seat) and (own.tied == 0 or has(own.tied, seat)):
            total = points(table, seat)
            armies = forces(table, seat)
            table.note(PointsCounted(seat, total, armies))
            if total > best:
                level = 0
            if total > best or (total == best and armies > most):
                best = total
                most = armies
                leaders = 0
            if total == best:
                level |= bit(seat)
                if armies == most:
                    leaders |= bit(seat)
    if size(leaders) == 1:
        table.note(GameEnded(leaders, "end.points" if level == leaders else "end.armies"))
    elif extra_laps > 0 and own.extra_laps >= extra_laps:
        table.note(GameEnded(leaders, "end.shared"))
    else:
        table.note(ExtraLapCalled(leaders, closing))


# ------------------------------------------------------------------ rules
@final
class LastLapOrder(TurnOrder):
    """Play clockwise until the last lap ends, then up to `extra_laps` laps of the tied seats (0: no limit)."""

    def __init__(self, extra_laps: i64) -> None:
        self.extra_laps: Final[i64] = extra_laps

    def following(self, table: Table, seat: i64) -> i64:
        own = timing(table)
        following = self.next(table, seat)
        if own.fall_ends == 1:
            score(table, seat, self.extra_laps)
        elif own.closing == NOBODY:
            if own.deck_spent == 1:
                table.note(LastLapCalled(seat))
            return following
        elif table.state.passes(seat, following, own.closing):
            score(table, own.closing, self.extra_laps)
        else:
            return following
        return NOBODY if table.state.over else self.next(table, seat)

    def next(self, table: Table, seat: i64) -> i64:
        """Return the next seat in the game or, in an extra lap, the next tied seat."""
        own = timing(table)
        seat = table.state.next_alive(seat)
        while own.tied != 0 and not has(own.tied, seat):
            seat = table.state.next_alive(seat)
        return seat


@final
class CountedDeck(Deck):
    """A deck that starts the last lap when its last card is drawn after the agreed number of reshuffles."""

    def __init__(self, reshuffles: i64) -> None:
        self.reshuffles: Final[i64] = reshuffles

    def on_last_card(self, table: Table) -> None:
        if table.state.reshuffles >= self.reshuffles and timing(table).deck_spent == 0:
            table.note(DeckSpent())


@final
class EliminationAfterReshuffle(OnElimination):
    """End the game at an elimination once the deck has been reshuffled."""

    def on_elimination(self, table: Table, seat: i64, by: i64) -> None:
        if table.state.reshuffles > 0:
            table.note(FallEndsGame())


@final
class EliminationEnds(Ending):
    """After an elimination, end the turn and count points once the conqueror has moved in.

    This is part of Time Attack. `by_cards` means that there is no clock.
    """

    def __init__(self, by_cards: bool) -> None:
        self.by_cards: Final = by_cards

    def bars(self, table: Table) -> str:
        return "referee.by_cards" if self.by_cards else "referee.expired"

    def check(self, table: Table) -> None:
        agenda = table.state.agenda
        if timing(table).fall_ends == 1 and len(agenda) > 1 and not isinstance(agenda[-1], Battle):
            while len(agenda) > 1:
                table.close()
            table.replace_top(Turn(agenda[0].step, table.state.turn, OVER))


@final
class TimeUpDeclared(Ending):
    """The referee declares that time is up, so the current round is the last."""

    def offers(self, table: Table, options: Options) -> None:
        if timing(table).closing == NOBODY and table.state.round > 0:
            options.may(TIME_UP)

    def declare(self, table: Table, action: Action) -> None:
        table.note(LastLapCalled(last_seat(table)))
