"""Positions of the year 2210 whose legal actions are counted."""

from collections.abc import Callable

from kamchatka.kernel.edges.wire import Choose, Invade, PlayCard, Roll
from kamchatka.match import Match
from tests.kit import faces
from tests.rules.risk2210.scene import scene

SMALL = {"mexico": (1, 2), "egypt": (2, 2)}  # the others hold few places, so that their turns have few options
LEADERS = {0: {"land": "japan", "nuclear": "japan"}, 1: {"land": "mexico", "diplomat": "mexico"}, 2: {"land": "egypt"}}


def _reaction() -> Match:
    match = scene(
        "Invade",
        {"japan": (0, 4), "pevek": (1, 2), **SMALL},
        rest=None,
        energy={1: 5},
        commanders=LEADERS,
        hands={
            1: ["land_stealth_mods_1", "diplomat_evacuation_1", "diplomat_cease_fire_1"],
            2: ["land_stealth_mods_2"],
        },
    )
    match.play(Invade("japan", "pevek"))
    return match


def _defence() -> Match:
    match = scene(
        "Invade",
        {"japan": (0, 4), "pevek": (1, 3), **SMALL},
        rest=None,
        commanders={0: {"land": "japan", "nuclear": "japan"}, 1: {"naval": "pevek"}},
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1, ("land", "nuclear")))
    return match


def _armageddon() -> Match:
    match = scene(
        "Orders",
        {"japan": (0, 4), "pevek": (1, 3), "alden": (2, 3), **SMALL},
        rest=None,
        energy={0: 4},
        hands={0: ["nuclear_armageddon", "nuclear_assassin_bomb_1"], 1: ["nuclear_rocket_strike_land_1"]},
        commanders={0: {"nuclear": "japan"}, 1: {"nuclear": "pevek"}, 2: {"land": "alden"}},
    )
    match.play(PlayCard("nuclear_armageddon"))
    return match


def _losses() -> Match:
    match = scene(
        "Orders",
        {"japan": (0, 4), "pevek": (1, 4), **SMALL},
        rest=None,
        energy={0: 2},
        luck=faces(3),
        hands={0: ["nuclear_rocket_strike_land_1"]},
        commanders={0: {"nuclear": "japan"}, 1: {"naval": "pevek", "space": "pevek"}},
    )
    match.play(PlayCard("nuclear_rocket_strike_land_1"))
    match.play(Choose(place="pevek"))
    return match


POSITIONS: dict[str, Callable[[], Match]] = {
    "colours of two": lambda: Match.new("risk2210", 2, seed=1),
    "bids": lambda: scene("Rewards", {"japan": (0, 2), **SMALL}, rest=None, turn=2, year=1, energy={0: 2, 1: 1}),
    "hiring": lambda: scene("Recruit", {"japan": (0, 2), "pevek": (0, 1), **SMALL}, rest=None, energy={0: 8}),
    "buying": lambda: scene("Market", {"japan": (0, 2), **SMALL}, rest=None, energy={0: 3}, commanders=LEADERS),
    "orders": lambda: scene(
        "Orders",
        {"japan": (0, 3), "pevek": (0, 1), **SMALL},
        rest=None,
        energy={0: 3},
        commanders=LEADERS,
        hands={
            0: ["land_assemble_mods_1", "land_frequency_jam_1", "nuclear_assassin_bomb_1"],
            1: ["land_scout_forces_1"],
            2: ["land_scout_forces_2"],
        },
    ),
    "invasions": lambda: scene(
        "Invade",
        {"japan": (0, 4), "pevek": (1, 1), "khan_industrial_state": None, **SMALL},
        rest=None,
        commanders=LEADERS,
    ),
    "a launch": lambda: scene(
        "Invade",
        {"japan": (0, 3), "tycho": (1, 1), **SMALL},
        rest=None,
        stations=["japan"],
        commanders={0: {"space": "japan"}},
    ),
    "reactions": _reaction,
    "defence": _defence,
    "armageddon": _armageddon,
    "losses": _losses,
    "fortifying": lambda: scene(
        "Fortify",
        {"japan": (0, 3), "pevek": (0, 1), "mexico": (1, 1), "egypt": (2, 1)},
        rest=None,
        commanders={0: {"land": "japan"}},
    ),
}
