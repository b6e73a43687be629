"""Captures: which pieces move in, what happens to gods, temples and armies, and in which order."""

from typing import Any

import pytest

from kamchatka.kernel.edges.wire import Invade, Occupy, Pass, Roll
from kamchatka.match import Match
from tests.kit import Holding, faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.fights import declared, facts_named, invading, phase, rolled
from tests.rules.godstorm.scene import god_at, hand, has_temple, heaven
from tests.rules.modern.witness import fact, happened, refused


def captured(*pieces: str, armies: int = 8, dice: int = 3, drawn: tuple[int, ...] = (), **more: Any) -> Match:
    """Kill Phoenicia's last army from Egypt with these dice."""
    lands: dict[str, Holding | None] = {"egypt": (0, armies), "phoenicia": (1, 1)}
    match = declared(*pieces, lands=lands, luck=[*faces(*([6] * dice)), *faces(2), *drawn], **more)
    rolled(match, dice)
    return match


@rule("god.conquest.1", "god.conquest.2")
@pytest.mark.parametrize(("armies", "dice", "least", "most"), [(8, 3, 3, 7), (8, 1, 1, 7), (5, 2, 2, 4), (5, 3, 3, 4)])
def test_at_least_as_many_armies_as_dice_move_in(armies: int, dice: int, least: int, most: int) -> None:
    """At most all but one may move."""
    match = captured(armies=armies, dice=dice)
    assert (match.owner("phoenicia"), phase(match)) == (0, "Capture")
    assert set(match.actions()) == {Occupy(n) for n in range(least, most + 1)}
    refused(match, Occupy(least - 1), "conquest.armies", "god.conquest.2")
    refused(match, Occupy(most + 1), "conquest.armies", "god.conquest.2")
    refused(match, Pass(), "turn.not_now", "god.conquest.1")
    match.play(Occupy(least))
    assert (match.armies("phoenicia"), match.armies("egypt")) == (least, armies - least)


@rule("god.conquest.2")
def test_nobody_is_asked_when_there_is_one_way() -> None:
    """Four armies and three dice: exactly three go."""
    match = captured(armies=4)
    assert (match.armies("phoenicia"), match.armies("egypt"), phase(match)) == (3, 1, "Invade")


@rule("god.conquest.3")
def test_declared_gods_move_in_and_others_stay() -> None:
    """The invader has no choice."""
    match = captured("war", "sky", gods={0: {"war": "egypt", "sky": "egypt", "death": "egypt"}})
    assert {one.pieces for one in match.actions() if isinstance(one, Occupy)} == {("war", "sky")}
    refused(match, Occupy(3), "conquest.gods", "god.conquest.3")
    refused(match, Occupy(7), "conquest.gods", "god.conquest.3")
    refused(match, Occupy(3, ("war", "sky", "death")), "conquest.gods", "god.conquest.3")
    match.play(Occupy(3, ("war", "sky")))
    assert [god_at(match, 0, kind) for kind in ("war", "sky", "death")] == ["phoenicia", "phoenicia", "egypt"]


@rule("god.conquest.3")
def test_a_table_may_let_the_invader_choose() -> None:
    """The invader may take any of the declared gods, or none."""
    match = captured("war", "sky", gods={0: {"war": "egypt", "sky": "egypt"}}, options={"gods_follow_capture": "may"})
    ways = {one.pieces for one in match.actions() if isinstance(one, Occupy)}
    assert ways == {(), ("war",), ("sky",), ("war", "sky")}
    match.play(Occupy(5, ("sky",)))
    assert (god_at(match, 0, "war"), god_at(match, 0, "sky")) == ("egypt", "phoenicia")


@rule("god.conquest.4", "god.info.14")
def test_gods_left_in_the_land_are_banished() -> None:
    """The defender's gods fall with the land although the invader brought no gods to fight them."""
    match = captured(gods={1: {"war": "phoenicia", "sky": "phoenicia", "death": "babylon"}})
    assert [god_at(match, 1, kind) for kind in ("war", "sky", "death")] == [None, None, "babylon"]
    assert hand(match, 0) == []


@rule("god.labour.sky")
@pytest.mark.parametrize(("counts", "cards"), [(False, 0), (True, 1)])
def test_a_table_may_count_gods_banished_by_capture(counts: bool, cards: int) -> None:
    """With the option they count as defeated for the Sky labour."""
    match = captured(
        gods={0: {"sky": "egypt"}, 1: {"war": "phoenicia"}},
        drawn=(0,) * cards,
        options={"sky_labour_counts_capture": counts},
    )
    assert (len(hand(match, 0)), script_left(match)) == (cards, 0)


@rule("god.labour.sky")
def test_a_capture_without_gods_is_no_labour() -> None:
    """It is none even where captures count."""
    match = captured(gods={0: {"sky": "egypt"}}, options={"sky_labour_counts_capture": True})
    assert hand(match, 0) == []


@rule("god.conquest.5", "god.summon.10")
def test_the_temple_is_the_conquerors() -> None:
    """The temple stays in place and serves its new owner."""
    match = captured(armies=4, temples=["phoenicia"])
    assert has_temple(match, "phoenicia")
    assert match.owner("phoenicia") == 0


@rule("god.conquest.6", "god.plague.5")
@pytest.mark.parametrize(("moved", "left"), [(3, 2), (4, 2), (7, 4)])
def test_plague_strikes_the_conquerors_at_once(moved: int, left: int) -> None:
    """Half of the armies moved in die, rounded down, and every god that came is banished."""
    match = captured("war", gods={0: {"war": "egypt"}}, plague=["phoenicia"])
    match.play(Occupy(moved, ("war",)))
    assert (match.armies("phoenicia"), heaven(match, 0), god_at(match, 0, "war")) == (left, moved - left, None)


@rule("god.conquest.6")
def test_a_single_army_survives_the_plague() -> None:
    """Half of one, rounded down, is zero."""
    match = captured(armies=2, dice=1, plague=["phoenicia"])
    assert (match.armies("phoenicia"), heaven(match, 0)) == (1, 0)


@rule("god.conquest.6", "god.info.15")
def test_a_table_may_send_the_plagues_dead_to_the_reserve() -> None:
    """With the option they don't go to heaven."""
    match = captured(armies=8, plague=["phoenicia"], options={"plague_and_card_dead_to_heaven": False})
    match.play(Occupy(5))
    assert (match.armies("phoenicia"), heaven(match, 0)) == (3, 0)


@rule("god.conquest.7", "god.labour.war", "god.order.5")
def test_the_order_of_events() -> None:
    """Losses, War labour, elimination, banishment, the move, then plague."""
    match = invading(
        {"egypt": (0, 4), "phoenicia": (2, 1), "corsica": (1, 1), "kush": (0, 1)},
        gods={0: {"war": "egypt"}, 2: {"sky": "phoenicia"}},
        plague=["phoenicia"],
        options={"war_labour_conquests": 1},
        luck=[*faces(6, 6, 6, 1), 0],
    )
    match.play(Invade("egypt", "phoenicia", 0, ()))
    match.play(Roll(3))
    assert [one["fact"] for one in happened(match)] == [
        "Rolled",
        "WentToHeaven",
        "DefendersBeaten",
        "CardTaken",
        "Vacated",
        "Eliminated",
        "ArmiesLost",
        "Vacated",
        "PieceLost",
        "Conquered",
        "ArmiesMoved",
        "WentToHeaven",
    ]
    assert match.armies("phoenicia") == 2


@rule("god.conquest.7")
def test_the_labour_is_paid_though_the_war_god_dies_of_plague() -> None:
    """The labour was complete when the last army died."""
    match = captured(
        "war",
        armies=4,
        gods={0: {"war": "egypt"}},
        plague=["phoenicia"],
        drawn=(0,),
        options={"war_labour_conquests": 1},
    )
    assert (len(hand(match, 0)), god_at(match, 0, "war")) == (1, None)


@rule("god.conquest.8")
def test_from_the_captured_land_one_goes_on() -> None:
    """The armies and gods that moved in may continue."""
    match = declared(
        "war", lands={"egypt": (0, 4), "phoenicia": (1, 1)}, gods={0: {"war": "egypt"}}, luck=faces(6, 6, 6, 1, 5, 5)
    )
    rolled(match, 3)
    match.play(Invade("phoenicia", "babylon", 0, ("war",)))
    rolled(match, 1)
    match.play(Occupy(1, ("war",)))
    assert (match.owner("babylon"), god_at(match, 0, "war")) == (0, "babylon")


# ------------------------------------------------------------------ the War labour
@rule("god.labour.war", "god.labour.war.2")
def test_the_third_conquest_of_a_turn_gives_a_war_card() -> None:
    """The card comes once a turn, with the War god anywhere on the map; an empty land in between doesn't count."""
    match = invading(
        {"egypt": (0, 30), "phoenicia": (1, 1), "nubia": (1, 1), "cyrenaica": (1, 1), "minoa": (1, 1), "kush": None},
        gods={0: {"war": "egypt"}},
        luck=[*faces(6, 1) * 3, 0, *faces(6, 1)],
    )
    cards = []
    for target in ("phoenicia", "nubia", "cyrenaica", "minoa"):
        match.play(Invade("egypt", target))
        rolled(match, 1)
        match.play(Occupy(1))
        cards.append(len(hand(match, 0)))
        if target == "phoenicia":
            match.play(Invade("egypt", "kush", 1))
    assert (cards, script_left(match)) == ([0, 0, 1, 1], 0)


@rule("god.labour.war")
def test_without_the_war_god_no_card() -> None:
    """Three conquests bring no card."""
    match = invading(
        {"egypt": (0, 30), "phoenicia": (1, 1), "nubia": (1, 1), "cyrenaica": (1, 1)},
        gods={0: {"sky": "egypt"}},
        luck=faces(6, 1) * 3,
    )
    for target in ("phoenicia", "nubia", "cyrenaica"):
        match.play(Invade("egypt", target))
        rolled(match, 1)
        match.play(Occupy(1))
    assert hand(match, 0) == []


@rule("god.labour.war.2", "god.two.5")
def test_neutral_armies_count_as_enemies() -> None:
    """Neutral armies have to be fought too."""
    match = invading(
        {"corsica": (1, 3), "egypt": (0, 2)},
        seats=2,
        neutral=["minoa"],
        gods={0: {"war": "egypt"}},
        options={"war_labour_conquests": 1},
        luck=[*faces(6, 1), 0],
    )
    match.play(Invade("egypt", "minoa"))
    rolled(match, 1)
    assert (match.owner("minoa"), len(hand(match, 0))) == (0, 1)
    assert facts_named(match, "Vacated") == []
    assert fact("Conquered", place="minoa", by=0) in happened(match)
