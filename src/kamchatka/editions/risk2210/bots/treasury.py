"""Energy: bids, turn markers, and the purchase of commanders, stations and cards."""

from typing import Final

from mypy_extensions import i64

from kamchatka.editions.risk2210.bots.command_cards import Files, deck_worth, energy_worth
from kamchatka.editions.risk2210.bots.evaluator import CommanderEvaluator
from kamchatka.editions.risk2210.bots.place_values import commander_worth
from kamchatka.editions.risk2210.pieces.stations import COMMANDER_PRICE, STATION_PRICE
from kamchatka.editions.risk2210.state import KINDS, MOON, NAVAL, SEA, SPACE
from kamchatka.kernel.bits import bit
from kamchatka.kernel.options import BID, BUILD, BUY, CHOOSE, NAME_KIND, RAISE, Action, Amount, Choice, Options, Spots

LAST_WORD: Final = 6  # energy to bid for the last turn of the last year
NEW_WORLD: Final = 5  # number of empty places that a first naval or space commander is expected to win
LAUNCH: Final = 2.0  # value of the first station on Earth for a seat with a space commander
CARDS: Final = 3  # energy kept for cards before optional purchases


def best_bid(evaluator: CommanderEvaluator, option: Amount) -> Action:
    """Bid for the last turn of the game. In other years the order matters little."""
    want = i64(LAST_WORD * evaluator.weights.bid + 0.5) if evaluator.calendar.later == 0.0 else i64(0)
    return Action(BID, -1, -1, max(option.least, min(option.most, want)), option.what)


def best_marker(evaluator: CommanderEvaluator, option: Choice) -> Action:
    """Choose the first turn while there are empty seas to take, and the last turn near the end of the game."""
    best: i64 = option.whats[0]
    for number in option.whats:
        if (evaluator.calendar.later < 2.0 and number > best) or (evaluator.calendar.later >= 2.0 and number < best):
            best = number
    return Action(CHOOSE, -1, -1, 0, best)


# ------------------------------------------------------------------ commanders and stations
def best_hire(evaluator: CommanderEvaluator, options: Options) -> Action | None:
    """Buy the piece with the highest value minus its price. Return None if energy is better kept for cards."""
    best = 0.0
    chosen: Action | None = None
    purse = evaluator.own.purse[evaluator.seat]
    for option in options.ranges:
        if isinstance(option, Spots) and (option.verb == RAISE or option.verb == BUILD):
            price = i64(COMMANDER_PRICE if option.verb == RAISE else STATION_PRICE)
            worth = hire_worth(evaluator, option.what) if option.verb == RAISE else station_worth(evaluator)
            gain = worth - float(price) * energy_worth(evaluator)
            if gain > best and (purse >= price + CARDS or opens_world(evaluator, option)):
                best = gain
                chosen = best_spot(evaluator, option)
    return chosen


def opens_world(evaluator: CommanderEvaluator, option: Spots) -> bool:
    """Return True if the piece opens the seas or the Moon, or enables cards in hand. It is worth the last energy."""
    if option.verb == BUILD:
        return False
    return option.what == NAVAL or option.what == SPACE or evaluator.own.held[evaluator.seat * KINDS + option.what] > 1


def hire_worth(evaluator: CommanderEvaluator, kind: i64) -> float:
    """Return the value of a commander from now on, including this turn."""
    worth = commander_worth(evaluator, evaluator.record, kind) + 0.3
    if kind == NAVAL:
        return worth + new_world(evaluator, SEA)
    if kind == SPACE and stations_on_earth(evaluator) > 0:
        return worth + new_world(evaluator, MOON)
    return worth


def new_world(evaluator: CommanderEvaluator, terrain: i64) -> float:
    """Return the value of the free places of a terrain that can be taken in a few years."""
    found = 0.0
    count: i64 = 0
    for place in range(evaluator.info.board.size):
        free = evaluator.terrain[place] == terrain and evaluator.state.owner[place] != evaluator.seat
        if free and evaluator.garrison[place] <= 1 and count < NEW_WORLD:
            count += 1
            found += evaluator.worth[place]
    return found


def stations_on_earth(evaluator: CommanderEvaluator) -> i64:
    """Count the stations on Earth, from which the seat can reach the Moon."""
    count: i64 = 0
    for place in range(evaluator.info.board.size):
        if (
            evaluator.own.built[place]
            and evaluator.state.owner[place] == evaluator.seat
            and evaluator.terrain[place] != MOON
        ):
            count += 1
    return count


def station_worth(evaluator: CommanderEvaluator) -> float:
    """Return the value of a station: a MOD every year, eight-sided dice, and the way to the Moon."""
    worth = evaluator.weights.army * evaluator.calendar.turns_left + 0.3
    return worth + LAUNCH if stations_on_earth(evaluator) == 0 and evaluator.flies else worth


def best_spot(evaluator: CommanderEvaluator, option: Spots) -> Action:
    """Put a commander where it leads the most and is safest, and a station where it protects the most."""
    best = -1000.0
    at: i64 = option.places[0]
    for place in option.places:
        armies = evaluator.state.armies[place]
        gain = 0.02 * float(armies)
        if option.verb == RAISE:
            host = evaluator.own.standing[place]
            # what its die gains over one more MOD
            gain += evaluator.post(place, armies, host | bit(option.what)) - evaluator.post(place, armies + 1, host)
            safe = evaluator.holding_value(place, armies + 1) / max(0.1, evaluator.hold[place])
            gain += safe * (0.5 + commander_worth(evaluator, evaluator.record, option.what))
        else:
            gain += evaluator.hold[place] + 0.1 * float(armies)
        if gain > best:
            best = gain
            at = place
    return Action(option.verb, at, -1, option.least, option.what)


# ------------------------------------------------------------------ cards
def best_purchase(evaluator: CommanderEvaluator, files: Files, option: Choice) -> Action | None:
    """Buy a card from the best deck if it is worth more than its price."""
    kind = best_deck(evaluator, files, option)
    worth = evaluator.weights.cards * deck_worth(evaluator, files, kind)
    if worth <= energy_worth(evaluator) or is_saving(evaluator):
        return None
    return Action(BUY, -1, -1, 0, kind)


def is_saving(evaluator: CommanderEvaluator) -> bool:
    """Return True if the seat saves energy for a commander next year."""
    if evaluator.calendar.later < 2.0 or (
        evaluator.has(evaluator.seat, NAVAL) and evaluator.has(evaluator.seat, SPACE)
    ):
        return False
    return evaluator.own.purse[evaluator.seat] < COMMANDER_PRICE


def best_deck(evaluator: CommanderEvaluator, files: Files, option: Choice) -> i64:
    """Return the deck whose cards are worth most."""
    best = -1.0
    chosen: i64 = option.whats[0]
    for kind in option.whats:
        worth = deck_worth(evaluator, files, kind)
        if worth > best:
            best = worth
            chosen = kind
    return chosen


def bonus_deck(evaluator: CommanderEvaluator, files: Files, option: Choice) -> Action:
    """Choose the bonus card for the third conquest of a turn."""
    return Action(NAME_KIND, -1, -1, 0, best_deck(evaluator, files, option))
