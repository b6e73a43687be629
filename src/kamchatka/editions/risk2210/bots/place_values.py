"""The values of places on both boards: final points, income until then, commanders, and rivals' losses."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.editions.risk2210.battle.conquest import BONUS_AT
from kamchatka.editions.risk2210.state import KINDS, State2210
from kamchatka.kernel.state import NOBODY

COMMANDER: Final = 0.5  # points per year for a commander: dice, cards, seas and the Moon
STATION: Final = 0.5  # value of a station's eight-sided dice, apart from the MOD that it yields each year
THIRD: Final = 1.2  # value of the energy and the card for the third conquest of a turn


def weigh_places(evaluator: AgeEvaluator, own: State2210) -> None:
    """Estimate the value of each place: a point if it lasts, and a third of a MOD and of an energy per year."""
    state = evaluator.state
    land = evaluator.lasting + evaluator.stream * (evaluator.weights.army + evaluator.weights.energy) / 3.0
    station = evaluator.stream * evaluator.weights.army + STATION * evaluator.calendar.later / 4.0
    contest = THIRD * float(own.contested + 1) / float(BONUS_AT) if own.contested < BONUS_AT else 0.0
    for place in range(evaluator.info.board.size):
        if own.hazard[place]:
            continue
        value = land + station if own.built[place] else land
        evaluator.hold[place] += value
        owner = state.owner[place]
        if owner >= 0 and owner != evaluator.seat:
            value += land * evaluator.malice[owner]
        if evaluator.garrison[place] > 0:
            value += contest
        evaluator.worth[place] += value


def weigh_commanders(evaluator: AgeEvaluator, own: State2210) -> None:
    """Add commanders, which are lost with their place: own ones to keep, rivals' ones to kill."""
    for seat in range(evaluator.state.seats):
        for kind in range(i64(KINDS)):
            place = own.piece[seat * KINDS + kind]
            if place != NOBODY:
                if seat == evaluator.seat:
                    evaluator.hold[place] += commander_worth(evaluator, own, kind)
                else:
                    evaluator.worth[place] += evaluator.malice[seat] * COMMANDER * evaluator.calendar.turns_left


def commander_worth(evaluator: AgeEvaluator, own: State2210, kind: i64) -> float:
    """Return a commander's value until the end: a share per year, plus the cards in hand that need it."""
    cards = float(own.held[evaluator.seat * KINDS + kind])
    return COMMANDER * evaluator.calendar.turns_left + evaluator.weights.cards * 0.6 * cards
