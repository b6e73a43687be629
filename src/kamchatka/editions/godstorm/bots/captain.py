"""A captain for Godstorm, which passes each decision to the module that handles it."""

from typing import Final, final

from kamchatka.bots.ages.parties import best_entry, best_fortification
from kamchatka.bots.ages.weights import AgeWeights
from kamchatka.bots.bot import Bot
from kamchatka.bots.info import GameInfo
from kamchatka.bots.orders import best_place, plain
from kamchatka.editions.godstorm.bots.answers import answer, best_theft, champion, sky_worth
from kamchatka.editions.godstorm.bots.bids import best_bid, best_marker
from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.bots.gods import best_deck, best_god, best_temple
from kamchatka.editions.godstorm.bots.info import GodInfo
from kamchatka.editions.godstorm.bots.marches import best_invasion, best_transfer, goes_on
from kamchatka.editions.godstorm.bots.miracles import card_worth
from kamchatka.editions.godstorm.invasion.forces import Invaders
from kamchatka.editions.godstorm.miracles.miracle import Working
from kamchatka.editions.godstorm.miracles.visions import Peeking
from kamchatka.editions.godstorm.state import GodstormState
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import (
    BID,
    BUILD,
    BUY,
    CHOOSE,
    DEFEND,
    INVADE,
    MOVE,
    NAME_KIND,
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
from kamchatka.kernel.rules.bidding import Picking
from kamchatka.kernel.rules.windows import Answering
from kamchatka.kernel.view import View


@final
class GodstormCaptain(Bot):
    """A stateless captain. It always gives the same answer for the same view and options."""

    def __init__(self, game: Game, info: GameInfo, weights: AgeWeights) -> None:
        self.god_info: Final = GodInfo(game, info)
        self.weights: Final = weights

    def decide(self, view: View, options: Options) -> Action:
        """Return one of the options."""
        own = view.state.edition_state
        assert isinstance(own, GodstormState)
        evaluator = GodEvaluator(self.god_info, view.state, view.seat, self.weights, own)
        for option in options.ranges:
            if needs_map(evaluator, option):
                evaluator.survey()
                break
        best = 0.0
        chosen: Action | None = None
        for option in options.ranges:
            value, action = self.weigh(evaluator, option)
            if action is not None and value > best:
                best = value
                chosen = action
        return plain(options) if chosen is None else chosen

    def weigh(self, evaluator: GodEvaluator, option: Range) -> tuple[float, Action | None]:
        """Return the best action of one kind of option, with its gain. Mandatory actions have a gain of 1."""
        frame = evaluator.state.agenda[-1]
        if isinstance(frame, Working):
            return 1.0, answer(evaluator, frame, option)
        if isinstance(option, Spots):
            return weigh_spots(evaluator, option)
        if isinstance(option, Parties):
            return weigh_parties(evaluator, option)
        if isinstance(option, Pairs):
            return best_transfer(evaluator, option)
        if isinstance(option, Amount):
            return 1.0, best_amount(evaluator, option)
        return weigh_choice(evaluator, option) if isinstance(option, Choice) else (0.0, None)


def needs_map(evaluator: GodEvaluator, option: Range) -> bool:
    """Return True if this option needs the values of places and the possible marches."""
    frame = evaluator.state.agenda[-1]
    verb = option.verb
    if verb == PASS or verb == BID or verb == BUY or verb == DEFEND or isinstance(frame, Picking):
        return False
    return not ((verb == ROLL or verb == NAME_KIND) and isinstance(frame, Invaders) and frame.rolls == 0)


def weigh_spots(evaluator: GodEvaluator, option: Spots) -> tuple[float, Action | None]:
    """Choose where to place armies, summon gods or build temples."""
    if option.verb == PLACE:
        return 1.0, best_place(evaluator, option)
    if evaluator.state.round == 0:  # in the preparation, they are free and mandatory
        return 1.0, (best_god(evaluator, option) if option.verb == RAISE else best_temple(evaluator, option))[1]
    if option.verb == RAISE:
        return best_god(evaluator, option)
    return best_temple(evaluator, option) if option.verb == BUILD else (0.0, None)


def weigh_parties(evaluator: GodEvaluator, option: Parties) -> tuple[float, Action | None]:
    """Choose invasions, moves, and the units that move into a conquered place."""
    frame = evaluator.state.agenda[-1]
    if option.verb == INVADE:
        return 1.0, best_invasion(evaluator, option)
    if option.verb == MOVE:
        evaluator.put_off()
        return 1.0, best_fortification(evaluator, option)
    party = option.alone()
    if option.verb == OCCUPY and party is not None and isinstance(frame, Invaders):
        return 1.0, best_entry(evaluator, option, party, frame.source, frame.target)
    return 0.0, None


def best_amount(evaluator: GodEvaluator, option: Amount) -> Action | None:
    """Choose a bid, dice or losses: all dice while the invasion pays, and as few losses as faith allows."""
    frame = evaluator.state.agenda[-1]
    if option.verb == BID:
        return best_bid(evaluator, option)
    if option.verb == ROLL:
        stops = isinstance(frame, Invaders) and frame.rolls > 0 and not goes_on(evaluator, frame)
        return None if stops else Action(ROLL, -1, -1, option.most, option.what)
    if option.verb == DEFEND:
        return Action(DEFEND, -1, -1, option.most, option.what)
    return Action(option.verb, -1, -1, option.least, option.what)


def weigh_choice(evaluator: GodEvaluator, option: Choice) -> tuple[float, Action | None]:
    """Choose cards to buy or play, the god to put forward, or a turn marker."""
    frame = evaluator.state.agenda[-1]
    if option.verb == BUY:
        return 1.0, best_deck(evaluator, option)
    if option.verb == PLAY_CARD:
        return best_card(evaluator, option)
    if option.verb == NAME_KIND:
        stops = isinstance(frame, Invaders) and frame.rolls > 0 and not goes_on(evaluator, frame)
        return 1.0, None if stops else champion(evaluator, option)
    if isinstance(frame, Peeking):
        return 1.0, best_theft(evaluator, option)
    if option.verb == CHOOSE and isinstance(frame, Picking):
        return 1.0, best_marker(evaluator, option)
    return 0.0, None


def best_card(evaluator: GodEvaluator, option: Choice) -> tuple[float, Action | None]:
    """Choose the card with the best gain beyond its price.

    Sky cards are valued for the attacked territory, others for the seat's own turn.
    """
    frame = evaluator.state.agenda[-1]
    best = evaluator.weights.least
    chosen: Action | None = None
    for card in option.whats:
        if isinstance(frame, Answering):
            value = sky_worth(evaluator, card, frame.source, frame.target)
        else:
            value = card_worth(evaluator, card)
        value -= float(evaluator.god_info.costs[card]) * evaluator.faith
        if value > best:
            best = value
            chosen = Action(PLAY_CARD, -1, -1, 0, card)
    return best, chosen
