"""Command cards: offering the hand, paying for a card, and resolving its effects in order."""

from typing import ClassVar, Final, final

from mypy_extensions import i64, mypyc_attr

from kamchatka.editions.risk2210.state import (
    KINDS,
    LAND,
    MOON,
    SEA,
    TERRAINS,
    Calamity,
    close_calamity,
    edition_state,
    terrain_of,
)
from kamchatka.kernel.ages.age import has_piece
from kamchatka.kernel.bits import bit, has
from kamchatka.kernel.options import PASS, Action, Options
from kamchatka.kernel.rules.playing import Hand, Occasion, why_not_held
from kamchatka.kernel.schema.fields import CARD, NUMBER, PLACE, Fields, optional, row
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

# The moments at which cards can be played.
BEFORE_INVASION: Final = 0  # in the seat's own turn, before its first invasion
INVADED: Final = 1  # a place of the seat is being invaded
ANY_INVASION: Final = 2  # another seat has declared an invasion of a place that is held
END_OF_TURN: Final = 3
END_OF_GAME: Final = 4

ANYWHERE: Final = -1  # in place of the terrain that must be attacked: any
NEVER: Final = 1000  # in place of a cost: there is no such card
WRONG_MOMENT: Final = ["card.before_invasion", "card.moment", "card.moment", "card.end_of_turn", "card.end_of_game"]


@mypyc_attr(free_list_len=1)
@final
class Moment(Occasion):
    """The occasion for a card: one of the moments above, or a deck that Armageddon makes free."""

    def __init__(self, moment: i64, source: i64 = NOBODY, target: i64 = NOBODY, free_deck: i64 = NOBODY) -> None:
        super().__init__(source, target)
        self.moment: Final[i64] = moment
        self.free_deck: Final[i64] = free_deck  # only this deck is playable, free of charge; NOBODY: all decks, paid


def moment(when: Occasion) -> Moment:
    """Return the occasion as a Moment, this edition's type."""
    assert isinstance(when, Moment)
    return when


@final
class Resolving(Calamity):
    """A card being resolved. The first `done` effects are over; `picks` are the choices made for the next one."""

    FIELDS: ClassVar[Fields] = {
        "card": CARD,
        "source": optional(PLACE),
        "target": optional(PLACE),
        "done": NUMBER,
        "picks": row(NUMBER),
    }

    def __init__(
        self, step: i64, seat: i64, alive: i64, card: i64, source: i64, target: i64, done: i64, picks: tuple[int, ...]
    ) -> None:
        super().__init__(step, seat, alive)
        self.card: Final[i64] = card
        self.source: Final[i64] = source  # of the invasion it answers, or NOBODY
        self.target: Final[i64] = target
        self.done: Final[i64] = done
        self.picks: Final = picks

    def card_at_hand(self) -> i64:
        return self.card

    def next(self) -> "Resolving":
        """Return the frame for the next effect."""
        return Resolving(self.step, self.seat, self.alive, self.card, self.source, self.target, self.done + 1, ())

    def with_pick(self, choice: i64) -> "Resolving":
        """Return the frame with one more choice made."""
        return Resolving(
            self.step, self.seat, self.alive, self.card, self.source, self.target, self.done, (*self.picks, int(choice))
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class Effect:
    """One effect of a card. cards.toml and custom card files refer to effects by name."""

    def parts(self) -> list[AnyStep]:
        """Return the steps it may open."""
        return []

    def forbids(self, table: Table, frame: Resolving) -> str:
        """Return the clause because of which the effect can do nothing, whatever is chosen or rolled; "" if it can.

        Every effect must implement this (2210.play.12), using only what the card's player knows.
        """
        raise NotImplementedError

    def asks(self, table: Table, frame: Resolving) -> bool:
        """Return True if the card's player must choose something first."""
        return False

    def offer(self, table: Table, frame: Resolving, options: Options) -> None:
        """Add the possible choices to the options."""
        raise NotImplementedError

    def take(self, table: Table, frame: Resolving, action: Action) -> None:
        """Apply a choice, and advance the frame to the next choice or effect."""
        raise NotImplementedError

    def perform(self, table: Table, frame: Resolving) -> None:
        """Perform the effect without further choices. The frame already points to the next effect."""
        raise NotImplementedError


@final
class CommandCard:
    """A card as the rules know it."""

    def __init__(self, deck: i64, cost: i64, moment: i64, attacked: i64, effects: list[Effect]) -> None:
        self.deck: Final[i64] = deck
        self.cost: Final[i64] = cost
        self.moment: Final[i64] = moment
        self.attacked: Final[i64] = attacked  # the terrain that must be attacked, or ANYWHERE
        self.effects: Final = effects

    def answers(self, moment: i64, attacked: i64) -> bool:
        """Return True if the card fits this moment. A defender may also play cards that fit any invasion."""
        if self.moment != moment and (moment != INVADED or self.moment != ANY_INVASION):
            return False
        return attacked == ANYWHERE or self.attacked in (ANYWHERE, attacked)


@final
class Command(Hand):
    """All command cards of a table, by number."""

    def __init__(self) -> None:
        self.cards: list[CommandCard] = []
        self.resolution: Final = Resolution(self)
        self.cheapest: list[int] = []  # by moment, terrain (last: anywhere) and deck

    def deal(self, cards: list[CommandCard]) -> None:
        """Set the cards of this table. This happens after construction, because Armageddon's effect needs the hand."""
        self.cards = cards
        self.cheapest = [
            min([card.cost for card in cards if card.deck == deck and card.answers(now, terrain)], default=NEVER)
            for now in range(END_OF_GAME + 1)
            for terrain in [LAND, SEA, MOON, ANYWHERE]
            for deck in range(KINDS)
        ]

    def parts(self) -> list[AnyStep]:
        return [self.resolution]

    # -------------------------------------------------------------- public knowledge
    def might_play(self, table: Table, seat: i64, when: Occasion) -> bool:
        """Return True if a seat could hold a card that it can play, judging by card backs, commanders and energy."""
        own = edition_state(table)
        if self.is_jammed(table, seat, when):
            return False
        free = moment(when).free_deck
        terrain = own.world.terrain[when.target] if when.target >= 0 else i64(TERRAINS)
        row = (self.moment_of(table, seat, when) * (TERRAINS + 1) + terrain) * KINDS
        for deck in range(i64(KINDS)):
            cell = seat * KINDS + deck
            if own.held[cell] > 0 and own.piece[cell] != NOBODY and free in (NOBODY, deck):
                price = self.cheapest[row + deck]
                if price != NEVER and (free == deck or price <= own.purse[seat]):
                    return True
        return False

    def moment_of(self, table: Table, seat: i64, when: Occasion) -> i64:
        """Return the moment for a seat. An invasion is INVADED for the defender and ANY_INVASION for all others."""
        asked = moment(when).moment
        return i64(INVADED) if asked == ANY_INVASION and table.state.owner[when.target] == seat else asked

    def is_jammed(self, table: Table, seat: i64, when: Occasion) -> bool:
        """Return True if a jam blocks the seat. Jams end with the turn, so cards for the end of the game are exempt."""
        return moment(when).moment != END_OF_GAME and has(edition_state(table).jammed, seat)

    # -------------------------------------------------------------- legality
    def forbids(self, table: Table, seat: i64, card: i64, when: Occasion) -> str:
        if not 0 <= card < len(self.cards) or table.state.cards[card] != seat:
            return why_not_held(table, card, "card.own_hand")
        order = self.cards[card]
        if self.is_jammed(table, seat, when):
            return "card.jammed"
        if moment(when).free_deck not in (NOBODY, order.deck):
            return "armageddon.deck"
        now = self.moment_of(table, seat, when)
        if not order.answers(now, ANYWHERE):
            others = now == ANY_INVASION and order.moment == INVADED
            return "react.defender" if others else WRONG_MOMENT[order.moment]
        if when.target >= 0 and not order.answers(now, terrain_of(table, when.target)):
            return "react.terrain"
        return self.short(table, seat, card, when)

    def bars_attacker(self, table: Table, seat: i64, card: i64) -> str:
        """Return the clause that keeps the invading seat from playing a card: too late, or never possible then."""
        if not 0 <= card < len(self.cards) or table.state.cards[card] != seat:
            return why_not_held(table, card, "card.own_hand")
        return "card.before_invasion" if self.cards[card].moment == BEFORE_INVASION else "react.attacker"

    def short(self, table: Table, seat: i64, card: i64, when: Occasion) -> str:
        """Return what is missing to play a card at the right moment: a commander, energy or a target."""
        order = self.cards[card]
        if not has_piece(table, seat, order.deck):
            return "card.commander"
        if edition_state(table).purse[seat] < self.price(card, when):
            return "card.cost"
        return self.idle(table, self.begin_resolving(table, seat, card, when))

    def idle(self, table: Table, frame: Resolving) -> str:
        """Return the first effect's clause if no effect of the card can do anything; otherwise ""."""
        reason = ""
        for effect in self.cards[frame.card].effects:
            clause = effect.forbids(table, frame)
            if clause == "":
                return ""
            reason = reason or clause
        return reason

    def price(self, card: i64, when: Occasion) -> i64:
        return self.cards[card].cost if moment(when).free_deck == NOBODY else i64(0)

    def announce(self, table: Table, seat: i64, card: i64, when: Occasion) -> None:
        table.open(self.begin_resolving(table, seat, card, when))

    def begin_resolving(self, table: Table, seat: i64, card: i64, when: Occasion) -> Resolving:
        """Return the frame for the first effect of a card."""
        return Resolving(self.resolution.index, seat, alive(table), card, when.source, when.target, 0, ())


def alive(table: Table) -> i64:
    """Return the seats still in the game, as bits."""
    found: i64 = 0
    for seat in range(table.state.seats):
        if table.state.is_alive(seat):
            found |= bit(seat)
    return found


@final
class Resolution(Step[Resolving]):
    """Resolve the effects of one card in order, asking its player for the targets."""

    def __init__(self, hand: Command) -> None:
        super().__init__()
        self.hand: Final = hand

    def parts(self) -> list[AnyStep]:
        return [part for card in self.hand.cards for effect in card.effects for part in effect.parts()]

    def effect(self, frame: Resolving) -> Effect:
        """Return the next effect of the card."""
        return self.hand.cards[frame.card].effects[frame.done]

    def arrive(self, table: Table, frame: Resolving) -> bool:
        over = frame.done == len(self.hand.cards[frame.card].effects) or not table.state.is_alive(frame.seat)
        if over:
            close_calamity(table, frame)
            return False
        effect = self.effect(frame)
        if not frame.picks and effect.forbids(table, frame):
            table.replace_top(frame.next())  # it can do nothing; an earlier effect may have removed its target
            return False
        if effect.asks(table, frame):
            return True
        table.replace_top(frame.next())
        effect.perform(table, frame)
        return False

    def options(self, table: Table, frame: Resolving, seat: i64) -> Options:
        options = Options()
        self.effect(frame).offer(table, frame, options)
        return options

    def act(self, table: Table, frame: Resolving, seat: i64, action: Action) -> None:
        self.effect(frame).take(table, frame, action)

    def why(self, table: Table, frame: Resolving, seat: i64, action: Action) -> str:
        asked = [offered.verb for offered in self.options(table, frame, seat).ranges]
        return "card.target" if action.verb == PASS or action.verb in asked else "turn.not_now"
