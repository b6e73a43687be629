"""Positions of the original edition whose legal actions are counted."""

from collections.abc import Callable

from kamchatka.kernel.edges.wire import Attack, FastAttack
from kamchatka.match import Match
from tests.kit import faces
from tests.rules.original.scene import SECOND_SET, SET, scene

FAST = {"fast_battles": True, "defender_dice": "choose"}
NEXT = {"japan": (1, 3)}  # the next seat holds few places, so that its turn has few options


def _spoils() -> Match:
    match = scene(
        {"india": (0, 5), "siam": (0, 2), "china": (2, 1)},
        seats=3,
        luck=faces(6, 6, 6, 1),
        hands={0: SET[:2], 2: (SET[2], *SECOND_SET)},
    )
    match.play(Attack("india", "china", 3))
    return match


def _consent() -> Match:
    match = scene({"india": (0, 22), "china": (1, 21)}, rest=(3, 1), options=FAST)
    match.play(FastAttack("india", "china", 3))
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "colours all at once": lambda: Match.new("original", 3, seed=1),
    "income": lambda: scene(
        dict.fromkeys(("siam", "congo", "peru", "japan", "alaska", "india"), (0, 1)), rest=(3, 1), phase="Reinforce"
    ),
    "income and exchanges": lambda: scene(
        dict.fromkeys(("siam", "congo", "peru"), (0, 1)),
        rest=(3, 1),
        phase="Reinforce",
        hands={0: (*SET, *SECOND_SET, "joker_1")},
    ),
    "combat": lambda: scene({"siam": (0, 4), "alaska": (0, 2), "congo": (0, 1), "india": (2, 2), **NEXT}, rest=(3, 1)),
    "combat of the protected": lambda: scene({"siam": (0, 4), "india": (2, 2), "china": (1, 3)}, rest=(3, 1), round=4),
    "combat of great armies": lambda: scene(
        {"siam": (0, 22), "india": (2, 20), "china": (1, 19)}, rest=(3, 1), options=FAST
    ),
    "captured cards": _spoils,
    "consent": _consent,
    "transfers": lambda: scene(
        {"siam": (0, 4), "india": (0, 2), "china": (0, 3), "peru": (0, 5), **NEXT}, rest=(3, 1), phase="Transfers"
    ),
    "a single transfer": lambda: scene(
        {"siam": (0, 4), "india": (0, 2), "china": (0, 3), **NEXT},
        rest=(3, 1),
        phase="Transfers",
        options={"transfer_moves": "single"},
    ),
}
