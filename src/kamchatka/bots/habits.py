"""Behaviour switches of bot versions. Every released version can still be played.

Weights are numbers that a captain can scale, a habit is on or off. `VERSIONS` defines each version, so a new one needs
an entry here and a switch where the behaviour differs.
"""

from typing import Final, final


@final
class Habits:
    """The habits of one version. The first version has none."""

    def __init__(
        self,
        finishes: bool = False,
        empties: bool = False,
        counts_rounds: bool = False,
        spares: bool = False,
        brisk: bool = False,
        lessons: str = "",
    ) -> None:
        self.finishes: Final = finishes  # in a won duel, send armies to the front and attack
        self.empties: Final = empties  # leave nothing behind where there is no threat
        self.counts_rounds: Final = counts_rounds  # base points and patience on the remaining rounds
        self.spares: Final = spares  # don't attack at poor odds when far behind
        self.brisk: Final = brisk  # skip re-evaluation while an attack goes as expected or a plan is nearly certain
        self.lessons: Final = lessons  # version of the marshal's training data; "": the first


VERSIONS: Final[dict[str, Habits]] = {  # newest last
    "0.1": Habits(),
    "0.2": Habits(finishes=True, empties=True, counts_rounds=True, spares=True),
    "0.3": Habits(finishes=True, empties=True, counts_rounds=True, spares=True, brisk=True, lessons="0.3"),
}
LATEST: Final = [*VERSIONS.values()][-1]
