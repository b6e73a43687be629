"""Step 1: armies and faith for territories, continents and temples, and armies from the crypts."""

from typing import Any

import pytest

from kamchatka.kernel.edges.wire import Move, Pass, Place
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import Holding
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import ATLANTIS, faith, scene
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import fact, refused, written

HYRKANIA = ("cimmeria", "rus", "sarmatia", "scythia")
Lands = dict[str, Holding | None]


def holding(count: int, **more: Any) -> Match:
    """Give seat 0 `count` lands, spread so that no continent is complete and others hold some of each."""
    order = ["anatolia", "alemannia", "atlas", "assyria", "hesperide", "cimmeria"]  # one of each continent
    places = scene("Invade", LANDS).game.board.places[:42]
    ours = [place for place in places if place not in order][:count]
    ours += order[: count - len(ours)]
    lands: Lands = {place: (0, 1) if place in ours else (1, 1) for place in places}
    return scene("Collect", lands, seats=2, **more)


@rule("god.collect.1", "god.info.9")
@pytest.mark.parametrize(("lands", "income"), [(1, 3), (9, 3), (11, 3), (12, 4), (14, 4), (15, 5), (17, 5), (36, 12)])
def test_a_third_of_the_lands_in_armies_and_in_faith(lands: int, income: int) -> None:
    """The number is rounded down, but never less than three."""
    match = holding(lands)
    assert (match.state.stock[0], faith(match, 0), phase(match)) == (income, income, "Collect")


@rule("god.collect.2", "god.info.17")
def test_a_whole_continent_pays_its_bonus_twice() -> None:
    """A continent pays armies and faith: Hyrkania 2, Atlantis 3."""
    two: Lands = dict.fromkeys((*HYRKANIA, *ATLANTIS), (0, 1))
    match = scene("Collect", {**LANDS, **two})
    granted = [one for one in written(match, match.journal) if one.get("clause") == "collect.continent"]
    assert granted == [
        fact("ArmiesGranted", seat=0, armies=3, clause="collect.continent"),
        fact("PurseChanged", seat=0, amount=3, clause="collect.continent"),
        fact("ArmiesGranted", seat=0, armies=2, clause="collect.continent"),
        fact("PurseChanged", seat=0, amount=2, clause="collect.continent"),
    ]
    assert (match.state.stock[0], faith(match, 0)) == (3 + 5, 3 + 5)


@rule("god.collect.3", "god.info.20")
def test_an_empty_land_breaks_its_continent() -> None:
    """Three lands and an empty one pay no bonus."""
    broken: Lands = {**dict.fromkeys(HYRKANIA, (0, 1)), "rus": None}
    match = scene("Collect", {**LANDS, **broken})
    assert (match.state.stock[0], faith(match, 0)) == (3, 3)


@rule("god.collect.4")
def test_all_collected_armies_go_to_own_lands() -> None:
    """Collected armies may be split, but none is kept, and none goes to others' lands or below."""
    match = scene("Collect", LANDS, below={"u12": (0, 1)})
    for place, armies in (("roma", 1), ("u12", 1), ("kurnugia", 1), ("egypt", 4), ("egypt", 0)):
        refused(match, Place(place, armies), "collect.own_land", "god.collect.4")
    match.play(Place("egypt", 1))
    refused(match, Pass(), "collect.place_all", "god.collect.4")
    match.play(Place("kush", 2))
    assert (match.armies("egypt"), match.armies("kush"), match.state.stock[0]) == (6, 4, 0)
    assert phase(match) == "Recruit"


@rule("god.collect.5")
def test_a_temple_gives_a_faith_and_an_army_in_its_own_land() -> None:
    """That army isn't placed freely; others' temples and those without an owner give nothing."""
    match = scene("Collect", {**LANDS, "thule": None}, temples=["nubia", "egypt", "roma", "thule"])
    assert (match.state.stock[0], faith(match, 0)) == (3, 3 + 2)
    assert [match.armies(place) for place in ("nubia", "egypt", "roma", "thule")] == [2, 6, 1, 0]


@rule("god.collect.6", "god.collect.7", "god.underworld.12")
@pytest.mark.parametrize(("there", "rises"), [(3, 1), (2, 1), (1, 0)])
def test_an_army_of_each_crypt_may_rise(there: int, rises: int) -> None:
    """Armies rise from the Underworld to an own temple; the last army stays."""
    match = scene("Collect", LANDS, temples=["nubia", "kush"], below={"u02": (0, there), "u12": (0, 5), "u05": (1, 4)})
    moves = {one for one in match.actions() if isinstance(one, Move)}
    assert moves == {Move("u02", temple, 1) for temple in ("nubia", "kush") if rises}
    refused(match, Move("u12", "nubia", 1), "collect.crypt", "god.collect.6")
    refused(match, Move("u05", "nubia", 1), "collect.crypt", "god.collect.6")
    if rises:
        refused(match, Move("u02", "egypt", 1), "collect.to_temple", "god.collect.6")
        refused(match, Move("u02", "nubia", 2), "collect.crypt", "god.collect.6")
        match.play(Move("u02", "nubia", 1))
        assert (match.armies("u02"), match.armies("nubia")) == (there - 1, 3)
        refused(match, Move("u02", "nubia", 1), "collect.crypt", "god.collect.6")


@rule("god.collect.6")
def test_each_crypt_may_feed_another_temple_or_none() -> None:
    """After placing, the player may raise armies or continue."""
    match = scene("Collect", LANDS, temples=["nubia", "kush"], below={"u02": (0, 3), "u05": (0, 3)}, faith={0: 9})
    match.play(Move("u02", "nubia", 1))
    match.play(Move("u05", "kush", 1))
    assert (match.armies("nubia"), match.armies("kush")) == (3, 4)
    match.play(Place("egypt", 3))
    assert phase(match) == "Recruit"
    idle = scene("Collect", LANDS, temples=["nubia"], below={"u02": (0, 3)}, faith={0: 9})
    idle.play(Place("egypt", 3))
    assert set(idle.actions()) == {Move("u02", "nubia", 1), Pass()}
    idle.play(Pass())
    assert (idle.armies("u02"), phase(idle)) == (3, "Recruit")


@rule("god.collect.7")
def test_without_a_temple_nobody_rises() -> None:
    """Another player's temple is no help."""
    match = scene("Collect", LANDS, temples=["roma"], below={"u02": (0, 4)})
    assert not any(isinstance(one, Move) for one in match.actions())
    refused(match, Move("u02", "roma", 1), "collect.to_temple", "god.collect.6")


@rule("god.collect.8")
def test_faith_is_kept_from_turn_to_turn() -> None:
    """Faith accumulates without limit."""
    match = scene("Collect", LANDS, faith={0: 50})
    assert faith(match, 0) == 53


@rule("god.collect.9", "god.underworld.7")
def test_underworld_spaces_give_nothing() -> None:
    """Three lands and nine spaces still give only three."""
    below = {f"u{n:02}": (0, 1) for n in range(1, 10)}
    match = scene("Collect", LANDS, below=below)
    assert (match.state.stock[0], faith(match, 0)) == (3, 3)


@rule("god.collect.11")
def test_income_is_counted_before_anything_is_placed() -> None:
    """A crypt's two armies give one although the first has risen; the temple's army comes before the choice."""
    match = scene("Collect", LANDS, temples=["nubia"], below={"u02": (0, 2)})
    assert match.armies("nubia") == 2
    match.play(Move("u02", "nubia", 1))
    assert (match.armies("nubia"), match.state.stock[0], faith(match, 0)) == (3, 3, 4)
    assert match.state.armies[place_number(match, "u02")] == 1


@rule("god.collect.1", "god.collect.5", "god.collect.11")
def test_every_part_of_the_income_is_told_with_its_rule() -> None:
    """First the territories, then a faith and an army in each temple's own land."""
    match = scene("Collect", {**LANDS, "egypt": (0, 5)}, temples=["egypt", "babylon"])
    told = [one for one in written(match, match.journal) if str(one.get("clause")).startswith("collect.")]
    assert told == [
        fact("ArmiesGranted", seat=0, armies=3, clause="collect.territories"),
        fact("PurseChanged", seat=0, amount=3, clause="collect.territories"),
        fact("PurseChanged", seat=0, amount=1, clause="collect.temple"),
        fact("ArmiesGranted", seat=0, armies=1, clause="collect.temple"),
    ]
    assert (match.armies("egypt"), match.state.stock[0]) == (6, 3)
