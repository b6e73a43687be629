"""The plans that a marshal considers: a captain's weights, with one aspect emphasised in each.

They were selected from two dozen candidates (`tools/tune/weigh_plans.py`) for the best joint result. Each is sometimes
the best one. Bolder attacks and a rush for the objective hardly ever were.

A marshal is also patient. The value of patience shows only rounds later, beyond any rehearsal, so it was found in games
in which every seat had its own weights (`tools/tune/breed_captains.py`). Since version 0.3 an edition can instead have
learned tempers for each kind of rivals (`tools/tune/learn_temper.py`). A table of patient players stalls, so captains
are impatient, and a marshal is patient only for a while.
"""

from typing import Final

from kamchatka.bots.goals.weights import Weights
from kamchatka.bots.habits import Habits

VARIATIONS: Final[list[dict[str, float]]] = [
    {},
    {"victory": 0.2, "base": 0.3},  # postpone the objective
    {"horizon": 0.3},  # postpone zones
    {"fall": 5.0, "prey": 5.0, "margin": 0.7},  # hunt the weakest rival
    {"keep": 0.3, "caution": 0.3},  # advance and ignore threats behind
    {"thrift": 50.0},  # don't attack
    {"horizon": 3.0, "thrift": 0.6},  # take a zone now
    {"fear": 4.0, "keep": 2.0},  # garrison for the worst case
    {"card": 3.0, "thrift": 1.5},  # get a card and little else
    {"lure": 6.0},  # gather near the best targets
]
PATIENCE: Final = {"haste": 0.5, "thrift": 1.35, "margin": 2.0, "horizon": 0.55, "card": 1.6, "base": 0.65}
PATIENT: Final = 40  # rounds, unless a learned temper lasts longer
HURRY: Final = 8  # remaining rounds below which patience ends, if the end of the game is known


def apply_change(temper: dict[str, float], change: dict[str, float]) -> dict[str, float]:
    """Multiply a temper by the change of a plan."""
    return {name: temper.get(name, 1.0) * change.get(name, 1.0) for name in temper | change}


def plans_by(habits: Habits, temper: dict[str, float]) -> list[Weights]:
    """Return the plans of a version based on a temper; without a temper, on a captain's own weights."""
    return [Weights(apply_change(temper, change), habits) for change in VARIATIONS]


def rebase_plans(plans: list[dict[str, float]], temper: dict[str, float]) -> list[dict[str, float]]:
    """Replace the usual plan, the second one, by a temper. The first plan, for rivals, is unchanged."""
    usual = plans[1]
    inverse = {name: 1.0 / times for name, times in usual.items()}
    return plans[:1] + [apply_change(temper, apply_change(inverse, plan)) for plan in plans[1:]]
