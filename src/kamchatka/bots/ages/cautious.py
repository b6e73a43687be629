"""What `cautious` does in the games of ages: bids, pieces, cards, and parties of armies and pieces."""

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

FULL_PURSE: Final = 6  # from so much on, cards and buildings are worth their price
RICH: Final = 9
ENOUGH_CARDS: Final = 6
GIVE_UP: Final = 0.3  # a battle less likely to be won is called off, where it may be


def age_of(evaluator: CautiousEvaluator) -> Age | None:
    """The record of a game of ages."""
    own = evaluator.state.edition_state
    return own if isinstance(own, Age) else None


def order_in_ages(evaluator: CautiousEvaluator, option: Range) -> Action | None:
    """What to do with one kind of option that only games of ages have; None: nothing."""
    if isinstance(option, Parties):
        return best_party(evaluator, option)
    if isinstance(option, Pairs):
        return best_invasion(evaluator, option) if option.verb == INVADE else None
    if isinstance(option, Spots):
        return best_spot(evaluator, option)
    if isinstance(option, Amount):
        return best_amount(evaluator, option)
    return best_choice(evaluator, option) if isinstance(option, Choice) else None


# ------------------------------------------------------------------ numbers and things
def best_amount(evaluator: CautiousEvaluator, option: Amount) -> Action | None:
    """A modest bid; all the dice there are, unless the battle is as good as lost."""
    if option.verb == BID:
        return Action(BID, -1, -1, max(option.least, min(i64(2), option.most // 3)), option.what)
    if option.verb == ROLL and not is_hopeless(evaluator):
        return Action(ROLL, -1, -1, option.most, option.what)
    return None


def is_hopeless(evaluator: CautiousEvaluator) -> bool:
    """Whether the battle under way is very likely to be lost."""
    source, target = ends_of(evaluator.state.agenda[-1])
    if source == NOBODY:
        return False
    armies = evaluator.state.armies
    # never above the chance at which it would be declared again, or it would be declared and called off for ever
    least = min(GIVE_UP, LEAST_CHANCE * evaluator.price)
    return evaluator.info.battles.win(armies[source] - 1, armies[target]) < least


def ends_of(frame: Frame) -> tuple[i64, i64]:
    """From where to where a frame speaks of; NOBODY when it does not."""
    if isinstance(frame, Crossing):
        return frame.source, frame.target
    return NOBODY, NOBODY


def best_choice(evaluator: CautiousEvaluator, option: Choice) -> Action | None:
    """Cards are bought by whoever can afford them and played when they come; the strongest rival is named."""
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
        return Action(CHOOSE, -1, -1, 0, max(option.whats))  # a turn that the fewest can answer
    return strongest(evaluator, option) if option.verb == NAME_SEAT else None


def strongest(evaluator: CautiousEvaluator, option: Choice) -> Action:
    """The seat with the most places among those offered."""
    best: i64 = option.whats[0]
    for seat in option.whats:
        if evaluator.state.lands[seat] > evaluator.state.lands[best]:
            best = seat
    return Action(NAME_SEAT, -1, -1, 0, best)


def best_spot(evaluator: CautiousEvaluator, option: Spots) -> Action | None:
    """Pieces and buildings where one's armies are; other choices where most is at stake."""
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
    """The invasion that brings most beyond its cost; None when there is no good one."""
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
    """What an invasion brings; nothing unless it is likely to succeed."""
    armies = evaluator.state.armies
    attackers = armies[source] - 1
    if armies[target] == 0:
        return evaluator.worth[target] + 0.5 * evaluator.reach[target] if attackers > 0 else 0.0
    if evaluator.info.battles.win(attackers, armies[target]) < LEAST_CHANCE * evaluator.price:
        return 0.0
    return evaluator.prospect(attackers, target)


def best_party(evaluator: CautiousEvaluator, option: Parties) -> Action | None:
    """Dice: as many as may be; losses: armies first; moves and invasions as if armies went alone."""
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
    """The smallest set of pieces that may come."""
    sets = option.sets(party)
    return sets[len(sets) - 1]


def best_entry(evaluator: CautiousEvaluator, option: Parties, party: Party) -> Action:
    """How many armies move into a place just taken, with no more pieces than must."""
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
    """The move, or the invasion, after which the armies do more than before; None when they stand well."""
    best = 0.1
    chosen: Action | None = None
    armies = evaluator.state.armies
    for row in option.rows:
        party = option.party(row)
        what = option.sets(party)[0] if option.verb == INVADE else fewest_pieces(option, party)
        n = option.most(party, what)
        if option.verb == INVADE:  # with all the gods there are
            gain = invasion_gain(evaluator, party.at, party.to)
        else:
            now = evaluator.stand(party.at, armies[party.at]) + evaluator.stand(party.to, armies[party.to])
            then = evaluator.stand(party.at, armies[party.at] - n) + evaluator.stand(party.to, armies[party.to] + n)
            gain = then - now
        if gain > best:
            best = gain
            chosen = Action(option.verb, party.at, party.to, n, what)
    return chosen
