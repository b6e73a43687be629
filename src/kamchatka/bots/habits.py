"""What bots do since a version of theirs, as switches in data: every version can still be played as it was.

Weights are numbers that a captain may have more or less of; a habit is there or not. What a version is lies in
`VERSIONS`, so a new one is a line here and a switch where the habit shows.
"""

from typing import Final, final


@final
class Habits:
    """The habits of one version; the first has none of them."""

    def __init__(
        self,
        finishes: bool = False,
        empties: bool = False,
        counts_rounds: bool = False,
        spares: bool = False,
        brisk: bool = False,
        lessons: str = "",
    ) -> None:
        self.finishes: Final = finishes  # a duel that is won: armies go to the front and attack
        self.empties: Final = empties  # nothing stays behind where nothing threatens
        self.counts_rounds: Final = counts_rounds  # points and patience by the rounds that are left
        self.spares: Final = spares  # who is far behind does not attack at poor odds
        self.brisk: Final = brisk  # no second thoughts where an attack stands no worse, a plan is all but certain
        self.lessons: Final = lessons  # the version in which a marshal learned what it knows; "": the first


VERSIONS: Final[dict[str, Habits]] = {  # the newest last
    "0.1": Habits(),
    "0.2": Habits(finishes=True, empties=True, counts_rounds=True, spares=True),
    "0.3": Habits(finishes=True, empties=True, counts_rounds=True, spares=True, brisk=True, lessons="0.3"),
}
LATEST: Final = [*VERSIONS.values()][-1]
