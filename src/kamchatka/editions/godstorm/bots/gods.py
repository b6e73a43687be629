"""Gods and temples: which gods to summon and where, which god fights, and which decks to buy from."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.editions.godstorm.bots.evaluator import GodEvaluator
from kamchatka.editions.godstorm.gods.relics import card_price
from kamchatka.editions.godstorm.gods.shrines import GOD_COST, TEMPLE_COST
from kamchatka.editions.godstorm.state import DEATH, MAGIC, SKY, WAR
from kamchatka.kernel.bits import bit
from kamchatka.kernel.options import BUILD, BUY, NAME_KIND, RAISE, Action, Choice, Spots

# by kind: points per epoch of a god in play, apart from the march that it leads
PATRONAGE: Final = vec[float]([0.10, 0.25, 0.40, 0.10])
# by kind: value of a card of its deck; relics: per remaining epoch
CARD: Final = vec[float]([0.35, 0.20, 0.90, 0.35])
EXPENDABLE: Final = (DEATH, SKY, MAGIC, WAR)  # gods in the order in which they are risked
PRECIOUS: Final = (WAR, MAGIC, SKY, DEATH)


# ------------------------------------------------------------------ summoning and building
def best_god(evaluator: GodEvaluator, option: Spots) -> tuple[float, Action | None]:
    """Return the best place for a god, and its value minus its price."""
    best = 0.0
    at: i64 = -1
    for place in option.places:
        armies = evaluator.state.armies[place]
        host = evaluator.god_state.standing[place]
        gain = evaluator.post(place, armies, host | bit(option.what)) - evaluator.post(place, armies, host)
        gain += evaluator.weights.lure * float(armies)
        if gain > best or at < 0:
            best = gain
            at = place
    gain = best + PATRONAGE[option.what] * evaluator.calendar.turns_left - float(GOD_COST) * evaluator.faith
    return gain, Action(RAISE, at, -1, option.least, option.what)


def best_temple(evaluator: GodEvaluator, option: Spots) -> tuple[float, Action | None]:
    """Return the safest place for a temple, and its value minus its price."""
    best = -1.0
    at: i64 = -1
    for place in option.places:
        share = evaluator.holding_value(place, evaluator.state.armies[place]) / max(0.01, evaluator.hold[place])
        value = share * (1.0 + 0.1 * evaluator.hold[place])
        if value > best:
            best = value
            at = place
    yearly = evaluator.stream * (evaluator.weights.army + evaluator.weights.energy)
    return yearly - float(TEMPLE_COST) * evaluator.faith, Action(BUILD, at, -1, option.least, option.what)


# ------------------------------------------------------------------ buying cards
def best_deck(evaluator: GodEvaluator, option: Choice) -> Action | None:
    """Choose the deck whose next card has the highest value minus its price."""
    best = float(card_price(evaluator.table, evaluator.seat)) * evaluator.faith
    chosen: Action | None = None
    for kind in option.whats:
        value = CARD[kind] * evaluator.weights.cards * (evaluator.calendar.turns_left if kind == MAGIC else 1.0)
        if kind == SKY and evaluator.calendar.rival_turns == 0.0:
            value = 0.0  # no turn of a rival is left to answer
        if value > best:
            best = value
            chosen = Action(BUY, -1, -1, 0, kind)
    return chosen


# ------------------------------------------------------------------ choosing a god
def first_of(option: Choice, ranking: tuple[int, ...]) -> Action:
    """Return the first kind of a ranking that is on offer."""
    for kind in ranking:
        if kind in option.whats:
            return Action(NAME_KIND, -1, -1, 0, kind)
    return Action(NAME_KIND, -1, -1, 0, option.whats[0])
