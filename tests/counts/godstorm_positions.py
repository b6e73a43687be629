"""Positions of Godstorm whose legal actions are counted."""

from collections.abc import Callable

from kamchatka.kernel.edges.wire import Choose, Defend, Invade, NameKind, Pass, PlayCard, Roll
from kamchatka.match import Match
from tests.kit import Holding, faces
from tests.rules.godstorm.scene import scene

SMALL: dict[str, Holding | None] = {  # few lands are held, so that there are few sequences
    **dict.fromkeys(scene("Invade").game.board.places[:42]),
    "egypt": (0, 4),
    "kush": (0, 2),
    "phoenicia": (1, 3),
    "roma": (2, 2),
}
GODS = {0: {"war": "egypt", "death": "egypt"}, 1: {"sky": "phoenicia", "magic": "phoenicia"}}


def _sky_window() -> Match:
    match = scene(
        "Invade",
        SMALL,
        faith={1: 5},
        gods=GODS,
        temples=["kush"],
        hands={1: ["the_fog_lifts_1", "the_mighty_turn_meek_1", "your_idol_is_false_1", "enemies_convert"]},
    )
    match.play(Invade("egypt", "phoenicia", 0, ("war",)))
    return match


def _godwar() -> Match:
    match = scene("Invade", SMALL, gods=GODS)
    match.play(Invade("egypt", "phoenicia", 0, ("war", "death")))
    match.play(NameKind("death"))
    return match


def _ransom() -> Match:
    match = scene("Invade", SMALL, faith={1: 5}, relics={"the_tree_of_life": 1}, luck=faces(6, 6, 6, 1, 1))
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(3))
    match.play(Defend(2))
    return match


def _capture() -> Match:
    match = scene(
        "Invade", {**SMALL, "phoenicia": (1, 1), "babylon": (1, 2)}, gods={0: {"war": "egypt"}}, luck=faces(6, 5, 1)
    )
    match.play(Invade("egypt", "phoenicia", 0, ("war",)))
    match.play(Roll(2))
    return match


def _shield() -> Match:
    match = scene(
        "PlayMiracles",
        SMALL,
        faith={0: 9},
        gods=GODS,
        relics={"aegis": 2, "mjolnir": 1},
        plague=["roma"],
        hands={0: ["the_land_is_purged", "a_shrine_is_plundered", "crops_wither_1"]},
    )
    match.play(PlayCard("the_land_is_purged"))
    match.play(Choose(place="roma"))
    return match


def _bids() -> Match:
    match = scene("InvadeBelow", SMALL, turn=2, faith={0: 2, 1: 1, 2: 3}, below={"u12": (2, 2)})
    match.play(Pass())
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "pantheons": lambda: Match.new("godstorm", 3, seed=1),
    "pantheons of two": lambda: Match.new("godstorm", 2, seed=1),
    "bids": _bids,
    "relics of the start": lambda: scene(
        "TurnStart", SMALL, relics=dict.fromkeys(("pandoras_box", "excalibur", "the_golden_fleece"), 0)
    ),
    "collection": lambda: scene("Collect", SMALL, temples=["egypt"], below={"u02": (0, 3)}),
    "gods and temples": lambda: scene("Recruit", SMALL, faith={0: 8}, gods={0: {"war": "egypt"}}, plague=["kush"]),
    "miracle cards": lambda: scene("Market", SMALL, faith={0: 6}, gods=GODS),
    "War and Death cards": lambda: scene(
        "PlayMiracles",
        SMALL,
        faith={0: 9},
        gods=GODS,
        temples=["kush"],
        hands={0: ["eagles_take_wing", "storms_rage", "the_waters_boil", "visions_become_real"], 1: ["lava_erupts"]},
    ),
    "Aegis": _shield,
    "invasions": lambda: scene("Invade", {**SMALL, "babylon": (1, 1)}, gods=GODS),
    "Sky cards": _sky_window,
    "godwar": _godwar,
    "Tree of Life": _ransom,
    "capture": _capture,
    "fortifying": lambda: scene("Fortify", {**SMALL, "nubia": (0, 3), "sheba": (0, 1)}, gods=GODS, plague=["nubia"]),
    "embarking": lambda: scene("Embark", SMALL, heaven={0: 3}, below={"u01": (1, 2), "u11": (0, 1)}),
    "Underworld": lambda: scene("InvadeBelow", SMALL, heaven={0: 2}, below={"u01": (1, 2), "u11": (0, 3)}),
}
