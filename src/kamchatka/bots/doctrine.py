"""The weights of a captain's judgement. One unit is one army; `tools/train_captain.py` tuned them in arena games."""
from typing import final


@final
class Doctrine:
    """Plain numbers, so that levels and training can change them one by one."""

    def __init__(self) -> None:
        self.land: float = 0.35                          # what any place is worth: a third of an army a turn
        self.horizon: float = 6.0                       # turns for which the bonus of a zone is counted
        self.card: float = 3.0                          # the card of a turn with a conquest
        self.victory: float = 100.0                     # the whole of one's own objective
        self.margin: float = 2.8                        # power against cost at which a goal is an even chance
        self.slope: float = 2.1                         # how sharply that chance rises
        self.base: float = 1.05                          # a missing place of the objective, however far the rest
        self.deny: float = 8.0                          # a place that brings a rival near victory
        self.leader: float = 0.5                        # how much dearer the places of a leader are
        self.prey: float = 3.0                          # each card in the hand of a rival that can be eliminated
        self.fall: float = 6.0                          # its elimination itself
        self.keep: float = 1.4                          # places held, against places to take
        self.caution: float = 1.0                       # what an attack leaves behind, against what it takes
        self.fear: float = 2.0                          # armies that a threatening stack may still receive
        self.trio: float = 8.0                          # armies for which a small hand is opened
        self.lure: float = 0.03                         # each army that stands nearer to what is wanted
        self.thrift: float = 3.9                        # what an army counts against a place
        self.patience: float = 4.0                     # rounds after which armies count less and less
        self.haste: float = 0.1                        # so much less a round, down to a tenth
        self.plenty: float = 160.0                       # armies on the board beyond which each counts less
        self.least: float = 0.07                         # an attack must bring so much


NORMAL = Doctrine()
