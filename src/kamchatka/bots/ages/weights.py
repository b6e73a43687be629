"""The weights of a captain's evaluator in the games of ages. One unit is one point at the end."""

from typing import Final, final

WEIGHTS: Final[dict[str, float]] = {
    "army": 0.40,  # what an army brings by the end, while there are turns to come
    "spent": 0.03,  # the same once one's last turn is under way: it breaks a tie
    "energy": 0.35,  # what a unit of the purse brings
    "persist": 0.65,  # the part of what is held that is still held an age later
    "deny": 0.25,  # a point that a rival loses,
    "leader": 0.5,  # and so much more for every part by which it is ahead of the others
    "margin": 1.6,  # power against cost at which a zone is an even chance
    "slope": 2.0,  # how sharply that chance rises
    "zone": 0.5,  # what one place of a whole zone carries of its bonus
    "risk": 0.7,  # how often a rival in turn attacks what it can take
    "fear": 2.0,  # armies that a threatening stack may still receive
    "keep": 1.0,  # places held, against places to take
    "caution": 1.0,  # what an attack leaves behind, against what it takes
    "lure": 0.02,  # each army that stands nearer to what is wanted
    "later": 0.4,  # an attack of the next age, against one of this turn
    "least": 0.02,  # an attack must bring so much
    "bid": 1.0,  # what is bid for the last turn of all, against what it is worth
    "cards": 1.0,  # cards, against armies and pieces
}


@final
class AgeWeights:
    """Plain numbers, an edition's own where it has them; `change` makes each named weight so many times as heavy."""

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
