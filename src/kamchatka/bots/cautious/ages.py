"""Decisions of `cautious` in the games of ages: bids, pieces, cards, and parties of armies and pieces."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.cautious.evaluator import LEAST_CHANCE, CautiousEvaluator
from kamchatka.bots.orders import SPLITS
from kamchatka.kernel.ages.age import Age
from kamchatka.kernel.battle import Crossing
from kamchatka.kernel.options import (
    BID,
    BUILD,
    BUY,
    CHOOSE,
    DEFEND,
    INVADE,
    LOSE,
    MOVE,
    NAME_SEAT,
    OCCUPY,
    PLAY_CARD,
    RAISE,
    ROLL,
    Action,
    Amount,
    Choice,
    Pairs,
    Range,
    Spots,
)
from kamchatka.kernel.parties import Parties, Party
from kamchatka.kernel.rules.bidding import Picking
from kamchatka.kernel.rules.windows import Answering
from kamchatka.kernel.state import NOBODY, Frame

FULL_PURSE: Final = 6  # purse from which cards and buildings are worth their price
RICH: Final = 9
ENOUGH_CARDS: Final = 6
GIVE_UP: Final = 0.3  # win chance below which a battle is abandoned if the rules allow it


def age_of(evaluator: CautiousEvaluator) -> Age | None:
    """Return the edition state of a game of ages; None for other games."""
    own = evaluator.state.edition_state
    return own if isinstance(own, Age) else None


def order_in_ages(evaluator: CautiousEvaluator, option: Range) -> Action | None:
    """Decide one kind of option that exists only in games of ages; None for no action."""
    if isinstance(option, Parties):
        return best_party(evaluator, option)
    if isinstance(option, Pairs):
        return best_invasion(evaluator, option) if option.verb == INVADE else None
    if isinstance(option, Spots):
        return best_spot(evaluator, option)
    if isinstance(option, Amount):
        return best_amount(evaluator, option)
    return best_choice(evaluator, option) if isinstance(option, Choice) else None


# ------------------------------------------------------------------ amounts and choices
def best_amount(evaluator: CautiousEvaluator, option: Amount) -> Action | None:
    """Make a modest bid; roll all dice unless the battle is nearly lost."""
    if option.verb == BID:
        return Action(BID, -1, -1, max(option.least, min(i64(2), option.most // 3)), option.what)
    if option.verb == ROLL and not is_hopeless(evaluator):
        return Action(ROLL, -1, -1, option.most, option.what)
    return None


def is_hopeless(evaluator: CautiousEvaluator) -> bool:
    """Return whether the current battle is very likely to be lost."""
    source, target = ends_of(evaluator.state.agenda[-1])
    if source == NOBODY:
        return False
    armies = evaluator.state.armies
    # Never above the chance that justifies declaring the attack, or it would be declared and abandoned forever.
    least = min(GIVE_UP, LEAST_CHANCE * evaluator.price)
    return evaluator.info.battles.win(armies[source] - 1, armies[target]) < least


def ends_of(frame: Frame) -> tuple[i64, i64]:
    """Return source and target of the battle that a frame describes; NOBODY for other frames."""
    if isinstance(frame, Crossing):
        return frame.source, frame.target
    return NOBODY, NOBODY


def best_choice(evaluator: CautiousEvaluator, option: Choice) -> Action | None:
    """Buy cards with a full purse, play cards except in others' battles, and name the strongest rival."""
    own = age_of(evaluator)
    if own is None:
        return None
    seat = evaluator.seat
    if option.verb == BUY:
        rich = own.purse[seat] >= FULL_PURSE and evaluator.state.hand[seat] < ENOUGH_CARDS
        return Action(BUY, -1, -1, 0, option.whats[0]) if rich else None
    if option.verb == PLAY_CARD:
        frame = evaluator.state.agenda[-1]
        foreign = isinstance(frame, Answering) and evaluator.state.owner[frame.target] != seat
        return None if foreign else Action(PLAY_CARD, -1, -1, 0, option.whats[0])
    if option.verb == CHOOSE and isinstance(evaluator.state.agenda[-1], Picking):
        return Action(CHOOSE, -1, -1, 0, max(option.whats))  # a late turn, which leaves rivals the fewest replies
    return strongest(evaluator, option) if option.verb == NAME_SEAT else None


def strongest(evaluator: CautiousEvaluator, option: Choice) -> Action:
    """Name the offered seat with the most places."""
    best: i64 = option.whats[0]
    for seat in option.whats:
        if evaluator.state.lands[seat] > evaluator.state.lands[best]:
            best = seat
    return Action(NAME_SEAT, -1, -1, 0, best)


def best_spot(evaluator: CautiousEvaluator, option: Spots) -> Action | None:
    """Put pieces and buildings where our armies are; for other choices, pick the place with the highest stakes."""
    own = age_of(evaluator)
    if own is None or option.verb not in (RAISE, BUILD, CHOOSE):
        return None
    if option.verb == BUILD and evaluator.state.round > 0 and own.purse[evaluator.seat] < RICH:
        return None
    best = -1.0
    at: i64 = option.places[0]
    for place in option.places:
        armies = float(evaluator.state.armies[place])
        value = armies if evaluator.state.owner[place] == evaluator.seat else armies * evaluator.worth[place]
        if value > best:
            best = value
            at = place
    return Action(option.verb, at, -1, option.least, option.what)


# ------------------------------------------------------------------ armies and pieces
def best_invasion(evaluator: CautiousEvaluator, option: Pairs) -> Action | None:
    """Return the most valuable invasion; None if none pays."""
    best = 0.0
    chosen: Action | None = None
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        gain = invasion_gain(evaluator, source, target)
        if gain > best:
            best = gain
            chosen = Action(INVADE, source, target, row >> 32)
    return chosen


def invasion_gain(evaluator: CautiousEvaluator, source: i64, target: i64) -> float:
    """Return the value of an invasion; zero if it is unlikely to succeed."""
    armies = evaluator.state.armies
    attackers = armies[source] - 1
    if armies[target] == 0:
        return evaluator.worth[target] + 0.5 * evaluator.reach[target] if attackers > 0 else 0.0
    if evaluator.info.battles.win(attackers, armies[target]) < LEAST_CHANCE * evaluator.price:
        return 0.0
    return evaluator.prospect(attackers, target)


def best_party(evaluator: CautiousEvaluator, option: Parties) -> Action | None:
    """Use all dice, lose armies before pieces, and plan moves and invasions as if armies went alone."""
    verb = option.verb
    if verb == MOVE or verb == INVADE:
        return best_march(evaluator, option)
    party = option.alone()
    if party is None:
        return None
    if verb == OCCUPY:
        return best_entry(evaluator, option, party)
    if verb == ROLL and is_hopeless(evaluator):
        return None
    return option.fullest(party) if verb in (ROLL, DEFEND, LOSE) else None


def fewest_pieces(option: Parties, party: Party) -> i64:
    """Return the smallest set of pieces that the party may take along."""
    sets = option.sets(party)
    return sets[len(sets) - 1]


def best_entry(evaluator: CautiousEvaluator, option: Parties, party: Party) -> Action:
    """Choose how many armies move into a place just taken, with as few pieces as possible."""
    what = fewest_pieces(option, party)
    least = option.fewest(party, what)
    n = option.most(party, what)
    source, target = ends_of(evaluator.state.agenda[-1])
    if source != NOBODY:
        best = -1.0
        armies = evaluator.state.armies[source]
        amount = n
        step = max(i64(1), (n - least) // SPLITS)
        while amount >= least:
            value = evaluator.stand(target, amount) + evaluator.stand(source, armies - amount)
            if value > best:
                best = value
                n = amount
            amount -= step
    return Action(option.verb, party.at, party.to, n, what)


def best_march(evaluator: CautiousEvaluator, option: Parties) -> Action | None:
    """Return the move or invasion that improves the position most; None if nothing does."""
    best = 0.1
    chosen: Action | None = None
    armies = evaluator.state.armies
    for row in option.rows:
        party = option.party(row)
        what = option.sets(party)[0] if option.verb == INVADE else fewest_pieces(option, party)
        n = option.most(party, what)
        if option.verb == INVADE:  # take all available gods along
            gain = invasion_gain(evaluator, party.at, party.to)
        else:
            now = evaluator.stand(party.at, armies[party.at]) + evaluator.stand(party.to, armies[party.to])
            then = evaluator.stand(party.at, armies[party.at] - n) + evaluator.stand(party.to, armies[party.to] + n)
            gain = then - now
        if gain > best:
            best = gain
            chosen = Action(option.verb, party.at, party.to, n, what)
    return chosen
