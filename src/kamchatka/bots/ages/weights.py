"""Weights of a captain's evaluator in the games of ages. One unit is one victory point at the end."""

from typing import Final, final

WEIGHTS: Final[dict[str, float]] = {
    "army": 0.40,  # points that an army earns by the end, while turns remain
    "spent": 0.03,  # the same during our last turn; only breaks ties
    "energy": 0.35,  # value of a unit of energy
    "persist": 0.65,  # fraction of today's holdings still held one age later
    "deny": 0.25,  # value of a point that a rival loses
    "leader": 0.5,  # increase of `deny` with the rival's lead over the average
    "margin": 1.6,  # ratio of power to cost at which taking a zone has an even chance
    "slope": 2.0,  # steepness of that chance
    "zone": 0.5,  # share of a held zone's bonus assigned to each of its places
    "risk": 0.7,  # probability that a rival in turn attacks a place it can take
    "fear": 2.0,  # reinforcements assumed for a threatening stack
    "keep": 1.0,  # weight of holding places against taking them
    "caution": 1.0,  # weight of the safety lost by an attack
    "lure": 0.02,  # value per army of being closer to a target
    "later": 0.4,  # weight of attacks in the next age against attacks in this turn
    "least": 0.02,  # minimum value of an attack
    "bid": 1.0,  # bid for the last turn of the game, relative to its value
    "cards": 1.0,  # weight of cards against armies and pieces
}


@final
class AgeWeights:
    """Weights as numbers. `weights` overrides the defaults for an edition; `change` multiplies single weights."""

    def __init__(self, change: dict[str, float] | None = None, weights: dict[str, float] | None = None) -> None:
        heavy = {**WEIGHTS, **(weights or {})}
        for name, times in (change or {}).items():
            heavy[name] *= times
        self.army: Final[float] = heavy["army"]
        self.spent: Final[float] = heavy["spent"]
        self.energy: Final[float] = heavy["energy"]
        self.persist: Final[float] = heavy["persist"]
        self.deny: Final[float] = heavy["deny"]
        self.leader: Final[float] = heavy["leader"]
        self.margin: Final[float] = heavy["margin"]
        self.slope: Final[float] = heavy["slope"]
        self.zone: Final[float] = heavy["zone"]
        self.risk: Final[float] = heavy["risk"]
        self.fear: Final[float] = heavy["fear"]
        self.keep: Final[float] = heavy["keep"]
        self.caution: Final[float] = heavy["caution"]
        self.lure: Final[float] = heavy["lure"]
        self.later: Final[float] = heavy["later"]
        self.least: Final[float] = heavy["least"]
        self.bid: Final[float] = heavy["bid"]
        self.cards: Final[float] = heavy["cards"]
