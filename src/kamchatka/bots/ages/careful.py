"""What `cautious` does in the games of ages: bids, pieces, cards, and parties of armies and pieces."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.orders import SPLITS
from kamchatka.bots.outlook import LEAST_CHANCE, Outlook
from kamchatka.editions.godstorm.forces import Invaders
from kamchatka.editions.risk2210.battle import Assault
from kamchatka.editions.risk2210.conquest import Entering
from kamchatka.kernel.age import Age
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


def age_of(outlook: Outlook) -> Age | None:
    """The record of a game of ages."""
    extra = outlook.state.extra
    return extra if isinstance(extra, Age) else None


def order_in_ages(outlook: Outlook, option: Range) -> Action | None:
    """What to do with one kind of option that only games of ages have; None: nothing."""
    if isinstance(option, Parties):
        return best_party(outlook, option)
    if isinstance(option, Pairs):
        return best_invasion(outlook, option) if option.verb == INVADE else None
    if isinstance(option, Spots):
        return best_spot(outlook, option)
    if isinstance(option, Amount):
        return best_amount(outlook, option)
    return best_choice(outlook, option) if isinstance(option, Choice) else None


# ------------------------------------------------------------------ numbers and things
def best_amount(outlook: Outlook, option: Amount) -> Action | None:
    """A modest bid; all the dice there are, unless the battle is as good as lost."""
    if option.verb == BID:
        return Action(BID, -1, -1, max(option.least, min(i64(2), option.most // 3)), option.what)
    if option.verb == ROLL and not is_hopeless(outlook):
        return Action(ROLL, -1, -1, option.most, option.what)
    return None


def is_hopeless(outlook: Outlook) -> bool:
    """Whether the battle under way is very likely to be lost."""
    source, target = ends_of(outlook.state.agenda[-1])
    if source == NOBODY:
        return False
    armies = outlook.state.armies
    # never above the chance at which it would be declared again, or it would be declared and called off for ever
    least = min(GIVE_UP, LEAST_CHANCE * outlook.price)
    return outlook.lore.battles.win(armies[source] - 1, armies[target]) < least


def ends_of(frame: Frame) -> tuple[i64, i64]:
    """From where to where a frame speaks of; NOBODY when it does not."""
    if isinstance(frame, Assault):
        return frame.source, frame.target
    if isinstance(frame, Entering):
        return frame.source, frame.target
    if isinstance(frame, Invaders):
        return frame.source, frame.target
    return NOBODY, NOBODY


def best_choice(outlook: Outlook, option: Choice) -> Action | None:
    """Cards are bought by whoever can afford them and played when they come; the strongest rival is named."""
    own = age_of(outlook)
    if own is None:
        return None
    seat = outlook.seat
    if option.verb == BUY:
        rich = own.purse[seat] >= FULL_PURSE and outlook.state.hand[seat] < ENOUGH_CARDS
        return Action(BUY, -1, -1, 0, option.whats[0]) if rich else None
    if option.verb == PLAY_CARD:
        frame = outlook.state.agenda[-1]
        foreign = isinstance(frame, Answering) and outlook.state.owner[frame.target] != seat
        return None if foreign else Action(PLAY_CARD, -1, -1, 0, option.whats[0])
    if option.verb == CHOOSE and isinstance(outlook.state.agenda[-1], Picking):
        return Action(CHOOSE, -1, -1, 0, max(option.whats))  # a turn that the fewest can answer
    return strongest(outlook, option) if option.verb == NAME_SEAT else None


def strongest(outlook: Outlook, option: Choice) -> Action:
    """The seat with the most places among those offered."""
    best: i64 = option.whats[0]
    for seat in option.whats:
        if outlook.state.lands[seat] > outlook.state.lands[best]:
            best = seat
    return Action(NAME_SEAT, -1, -1, 0, best)


def best_spot(outlook: Outlook, option: Spots) -> Action | None:
    """Pieces and buildings where one's armies are; other choices where most is at stake."""
    own = age_of(outlook)
    if own is None or option.verb not in (RAISE, BUILD, CHOOSE):
        return None
    if option.verb == BUILD and outlook.state.round > 0 and own.purse[outlook.seat] < RICH:
        return None
    best = -1.0
    at: i64 = option.places[0]
    for place in option.places:
        armies = float(outlook.state.armies[place])
        value = armies if outlook.state.owner[place] == outlook.seat else armies * outlook.worth[place]
        if value > best:
            best = value
            at = place
    return Action(option.verb, at, -1, option.least, option.what)


# ------------------------------------------------------------------ armies and pieces
def best_invasion(outlook: Outlook, option: Pairs) -> Action | None:
    """The invasion that brings most beyond its cost; None when there is no good one."""
    best = 0.0
    chosen: Action | None = None
    for row in option.rows:
        source = row & 0xFF
        target = (row >> 8) & 0xFF
        gain = invasion_gain(outlook, source, target)
        if gain > best:
            best = gain
            chosen = Action(INVADE, source, target, row >> 32)
    return chosen


def invasion_gain(outlook: Outlook, source: i64, target: i64) -> float:
    """What an invasion brings; nothing unless it is likely to succeed."""
    armies = outlook.state.armies
    attackers = armies[source] - 1
    if armies[target] == 0:
        return outlook.worth[target] + 0.5 * outlook.reach[target] if attackers > 0 else 0.0
    if outlook.lore.battles.win(attackers, armies[target]) < LEAST_CHANCE * outlook.price:
        return 0.0
    return outlook.prospect(attackers, target)


def best_party(outlook: Outlook, option: Parties) -> Action | None:
    """Dice: as many as may be; losses: armies first; moves and invasions as if armies went alone."""
    verb = option.verb
    if verb == MOVE or verb == INVADE:
        return best_march(outlook, option)
    party = option.alone()
    if party is None:
        return None
    if verb == OCCUPY:
        return best_entry(outlook, option, party)
    if verb == ROLL and is_hopeless(outlook):
        return None
    return option.fullest(party) if verb in (ROLL, DEFEND, LOSE) else None


def fewest_pieces(option: Parties, party: Party) -> i64:
    """The smallest set of pieces that may come."""
    sets = option.sets(party)
    return sets[len(sets) - 1]


def best_entry(outlook: Outlook, option: Parties, party: Party) -> Action:
    """How many armies move into a place just taken, with no more pieces than must."""
    what = fewest_pieces(option, party)
    least = option.fewest(party, what)
    n = option.most(party, what)
    source, target = ends_of(outlook.state.agenda[-1])
    if source != NOBODY:
        best = -1.0
        armies = outlook.state.armies[source]
        amount = n
        step = max(i64(1), (n - least) // SPLITS)
        while amount >= least:
            value = outlook.stand(target, amount) + outlook.stand(source, armies - amount)
            if value > best:
                best = value
                n = amount
            amount -= step
    return Action(option.verb, party.at, party.to, n, what)


def best_march(outlook: Outlook, option: Parties) -> Action | None:
    """The move, or the invasion, after which the armies do more than before; None when they stand well."""
    best = 0.1
    chosen: Action | None = None
    armies = outlook.state.armies
    for row in option.rows:
        party = option.party(row)
        what = option.sets(party)[0] if option.verb == INVADE else fewest_pieces(option, party)
        n = option.most(party, what)
        if option.verb == INVADE:  # with all the gods there are
            gain = invasion_gain(outlook, party.at, party.to)
        else:
            now = outlook.stand(party.at, armies[party.at]) + outlook.stand(party.to, armies[party.to])
            then = outlook.stand(party.at, armies[party.at] - n) + outlook.stand(party.to, armies[party.to] + n)
            gain = then - now
        if gain > best:
            best = gain
            chosen = Action(option.verb, party.at, party.to, n, what)
    return chosen
