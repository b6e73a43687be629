"""Card play: orders in the seat's own turn, answers to an invasion, and the targets of cards."""

from typing import Final

from mypy_extensions import i64

from kamchatka.editions.risk2210.bots.command_cards import Files, card_worth, energy_worth
from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator
from kamchatka.editions.risk2210.cards.orders import CommandCard, Effect
from kamchatka.editions.risk2210.effects.answers import CeaseFire, DefendMods, DefendStation, Evacuate, HalveInvaders
from kamchatka.editions.risk2210.state import KINDS
from kamchatka.kernel.options import CHOOSE, NAME_KIND, NAME_SEAT, PLAY_CARD, Action, Choice, Spots
from kamchatka.kernel.rules.windows import Answering

WAIT: Final = 0.45  # minimum gain of an answer while later turns may offer a better use
AT_ONCE: Final = 0.08  # minimum gain if the card will be useless later


def best_order(evaluator: CommanderEvaluator, files: Files, option: Choice) -> Action | None:
    """Play the card that gains most now. Return None if no card is worth its energy."""
    best = 0.0
    chosen: i64 = -1
    for card in option.whats:
        worth = card_worth(evaluator, files.cards[card])
        if worth > best:
            best = worth
            chosen = card
    return Action(PLAY_CARD, -1, -1, 0, chosen) if chosen >= 0 else None


# ------------------------------------------------------------------ answers to an invasion
def best_answer(evaluator: CommanderEvaluator, files: Files, option: Choice, frame: Answering) -> Action | None:
    """Play the card that saves most. Return None if it may save more at another time."""
    best = WAIT if evaluator.calendar.turns_left > 0.0 else AT_ONCE
    chosen: i64 = -1
    for card in option.whats:
        worth = answer_worth(evaluator, files.cards[card], frame)
        if worth > best:
            best = worth
            chosen = card
    return Action(PLAY_CARD, -1, -1, 0, chosen) if chosen >= 0 else None


def answer_worth(evaluator: CommanderEvaluator, card: CommandCard, frame: Answering) -> float:
    """Return what an answer saves (or costs the invader), minus its energy."""
    worth = -float(card.cost) * energy_worth(evaluator)
    for effect in card.effects:
        worth += value_saved(evaluator, effect, frame)
    return worth


def value_saved(evaluator: CommanderEvaluator, effect: Effect, frame: Answering) -> float:
    """Return what one effect saves: the stake times the reduction of the invasion's chance."""
    source = frame.source
    target = frame.target
    invaders = evaluator.garrison[source] - 1
    units = evaluator.garrison[target]
    eights = evaluator.eights(source, target, evaluator.own.standing[source])
    lost = evaluator.battles(source, target, evaluator.own.standing[source]).win(invaders, units)
    then = lost
    if isinstance(effect, DefendMods):
        then = evaluator.battles(source, target, evaluator.own.standing[source]).win(invaders, units + effect.mods)
    elif isinstance(effect, DefendStation):
        then = evaluator.odds.between(eights, 2).win(invaders, units)
    elif isinstance(effect, HalveInvaders):
        left = invaders - (evaluator.state.armies[source] + 1) // 2
        then = evaluator.battles(source, target, evaluator.own.standing[source]).win(left, units)
    elif isinstance(effect, CeaseFire):
        then = 0.0
    elif isinstance(effect, Evacuate):
        return evaluator.weights.army * float(units) * lost - evaluator.hold[target] * (1.0 - lost)
    return stake(evaluator, target) * (lost - then)


def stake(evaluator: CommanderEvaluator, target: i64) -> float:
    """Return what is lost with a place: the place and its units for its owner, the invader's gain for other seats."""
    if evaluator.state.owner[target] == evaluator.seat:
        return evaluator.hold[target] + evaluator.price * float(evaluator.garrison[target])
    invader = evaluator.state.turn
    return evaluator.malice[invader] - evaluator.weights.deny if invader >= 0 else 0.0


# ------------------------------------------------------------------ aims
def best_aim(evaluator: CommanderEvaluator, option: Spots) -> Action:
    """Place MODs where they help most. Aim a rocket at a place to conquer or at a leading rival."""
    best = -1000.0
    at: i64 = option.places[0]
    for place in option.places:
        armies = evaluator.state.armies[place]
        owner = evaluator.state.owner[place]
        if owner == evaluator.seat:
            value = evaluator.stand(place, armies + 3) - evaluator.stand(place, armies)
        else:
            malice = evaluator.malice[owner] if owner >= 0 else 0.0
            value = float(min(i64(4), evaluator.garrison[place])) * (
                evaluator.weights.army * malice + way(evaluator, place)
            )
        if value > best:
            best = value
            at = place
    return Action(CHOOSE, at, -1, option.least, option.what)


def way(evaluator: CommanderEvaluator, place: i64) -> float:
    """Return the value of a place for a stack of this seat that could take it now."""
    board = evaluator.info.board
    for i in range(board.first[place], board.first[place + 1]):
        beside = board.links[i]
        if evaluator.state.owner[beside] == evaluator.seat and evaluator.garrison[beside] > 3:
            return 0.2 * evaluator.worth[place]
    return 0.0


def best_victim(evaluator: CommanderEvaluator, option: Choice) -> Action:
    """Choose the leading rival. Among equals, choose the one with more cards."""
    best = -1.0
    chosen: i64 = option.whats[0]
    for rival in option.whats:
        value = evaluator.malice[rival] + 0.01 * float(evaluator.state.hand[rival])
        if value > best:
            best = value
            chosen = rival
    return Action(NAME_SEAT, -1, -1, 0, chosen)


def best_commander(evaluator: CommanderEvaluator, option: Choice, victim: i64) -> Action:
    """Choose the rival's commander that most of its cards depend on."""
    best: i64 = -1
    chosen: i64 = option.whats[0]
    for kind in option.whats:
        cards = evaluator.own.held[victim * KINDS + kind]
        if cards > best:
            best = cards
            chosen = kind
    return Action(NAME_KIND, -1, -1, 0, chosen)
