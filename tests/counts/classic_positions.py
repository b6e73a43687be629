"""Positions of the classic edition whose legal actions are counted."""

from collections.abc import Callable

from kamchatka.kernel.edges.wire import Attack, TakeColour
from kamchatka.match import Match
from tests.kit import faces
from tests.rules.classic.scene import SECOND_SET, SET, scene, with_neutrals

NEXT = {"japan": (1, 3)}  # the next seat holds few places, so that its turn has few options


def _pairs() -> Match:
    match = Match.new("classic", 2, seed=1)
    for colour in ("red", "blue", "green"):
        match.play(TakeColour(colour))
    return match


def _surplus() -> Match:
    match = scene(
        {"siberia": (0, 5), "sakha": (2, 1), "japan": (1, 2)},
        rest=(3, 1),
        luck=faces(6, 6, 6, 1),
        hands={0: SET, 2: (*SECOND_SET, "joker_1")},
    )
    match.play(Attack("siberia", "sakha", 3))
    return match


def _neutral() -> Match:
    match = scene({"mexico": (0, 4), "nuevo_timoto": (1, 3), "japan": (1, 2)}, rest=(1, 1), seats=2)
    with_neutrals(match, ["nuevo_timoto"])
    match.play(Attack("mexico", "nuevo_timoto", 3))
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "colours of two": lambda: Match.new("classic", 2, seed=1),
    "two own armies and a neutral one": _pairs,
    "forced trade": lambda: scene(
        {"siberia": (0, 1), **NEXT}, rest=(3, 1), phase="Reinforce", hands={0: (*SET, SECOND_SET[0], "joker_1")}
    ),
    "extra armies": lambda: scene(
        {SET[0]: (0, 1), SET[1]: (0, 1), **NEXT}, rest=(3, 1), phase="Reinforce", hands={0: SET}
    ),
    "combat": lambda: scene({"mexico": (0, 4), "siberia": (0, 2), "sakha": (2, 2), **NEXT}, rest=(3, 1)),
    "combat on the ancient earth": lambda: scene(
        {"egypt": (0, 4), "kush": (2, 2), "roma": (1, 2)}, "classic_ancient", rest=(3, 1)
    ),
    "defence of neutrals": _neutral,
    "surplus cards": _surplus,
    "fortifying": lambda: scene({"mexico": (0, 4), "nuevo_timoto": (0, 2), **NEXT}, rest=(3, 1), phase="StrategicMove"),
}
