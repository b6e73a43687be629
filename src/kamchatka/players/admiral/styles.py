"""Styles of play from one network: levels by care, characters by preferences. None plays random moves.

A style draws among the codes whose scores are close to the best one: `care` is the largest distance, `spread` how
evenly it draws. Preferences add to the scores of some codes first. Draws depend on the position and the seat's seed
alone, so the same position gets the same answer.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Style:
    """How a bot departs from the network's best code. Scores are logarithms of how likely the network plays a code."""

    spread: float = 0.0  # temperature of the draw; 0: always the best code
    care: float = 0.0  # codes that score lower than the best by more than this are never played
    attack: float = 0.0  # added to attacking, where the seat may also stop
    scatter: float = 0.0  # times the logarithm of its armies, taken from placing on a place: beginners spread out
    forgets: bool = False  # plays for territory alone, as if it had not read its objective
    prey: float = 0.0  # added to places whose owner has few places left, and to those that break a held zone
    home: float = 0.0  # added to own places in zones of which the seat holds most, when it places or moves armies
    grudge: float = 0.0  # added to places of the rival that took most places from the seat since its last turn


LEARNED_LEVELS: Final = ("cadet", "ensign", "lieutenant", "commodore", "admiral")
CHARACTERS: Final = ("raider", "builder", "avenger")
STYLES: Final[dict[str, Style]] = {  # levels below the admiral from the weakest on, then characters
    "cadet": Style(spread=7.0, care=10.0, scatter=4.0, forgets=True),
    "ensign": Style(spread=5.0, care=8.0, scatter=3.0),
    "lieutenant": Style(spread=4.0, care=6.0, scatter=1.0),
    "commodore": Style(spread=3.0, care=4.5),
    "raider": Style(spread=0.5, care=2.0, attack=2.0, prey=2.0),
    "builder": Style(spread=0.5, care=2.0, attack=-1.5, home=2.0),
    "avenger": Style(spread=0.5, care=2.0, grudge=4.0),
}
