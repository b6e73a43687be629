"""The plans a marshal chooses among: a captain's doctrine, and what changes when one thing matters more."""
from typing import Final

from kamchatka.bots.doctrine import Doctrine

PLANS: Final = [
    Doctrine(),
    Doctrine({"thrift": 0.5}),                                      # bold
    Doctrine({"thrift": 0.2, "caution": 0.5}),                      # all or nothing
    Doctrine({"thrift": 2.5}),                                      # sparing
    Doctrine({"thrift": 50.0}),                                     # no attack at all
    Doctrine({"victory": 5.0, "margin": 0.5, "thrift": 0.7}),       # the objective now
    Doctrine({"deny": 5.0, "leader": 6.0}),                         # stop whoever is ahead
    Doctrine({"fall": 5.0, "prey": 5.0, "margin": 0.7}),            # hunt the weakest
    Doctrine({"keep": 3.0, "caution": 2.0}),                        # keep what there is
]
