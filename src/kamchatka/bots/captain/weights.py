"""The weights of a captain's evaluator. One unit is one army; `tools/tune_captain.py` found them in arena games."""

from typing import Final, final

from kamchatka.bots.habits import LATEST, Habits

WEIGHTS: Final[dict[str, float]] = {
    "land": 0.35,  # what any place is worth, for the third of an army a turn that it brings
    "horizon": 6.0,  # turns for which the bonus of a zone is counted
    "shape": 1.0,  # how much easy borders count for that
    "card": 3.0,  # the card of a turn with a conquest
    "victory": 100.0,  # the whole of one's own objective
    "triumph": 300.0,  # the game, where it can be won in this turn
    "point": 2.0,  # a point on the board, once time is up
    "throw": 6.0,  # to be spared the throw that closes the game, or to make it
    "margin": 2.8,  # power against cost at which a goal is an even chance
    "slope": 2.1,  # how sharply that chance rises
    "base": 1.05,  # a missing place of the objective, however far the rest
    "deny": 8.0,  # a place that brings a rival near victory
    "leader": 0.5,  # how much dearer the places of a leader are
    "prey": 3.0,  # each card in the hand of a rival that can be eliminated
    "fall": 6.0,  # its elimination itself
    "keep": 1.4,  # places held, against places to take
    "caution": 1.0,  # what an attack leaves behind, against what it takes
    "fear": 2.0,  # armies that a threatening stack may still receive
    "trio": 8.0,  # armies for which a small hand is opened
    "rising": 15.0,  # the same where every exchange is worth more than the one before
    "lure": 0.03,  # each army that stands nearer to what is wanted
    "thrift": 2.4,  # what an army counts against a place, for each army that one beaten costs by the dice
    "patience": 4.0,  # rounds after which armies count less,
    "haste": 0.1,  # by so much each round, down to a tenth: no game stands still
    "plenty": 100.0,  # armies on the board beyond which each counts less
    "dare": 0.5,  # the chance with which an offensive for all places of a rival is begun,
    "hazard": 0.3,  # and one for the game
    "duel": 16.0,  # what the Challenge card must add to an attack while it may still be kept
    "least": 0.07,  # an attack must bring so much
}


@final
class Weights:
    """Plain numbers and a version's habits; `change` makes each named weight so many times as heavy."""

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
