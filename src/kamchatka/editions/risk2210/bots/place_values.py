"""What is at stake on the two boards: points of the last year, income until then, commanders, what a rival loses."""

from typing import Final

from mypy_extensions import i64

from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.editions.risk2210.battle.conquest import BONUS_AT
from kamchatka.editions.risk2210.state import KINDS, State2210
from kamchatka.kernel.state import NOBODY

COMMANDER: Final = 0.5  # points that a commander brings in a year: dice, cards, seas, Moon
STATION: Final = 0.5  # the eight-sided dice of a station, beside the MOD it makes every year
THIRD: Final = 1.2  # energy and a card for the third conquest of a turn


def weigh_places(evaluator: AgeEvaluator, own: State2210) -> None:
    """A place is a point if it lasts, and a third of a MOD and of a unit of energy every year."""
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
    """A commander falls with its place: one's own is to be kept, a rival's is worth its death."""
    for seat in range(evaluator.state.seats):
        for kind in range(i64(KINDS)):
            place = own.piece[seat * KINDS + kind]
            if place != NOBODY:
                if seat == evaluator.seat:
                    evaluator.hold[place] += commander_worth(evaluator, own, kind)
                else:
                    evaluator.worth[place] += evaluator.malice[seat] * COMMANDER * evaluator.calendar.turns_left


def commander_worth(evaluator: AgeEvaluator, own: State2210, kind: i64) -> float:
    """What a commander still brings: a part every year, and the cards in hand that are nothing without it."""
    cards = float(own.held[evaluator.seat * KINDS + kind])
    return COMMANDER * evaluator.calendar.turns_left + evaluator.weights.cards * 0.6 * cards
