"""What bots do since a version of theirs, as switches in data: every version can still be played as it was.

Weights are numbers that a captain may have more or less of; a habit is there or not. What a version is lies in
`VERSIONS`, so a new one is a line here and a switch where the habit shows.
"""

from typing import Final, final


@final
class Habits:
    """The habits of one version, by name."""

    def __init__(self, version: str) -> None:
        self.version: Final = version


VERSIONS: Final[dict[str, Habits]] = {"0.1": Habits("0.1")}  # the newest last
LATEST: Final = [*VERSIONS.values()][-1]
