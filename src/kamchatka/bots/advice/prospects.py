"""A common interface to how different captains value armies on a place."""

from kamchatka.bots.ages.evaluator import DEPTH as AGE_DEPTH
from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.captain.evaluator import DEPTH, CaptainEvaluator


class Prospects:
    """The default for unknown captains: every value is zero."""

    def attack(self, source: int, target: int, armies: int) -> float:
        """Return the value of an attack by `armies`, including follow-up conquests, minus its cost."""
        return 0.0

    def holding_value(self, place: int, armies: int) -> float:
        """Return the value of a place, weighted by the chance that its garrison holds it."""
        return 0.0

    def holds(self, target: int) -> float:
        """Return the value of holding a place after its conquest."""
        return 0.0


class CaptainProspects(Prospects):
    """Values of the captain shared by all games that have only armies."""

    def __init__(self, evaluator: CaptainEvaluator) -> None:
        self.evaluator = evaluator

    def attack(self, source: int, target: int, armies: int) -> float:
        return self.evaluator.attack(source, target, armies - 1, DEPTH, self.evaluator.info.battles)

    def holding_value(self, place: int, armies: int) -> float:
        return self.evaluator.weights.keep * self.evaluator.holding_value(place, armies)

    def holds(self, target: int) -> float:
        return self.evaluator.worth[target]


class AgeProspects(Prospects):
    """Values of a captain in a game of ages; the evaluator must have surveyed the map."""

    def __init__(self, evaluator: AgeEvaluator) -> None:
        self.evaluator = evaluator

    def attack(self, source: int, target: int, armies: int) -> float:
        evaluator = self.evaluator
        ways = range(evaluator.first_way[source], evaluator.first_way[source + 1])
        if target not in [evaluator.ways[i] for i in ways]:
            return 0.0
        host = evaluator.own.standing[source]
        fighters = evaluator.fighters(source, evaluator.strength(armies, host))
        return evaluator.attack(source, target, fighters, host, AGE_DEPTH) if fighters > 0 else 0.0

    def holding_value(self, place: int, armies: int) -> float:
        evaluator = self.evaluator
        units = evaluator.strength(armies, evaluator.own.standing[place])
        return evaluator.weights.keep * evaluator.holding_value(place, units)

    def holds(self, target: int) -> float:
        return self.evaluator.worth[target]
