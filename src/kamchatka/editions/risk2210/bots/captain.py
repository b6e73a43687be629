"""A captain for Risk 2210, which passes each decision to the module that handles it."""

from typing import Final, final

from kamchatka.bots.ages.parties import best_entry, best_fortification, best_invasion
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.bot import Bot
from kamchatka.bots.info import GameInfo
from kamchatka.bots.orders import best_place, plain
from kamchatka.editions.risk2210.battle.battle import Assault
from kamchatka.editions.risk2210.battle.conquest import Entering
from kamchatka.editions.risk2210.bots.answers import best_aim, best_answer, best_commander, best_order, best_victim
from kamchatka.editions.risk2210.bots.battle_orders import best_defence, best_loss, best_roll
from kamchatka.editions.risk2210.bots.claims import best_claim
from kamchatka.editions.risk2210.bots.command_cards import Files
from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator, CommanderOdds
from kamchatka.editions.risk2210.bots.treasury import (
    best_bid,
    best_hire,
    best_marker,
    best_purchase,
    best_spot,
    bonus_deck,
)
from kamchatka.editions.risk2210.cards.orders import Resolving
from kamchatka.editions.risk2210.pieces.losses import Toll
from kamchatka.editions.risk2210.state import State2210
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import (
    BID,
    BUILD,
    BUY,
    CHOOSE,
    DEFEND,
    INVADE,
    LOSE,
    MOVE,
    NAME_KIND,
    NAME_SEAT,
    OCCUPY,
    PASS,
    PLACE,
    PLAY_CARD,
    RAISE,
    ROLL,
    Action,
    Amount,
    Choice,
    Options,
    Pairs,
    Range,
    Spots,
)
from kamchatka.kernel.parties import Parties
from kamchatka.kernel.rules.windows import Answering
from kamchatka.kernel.view import View


@final
class Risk2210Captain(Bot):
    """A stateless captain. It always gives the same answer for the same view and options."""

    def __init__(self, game: Game, info: GameInfo, weights: AgeWeights) -> None:
        self.info: Final = info
        self.weights: Final = weights
        self.files: Final = Files(game)
        self.odds: Final = CommanderOdds()

    def decide(self, view: View, options: Options) -> Action:
        own = view.state.edition_state
        assert isinstance(own, State2210)
        if len(options.ranges) == 1 and options.ranges[0].verb == PASS:
            return Action(PASS)
        hiring = False
        for option in options.ranges:
            hiring = hiring or option.verb == PLACE or option.verb == RAISE or option.verb == BUILD
        evaluator = CommanderEvaluator(self.info, self.odds, view.state, own, view.seat, self.weights, hiring)
        may_stop = options.allows(Action(PASS))
        for option in options.ranges:
            if needs_map(evaluator, option, may_stop):
                evaluator.survey()
                break
        if hiring and may_stop and options.ranges[0].verb != PLACE:
            return best_hire(evaluator, options) or plain(options)
        for option in options.ranges:
            chosen = self.order(evaluator, option, may_stop)
            if chosen is not None:
                return chosen
        return plain(options)

    def order(self, evaluator: CommanderEvaluator, option: Range, may_stop: bool) -> Action | None:
        """Return the best action of one kind of option, or None."""
        if isinstance(option, Parties):
            return party_order(evaluator, option, may_stop)
        if isinstance(option, Pairs):
            return best_invasion(evaluator, option) if option.verb == INVADE else None
        if isinstance(option, Spots):
            return spot_order(evaluator, option)
        if isinstance(option, Amount):
            return best_bid(evaluator, option) if option.verb == BID else None
        return self.choice_order(evaluator, option) if isinstance(option, Choice) else None

    def choice_order(self, evaluator: CommanderEvaluator, option: Choice) -> Action | None:
        """Choose one of several things: a marker, deck, card, rival or commander."""
        frame = evaluator.state.agenda[-1]
        verb = option.verb
        if verb == CHOOSE:
            return best_marker(evaluator, option)
        if verb == BUY:
            return best_purchase(evaluator, self.files, option)
        if verb == PLAY_CARD:
            if isinstance(frame, Answering):
                return best_answer(evaluator, self.files, option, frame)
            return best_order(evaluator, self.files, option)
        if verb == NAME_SEAT:
            return best_victim(evaluator, option)
        if verb == NAME_KIND:
            if isinstance(frame, Resolving) and len(frame.picks) > 0:
                return best_commander(evaluator, option, frame.picks[0])
            return bonus_deck(evaluator, self.files, option)
        return None


def needs_map(evaluator: CommanderEvaluator, option: Range, may_stop: bool) -> bool:
    """Return True if a decision about this option needs the values of places and the possible marches."""
    frame = evaluator.state.agenda[-1]
    if isinstance(option, Parties):
        return may_stop if option.verb == ROLL else option.verb != DEFEND and not isinstance(frame, Toll)
    if isinstance(option, Choice):
        return option.verb == PLAY_CARD and isinstance(frame, Answering)
    if isinstance(option, Spots):
        return option.verb != PLACE or evaluator.state.owner[option.places[0]] == evaluator.seat
    return isinstance(option, Pairs)


def party_order(evaluator: CommanderEvaluator, option: Parties, may_stop: bool) -> Action | None:
    """Choose an order for armies and commanders together."""
    frame = evaluator.state.agenda[-1]
    verb = option.verb
    if verb == ROLL and isinstance(frame, Assault):
        return best_roll(evaluator, option, frame, may_stop)
    if verb == DEFEND:
        return best_defence(option)
    if verb == LOSE:
        return best_loss(evaluator, option)
    if verb == OCCUPY and isinstance(frame, Entering):
        party = option.alone()
        return best_entry(evaluator, option, party, frame.source, frame.target) if party is not None else None
    if verb == MOVE:
        evaluator.put_off()
        return best_fortification(evaluator, option)
    return None


def spot_order(evaluator: CommanderEvaluator, option: Spots) -> Action | None:
    """Choose a place for armies, a commander, a station or a card."""
    if option.verb == PLACE:
        if evaluator.state.owner[option.places[0]] != evaluator.seat:
            return best_claim(evaluator, option)
        return best_place(evaluator, option)
    if option.verb == RAISE or option.verb == BUILD:
        return best_spot(evaluator, option)
    return best_aim(evaluator, option) if option.verb == CHOOSE else None
