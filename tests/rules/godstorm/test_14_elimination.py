"""A player without armies on the Ancient Earth is out and loses everything."""

from typing import Any

import pytest

from kamchatka.editions.godstorm.state import edition_state
from kamchatka.kernel.edges.wire import Choose, Invade, NameCard, Occupy, Pass, PlayCard, Roll
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from tests.kit import Holding, faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import cast, play_defence
from tests.rules.godstorm.fights import facts_named, invading, phase, rolled
from tests.rules.godstorm.scene import faith, heaven, relic_of, scene, where
from tests.rules.modern.witness import fact, happened

THE_SEA = 13  # where the card that sinks Atlantis is among the Death cards


def last_land(lands: dict[str, Holding | None] | None = None, luck: list[int] | None = None, **more: Any) -> Match:
    """Let seat 0 kill seat 2's last army, in Phoenicia, from Egypt."""
    last = {"phoenicia": (2, 1), "corsica": (1, 1), "egypt": (0, 2), **(lands or {})}
    match = invading(last, luck=[*faces(6, 1), *(luck or [])], **more)
    match.play(Invade("egypt", "phoenicia"))
    rolled(match, 1)
    return match


@rule("god.elim.1")
def test_armies_elsewhere_do_not_save() -> None:
    """Heaven and the Underworld don't belong to the Ancient Earth."""
    match = last_land(heaven={2: 5}, below={"u05": (2, 4)})
    assert facts_named(match, "Eliminated") == [fact("Eliminated", seat=2, by=0)]
    assert not match.state.is_alive(2)


@rule("god.elim.1")
def test_one_army_is_enough_to_stay() -> None:
    """A single land anywhere on the Ancient Earth is enough."""
    match = last_land({"corsica": (2, 1)})
    assert match.state.is_alive(2)


@rule("god.elim.2")
def test_cards_relics_and_faith_leave_the_game() -> None:
    """No other player inherits them."""
    match = last_land(hands={2: ["heroes_are_born", "lava_erupts"]}, relics={"aegis": 2, "mjolnir": 1}, faith={2: 1})
    assert (where(match, "heroes_are_born"), where(match, "lava_erupts")) == (DISCARD, DISCARD)
    assert (relic_of(match, "aegis"), relic_of(match, "mjolnir")) == (None, 1)
    assert (where(match, "aegis"), faith(match, 2)) == (DISCARD, 0)
    assert list(match.state.hand) == [0, 0, 0]


@rule("god.elim.3", "god.elim.5")
def test_its_armies_below_are_gone_and_others_may_move_in_this_very_turn() -> None:
    """The eliminated seat's spaces are vacant at once and its heaven is empty."""
    match = last_land(heaven={2: 5, 0: 0}, below={"u05": (2, 4), "u01": (2, 1), "u04": (0, 3)})
    assert (match.owner("u01"), match.armies("u01")) == (None, 0)
    assert (match.owner("u05"), match.armies("u05"), heaven(match, 2)) == (None, 0, 0)
    while phase(match) != "InvadeBelow":
        match.play(Pass())
    match.play(Invade("u04", "u05", 2))
    assert (match.owner("u05"), match.armies("u05")) == (0, 2)


@rule("god.elim.4")
def test_a_temple_without_armies_waits_for_whoever_comes() -> None:
    """When the owner is out, the god stands in an empty land until another seat moves in."""
    match = last_land({"egypt": (0, 6), "nubia": None}, temples=["nubia"])
    match.play(Occupy(1))
    assert (match.owner("nubia"), list(edition_state(match.table).built).count(1)) == (None, 1)
    match.play(Invade("egypt", "nubia", 1))
    assert match.owner("nubia") == 0


@rule("god.elim.6")
def test_the_eliminated_have_no_turn_any_more() -> None:
    """Seat 1 plays after seat 0; the epoch ends without seat 2, and only living players bid."""
    match = last_land(faith={0: 1, 1: 1})
    while match.state.turn != 1:
        match.play(Pass())
    while match.state.turn == 1 and phase(match) != "Bids":
        match.play(next(match.actions()) if phase(match) == "Collect" else Pass())
    assert (phase(match), sorted(match.awaited)) == ("Bids", [0, 1])


@rule("god.elim.7")
@pytest.mark.parametrize("now", [True, False])
def test_the_last_player_wins_at_once(now: bool) -> None:
    """By option the game continues to its end."""
    lands: dict[str, Holding | None] = {"egypt": (0, 2), "phoenicia": (1, 1), "corsica": (0, 1)}
    match = invading(lands, seats=2, rest=(0, 1), luck=faces(6, 1), options={"last_player_wins_now": now})
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(1))
    assert match.state.over == now
    assert (match.state.ending, match.state.winners) == (("end.survivor", 1) if now else ("", 0))


@rule("god.elim.7", "god.score.5")
def test_alone_to_the_end() -> None:
    """With one player left the game continues until the fifth epoch ends."""
    lands: dict[str, Holding | None] = {"egypt": (0, 2), "phoenicia": (1, 1), "corsica": (0, 1)}
    match = invading(lands, seats=2, rest=(0, 1), luck=faces(6, 1), epoch=5, options={"last_player_wins_now": False})
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(1))
    while not match.state.over:
        match.play(Pass())
    assert (match.state.winners, match.state.ending) == (1, "end.points")


@rule("god.elim.8")
@pytest.mark.parametrize("also", [None, 1, 2])
def test_who_falls_in_its_own_turn_decides_nothing_more(also: int | None) -> None:
    """The Sun Grows Cold kills its player's last army and perhaps others': the turn passes anyway."""
    lands: dict[str, Holding | None] = {
        "egypt": (0, 1),
        "thule": (1, 1 if also == 1 else 2),
        "corsica": (2, 1 if also == 2 else 2),
    }
    gods = {0: {"war": "egypt"}, 1: {"sky": "thule"}, 2: {"sky": "corsica"}}
    match = scene(
        "Collect",
        lands,
        rest=(3, 1),
        seats=4,
        gods=gods,
        hands={0: ["the_sun_grows_cold"]},
        options={"war_death_timing": "any_time_own_turn"},
    )
    assert (phase(match), int(match.state.stock[0])) == ("Collect", 3)
    match.play(PlayCard("the_sun_grows_cold"))
    assert [match.state.is_alive(seat) for seat in range(4)] == [False, also != 1, also != 2, True]
    assert (match.state.turn, match.state.over) == (2 if also == 1 else 1, False)


@rule("god.elim.2", "god.elim.3", "god.order.5")
def test_all_that_an_elimination_brings_is_told_in_order() -> None:
    """The facts come in this order: elimination, cards, relics, faith, armies below."""
    match = last_land(hands={2: ["heroes_are_born"]}, relics={"mjolnir": 2}, faith={2: 7}, heaven={2: 5})
    fallen = happened(match)[happened(match).index(fact("Eliminated", seat=2, by=0)) :]
    assert fallen[:6] == [
        fact("Eliminated", seat=2, by=0),
        fact("CardGivenUp", seat=2, card="heroes_are_born"),
        fact("RelicLost", card="mjolnir"),
        fact("PurseChanged", seat=2, amount=-7, clause="elimination.cards"),
        fact("ArmiesLost", place="duat", armies=6),
        fact("Vacated", place="duat"),
    ]


@rule("god.elim.3", "god.info.15")
def test_an_empty_heaven_loses_no_armies() -> None:
    """At this table armies killed by cards go to the reserve, so an eliminated seat has an empty heaven."""
    options = {"plague_and_card_dead_to_heaven": False}
    match = cast("storms_rage", luck=faces(3), lands={"roma": (1, 1)}, options=options)
    match.play(Choose(place="corsica"))
    assert facts_named(match, "Eliminated") == [fact("Eliminated", seat=2, by=0)]
    assert facts_named(match, "ArmiesLost") == [fact("ArmiesLost", place="corsica", armies=3)]


@rule("god.elim.1", "god.elim.8", "god.card.sky.lava_erupts")
def test_who_falls_by_a_sky_card_falls_by_the_hand_of_the_defender() -> None:
    """Lava kills the invader's last army and a third player's: the seat in turn eliminated neither."""
    match = play_defence(
        "lava_erupts",
        lands={"egypt": (0, 2), "kush": (2, 1), "nubia": (1, 1), "corsica": (1, 1), "roma": (1, 1)},
        luck=faces(6, 6, 6, 6, 6, 6),
    )
    assert facts_named(match, "Eliminated") == [fact("Eliminated", seat=0, by=1), fact("Eliminated", seat=2, by=1)]
    assert (match.winners, match.state.ending) == ([1], "end.survivor")


@rule("god.elim.3", "god.card.magic.pandoras_box", "god.card.magic.the_wine_of_eternal_life")
def test_armies_in_hand_leave_the_game() -> None:
    """The Wine has brought an army, then Pandora's Box sinks Atlantis and the owner's last land."""
    match = scene(
        "TurnStart",
        {"tritonis": (0, 2), "corsica": (2, 3)},
        relics={"the_wine_of_eternal_life": 0, "pandoras_box": 0},
        luck=[THE_SEA],
    )
    match.play(NameCard("the_wine_of_eternal_life"))
    assert facts_named(match, "ArmiesGranted")[0] == fact(
        "ArmiesGranted", seat=0, armies=1, clause="card.the_wine_of_eternal_life"
    )
    assert facts_named(match, "ArmiesDisbanded") == [fact("ArmiesDisbanded", seat=0, armies=1)]
    assert (match.state.is_alive(0), int(match.state.stock[0]), match.state.turn) == (False, 0, 1)


@rule("god.two.6", "god.elim.7")
def test_with_no_opponent_left_neutral_armies_roll_all_they_may() -> None:
    """No player is left to choose for them, and their attacker may not."""
    lands: dict[str, Holding | None] = {"egypt": (0, 5), "phoenicia": (0, 3), "corsica": (1, 1), "roma": (0, 2)}
    match = invading(
        lands,
        seats=2,
        rest=(0, 1),
        neutral=["phoenicia"],
        luck=faces(6, 1, 6, 1, 1),
        options={"last_player_wins_now": False},
    )
    match.play(Invade("roma", "corsica"))
    match.play(Roll(1))
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(1))
    assert (match.awaited, match.armies("phoenicia"), script_left(match)) == ([0], 2, 0)
