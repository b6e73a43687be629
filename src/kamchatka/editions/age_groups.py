"""Story groups of games with ages: incomes, bids, purchases and cards, with one sentence each."""

from collections import Counter
from typing import ClassVar

from kamchatka.editions.chronicle import Group, Sentence, Speaker, heaps
from kamchatka.kernel.ages.age_facts import (
    BidShown,
    Built,
    CardSpent,
    CardTaken,
    MarkerTaken,
    PiecePosted,
    PurseChanged,
)
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import ArmiesGranted, ArmiesPlaced, OrderGiven
from kamchatka.kernel.state import HIDDEN, State
from kamchatka.kernel.table import Fact


def age_group(fact: Fact, state: State, bound: frozenset[str]) -> Group | None:
    """Start the group for a fact in a game with ages. Armies granted by a `bound` clause must go to a fixed place."""
    if isinstance(fact, ArmiesGranted) and fact.clause.startswith("collect."):
        return Earning(int(fact.seat), bound).begin_with(fact)
    if isinstance(fact, PurseChanged):
        return _purse_group(fact, bound)
    if isinstance(fact, BidShown):
        return Bidding(fact)
    if isinstance(fact, MarkerTaken | OrderGiven):
        return Ordering(fact)
    if isinstance(fact, CardSpent):
        return CardPlayed(int(fact.seat)).begin_with(fact)
    return None


def _purse_group(fact: PurseChanged, bound: frozenset[str]) -> Group | None:
    seat = int(fact.seat)
    if fact.clause in Purchase.THINGS:
        return Purchase(fact)
    if fact.clause == "buy.cards":
        return CardsBought(seat).begin_with(fact)
    if fact.clause == "card.cost":
        return CardPlayed(seat).begin_with(fact)
    return Earning(seat, bound).begin_with(fact) if fact.clause.startswith("collect.") else None


class Earning(Group):
    """Everything that a seat gains at the start of a turn, with reasons: armies, and energy or faith."""

    def __init__(self, seat: int, bound: frozenset[str]) -> None:
        self.seat = seat
        self.bound = bound
        self.purse: Counter[str] = Counter()
        self.armies: Counter[str] = Counter()
        self.places: Counter[int] = Counter()
        self.is_bound = False  # True if the armies granted last must go to a fixed place

    def takes(self, fact: Fact) -> bool:
        was_bound, self.is_bound = self.is_bound, False
        if isinstance(fact, PurseChanged) and fact.seat == self.seat and fact.amount > 0:
            self.purse[fact.clause] += int(fact.amount)
        elif isinstance(fact, ArmiesGranted) and fact.seat == self.seat:
            self.armies[fact.clause] += int(fact.armies)
            self.is_bound = fact.clause in self.bound
        elif isinstance(fact, ArmiesPlaced) and was_bound:
            self.places[int(fact.place)] += int(fact.armies)
        else:
            return False
        return True

    def tell(self, words: Speaker) -> list[Sentence]:
        say, listed = words.phrases.say, words.phrases.join_items
        gains = []
        if self.purse:
            reasons = [words.share("gain", clause, amount=amount) for clause, amount in self.purse.items()]
            gains.append(say("story", "gained", amount=self.purse.total(), reasons=", ".join(reasons)))
        if self.armies:
            reasons = [words.share("reason", clause, armies=armies) for clause, armies in self.armies.items()]
            gains.append(say("story", "raised", armies=self.armies.total(), reasons=", ".join(reasons)))
        text = say("story", "income", seat=words.names.player(self.seat), gains=listed(gains))
        if self.places:
            text = say("story", "income_bound", income=text, heaps=heaps(words, self.places))
        return [Sentence(self.seat, text, words.rules(*self.purse, *self.armies))]


class Bidding(Group):
    """The bids of an age, which were revealed and paid."""

    def __init__(self, first: BidShown) -> None:
        self.bids = [first]

    def takes(self, fact: Fact) -> bool:
        if isinstance(fact, BidShown):
            self.bids.append(fact)
            return True
        return isinstance(fact, PurseChanged) and fact.clause == "bid.paid"

    def tell(self, words: Speaker) -> list[Sentence]:
        if not any(bid.amount for bid in self.bids):
            return [Sentence(None, words.phrases.say("story", "no_bids"), words.rules("bid.paid"))]
        bids = words.phrases.join_items([f"{words.names.player(bid.seat)} {bid.amount}" for bid in self.bids])
        return [Sentence(None, words.phrases.say("story", "bids", bids=bids), words.rules("bid.paid"))]


class Ordering(Group):
    """The turn order of an age, by chosen or assigned markers."""

    def __init__(self, first: MarkerTaken | OrderGiven) -> None:
        self.numbers: dict[int, int] = {}
        self.takes(first)

    def takes(self, fact: Fact) -> bool:
        if not isinstance(fact, MarkerTaken | OrderGiven):
            return False
        self.numbers[int(fact.seat)] = int(fact.number)
        return True

    def tell(self, words: Speaker) -> list[Sentence]:
        seats = sorted(self.numbers, key=lambda seat: self.numbers[seat])
        order = words.phrases.join_items([words.names.player(seat) for seat in seats])
        return [Sentence(None, words.phrases.say("story", "order", order=order))]


class Purchase(Group):
    """A piece or building that was bought, with its price."""

    THINGS: ClassVar[dict[str, type[Fact]]] = {"piece.hire": PiecePosted, "building.build": Built}

    def __init__(self, paid: PurseChanged) -> None:
        self.paid = paid
        self.thing: Fact | None = None

    def takes(self, fact: Fact) -> bool:
        belongs = self.thing is None and isinstance(fact, self.THINGS[self.paid.clause])
        if belongs:
            self.thing = fact
        return belongs

    def tell(self, words: Speaker) -> list[Sentence]:
        if self.thing is None:
            alone = words.fact(self.paid)
            return [alone] if alone else []
        known = fields(self.thing)
        text = words.phrases.say(
            "story",
            "hired" if "kind" in known else "built",
            seat=words.names.player(self.paid.seat),
            piece=words.names.piece(int(known.get("kind", -1))),
            place=words.names.place(int(known["place"])),
            price=-int(self.paid.amount),
        )
        return [Sentence(int(self.paid.seat), text, words.rules(self.paid.clause))]


class CardsBought(Group):
    """Cards that a seat bought together. It pays for each one, and sees them at once or after the last order."""

    CARDS: ClassVar[tuple[type[Fact], ...]] = (CardTaken,)

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.orders = 0
        self.price = 0
        self.cards: list[tuple[int, int]] = []  # kind and face; HIDDEN if unknown

    def takes(self, fact: Fact) -> bool:
        known = fields(fact)
        if known.get("seat") != self.seat:
            return False
        if isinstance(fact, PurseChanged) and fact.clause == "buy.cards":
            self.orders += 1
            self.price -= int(fact.amount)
            return True
        if isinstance(fact, self.CARDS) and len(self.cards) < self.orders:
            self.cards.append((int(known.get("kind", -1)), int(known["card"])))
            return True
        return False

    def tell(self, words: Speaker) -> list[Sentence]:
        names = words.names
        hidden = Counter(kind for kind, card in self.cards if card == HIDDEN)
        said = [names.card(card) for _, card in self.cards if card != HIDDEN]
        said += [names.deck(kind, number) for kind, number in hidden.items()]
        text = words.phrases.say(
            "story",
            "bought" if said else "ordered",
            seat=names.player(self.seat),
            number=self.orders,
            price=self.price,
            cards=", ".join(said),
        )
        return [Sentence(self.seat, text, words.rules("buy.cards"))]


class CardPlayed(Group):
    """A card that was played, with its price."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.price = 0
        self.card = HIDDEN

    def takes(self, fact: Fact) -> bool:
        if self.card != HIDDEN:
            return False
        if isinstance(fact, PurseChanged) and fact.clause == "card.cost" and not self.price:
            self.price = -int(fact.amount)
            return True
        if isinstance(fact, CardSpent) and fact.seat == self.seat:
            self.card = int(fact.card)
            return True
        return False

    def tell(self, words: Speaker) -> list[Sentence]:
        text = words.phrases.say(
            "story",
            "played_for" if self.price else "played",
            seat=words.names.player(self.seat),
            card=words.names.card(self.card),
            price=self.price,
        )
        return [Sentence(self.seat, text, words.rules("card.cost") if self.price else ())]
