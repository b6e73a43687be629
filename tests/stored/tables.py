"""The tables that people create in a stored evening: which games, and where they stop."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.stored.make_games import BLANKS
from tests.stored.shelf import Json

PASSWORD = "correct horse battery"
DAYS = {"per": "move", "seconds": 3 * 86_400}


@dataclass(frozen=True)
class Laid:
    """A table that Ada creates, with `seats` as in `Browser.lay`, and the question at which its game stops."""

    name: str
    edition: str
    seats: str
    guests: tuple[str, ...] = ()  # guests who take the open seats
    after: int = 0  # minimum version of the scene
    act: str = ""  # the only possible kind of action
    question: str = ""  # the English question, as a pattern
    pending: int = 0  # number of asked seats; 0 for any
    form: Mapping[str, Any] = field(default_factory=dict)

    def is_reached_by(self, scene: Json) -> bool:
        """Return whether a scene is where the game stops."""
        asked = scene["ask"]
        if not asked or scene["version"] < self.after:
            return False
        is_that = not self.act or {one["act"] for one in asked["ranges"]} == {self.act}
        enough = not self.pending or len(scene["awaited"]) == self.pending
        return is_that and enough and re.search(self.question, asked["question"]) is not None


def _options(**options: bool | int | str) -> dict[str, Any]:
    return {"options": options}


# Games that end, by bots or by being called off (those with `after`).
ENDED = (
    Laid("Over: modern", "modern", "mbb"),
    Laid("Over: challenge", "challenge", "mbb"),
    Laid("Over: original", "original", "mor", ("Bruno",), 60),
    Laid("Over: classic", "classic", "mr"),
    Laid("Over: classic_ancient", "classic_ancient", "mr"),
    Laid("Over: risk2210", "risk2210", "mb"),
    Laid("Over: godstorm", "godstorm", "mb"),
    Laid("Called off", "modern", "mob", ("Bruno",), 20),
)
# Games that wait for somebody in the middle of something.
MOMENTS = (
    Laid("A battle", "modern", "mor", ("Bruno",), 60, "defend"),
    Laid("A conquest", "challenge", "mor", ("Bruno",), 60, "occupy", form=_options(kingmaker=True)),
    Laid("A transfer", "original", "moo", ("Bruno", "Carla"), 40, question="Transfer", form=_options(hand_limit=7)),
    Laid("A defence", "classic", "mo", ("Bruno",), 80, "defend", form=_options(two_player_armies="armies_30")),
    Laid("An empty board", "classic_ancient", "moo", ("Bruno", "Dino"), 12, "place"),
    Laid("Sealed bids", "risk2210", "moo", ("Bruno", "Carla"), 60, "bid", pending=2),
    Laid(
        "A command card",
        "risk2210",
        "mo",
        ("Bruno",),
        60,
        question=": where, whom or what",
        form=_options(custom_cards=BLANKS),
    ),
    Laid("Losses", "risk2210", "mor", ("Bruno",), 60, "lose"),
    Laid("Sealed offerings", "godstorm", "moo", ("Bruno", "Dino"), 30, "bid", pending=2),
    Laid("A miracle", "godstorm", "moo", ("Bruno", "Carla"), 40, question=r"^[A-Z][^:]*: which territory"),
)
# Games with clocks, at one screen, watched with a delay; and tables that wait for players.
LEFT = (
    Laid("Over days", "modern", "mob", ("Bruno",), 30, form={"clock": DAYS}),
    Laid("Two hours each", "classic", "mo", ("Bruno",), 20, form={"clock": {"per": "game", "seconds": 7200}}),
    Laid("Against time", "modern", "mob", ("Bruno",), 60, form=_options(ending="time_attack_clock")),
    Laid("One screen", "modern", "mss", (), 3),
    Laid("Watched later", "modern", "mob", ("Bruno",), 25, form={"delay": 120}),
    Laid("Who comes?", "godstorm", "mooo"),
    Laid("Between us", "challenge", "moo", form={"private": True, "clock": {"per": "turn", "seconds": 600}}),
)
