"""Miracle cards: seat 0 in the card step with War and Death gods, seat 1 attacked, or a card just played."""

from typing import Any

from kamchatka.kernel.edges.wire import Invade, PlayCard
from kamchatka.match import Match
from tests.kit import Holding
from tests.rules.godstorm.scene import scene

# Where the twelve temples of the box stand when the stock is empty.
TWELVE = [
    "thule",
    "rus",
    "gaul",
    "iberia",
    "atlas",
    "sumer",
    "parthia",
    "sheba",
    "assyria",
    "dacia",
    "thracia",
    "ionia",
]
LANDS: dict[str, Holding | None] = {
    "egypt": (0, 5),
    "kush": (0, 2),
    "nubia": (0, 1),
    "corsica": (2, 3),
    "roma": (2, 1),
    "babylon": (1, 4),
}
GODS = {0: {"war": "egypt", "death": "kush"}}


def spare_of(card: str) -> str:
    """Return another War card, so that the step continues after the first."""
    return "the_faithful_gather" if card == "the_sun_grows_cold" else "the_sun_grows_cold"


def table(*cards: str, lands: dict[str, Holding | None] | None = None, faith: int = 9, **more: Any) -> Match:
    """Set seat 0 in the card step of its turn with these cards; seat 1 holds every land not named."""
    more = {"gods": GODS, **more}
    hands = {0: cards, **more.pop("hands", {})}
    return scene("PlayMiracles", {**LANDS, **(lands or {})}, faith={0: faith}, hands=hands, **more)


def cast(card: str, **more: Any) -> Match:
    """Play a card from the same table, with a spare War card in hand."""
    match = table(card, spare_of(card), **more)
    match.play(PlayCard(card))
    return match


def attacked(
    *cards: str,
    lands: dict[str, Holding | None] | None = None,
    faith: int = 9,
    pieces: tuple[str, ...] = (),
    attacks: bool = True,
    **more: Any,
) -> Match:
    """Let seat 0 invade Phoenicia of seat 1 from Egypt; seat 1 has its Sky god in Thule and these cards."""
    more = {"gods": {0: {"war": "egypt"}, 1: {"sky": "thule"}}, **more}
    hands = {1: cards, **more.pop("hands", {})}
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 2), "thule": (1, 4), **(lands or {})},
        faith={1: faith},
        hands=hands,
        **more,
    )
    if attacks:
        match.play(Invade("egypt", "phoenicia", 0, pieces))
    return match


def play_defence(card: str, **more: Any) -> Match:
    """Play a card of the defender in the same invasion."""
    match = attacked(card, **more)
    match.play(PlayCard(card))
    return match
