"""A captain in the age of the gods: which decision is asked, and who of its staff answers it."""

from typing import Final, final

from kamchatka.bots.ages.doctrine import AgeDoctrine
from kamchatka.bots.ages.epochs.answers import answer, best_theft, champion, sky_worth
from kamchatka.bots.ages.epochs.bids import best_bid, best_marker
from kamchatka.bots.ages.epochs.crusade import Crusade
from kamchatka.bots.ages.epochs.gods import best_deck, best_god, best_temple
from kamchatka.bots.ages.epochs.marches import best_invasion, best_transfer, goes_on
from kamchatka.bots.ages.epochs.miracles import card_worth
from kamchatka.bots.ages.epochs.rites import Rites
from kamchatka.bots.ages.parties import best_entry, best_fortification
from kamchatka.bots.bot import Bot
from kamchatka.bots.lore import Lore
from kamchatka.bots.orders import best_place, plain
from kamchatka.editions.godstorm.forces import Invaders
from kamchatka.editions.godstorm.miracle import Working
from kamchatka.editions.godstorm.record import Record
from kamchatka.editions.godstorm.visions import Peeking
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
class EpochStaff(Bot):
    """Keeps no memory: the same view and options always get the same answer."""

    def __init__(self, game: Game, lore: Lore, doctrine: AgeDoctrine) -> None:
        self.rites: Final = Rites(game, lore)
        self.doctrine: Final = doctrine

    def decide(self, view: View, options: Options) -> Action:
        """One of the options."""
        own = view.state.extra
        assert isinstance(own, Record)
        crusade = Crusade(self.rites, view.state, view.seat, self.doctrine, own)
        for option in options.ranges:
            if needs_map(crusade, option):
                crusade.survey()
                break
        best = 0.0
        chosen: Action | None = None
        for option in options.ranges:
            value, action = self.weigh(crusade, option)
            if action is not None and value > best:
                best = value
                chosen = action
        return plain(options) if chosen is None else chosen

    def weigh(self, crusade: Crusade, option: Range) -> tuple[float, Action | None]:
        """The best of one kind of option and what it brings; what must be done counts 1."""
        frame = crusade.state.agenda[-1]
        if isinstance(frame, Working):
            return 1.0, answer(crusade, frame, option)
        if isinstance(option, Spots):
            return weigh_spots(crusade, option)
        if isinstance(option, Parties):
            return weigh_parties(crusade, option)
        if isinstance(option, Pairs):
            return best_transfer(crusade, option)
        if isinstance(option, Amount):
            return 1.0, best_amount(crusade, option)
        return weigh_choice(crusade, option) if isinstance(option, Choice) else (0.0, None)


def needs_map(crusade: Crusade, option: Range) -> bool:
    """Whether this option asks what places are worth and who can march where."""
    frame = crusade.state.agenda[-1]
    verb = option.verb
    if verb == PASS or verb == BID or verb == BUY or verb == DEFEND or isinstance(frame, Picking):
        return False
    return not ((verb == ROLL or verb == NAME_KIND) and isinstance(frame, Invaders) and frame.rolls == 0)


def weigh_spots(crusade: Crusade, option: Spots) -> tuple[float, Action | None]:
    """Armies placed, gods called, temples built."""
    if option.verb == PLACE:
        return 1.0, best_place(crusade, option)
    if crusade.state.round == 0:  # the preparation: they cost nothing and must be put up
        return 1.0, (best_god(crusade, option) if option.verb == RAISE else best_temple(crusade, option))[1]
    if option.verb == RAISE:
        return best_god(crusade, option)
    return best_temple(crusade, option) if option.verb == BUILD else (0.0, None)


def weigh_parties(crusade: Crusade, option: Parties) -> tuple[float, Action | None]:
    """Invasions, moves, and who moves into a place just taken."""
    frame = crusade.state.agenda[-1]
    if option.verb == INVADE:
        return 1.0, best_invasion(crusade, option)
    if option.verb == MOVE:
        crusade.put_off()
        return 1.0, best_fortification(crusade, option)
    party = option.alone()
    if option.verb == OCCUPY and party is not None and isinstance(frame, Invaders):
        return 1.0, best_entry(crusade, option, party, frame.source, frame.target)
    return 0.0, None


def best_amount(crusade: Crusade, option: Amount) -> Action | None:
    """Bids; all the dice there are while the invasion pays; no army lost that faith can save."""
    frame = crusade.state.agenda[-1]
    if option.verb == BID:
        return best_bid(crusade, option)
    if option.verb == ROLL:
        stops = isinstance(frame, Invaders) and frame.rolls > 0 and not goes_on(crusade, frame)
        return None if stops else Action(ROLL, -1, -1, option.most, option.what)
    if option.verb == DEFEND:
        return Action(DEFEND, -1, -1, option.most, option.what)
    return Action(option.verb, -1, -1, option.least, option.what)


def weigh_choice(crusade: Crusade, option: Choice) -> tuple[float, Action | None]:
    """Cards bought and played, gods put forward, turn markers."""
    frame = crusade.state.agenda[-1]
    if option.verb == BUY:
        return 1.0, best_deck(crusade, option)
    if option.verb == PLAY_CARD:
        return best_card(crusade, option)
    if option.verb == NAME_KIND:
        stops = isinstance(frame, Invaders) and frame.rolls > 0 and not goes_on(crusade, frame)
        return 1.0, None if stops else champion(crusade, option)
    if isinstance(frame, Peeking):
        return 1.0, best_theft(crusade, option)
    if option.verb == CHOOSE and isinstance(frame, Picking):
        return 1.0, best_marker(crusade, option)
    return 0.0, None


def best_card(crusade: Crusade, option: Choice) -> tuple[float, Action | None]:
    """The card that brings most beyond its price: a Sky card for the land attacked, any other in one's own turn."""
    frame = crusade.state.agenda[-1]
    best = crusade.doctrine.least
    chosen: Action | None = None
    for card in option.whats:
        if isinstance(frame, Answering):
            value = sky_worth(crusade, card, frame.source, frame.target)
        else:
            value = card_worth(crusade, card)
        value -= float(crusade.rites.costs[card]) * crusade.faith
        if value > best:
            best = value
            chosen = Action(PLAY_CARD, -1, -1, 0, card)
    return best, chosen
