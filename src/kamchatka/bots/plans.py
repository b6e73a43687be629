"""The plans a marshal chooses among: a captain's doctrine, and what changes when one thing matters more.

They were chosen out of two dozen (`tools/weigh_plans.py`): together they promise most at a fork, and each of them is
the best now and then. Bolder attacks and a rush for the objective are not among them: they hardly ever were.
"""
from typing import Final

from kamchatka.bots.doctrine import Doctrine

PLANS: Final = [
    Doctrine(),
    Doctrine({"victory": 0.2, "base": 0.3}),                        # the objective can wait
    Doctrine({"horizon": 0.3}),                                     # so can zones
    Doctrine({"fall": 5.0, "prey": 5.0, "margin": 0.7}),            # hunt the weakest
    Doctrine({"keep": 0.3, "caution": 0.3}),                        # forward, whatever lies open behind
    Doctrine({"thrift": 50.0}),                                     # no attack at all
    Doctrine({"horizon": 3.0, "thrift": 0.6}),                      # a zone now
    Doctrine({"fear": 4.0, "keep": 2.0}),                           # garrisons against the worst
    Doctrine({"card": 3.0, "thrift": 1.5}),                         # a card, and not much more
    Doctrine({"lure": 6.0}),                                        # gather where most is to be had
]
