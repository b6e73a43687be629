"""Cards: sets, forced trades, rewards for a held territory, cards under the deck, and hands of eliminated seats."""

from typing import ClassVar, Final, final

from mypy_extensions import i64

from kamchatka.editions.classic.state import DrewForCapture, PutUnder, Rewarded, edition_state
from kamchatka.kernel.bits import members, size
from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced, CardDrawn
from kamchatka.kernel.options import CHOOSE, PASS, PLACE, TRADE, Action, Options, Spots
from kamchatka.kernel.ports import BattleListener, OnElimination, OptionalAction
from kamchatka.kernel.rules.cards import JOKER, Deck, SeizeHand, Trios, holds, tally
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.kernel.schema.fields import CARDS, Fields
from kamchatka.kernel.state import DECK, DISCARD, PublicFrame
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

FORCED_FROM: Final = 5  # number of cards at the start of a turn that forces a trade
DOWN_TO: Final = 4  # trading after an elimination stops at this number of cards
REWARD: Final = 2  # extra armies for a card that shows a territory of its holder


@final
class BottomlessDeck(Deck):
    """A deck that puts traded cards at the bottom. They are drawn after the other cards, the oldest exchange first."""

    def draw(self, table: Table, seat: i64) -> None:
        card = table.card_from(DECK)
        if card < 0:
            card = self.oldest(table)
        if card >= 0:
            table.note(CardDrawn(seat, card))

    def oldest(self, table: Table) -> i64:
        """Return a random card of the oldest exchange; the order within an exchange is unknown."""
        cards = table.state.cards
        under = edition_state(table).under
        lowest: i64 = 0
        found: list[i64] = []
        for card in range(i64(len(cards))):
            if cards[card] == DISCARD:
                if not found or under[card] < lowest:
                    lowest = under[card]
                    found = []
                if under[card] == lowest:
                    found.append(card)
        return found[table.chance.below(len(found))] if found else i64(-1)

    def renew(self, table: Table) -> None:
        pass


# ------------------------------------------------------------------ sets
@final
class Rewarding(PublicFrame):
    """A seat has traded a set (bits) that shows several of its territories."""

    FIELDS: ClassVar[Fields] = {"captured": CARDS}

    def __init__(self, step: i64, seat: i64, captured: i64) -> None:
        super().__init__(step, seat)
        self.captured: Final[i64] = captured


@final
class Reward(Step[Rewarding]):
    """Grant extra armies to one territory shown on a traded card. If there are several, the seat chooses."""

    def arrive(self, table: Table, frame: Rewarding) -> bool:
        places = self.places(table, frame)
        if len(places) > 1:
            return True
        self.give(table, frame, places[0])
        return False

    def places(self, table: Table, frame: Rewarding) -> list[i64]:
        """Return the territories shown by the cards and held by the seat. Card p shows place p."""
        owner = table.state.owner
        return [card for card in members(frame.captured) if card < len(owner) and owner[card] == frame.seat]

    def options(self, table: Table, frame: Rewarding, seat: i64) -> Options:
        spots = Spots(CHOOSE, 0, 0)
        for place in self.places(table, frame):
            spots.add(place)
        return Options().add(spots)

    def act(self, table: Table, frame: Rewarding, seat: i64, action: Action) -> None:
        self.give(table, frame, action.at)

    def give(self, table: Table, frame: Rewarding, place: i64) -> None:
        """Place the extra armies in that territory."""
        table.close()
        table.note(Rewarded(frame.seat))
        table.note(ArmiesGranted(frame.seat, REWARD, "trio.owned_territory"))
        table.note(ArmiesPlaced(frame.seat, place, REWARD))

    def why(self, table: Table, frame: Rewarding, seat: i64, action: Action) -> str:
        if action.verb not in (CHOOSE, PASS, PLACE, TRADE):
            return "turn.not_now"
        own = action.verb != TRADE or holds(table, seat, action.what)
        return "trio.reward_place" if own else "trio.own_cards"


@final
class Sets(OptionalAction):
    """Trade sets in a seat's own turn. A seat that starts its turn with many cards must trade one."""

    def __init__(self, trios: Trios) -> None:
        self.trios: Final = trios
        self.reward: Final = Reward()

    def parts(self) -> list[AnyStep]:
        return [self.reward]

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return self.trios.asks(table, seat, used)

    def compels(self, table: Table, seat: i64, used: i64) -> bool:
        return used == 0 and table.state.hand[seat] >= FORCED_FROM

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        self.trios.offer(table, seat, used, options)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        self.trios.act(table, seat, action)
        table.note(PutUnder(action.what, tally(table).exchanges))
        frame = Rewarding(self.reward.index, seat, action.what)
        if edition_state(table).rewarded[seat] != table.state.round and self.reward.places(table, frame):
            table.open(frame)

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        why = self.trios.why(table, seat, used, action)
        return "trio.joker_pair" if why == "trio.not_a_trio" and self.has_joker(action.what) else why

    def has_joker(self, cards: i64) -> bool:
        """Return True for three cards (bits) with a joker among them.

        Reject negative values, because requests are unchecked.
        """
        return cards > 0 and size(cards) == 3 and any(self.trios.symbols[card] == JOKER for card in members(cards))


# ------------------------------------------------------------------ the hand of an eliminated seat
@final
class SurplusSets(OptionalAction):
    """After an elimination, force trades until few cards are left."""

    def __init__(self, sets: Sets) -> None:
        self.sets: Final = sets

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return table.state.hand[seat] > DOWN_TO

    def compels(self, table: Table, seat: i64, used: i64) -> bool:
        return self.asks(table, seat, used)

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        if self.asks(table, seat, used):
            self.sets.offer(table, seat, used, options)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        self.sets.act(table, seat, action)

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        if action.verb == TRADE and not self.asks(table, seat, used):
            return "trio.enough"
        return self.sets.why(table, seat, used, action)


@final
class Inheritance(OnElimination):
    """Pass the cards of an eliminated seat to its conqueror.

    If the hand is too large, the conqueror must trade at once.
    """

    def __init__(self, seize: SeizeHand, trade: Reinforce, trade_from: i64) -> None:
        self.seize: Final = seize
        self.trade: Final = trade
        self.trade_from: Final[i64] = trade_from

    def parts(self) -> list[AnyStep]:
        return [self.trade]

    def on_elimination(self, table: Table, seat: i64, by: i64) -> None:
        self.seize.on_elimination(table, seat, by)
        if table.state.hand[by] >= self.trade_from:
            table.open(self.trade.frame(by))


# ------------------------------------------------------------------ a card at the first capture
def draw_at_first_capture(table: Table, deck: Deck, seat: i64) -> None:
    """Draw the turn's card unless the seat has already drawn it."""
    if edition_state(table).drawn[seat] != table.state.round:
        table.note(DrewForCapture(seat))
        deck.draw(table, seat)


@final
class CardAtCapture(BattleListener):
    """Draw the turn's card at the first capture."""

    def __init__(self, deck: Deck) -> None:
        self.deck: Final = deck

    def on_roll(self, table: Table, place: i64, armies: i64, lost: i64) -> None:
        pass

    def on_occupation(self, table: Table, source: i64, target: i64, fighters: i64, armies: i64) -> None:
        draw_at_first_capture(table, self.deck, table.state.owner[target])


@final
class CardBeforeInheritance(OnElimination):
    """If the first capture eliminates a seat, draw the turn's card before the inheritance."""

    def __init__(self, deck: Deck) -> None:
        self.deck: Final = deck

    def on_elimination(self, table: Table, seat: i64, by: i64) -> None:
        draw_at_first_capture(table, self.deck, by)
