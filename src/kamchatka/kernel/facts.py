"""Facts shared by all editions. Dice are recorded as facts too, although they change nothing by themselves."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.schema.fields import (
    AMOUNT,
    CARD,
    CLAUSE,
    COLOUR,
    DICE,
    NUMBER,
    OBJECTIVE,
    PLACE,
    SEAT,
    SEATS,
    Fields,
    revealed,
    secret,
)
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN, NOBODY
from kamchatka.kernel.table import Fact, PublicFact, Table


def take(table: Table, place: i64, seat: i64) -> None:
    """Make a seat the owner of a place that had none."""
    state = table.state
    state.owner[place] = seat
    state.lands[seat] += 1
    state.held[seat * table.board.zones + table.board.zone[place]] += 1


def leave(table: Table, place: i64) -> None:
    """Remove the owner of a place."""
    state = table.state
    seat = state.owner[place]
    if seat >= 0:
        state.lands[seat] -= 1
        state.held[seat * table.board.zones + table.board.zone[place]] -= 1
    state.owner[place] = NOBODY


# ------------------------------------------------------------------ preparation
@final
class DieThrown(PublicFact):
    """A seat threw one die, for the first turn or to break a tie."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "pips": AMOUNT}

    def __init__(self, seat: i64, pips: i64) -> None:
        self.seat: Final[i64] = seat
        self.pips: Final[i64] = pips

    def apply(self, table: Table) -> None:
        pass


@final
class FirstNamed(PublicFact):
    """The seat that plays first."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT}

    def __init__(self, seat: i64) -> None:
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        table.state.first = self.seat


@final
class OrderGiven(PublicFact):
    """A seat got this position in the turn order, counted from 1."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "number": NUMBER}

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat: Final[i64] = seat
        self.number: Final[i64] = number

    def apply(self, table: Table) -> None:
        state = table.state
        state.order = state.order[:]
        state.order[self.number - 1] = self.seat
        if self.number == 1:
            state.first = self.seat


@final
class ColourChosen(PublicFact):
    """A seat took an army colour."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "colour": COLOUR}
    CITES: ClassVar[str] = "colour.free"

    def __init__(self, seat: i64, colour: i64) -> None:
        self.seat: Final[i64] = seat
        self.colour: Final[i64] = colour

    def apply(self, table: Table) -> None:
        table.state.colour[self.seat] = self.colour


@final
class ObjectiveGiven(Fact):
    """A seat got a secret objective."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "objective": secret(OBJECTIVE)}

    def __init__(self, seat: i64, objective: i64) -> None:
        self.seat: Final[i64] = seat
        self.objective: Final[i64] = objective

    def apply(self, table: Table) -> None:
        table.state.objective[self.seat] = self.objective

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat else ObjectiveGiven(self.seat, HIDDEN)


@final
class Dealt(PublicFact):
    """A place was dealt to a seat."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "seat": SEAT}

    def __init__(self, place: i64, seat: i64) -> None:
        self.place: Final[i64] = place
        self.seat: Final[i64] = seat

    def apply(self, table: Table) -> None:
        take(table, self.place, self.seat)


# ------------------------------------------------------------------ turns
@mypyc_attr(free_list_len=1)
@final
class TurnBegan(PublicFact):
    """A seat's turn began in this round."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "round": NUMBER}

    def __init__(self, seat: i64, round: i64) -> None:
        self.seat: Final[i64] = seat
        self.round: Final[i64] = round

    def apply(self, table: Table) -> None:
        table.state.turn = self.seat
        table.state.round = self.round
        table.state.conquests = 0


@final
class GameEnded(PublicFact):
    """The game ended. `winners` are the winning seats (bits), `clause` is the rule that ended it."""

    FIELDS: ClassVar[Fields] = {"winners": revealed(SEATS), "clause": CLAUSE}

    def __init__(self, winners: i64, clause: str) -> None:
        self.winners: Final[i64] = winners
        self.clause: Final = clause

    def apply(self, table: Table) -> None:
        table.state.over = True
        table.state.winners = self.winners
        table.state.ending = self.clause


# ------------------------------------------------------------------ armies
@mypyc_attr(free_list_len=1)
@final
class ArmiesGranted(PublicFact):
    """A seat received armies in hand under this clause."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "armies": AMOUNT, "clause": CLAUSE}

    def __init__(self, seat: i64, armies: i64, clause: str) -> None:
        self.seat: Final[i64] = seat
        self.armies: Final[i64] = armies
        self.clause: Final = clause

    def apply(self, table: Table) -> None:
        table.state.stock[self.seat] += self.armies


@final
class ArmiesForgone(PublicFact):
    """A cap withheld armies that were due to a seat."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "armies": AMOUNT}
    CITES: ClassVar[str] = "army.cap"

    def __init__(self, seat: i64, armies: i64) -> None:
        self.seat: Final[i64] = seat
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        pass


@mypyc_attr(free_list_len=1)
@final
class ArmiesPlaced(PublicFact):
    """A seat put armies from its hand on the board."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "place": PLACE, "armies": AMOUNT}

    def __init__(self, seat: i64, place: i64, armies: i64) -> None:
        self.seat: Final[i64] = seat
        self.place: Final[i64] = place
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.stock[self.seat] -= self.armies
        table.state.armies[self.place] += self.armies


@mypyc_attr(free_list_len=1)
@final
class ArmiesLost(PublicFact):
    """Armies left the board."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "armies": AMOUNT}
    IS_LOSS: ClassVar[bool] = True

    def __init__(self, place: i64, armies: i64) -> None:
        self.place: Final[i64] = place
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.armies[self.place] -= self.armies


@mypyc_attr(free_list_len=1)
@final
class ArmiesMoved(PublicFact):
    """Armies moved from one place to another."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE, "armies": AMOUNT}

    def __init__(self, source: i64, target: i64, armies: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.armies: Final[i64] = armies

    def apply(self, table: Table) -> None:
        table.state.armies[self.source] -= self.armies
        table.state.armies[self.target] += self.armies


# ------------------------------------------------------------------ battle
THROW: Final = revealed(DICE)  # the number of attack dice can be secret until they are rolled


@mypyc_attr(free_list_len=1)
@final
class Rolled(PublicFact):
    """The dice of both sides, highest first."""

    FIELDS: ClassVar[Fields] = {"source": PLACE, "target": PLACE, "attack": THROW, "defence": THROW}
    CITES: ClassVar[str] = "battle.compare"

    def __init__(self, source: i64, target: i64, attack: i64, defence: i64) -> None:
        self.source: Final[i64] = source
        self.target: Final[i64] = target
        self.attack: Final[i64] = attack
        self.defence: Final[i64] = defence

    def apply(self, table: Table) -> None:
        pass


@mypyc_attr(free_list_len=1)
@final
class Conquered(PublicFact):
    """A place was conquered; the conqueror must still move in."""

    FIELDS: ClassVar[Fields] = {"place": PLACE, "by": SEAT}

    def __init__(self, place: i64, by: i64) -> None:
        self.place: Final[i64] = place
        self.by: Final[i64] = by

    def apply(self, table: Table) -> None:
        leave(table, self.place)
        take(table, self.place, self.by)
        table.state.conquests += 1


@mypyc_attr(free_list_len=1)
@final
class Vacated(PublicFact):
    """A place lost its last piece and has no owner."""

    FIELDS: ClassVar[Fields] = {"place": PLACE}

    def __init__(self, place: i64) -> None:
        self.place: Final[i64] = place

    def apply(self, table: Table) -> None:
        leave(table, self.place)


@final
class Eliminated(PublicFact):
    """A seat lost its last place."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "by": SEAT}
    CITES: ClassVar[str] = "elimination.out"

    def __init__(self, seat: i64, by: i64) -> None:
        self.seat: Final[i64] = seat
        self.by: Final[i64] = by

    def apply(self, table: Table) -> None:
        table.state.out_by[self.seat] = self.by
        table.state.fallen += 1


# ------------------------------------------------------------------ cards
@mypyc_attr(free_list_len=1)
@final
class CardDrawn(Fact):
    """A seat drew a card; only that seat sees which."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": secret(CARD)}
    CITES: ClassVar[str] = "card.of_the_turn"

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        table.state.cards[self.card] = self.seat
        table.state.hand[self.seat] += 1

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat else CardDrawn(self.seat, HIDDEN)


@mypyc_attr(free_list_len=1)
@final
class CardDiscarded(PublicFact):
    """A seat discarded a card, face up."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "card": revealed(CARD)}

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        table.state.hand[self.seat] -= 1
        table.state.cards[self.card] = DISCARD


@mypyc_attr(free_list_len=1)
@final
class CardSeized(Fact):
    """A conqueror took a card from an eliminated seat; only these two see which."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "by": SEAT, "card": secret(CARD)}
    CITES: ClassVar[str] = "elimination.cards"

    def __init__(self, seat: i64, by: i64, card: i64) -> None:
        self.seat: Final[i64] = seat
        self.by: Final[i64] = by
        self.card: Final[i64] = card

    def apply(self, table: Table) -> None:
        state = table.state
        state.cards[self.card] = self.by
        state.hand[self.seat] -= 1
        state.hand[self.by] += 1

    def seen_by(self, seat: i64) -> Fact:
        return self if seat == self.seat or seat == self.by else CardSeized(self.seat, self.by, HIDDEN)


@final
class DeckReshuffled(PublicFact):
    """The discards were reshuffled into the deck."""

    CITES: ClassVar[str] = "deck.reshuffle"

    def apply(self, table: Table) -> None:
        state = table.state
        state.reshuffles += 1
        for card in range(i64(len(state.cards))):
            if state.cards[card] == DISCARD:
                state.cards[card] = DECK
