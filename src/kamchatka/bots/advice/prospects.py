"""What a captain makes of the armies on a place, asked in one way whichever captain it is."""

from kamchatka.bots.ages.evaluator import DEPTH as AGE_DEPTH
from kamchatka.bots.ages.evaluator import AgeEvaluator
from kamchatka.bots.captain.evaluator import DEPTH, CaptainEvaluator


class Prospects:
    """Nothing is known of the captain: nothing is promised."""

    def attack(self, source: int, target: int, armies: int) -> float:
        """What an attack by so many armies on a place brings beyond its cost, with what may follow."""
        return 0.0

    def kept(self, place: int, armies: int) -> float:
        """What a place is worth, for as much as so many armies keep it."""
        return 0.0

    def holds(self, target: int) -> float:
        """What a place is worth to who has taken it."""
        return 0.0


class CaptainProspects(Prospects):
    """Of the captain that the games of armies alone share."""

    def __init__(self, evaluator: CaptainEvaluator) -> None:
        self.evaluator = evaluator

    def attack(self, source: int, target: int, armies: int) -> float:
        return self.evaluator.attack(source, target, armies - 1, DEPTH, self.evaluator.info.battles)

    def kept(self, place: int, armies: int) -> float:
        return self.evaluator.weights.keep * self.evaluator.kept(place, armies)

    def holds(self, target: int) -> float:
        return self.evaluator.worth[target]


class AgeProspects(Prospects):
    """Of a captain in a game of ages, whose map has been surveyed."""

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

    def kept(self, place: int, armies: int) -> float:
        evaluator = self.evaluator
        units = evaluator.strength(armies, evaluator.own.standing[place])
        return evaluator.weights.keep * evaluator.kept(place, units)

    def holds(self, target: int) -> float:
        return self.evaluator.worth[target]
