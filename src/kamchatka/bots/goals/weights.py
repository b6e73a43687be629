"""The weights of a captain's evaluator, in armies. `tools/tune/tune_captain.py` tuned them in arena games."""

from typing import Final, final

from kamchatka.bots.habits import LATEST, Habits

WEIGHTS: Final[dict[str, float]] = {
    "land": 0.35,  # value of any place, for the third of an army per turn that it brings
    "horizon": 6.0,  # turns for which a zone's bonus is counted
    "shape": 1.0,  # influence of easily defended borders on a zone's value
    "card": 3.0,  # value of the card for a turn with a conquest
    "victory": 100.0,  # value of the whole objective
    "triumph": 300.0,  # value of the game if it can be won in this turn
    "point": 2.0,  # value of a point on the board once time is up
    "throw": 6.0,  # value of avoiding, or making, the throw that closes the game
    "margin": 2.8,  # ratio of power to cost at which a goal has an even chance
    "slope": 2.1,  # steepness of that chance
    "base": 1.05,  # value of a missing place of the objective, however far the others are
    "deny": 8.0,  # value of a place that brings a rival close to victory
    "leader": 0.5,  # extra value of a leader's places
    "prey": 3.0,  # value of each card of a rival that can be eliminated
    "fall": 6.0,  # value of the elimination itself
    "keep": 1.4,  # weight of holding places against taking them
    "caution": 1.0,  # weight of the safety lost by an attack
    "fear": 2.0,  # reinforcements assumed for a threatening stack
    "trio": 8.0,  # armies from which a trio is traded from a small hand
    "rising": 15.0,  # the same where every exchange is worth more than the last
    "lure": 0.03,  # value per army of being closer to a target
    "thrift": 2.4,  # price of an army, per army that destroying one costs under the dice rule
    "patience": 4.0,  # rounds after which armies count less
    "haste": 0.1,  # decrease per round, down to a tenth, so that no game stalls
    "plenty": 100.0,  # armies on the board beyond which each counts less
    "dare": 0.5,  # minimum chance of an offensive against all places of a rival
    "hazard": 0.3,  # minimum chance of an offensive for the game
    "duel": 16.0,  # minimum gain for playing the Challenge card while it may be kept
    "least": 0.07,  # minimum value of an attack
}


@final
class Weights:
    """Weights as numbers, plus the habits of a bot version. `change` multiplies single weights."""

    def __init__(self, change: dict[str, float] | None = None, habits: Habits = LATEST) -> None:
        heavy = dict(WEIGHTS)
        for name, times in (change or {}).items():
            heavy[name] *= times
        self.habits: Final = habits
        self.land: Final[float] = heavy["land"]
        self.horizon: Final[float] = heavy["horizon"]
        self.shape: Final[float] = heavy["shape"]
        self.card: Final[float] = heavy["card"]
        self.victory: Final[float] = heavy["victory"]
        self.triumph: Final[float] = heavy["triumph"]
        self.point: Final[float] = heavy["point"]
        self.throw: Final[float] = heavy["throw"]
        self.margin: Final[float] = heavy["margin"]
        self.slope: Final[float] = heavy["slope"]
        self.base: Final[float] = heavy["base"]
        self.deny: Final[float] = heavy["deny"]
        self.leader: Final[float] = heavy["leader"]
        self.prey: Final[float] = heavy["prey"]
        self.fall: Final[float] = heavy["fall"]
        self.keep: Final[float] = heavy["keep"]
        self.caution: Final[float] = heavy["caution"]
        self.fear: Final[float] = heavy["fear"]
        self.trio: Final[float] = heavy["trio"]
        self.rising: Final[float] = heavy["rising"]
        self.lure: Final[float] = heavy["lure"]
        self.thrift: Final[float] = heavy["thrift"]
        self.patience: Final[float] = heavy["patience"]
        self.haste: Final[float] = heavy["haste"]
        self.plenty: Final[float] = heavy["plenty"]
        self.dare: Final[float] = heavy["dare"]
        self.hazard: Final[float] = heavy["hazard"]
        self.duel: Final[float] = heavy["duel"]
        self.least: Final[float] = heavy["least"]


NORMAL: Final = Weights()
