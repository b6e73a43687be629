"""Playing a miracle card: legality, price, targets, the shield of Aegis, and the effect (god.play)."""

from typing import Final, final

from mypy_extensions import i64

from kamchatka.editions.godstorm.armies.casualties import fall
from kamchatka.editions.godstorm.gods.relics import AEGIS, holder
from kamchatka.editions.godstorm.miracles.miracle import Miracle, Working
from kamchatka.editions.godstorm.miracles.miracle_facts import CardCancelled
from kamchatka.editions.godstorm.places import lands_of
from kamchatka.editions.godstorm.state import DEATH, MAGIC, WAR, RelicLost
from kamchatka.kernel.ages.age import age, has_piece
from kamchatka.kernel.bits import bit
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.options import PASS, PLAY_CARD, Action, Choice, Options
from kamchatka.kernel.ports import OptionalAction
from kamchatka.kernel.rules.ages import FinalScoring
from kamchatka.kernel.rules.playing import Hand, Occasion, why_not_held
from kamchatka.kernel.state import NOBODY
from kamchatka.kernel.step import AnyStep, Step
from kamchatka.kernel.table import Table

IN_TURN: Final = Occasion()  # in the player's own turn, without an invasion to answer


@final
class Shield(Step[Working]):
    """Let the owner of Aegis give it up to cancel another seat's card, before any die or draw (god.order.2)."""

    def awaits(self, table: Table, frame: Working) -> i64:
        return bit(holder(table, AEGIS))

    def options(self, table: Table, frame: Working, seat: i64) -> Options:
        shield = Choice(PLAY_CARD)
        shield.add(AEGIS)
        return Options().add(shield).may(PASS)

    def act(self, table: Table, frame: Working, seat: i64, action: Action) -> None:
        table.close()
        if action.verb == PLAY_CARD:
            table.close()  # frame of the announced card, which waits below
            table.note(RelicLost(AEGIS))
            table.note(CardCancelled(frame.seat, frame.card))

    def why(self, table: Table, frame: Working, seat: i64, action: Action) -> str:
        return "card.aegis" if action.verb == PLAY_CARD else "turn.not_now"


@final
class Unfold(Step[Working]):
    """Resolve an announced card: choose targets, let the owner of Aegis cancel it, then carry it out (god.order.2)."""

    def __init__(self, miracles: list[Miracle | None], following: list[AnyStep], final_scoring: FinalScoring) -> None:
        super().__init__()
        self.miracles: Final = miracles  # by card; None for relics
        self.following: Final = following  # steps that an effect may open
        self.final_scoring: Final = final_scoring
        self.shield: Final = Shield()

    def parts(self) -> list[AnyStep]:
        return [self.shield, *self.following]

    def miracle(self, card: i64) -> Miracle:
        """Return the effect of a War, Death or Sky card."""
        found = self.miracles[card]
        assert found is not None
        return found

    def work(self, seat: i64, card: i64, when: Occasion) -> Working:
        """Return the frame that begins a card."""
        return Working(self.index, seat, card, when.source, when.target, 0, ())

    def announce(self, table: Table, seat: i64, card: i64, when: Occasion) -> None:
        """Open a card. Its questions and effects follow."""
        table.open(self.work(seat, card, when))

    def playable(self, table: Table, seat: i64, card: i64, when: Occasion) -> bool:
        """Return True if everything that the card needs exists (god.play.5)."""
        return self.miracle(card).playable(table, self.work(seat, card, when))

    def arrive(self, table: Table, frame: Working) -> bool:
        miracle = self.miracle(frame.card)
        if frame.asked > len(miracle.questions):
            self.resolve(table, frame)
        elif frame.asked == miracle.announced:
            table.replace_top(frame.on(self.index, asked=1))
            if holder(table, AEGIS) not in (frame.seat, NOBODY):
                table.open(frame.on(self.shield.index))
        elif miracle.question(frame.asked).is_needed(table, frame):
            return True
        else:
            table.replace_top(frame.on(self.index, asked=1))
        return False

    def resolve(self, table: Table, frame: Working) -> None:
        """Perform the effect.

        If no seat has an army left, the position before the effect decides the game (god.elim.8).
        """
        table.close()
        leaders = self.final_scoring.leaders(table)
        self.miracle(frame.card).effect(table, frame)
        if all(lands_of(table, seat) == 0 for seat in range(table.state.seats)):
            table.note(GameEnded(leaders, "end.together"))
        else:
            fall(table, frame.seat)

    def options(self, table: Table, frame: Working, seat: i64) -> Options:
        options = Options()
        self.miracle(frame.card).question(frame.asked).offer(table, frame, options)
        return options

    def act(self, table: Table, frame: Working, seat: i64, action: Action) -> None:
        picked = self.miracle(frame.card).question(frame.asked).picks_of(action)
        table.replace_top(frame.on(self.index, picked, asked=1))

    def why(self, table: Table, frame: Working, seat: i64, action: Action) -> str:
        asked = [offered.verb for offered in self.options(table, frame, seat).ranges]
        if action.verb != PASS and action.verb not in asked:
            return "turn.not_now"
        return self.miracle(frame.card).question(frame.asked).why(table, frame, action)


@final
class Miracles(Hand):
    """Cards of some decks, each played for its price and with its god in play (god.play.1-5)."""

    def __init__(self, unfold: Unfold, costs: list[int], decks: tuple[int, ...], elsewhere: str) -> None:
        self.unfold: Final = unfold
        self.costs: Final = costs
        self.decks: Final = decks
        self.elsewhere: Final = elsewhere  # clause that forbids cards of other decks

    def parts(self) -> list[AnyStep]:
        return [self.unfold]

    def might_play(self, table: Table, seat: i64, when: Occasion) -> bool:
        """Return True if the seat holds a card of a deck whose god is in play.

        The price is ignored, because only card backs and gods are public.
        """
        own = age(table)
        return any(own.held[seat * own.kinds + deck] > 0 and has_piece(table, seat, deck) for deck in self.decks)

    def forbids(self, table: Table, seat: i64, card: i64, when: Occasion) -> str:
        if not 0 <= card < len(self.costs) or table.state.cards[card] != seat:
            is_relic = 0 <= card < len(self.costs) and age(table).backs[card] == MAGIC
            return "card.relic" if is_relic else why_not_held(table, card, "card.hand")
        deck = age(table).backs[card]
        if deck not in self.decks:
            return self.elsewhere
        if not has_piece(table, seat, deck):
            return "card.god"
        if age(table).purse[seat] < self.costs[card]:
            return "card.cost"
        return "" if self.unfold.playable(table, seat, card, when) else "card.target"

    def price(self, card: i64, when: Occasion) -> i64:
        return self.costs[card]

    def announce(self, table: Table, seat: i64, card: i64, when: Occasion) -> None:
        self.unfold.announce(table, seat, card, when)


def war_and_death(unfold: Unfold, costs: list[int]) -> Miracles:
    """Return the cards that are played in the player's own turn."""
    return Miracles(unfold, costs, (WAR, DEATH), "sky.when")


@final
class BetweenSteps(OptionalAction):
    """War and Death cards within other steps of the player's own turn, a table option (god.play.3)."""

    def __init__(self, miracles: Miracles, allowed: bool) -> None:
        self.miracles: Final = miracles
        self.allowed: Final = allowed

    def parts(self) -> list[AnyStep]:
        return self.miracles.parts()

    def asks(self, table: Table, seat: i64, used: i64) -> bool:
        return self.allowed and self.miracles.might_play(table, seat, IN_TURN)

    def offer(self, table: Table, seat: i64, used: i64, options: Options) -> None:
        if self.allowed:
            self.miracles.offer(table, seat, IN_TURN, options)

    def act(self, table: Table, seat: i64, action: Action) -> None:
        self.miracles.play(table, seat, action.what, IN_TURN)

    def why(self, table: Table, seat: i64, used: i64, action: Action) -> str:
        if action.verb == PLAY_CARD and not self.allowed:
            return "card.when"
        return self.miracles.why(table, seat, action, IN_TURN)
