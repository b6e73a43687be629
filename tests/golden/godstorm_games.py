"""The golden games of Godstorm: one for each ending and tie-break, Atlantis sunk, two players, whole games."""

from functools import partial
from typing import Any

from kamchatka.editions.godstorm.invasion.god_war import GodsFought
from kamchatka.editions.godstorm.state import AtlantisSank, RelicTaken, WentToHeaven
from kamchatka.kernel.ages.age_facts import AgeBegan, AgeSet, CardTaken, HazardPlaced
from kamchatka.kernel.edges.wire import PlayCard, Stop
from kamchatka.kernel.facts import Eliminated
from kamchatka.kernel.rules.neutral import NeutralsPlaced
from kamchatka.match import Match
from tests.golden.games import Golden
from tests.golden.godstorm_cards import EMPTY
from tests.kit import Holding
from tests.rules.godstorm.scene import scene

Game = partial(Golden, edition="godstorm")
OTHERWISE: dict[str, object] = {
    "plague_and_card_dead_to_heaven": False,
    "army_supply_cap": 110,
    "setup_mode": "chosen",
    "gods_on_plague": "banish_in_step_5",
    "magic_reroll_in_godwar": False,
    "blind_purchase": False,
    "war_labour_conquests": 1,
    "sky_labour_counts_capture": True,
    "magic_labour_per_reroll": True,
    "magic_labour_underworld": False,
    "war_death_timing": "any_time_own_turn",
    "declare_army_count": True,
    "min_attack": "battle_roll",
    "godwar_army_count": "attacker_minus_one",
    "gods_follow_capture": "may",
    "last_player_wins_now": False,
    "heaven_attack_spare_army": True,
    "neutral_dice": "always_max",
    "faith_shall_deliver_needs_god": True,
    "trojan_horse_protected_lands": True,
    "sky_deck_filler": False,
    "tablets_need_faith": True,
}
LEVEL: dict[str, Holding | None] = {**EMPTY, "egypt": (0, 2), "roma": (1, 2), "thule": (2, 2)}


def _last_turn(lands: dict[str, Holding | None] | None = None, **more: Any) -> Match:
    """Return the end of the fifth epoch, with all seats tied except as given."""
    return scene("InvadeBelow", {**LEVEL, **(lands or {})}, turn=2, epoch=5, below={"u12": (2, 2)}, **more)


def _siege(**options: object) -> Match:
    """Return a position of two remaining players, one in its last land."""
    lands: dict[str, Holding | None] = {**EMPTY, "egypt": (0, 9), "kush": (1, 1), "roma": (0, 2)}
    return scene("Invade", lands, seats=2, epoch=4, options=options)


def _tomb() -> Match:
    """Return a position in which seat 0 is about to sink Atlantis, where every seat has something to lose."""
    lands: dict[str, Holding | None] = {
        "hesperide": (0, 3),
        "tritonis": (1, 4),
        "poseidonis": (2, 2),
        "oricalcos": (2, 1),
        "egypt": (0, 4),
    }
    return scene(
        "PlayMiracles",
        lands,
        faith={0: 3},
        gods={0: {"death": "egypt"}, 1: {"sky": "tritonis"}},
        temples=["poseidonis"],
        plague=["hesperide"],
        hands={0: ["the_sea_is_your_tomb"]},
    )


def _last_miracle() -> Match:
    """Return the last turn of the fifth epoch, with a card that turns time back."""
    return scene(
        "PlayMiracles",
        LEVEL,
        turn=2,
        epoch=5,
        faith={2: 4},
        gods={2: {"war": "thule"}},
        hands={2: ["time_stands_still"]},
    )


GAMES = (
    Game(
        "whole_game_of_three",
        "end.points",
        longest=1200,
        shows=(HazardPlaced, AgeBegan, GodsFought, CardTaken, RelicTaken, WentToHeaven),
    ),
    Game("whole_game_of_five", "end.points", OTHERWISE, seats=5, longest=2500, shows=(CardTaken,)),
    Game("two_players", "end.points", seats=2, longest=1200, shows=(NeutralsPlaced,)),
    Game("most_faith", "end.faith", start=lambda: _last_turn(faith={0: 1, 1: 2, 2: 1}), idle=True, winner=1),
    Game("most_temples", "end.temples", start=lambda: _last_turn(temples=["roma"]), idle=True, winner=1),
    Game("most_gods", "end.gods", start=lambda: _last_turn(gods={1: {"sky": "roma"}}), idle=True, winner=1),
    Game("most_armies", "end.armies", start=lambda: _last_turn({"roma": (1, 3)}), idle=True, winner=1),
    Game("shared", "end.shared", start=_last_turn, idle=True),
    Game("survivor", "end.survivor", start=_siege, winner=0, shows=(Eliminated,)),
    Game(
        "alone_to_the_end",
        "end.points",
        {"last_player_wins_now": False},
        winner=0,
        shows=(Eliminated,),
        longest=300,
        start=lambda: _siege(last_player_wins_now=False),
    ),
    Game(
        "atlantis",
        "end.points",
        start=_tomb,
        longest=1500,
        shows=(AtlantisSank,),
        does=(PlayCard("the_sea_is_your_tomb"),),
    ),
    Game("an_epoch_more", "end.points", start=_last_miracle, longest=400, shows=(AgeSet, AgeBegan)),
    Game("stopped", "referee.stop", seats=4, declares={400: Stop()}, longest=410),
)
