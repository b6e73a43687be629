"""Conquest: units move in, a station changes hands, and the third conquest of a turn earns a bonus."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.risk2210.battle.war_facts import ContestWon, Engaged, InvasionOff, StationSeized
from kamchatka.editions.risk2210.deck.moments import Scouts
from kamchatka.editions.risk2210.pieces.energy import gain
from kamchatka.editions.risk2210.pieces.fortify import move_pieces
from kamchatka.editions.risk2210.pieces.stations import MOST_STATIONS
from kamchatka.editions.risk2210.state import KINDS, edition_state, units
from kamchatka.kernel.ages.age import buildings, cards_left, has_piece, pieces_at
from kamchatka.kernel.ages.age_facts import Razed
from kamchatka.kernel.battle import Crossing
from kamchatka.kernel.bits import size
from kamchatka.kernel.facts import ArmiesMoved, Conquered
from kamchatka.kernel.options import NAME_KIND, OCCUPY, PASS, Action, Choice, Options
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.rules.market import Stall
from kamchatka.kernel.schema.fields import AMOUNT, FLAG, PIECES, Fields
from kamchatka.kernel.state import Frame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

BONUS_AT: Final = 3  # number of conquests in a turn for the bonus
BONUS_ENERGY: Final = 1


@mypyc_attr(free_list_len=1)
@final
class Entering(Crossing):
    """Units move into a place. After a `won` battle, at least `dice` units must, including these pieces."""

    FIELDS: ClassVar[Fields] = {"dice": AMOUNT, "pieces": PIECES, "contested": FLAG, "won": FLAG}

    def __init__(
        self, step: i64, seat: i64, source: i64, target: i64, dice: i64, pieces: i64, contested: bool, won: bool
    ) -> None:
        super().__init__(step, seat, source, target)
        self.dice: Final[i64] = dice
        self.pieces: Final[i64] = pieces
        self.contested: Final = contested
        self.won: Final = won


def may_give_up(table: Table, target: i64, must_follow_through: bool) -> bool:
    """Return True if a declared invasion may be called off.

    With `must_follow_through`, this requires an earlier attack on the place in the same turn (2210.invade.12).
    """
    return not must_follow_through or edition_state(table).attacked[target] == 1


def engage(table: Table, target: i64) -> None:
    """Record that the place was attacked, by dice or by walking in."""
    if not edition_state(table).attacked[target]:
        table.note(Engaged(target))


@final
class MoveIn(Step[Entering]):
    """Move units in. One unit stays behind. Commanders that rolled must go; the conqueror chooses the other units."""

    def __init__(self, scouts: Scouts, stall: Stall, must_follow_through: bool, contested_only: bool) -> None:
        super().__init__()
        self.scouts: Final = scouts
        self.bonus: Final = Bonus(stall)
        self.must_follow_through: Final = must_follow_through
        self.contested_only: Final = contested_only

    def parts(self) -> list[AnyStep]:
        return [self.bonus, self.scouts]

    def conquer(self, table: Table, seat: i64, place: i64) -> None:
        """Hand over the place, and its station unless the conqueror already has the maximum (2210.conquest.7)."""
        table.note(Conquered(place, seat))
        if edition_state(table).built[place]:
            table.note(Razed(place) if buildings(table, seat) > MOST_STATIONS else StationSeized(place, seat))

    def parties(self, table: Table, frame: Entering) -> Parties:
        """Return the choice of units that may move in.

        The attacker loses nothing in a conquering roll, so all rolling units are still there.
        """
        parties = Parties(OCCUPY, max(i64(1), frame.dice))
        parties.add(
            -1,
            -1,
            0,
            table.state.armies[frame.source],
            pieces_at(table, frame.source),
            frame.pieces,
            units(table, frame.source) - 1,
        )
        return parties

    def may_turn_back(self, table: Table, frame: Entering) -> bool:
        """Return True if the units may stay where they are."""
        return not frame.won and may_give_up(table, frame.target, self.must_follow_through)

    def arrive(self, table: Table, frame: Entering) -> bool:
        only = None if self.may_turn_back(table, frame) else self.parties(table, frame).only()
        if only is None:
            return True
        self.enter(table, frame, only.n, only.what)
        return False

    def options(self, table: Table, frame: Entering, seat: i64) -> Options:
        options = Options().add(self.parties(table, frame))
        return options.may(PASS) if self.may_turn_back(table, frame) else options

    def act(self, table: Table, frame: Entering, seat: i64, action: Action) -> None:
        if action.verb == PASS:
            table.close()
            table.note(InvasionOff(frame.source, frame.target))
        else:
            self.enter(table, frame, action.n, action.what)

    def enter(self, table: Table, frame: Entering, armies: i64, pieces: i64) -> None:
        """Move the units in, then resolve scouts and the bonus."""
        table.close()
        engage(table, frame.target)
        if not frame.won:
            self.conquer(table, frame.seat, frame.target)
        if armies > 0:
            table.note(ArmiesMoved(frame.source, frame.target, armies))
        move_pieces(table, frame.seat, frame.target, pieces)
        if frame.contested or not self.contested_only:
            table.note(ContestWon(frame.seat))
            if edition_state(table).contested == BONUS_AT:
                table.open(self.bonus.frame(frame.seat))
        self.scouts.on_arrival(table, frame.seat, frame.target)

    def why(self, table: Table, frame: Entering, seat: i64, action: Action) -> str:
        if action.verb == PASS:
            return "conquest.least" if frame.won else "invade.follow_through"
        if action.verb != OCCUPY:
            return "turn.not_now"
        here = pieces_at(table, frame.source)
        if frame.pieces & ~action.what:
            return "conquest.commanders"
        if not 0 <= action.n <= table.state.armies[frame.source] or action.what & ~here:
            return "conquest.units"
        if not frame.won:
            return "invade.enter"
        fewest = self.parties(table, frame).units
        return "conquest.least" if action.n + size(action.what) < fewest else "conquest.leave_one"


@final
class Bonus(Step[Frame]):
    """Reward a turn's third conquest: energy, and a card from the deck of a commander in play (2210.conquest.9)."""

    def __init__(self, stall: Stall) -> None:
        super().__init__()
        self.stall: Final = stall

    def decks(self, table: Table, seat: i64) -> Choice:
        """Return the decks to choose from."""
        decks = Choice(NAME_KIND)
        for kind in range(i64(KINDS)):
            if has_piece(table, seat, kind) and cards_left(table, kind) > 0:
                decks.add(kind)
        return decks

    def arrive(self, table: Table, frame: Frame) -> bool:
        decks = self.decks(table, frame.seat)
        if decks.count() > 1:
            return True
        table.close()
        gain(table, frame.seat, BONUS_ENERGY, "conquest.bonus")
        for kind in decks.whats:
            self.stall.draw(table, frame.seat, kind)
        return False

    def options(self, table: Table, frame: Frame, seat: i64) -> Options:
        return Options().add(self.decks(table, seat))

    def act(self, table: Table, frame: Frame, seat: i64, action: Action) -> None:
        table.close()
        gain(table, seat, BONUS_ENERGY, "conquest.bonus")
        self.stall.draw(table, seat, action.what)

    def why(self, table: Table, frame: Frame, seat: i64, action: Action) -> str:
        return "conquest.bonus_deck" if action.verb == NAME_KIND else "turn.not_now"
