"""Step 5: plague."""

import pytest

from kamchatka.kernel.edges.wire import Defend, Invade, Move, Occupy, Place, Roll
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import god_at, heaven, is_plagued, scene
from tests.rules.godstorm.test_card_sky import phase


@rule("god.plague.1", "god.plague.2", "god.info.9", "god.info.15")
@pytest.mark.parametrize(("armies", "lost"), [(1, 0), (2, 1), (3, 1), (7, 3)])
def test_half_the_armies_die_and_never_the_last(armies: int, lost: int) -> None:
    """The loss is rounded down, and the dead go to heaven."""
    match = scene("Plague", {**LANDS, "egypt": (0, armies)}, plague=["egypt"])
    assert (match.armies("egypt"), heaven(match, 0)) == (armies - lost, lost)


@rule("god.plague.1", "god.info.15")
def test_every_plagued_land_of_the_player_suffers() -> None:
    """Each land suffers separately; by option the dead go to the reserve."""
    match = scene("Plague", LANDS, plague=["egypt", "kush"], options={"plague_and_card_dead_to_heaven": False})
    assert (match.armies("egypt"), match.armies("kush"), heaven(match, 0)) == (3, 1, 0)


@rule("god.plague.3")
def test_gods_on_plagued_land_are_banished() -> None:
    """Every god there is banished, even beside a single army; gods elsewhere stay."""
    match = scene("Plague", LANDS, plague=["nubia"], gods={0: {"war": "nubia", "sky": "nubia", "death": "kush"}})
    assert [god_at(match, 0, kind) for kind in ("war", "sky", "death")] == [None, None, "kush"]
    assert match.armies("nubia") == 1


@rule("god.plague.4", "god.two.5")
def test_only_the_player_in_turn_suffers() -> None:
    """Others' armies and neutral armies don't."""
    lands = {**LANDS, "corsica": (1, 3), "roma": (1, 1), "thule": (1, 6)}
    match = scene(
        "Plague", lands, seats=2, plague=["babylon", "thule"], neutral=["thule"], gods={1: {"sky": "babylon"}}
    )
    assert (match.armies("babylon"), match.armies("thule"), god_at(match, 1, "sky")) == (4, 6, "babylon")


@rule("god.plague.5", "god.conquest.6")
def test_the_loss_of_a_capture_comes_on_top() -> None:
    """Four armies move in and two die at once; in the next turn one of these two dies in step 5."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 1)}, plague=["phoenicia"], luck=faces(6, 6, 6, 1))
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(3))
    if match.awaited == [1]:
        match.play(Defend(1))
    match.play(Occupy(4))
    assert (match.armies("phoenicia"), heaven(match, 0)) == (2, 2)
    again = scene("Plague", {**LANDS, "phoenicia": (0, 2)}, plague=["phoenicia"])
    assert again.armies("phoenicia") == 1


@rule("god.plague.6")
def test_the_marker_stays_whoever_holds_the_land() -> None:
    """The marker remains when the owner changes."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 1)}, plague=["phoenicia"], luck=faces(6, 6, 6, 1))
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(3))
    if match.awaited == [1]:
        match.play(Defend(1))
    match.play(Occupy(3))
    assert (match.owner("phoenicia"), is_plagued(match, "phoenicia")) == (0, True)


@rule("god.plague.7")
def test_placing_and_fortifying_into_plague_cost_nothing() -> None:
    """Armies suffer only in the owner's next step 5."""
    match = scene("Collect", LANDS, plague=["nubia"])
    match.play(Place("nubia", 3))
    assert (match.armies("nubia"), phase(match)) == (4, "Recruit")
    march = scene("Fortify", LANDS, plague=["nubia"])
    march.play(Move("egypt", "nubia", 4))
    assert march.armies("nubia") == 5
