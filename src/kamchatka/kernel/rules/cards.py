"""Cards: the deck, trios, the card for a conquest, and the hand of an eliminated seat."""

from typing import ClassVar, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.armies import grant
from kamchatka.kernel.bits import bit, members
from kamchatka.kernel.facts import CardDiscarded, CardDrawn, CardSeized, DeckReshuffled
from kamchatka.kernel.options import TRADE, Action, Choice, Options
from kamchatka.kernel.ports import OnElimination, OptionalAction
from kamchatka.kernel.schema.fields import NUMBER, SEAT, Fields
from kamchatka.kernel.state import DECK, DISCARD, EditionState, Frame
from kamchatka.kernel.step import Step
from kamchatka.kernel.table import PublicFact, Table

CANNON: Final = 0
INFANTRY: Final = 1
CAVALRY: Final = 2
JOKER: Final = 3


def has_card(table: Table, where: i64) -> bool:
    """Return True if any card has this location."""
    for place in table.state.cards:
        if place == where:
            return True
    return False


@mypyc_attr(allow_interpreted_subclasses=True)
class Deck:
    """A deck without an order. Every draw is uniformly random, so no order can leak."""

    def draw(self, table: Table, seat: i64) -> None:
        """Draw a card if there is one. After the last card, the discards become the deck."""
        card = table.card_from(DECK)
        if card >= 0:
            table.note(CardDrawn(seat, card))
            if not has_card(table, DECK):
                self.on_last_card(table)
                self.renew(table)

    def on_last_card(self, table: Table) -> None:
        """Handle the drawing of the last card."""

    def renew(self, table: Table) -> None:
        """Reshuffle the discards when the deck is empty."""
        if not has_card(table, DECK) and has_card(table, DISCARD):
            table.note(DeckReshuffled())


@final
class TrioValues:
    """Values of trios in armies: three equal symbols, one of each, or a joker with two equal or two different cards."""

    def __init__(
        self,
        cannons: i64,
        infantry: i64,
        cavalry: i64,
        one_each: i64,
        joker: i64,
        owned: i64,
        joker_mixed: i64 = 0,
        two_jokers: i64 = 0,
    ) -> None:
        self.equal: Final = vec[i64]([cannons, infantry, cavalry])
        self.one_each: Final[i64] = one_each
        self.joker: Final[i64] = joker
        self.joker_mixed: Final[i64] = joker_mixed
        self.two_jokers: Final[i64] = two_jokers  # two jokers with any card
        self.owned: Final[i64] = owned  # bonus for each card that shows a place owned by the seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Tally(EditionState):
    """State of editions whose trios grow in value: it counts the exchanges."""

    def __init__(self) -> None:
        self.exchanges: i64 = 0  # number of exchanges by all seats together


def tally(table: Table) -> Tally:
    """Return the state that counts exchanges."""
    own = table.state.edition_state
    assert isinstance(own, Tally)
    return own


@final
class Exchanged(PublicFact):
    """A seat made an exchange, numbered from the start of the game."""

    FIELDS: ClassVar[Fields] = {"seat": SEAT, "number": NUMBER}

    def __init__(self, seat: i64, number: i64) -> None:
        self.seat: Final[i64] = seat
        self.number: Final[i64] = number

    def apply(self, table: Table) -> None:
        tally(table).exchanges = self.number


@final
class Progression:
    """Values of all trios by the number of exchanges so far: first those of a list, then `step` more each time."""

    def __init__(self, values: list[int], step: i64) -> None:
        self.values: Final = vec[i64](values)
        self.step: Final[i64] = step

    def worth(self, number: i64) -> i64:
        """Return the armies for an exchange; `number` counts from 1."""
        last = i64(len(self.values))
        return self.values[number - 1] if number <= last else self.values[last - 1] + (number - last) * self.step

    def count_exchange(self, table: Table, seat: i64) -> i64:
        """Count an exchange and return its value in armies."""
        number = tally(table).exchanges + 1
        table.note(Exchanged(seat, number))
        return self.worth(number)


@final
class Trios(OptionalAction):
    """Trade three cards for armies. A trio is a set of bits; card p shows place p, and jokers follow."""

    def __init__(
        self,
        symbols: list[int],
        values: TrioValues,
        per_turn: i64,
        cap: i64,
        deck: Deck,
        progression: Progression | None = None,
    ) -> None:
        self.symbols: Final = vec[i64](symbols)
        self.values: Final = values
        self.per_turn: Final[i64] = per_turn  # 0: no limit
        self.cap: Final[i64] = cap
        self.deck: Final = deck
        self.progression: Final = progression  # if set, `values` only decide which cards are a trio

    def worth(self, a: i64, b: i64, c: i64) -> i64:
        """Return the armies for three cards; 0 if they aren't a trio."""
        x = self.symbols[a]
        y = self.symbols[b]
        z = self.symbols[c]
        jokers = (1 if x == JOKER else 0) + (1 if y == JOKER else 0) + (1 if z == JOKER else 0)
        if jokers == 0:
            if x == y == z:
                return self.values.equal[x]
            if x != y and y != z and x != z:
                return self.values.one_each
        elif jokers == 1:
            return self.values.joker if x == y or y == z or x == z else self.values.joker_mixed
        elif jokers == 2:
            return self.values.two_jokers
        return 0

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return table.state.hand[seat] >= 3 and (self.per_turn == 0 or used < self.per_turn)

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        if self.asks(table, seat, used):
            options.add(self.choice(table, seat))

    def choice(self, table: Table, seat: i64) -> Choice:
        """List every trio in the hand."""
        trios = Choice(TRADE)
        hand = self.cards_of(table, seat)
        size = i64(len(hand))
        for i in range(size):
            for j in range(i + 1, size):
                for k in range(j + 1, size):
                    if self.worth(hand[i], hand[j], hand[k]) > 0:
                        trios.add(bit(hand[i]) | bit(hand[j]) | bit(hand[k]))
        return trios

    def cards_of(self, table: Table, seat: i64) -> vec[i64]:
        """Return the seat's cards."""
        hand: vec[i64] = vec[i64](capacity=8)
        cards = table.state.cards
        for card in range(i64(len(cards))):
            if cards[card] == seat:
                hand = append(hand, card)
        return hand

    def act(self, table: Table, seat: i64, action: Action) -> None:
        cards = members(action.what)
        owner = table.state.owner
        armies = self.worth(cards[0], cards[1], cards[2])
        owned: i64 = 0
        for card in cards:
            if card < len(owner) and owner[card] == seat:
                owned += self.values.owned
            table.note(CardDiscarded(seat, card))
        self.deck.renew(table)
        if self.progression is not None:
            armies = self.progression.count_exchange(table, seat)
        grant(table, seat, armies, self.cap, self.clause(cards[0], cards[1], cards[2]))
        grant(table, seat, owned, self.cap, "trio.owned_territory")

    def clause(self, a: i64, b: i64, c: i64) -> str:
        """Return the clause that values a trio.

        Jokers have the highest symbol, so a sorted trio ends with the joker.
        """
        if self.progression is not None:
            return "trio.progression"
        if self.symbols[c] == JOKER:
            return "trio.joker"
        return "trio.equal" if self.symbols[a] == self.symbols[b] else "trio.one_each"

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        if action.verb != TRADE:
            return "turn.not_now"
        if self.per_turn > 0 and used >= self.per_turn:
            return "trio.per_turn"
        return "trio.not_a_trio" if holds(table, seat, action.what) else "trio.own_cards"


def holds(table: Table, seat: i64, cards: i64) -> bool:
    """Return True if the seat holds all these cards (bits)."""
    places = table.state.cards
    for card in members(cards) if cards > 0 else []:
        if card >= len(places) or places[card] != seat:
            return False
    return True


@final
class CardOfTheTurn(Step[Frame]):
    """Draw one card after a turn with a conquest, unless the hand limit (0: none) is reached. Asks nobody."""

    def __init__(self, deck: Deck, hand_limit: i64) -> None:
        super().__init__()
        self.deck: Final = deck
        self.hand_limit: Final[i64] = hand_limit

    def arrive(self, table: Table, frame: Frame) -> bool:
        table.close()
        state = table.state
        if state.conquests > 0 and (self.hand_limit == 0 or state.hand[frame.seat] < self.hand_limit):
            self.deck.draw(table, frame.seat)
        return False


@final
class SeizeHand(OnElimination):
    """Give an eliminated seat's cards to its conqueror; random cards above the hand limit (0: none) are discarded."""

    def __init__(self, deck: Deck, hand_limit: i64) -> None:
        self.deck: Final = deck
        self.hand_limit: Final[i64] = hand_limit

    def on_elimination(self, table: Table, seat: i64, by: i64) -> None:
        state = table.state
        room = self.hand_limit - state.hand[by] if self.hand_limit > 0 else state.hand[seat]
        surplus = state.hand[seat] - room
        while surplus > 0 and state.hand[seat] > 0:
            table.note(CardDiscarded(seat, table.card_from(seat)))
            surplus -= 1
        for card in range(i64(len(state.cards))):
            if state.cards[card] == seat:
                table.note(CardSeized(seat, by, card))
        self.deck.renew(table)
