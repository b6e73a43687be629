"""The plans a marshal chooses among: a captain's weights, and what changes when one thing matters more.

They were chosen out of two dozen (`tools/weigh_plans.py`): together they promise most at a fork, and each of them is
the best now and then. Bolder attacks and a rush for the objective are not among them: they hardly ever were.

A marshal is patient besides. What that is worth shows only rounds later, so no rehearsal can tell; it was found in
games in which every seat had weights of its own (`tools/breed_captains.py`). Since version 0.3 an edition may have
tempers in its place that were learned (`tools/learn_temper.py`), towards each kind of rivals. A table at which
everybody is patient stands still, so captains are not, and a marshal is so only for a while.
"""

from typing import Final

from kamchatka.bots.captain.weights import Weights
from kamchatka.bots.habits import Habits

VARIATIONS: Final[list[dict[str, float]]] = [
    {},
    {"victory": 0.2, "base": 0.3},  # the objective can wait
    {"horizon": 0.3},  # so can zones
    {"fall": 5.0, "prey": 5.0, "margin": 0.7},  # hunt the weakest
    {"keep": 0.3, "caution": 0.3},  # forward, whatever lies open behind
    {"thrift": 50.0},  # no attack at all
    {"horizon": 3.0, "thrift": 0.6},  # a zone now
    {"fear": 4.0, "keep": 2.0},  # garrisons against the worst
    {"card": 3.0, "thrift": 1.5},  # a card, and not much more
    {"lure": 6.0},  # gather where most is to be had
]
PATIENCE: Final = {"haste": 0.5, "thrift": 1.35, "margin": 2.0, "horizon": 0.55, "card": 1.6, "base": 0.65}
PATIENT: Final = 40  # rounds, unless a temper that was learned lasts longer
HURRY: Final = 8  # the same before an end that the table knows: what is still to be won is won now


def varied(temper: dict[str, float], change: dict[str, float]) -> dict[str, float]:
    """A temper, with what matters more."""
    return {name: temper.get(name, 1.0) * change.get(name, 1.0) for name in temper | change}


def plans_by(habits: Habits, temper: dict[str, float]) -> list[Weights]:
    """The plans of a version around a temper; none at all: a captain's own weights."""
    return [Weights(varied(temper, change), habits) for change in VARIATIONS]


def rebased(plans: list[dict[str, float]], temper: dict[str, float]) -> list[dict[str, float]]:
    """An edition's own plans, with a temper in the place of the usual one, the second; the first stays the rivals'."""
    usual = plans[1]
    inverse = {name: 1.0 / times for name, times in usual.items()}
    return plans[:1] + [varied(temper, varied(inverse, plan)) for plan in plans[1:]]
