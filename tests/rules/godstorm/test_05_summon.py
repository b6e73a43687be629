"""Step 2: summoning gods and building temples."""

import pytest

from kamchatka.kernel.edges.wire import Bid, Build, Invade, Pass, Place, PlayCard, Raise
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS, TWELVE
from tests.rules.godstorm.scene import faith, god_at, has_temple, is_plagued, scene
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import happened, refused

RAGNAROK = 7  # where it is among the Death cards


@rule("god.summon.1", "god.summon.2")
def test_gods_for_three_faith_each_where_one_has_an_army() -> None:
    """Several gods may be summoned in one turn, in one land or in several, but not in others' or empty lands."""
    match = scene("Recruit", {**LANDS, "thule": None}, faith={0: 8})
    for place in ("roma", "thule"):
        refused(match, Raise("war", place), "piece.own_place", "god.summon.2")
    match.play(Raise("war", "nubia"))
    match.play(Raise("magic", "nubia"))
    assert (god_at(match, 0, "war"), god_at(match, 0, "magic"), faith(match, 0)) == ("nubia", "nubia", 2)
    assert phase(match) == "Market"  # 2 faith are left: neither a god nor a temple


@rule("god.summon.1")
@pytest.mark.parametrize(("held", "offered"), [(2, False), (3, True)])
def test_a_god_costs_three(held: int, offered: bool) -> None:
    """With two faith the player isn't asked."""
    match = scene("Recruit", LANDS, faith={0: held})
    assert (phase(match) == "Recruit") == offered


@rule("god.summon.3", "god.info.13")
def test_a_god_banished_in_ones_turn_is_gone_for_the_rest_of_it() -> None:
    """Pandora's Box brings Ragnarok at the start of a turn: the War god can't be summoned before the next turn."""
    match = scene(
        "TurnStart", LANDS, faith={0: 9}, gods={0: {"war": "egypt"}}, relics={"pandoras_box": 0}, luck=[RAGNAROK]
    )
    assert god_at(match, 0, "war") is None
    match.play(Place("egypt", match.state.stock[0]))
    assert phase(match) == "Recruit"
    refused(match, Raise("war", "egypt"), "piece.banished", "god.summon.3")
    assert Raise("sky", "egypt") in set(match.actions())


@rule("god.summon.3")
def test_every_god_banished_in_ones_turn_is_gone_for_the_rest_of_it() -> None:
    """Ragnarok banishes the War god and the Sky god together."""
    gods = {0: {"war": "egypt", "sky": "egypt"}}
    match = scene("TurnStart", LANDS, faith={0: 9}, gods=gods, relics={"pandoras_box": 0}, luck=[RAGNAROK])
    match.play(Place("egypt", match.state.stock[0]))
    for kind in ("war", "sky"):
        refused(match, Raise(kind, "egypt"), "piece.banished", "god.summon.3")


@rule("god.summon.3", "god.info.13")
def test_a_god_banished_can_be_summoned_in_the_next_turn_at_the_full_price() -> None:
    """Seat 0 plays Ragnarok in one epoch; in the next its War god returns for three faith."""
    gods = {0: {"death": "egypt", "war": "egypt"}}
    match = scene(
        "PlayMiracles", LANDS, epoch=1, gods=gods, hands={0: ["ragnarok_cometh"]}, faith={0: 9}, luck=faces(6, 5, 4)
    )
    match.play(PlayCard("ragnarok_cometh"))
    assert god_at(match, 0, "war") is None
    while (match.state.turn, phase(match)) != (0, "Recruit"):
        choices = list(match.actions(match.awaited[0]))
        plain = [one for one in choices if isinstance(one, Pass) or (isinstance(one, Bid) and one.amount == 0)]
        match.play(plain[0] if plain else choices[-1], match.awaited[0])
    held = faith(match, 0)
    match.play(Raise("war", "egypt"))
    assert (god_at(match, 0, "war"), faith(match, 0)) == ("egypt", held - 3)


@rule("god.summon.4", "god.summon.9", "god.underworld.8")
def test_neither_gods_nor_temples_below() -> None:
    """Both are refused in a space that the seat controls and in its own heaven."""
    match = scene("Recruit", LANDS, faith={0: 20}, below={"u12": (0, 4)}, heaven={0: 3})
    for place in ("u12", "kurnugia"):
        refused(match, Raise("war", place), "piece.own_place", "god.summon.2")
        refused(match, Build(place), "building.own_place", "god.summon.6")


@rule("god.summon.5")
def test_no_summoning_onto_plagued_land() -> None:
    """Summoning is allowed elsewhere."""
    match = scene("Recruit", LANDS, faith={0: 9}, plague=["egypt"])
    refused(match, Raise("war", "egypt"), "piece.plague", "god.summon.5")
    assert Raise("war", "kush") in set(match.actions())


@rule("god.summon.5")
@pytest.mark.parametrize(("option", "at_once"), [("banish_at_once", None), ("banish_in_step_5", "egypt")])
def test_a_table_may_allow_it(option: str, at_once: str | None) -> None:
    """By option the god is banished at once, or stays until step 5."""
    match = scene(
        "Recruit",
        LANDS,
        faith={0: 3},
        plague=["egypt"],
        options={"gods_on_plague": option},
        hands={0: ["heroes_are_born"]},
    )
    match.play(Raise("war", "egypt"))
    assert god_at(match, 0, "war") == at_once
    assert (phase(match) == "PlayMiracles") == (at_once is not None)
    if at_once:
        match.play(Pass())
        assert god_at(match, 0, "war") is None


@rule("god.summon.6", "god.summon.7")
def test_temples_for_five_faith_one_in_each_land() -> None:
    """Any number of temples, mixed with gods in any order, in lands with an own army."""
    match = scene("Recruit", {**LANDS, "thule": None}, faith={0: 13}, temples=["kush"])
    refused(match, Build("kush"), "building.one_a_place", "god.summon.7")
    refused(match, Build("roma"), "building.own_place", "god.summon.6")
    refused(match, Build("thule"), "building.own_place", "god.summon.6")
    match.play(Build("egypt"))
    match.play(Raise("war", "egypt"))
    match.play(Build("nubia"))
    assert (has_temple(match, "egypt"), has_temple(match, "nubia"), faith(match, 0)) == (True, True, 0)


@rule("god.summon.6")
@pytest.mark.parametrize(("held", "offered"), [(4, False), (5, True)])
def test_a_temple_costs_five(held: int, offered: bool) -> None:
    """With four faith only gods are affordable."""
    match = scene("Recruit", LANDS, faith={0: held})
    assert (Build("egypt") in set(match.actions())) == offered
    if not offered:
        refused(match, Build("egypt"), "building.price", "god.summon.6")


@rule("god.summon.8")
@pytest.mark.parametrize(("standing", "offered"), [(11, True), (12, False)])
def test_twelve_temples_in_all(standing: int, offered: bool) -> None:
    """A destroyed temple can be built again: only the temples on the board count."""
    match = scene("Recruit", LANDS, faith={0: 9}, temples=TWELVE[:standing])
    assert (Build("egypt") in set(match.actions())) == offered
    if not offered:
        refused(match, Build("egypt"), "building.stock", "god.summon.8")


@rule("god.summon.11", "god.collect.11")
def test_a_new_temple_pays_from_the_next_turn() -> None:
    """A temple pays nothing in the turn it is built."""
    match = scene("Recruit", LANDS, faith={0: 5})
    match.play(Build("nubia"))
    assert [one["fact"] for one in happened(match)][:2] == ["PurseChanged", "Built"]
    assert (match.armies("nubia"), faith(match, 0)) == (1, 0)


@rule("god.summon.12")
def test_temples_may_stand_on_plagued_land() -> None:
    """Plague never harms them."""
    match = scene("Recruit", LANDS, faith={0: 5}, plague=["egypt"])
    match.play(Build("egypt"))
    assert (has_temple(match, "egypt"), is_plagued(match, "egypt"), match.armies("egypt")) == (True, True, 3)
    assert (phase(match), Invade("egypt", "minoa") in set(match.actions())) == ("Invade", True)
