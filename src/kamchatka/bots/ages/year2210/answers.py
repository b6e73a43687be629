"""Cards played: the orders of one's own turn, the answers to an invasion, and whom or what a card is aimed at."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.year2210.command_cards import Files, card_worth, energy_worth
from kamchatka.bots.ages.year2210.theatre import WorldTheatre
from kamchatka.editions.risk2210.answers import CeaseFire, DefendMods, DefendStation, Evacuate, HalveInvaders
from kamchatka.editions.risk2210.orders import CommandCard, Effect
from kamchatka.editions.risk2210.record import KINDS
from kamchatka.kernel.options import CHOOSE, NAME_KIND, NAME_SEAT, PLAY_CARD, Action, Choice, Spots
from kamchatka.kernel.rules.windows import Answering

WAIT: Final = 0.45  # what an answer must bring while there are years to come in which it may bring more
AT_ONCE: Final = 0.08  # the same when it is of no use any more later


def best_order(theatre: WorldTheatre, files: Files, option: Choice) -> Action | None:
    """The card that brings most now; None when none is worth its energy."""
    best = 0.0
    chosen: i64 = -1
    for card in option.whats:
        worth = card_worth(theatre, files.cards[card])
        if worth > best:
            best = worth
            chosen = card
    return Action(PLAY_CARD, -1, -1, 0, chosen) if chosen >= 0 else None


# ------------------------------------------------------------------ answers to an invasion
def best_answer(theatre: WorldTheatre, files: Files, option: Choice, frame: Answering) -> Action | None:
    """The card that saves most; none while what it saves is less than what it may save another time."""
    best = WAIT if theatre.calendar.turns_left > 0.0 else AT_ONCE
    chosen: i64 = -1
    for card in option.whats:
        worth = answer_worth(theatre, files.cards[card], frame)
        if worth > best:
            best = worth
            chosen = card
    return Action(PLAY_CARD, -1, -1, 0, chosen) if chosen >= 0 else None


def answer_worth(theatre: WorldTheatre, card: CommandCard, frame: Answering) -> float:
    """What an answer saves, or what it costs the invader, beyond its energy."""
    worth = -float(card.cost) * energy_worth(theatre)
    for effect in card.effects:
        worth += saved(theatre, effect, frame)
    return worth


def saved(theatre: WorldTheatre, effect: Effect, frame: Answering) -> float:
    """What one effect saves: the stake, for as much as the invasion becomes less likely to succeed."""
    source = frame.source
    target = frame.target
    invaders = theatre.garrison[source] - 1
    units = theatre.garrison[target]
    eights = theatre.eights(source, target, theatre.own.standing[source])
    lost = theatre.battles(source, target, theatre.own.standing[source]).win(invaders, units)
    then = lost
    if isinstance(effect, DefendMods):
        then = theatre.battles(source, target, theatre.own.standing[source]).win(invaders, units + effect.mods)
    elif isinstance(effect, DefendStation):
        then = theatre.armoury.between(eights, 2).win(invaders, units)
    elif isinstance(effect, HalveInvaders):
        left = invaders - (theatre.state.armies[source] + 1) // 2
        then = theatre.battles(source, target, theatre.own.standing[source]).win(left, units)
    elif isinstance(effect, CeaseFire):
        then = 0.0
    elif isinstance(effect, Evacuate):
        return theatre.doctrine.army * float(units) * lost - theatre.hold[target] * (1.0 - lost)
    return stake(theatre, target) * (lost - then)


def stake(theatre: WorldTheatre, target: i64) -> float:
    """What is lost with a place: one's own with its units; a rival's only as far as the invader must be stopped."""
    if theatre.state.owner[target] == theatre.seat:
        return theatre.hold[target] + theatre.price * float(theatre.garrison[target])
    invader = theatre.state.turn
    return theatre.malice[invader] - theatre.doctrine.deny if invader >= 0 else 0.0


# ------------------------------------------------------------------ aims
def best_aim(theatre: WorldTheatre, option: Spots) -> Action:
    """MODs where they do most; a rocket where a way is wanted, or where it hurts whoever is ahead."""
    best = -1000.0
    at: i64 = option.places[0]
    for place in option.places:
        armies = theatre.state.armies[place]
        owner = theatre.state.owner[place]
        if owner == theatre.seat:
            value = theatre.stand(place, armies + 3) - theatre.stand(place, armies)
        else:
            malice = theatre.malice[owner] if owner >= 0 else 0.0
            value = float(min(i64(4), theatre.garrison[place])) * (theatre.doctrine.army * malice + way(theatre, place))
        if value > best:
            best = value
            at = place
    return Action(CHOOSE, at, -1, option.least, option.what)


def way(theatre: WorldTheatre, place: i64) -> float:
    """What a place is worth to a stack of one's own that could take it now."""
    board = theatre.lore.board
    for i in range(board.first[place], board.first[place + 1]):
        beside = board.links[i]
        if theatre.state.owner[beside] == theatre.seat and theatre.garrison[beside] > 3:
            return 0.2 * theatre.worth[place]
    return 0.0


def best_victim(theatre: WorldTheatre, option: Choice) -> Action:
    """Whoever is most ahead; of equals who holds more cards."""
    best = -1.0
    chosen: i64 = option.whats[0]
    for rival in option.whats:
        value = theatre.malice[rival] + 0.01 * float(theatre.state.hand[rival])
        if value > best:
            best = value
            chosen = rival
    return Action(NAME_SEAT, -1, -1, 0, chosen)


def best_commander(theatre: WorldTheatre, option: Choice, victim: i64) -> Action:
    """The commander of a rival on whom most of its cards depend."""
    best: i64 = -1
    chosen: i64 = option.whats[0]
    for kind in option.whats:
        cards = theatre.own.held[victim * KINDS + kind]
        if cards > best:
            best = cards
            chosen = kind
    return Action(NAME_KIND, -1, -1, 0, chosen)
