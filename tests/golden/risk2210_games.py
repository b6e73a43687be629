"""The golden games of 2210: each ending and tie-break, whole games for two, three and five, and one called off."""

from collections.abc import Mapping
from functools import partial

from kamchatka.editions.risk2210.battle.war_facts import StationSeized
from kamchatka.editions.risk2210.turn.deals import CardHanded
from kamchatka.kernel.ages.age_facts import AgeBegan, BidShown, HazardPlaced, Reckoned
from kamchatka.kernel.edges.wire import PlayCard, Stop
from kamchatka.kernel.facts import Eliminated
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.match import Match
from tests.golden.games import Golden
from tests.rules.risk2210.scene import scene

Game = partial(Golden, edition="risk2210")
OTHERWISE: dict[str, object] = {
    "player_trades": True,
    "energy_bank_limited": True,
    "setup_special_pieces": "all_at_once",
    "in_turn_order_start": "after_active",
    "station_terrain": "land",
    "exiled_states_canada_link": False,
    "must_follow_through": False,
    "reaction_order": "turn_order",
    "defender_sees_attack_dice": False,
    "commander_die_optional": False,
    "bonus_contested_only": False,
    "hidden_energy_face_up": False,
}
ALONE: dict[str, object] = {"last_player_wins_now": False}


def _last_turn(lands: Mapping[str, tuple[int, int]], energy: Mapping[int, int]) -> Match:
    """Return the end of year five, before the last seat fortifies."""
    return scene("Fortify", lands, rest=None, year=5, turn=2, energy=energy)


def _siege(options: Mapping[str, object] | None = None) -> Match:
    """Return a siege by seat 0 of the last place of its only rival."""
    return scene("Invade", {"japan": (0, 9), "pevek": (1, 1)}, rest=None, year=4, options=options or {})


def _doom() -> Match:
    """Return a position of two players with one unit each in Asia, one about to strike a random continent."""
    return scene(
        "Orders",
        {"japan": (0, 0), "pevek": (1, 1)},
        rest=None,
        energy={0: 5},
        commanders={0: {"nuclear": "japan"}},
        hands={0: ["nuclear_the_mother"]},
    )


LEVEL = {"japan": (0, 2), "mexico": (1, 2), "egypt": (2, 2)}
GAMES = (
    Game(
        "whole_game_of_three",
        "end.points",
        longest=1600,
        shows=(HazardPlaced, BidShown, AgeBegan, StationSeized, Reckoned),
    ),
    Game("whole_game_of_five", "end.points", OTHERWISE, seats=5, longest=2500, shows=(CardHanded,)),
    Game("two_players", "end.points", seats=2, longest=1500, shows=(NeutralsPlaced,)),
    Game("most_energy", "end.energy", start=lambda: _last_turn(LEVEL, {0: 1, 1: 2, 2: 1}), idle=True, winner=1),
    Game(
        "most_units",
        "end.units",
        start=lambda: _last_turn({**LEVEL, "egypt": (2, 3)}, {0: 1, 1: 1, 2: 1}),
        idle=True,
        winner=2,
    ),
    Game("shared", "end.shared", start=lambda: _last_turn(LEVEL, {0: 1, 1: 1, 2: 1}), idle=True),
    Game("survivor", "end.survivor", start=_siege, winner=0, shows=(Eliminated,)),
    Game(
        "alone_to_the_end", "end.points", ALONE, start=lambda: _siege(ALONE), winner=0, shows=(Eliminated,), longest=300
    ),
    Game("nobody_left", "end.nobody_left", start=_doom, does=(PlayCard("nuclear_the_mother"),)),
    Game("stopped", "referee.stop", seats=4, declares={400: Stop()}, longest=410),
)
