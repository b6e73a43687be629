"""The end of turns, of epochs and of the game: points and tie-breaks."""

from typing import Any

import pytest

from kamchatka.editions.godstorm.state import GroundHallowed, edition_state
from kamchatka.kernel.ages.age import age
from kamchatka.kernel.ages.age_facts import Reckoned
from kamchatka.kernel.edges.wire import Pass, PlayCard
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import Holding
from tests.rulemark import rule
from tests.rules.godstorm.scene import scene
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import happened, refused

Lands = dict[str, Holding | None]
EMPTY: Lands = dict.fromkeys(scene("Invade").game.board.places[:42])
HYRKANIA: Lands = dict.fromkeys(("cimmeria", "rus", "sarmatia", "scythia"), (0, 1))
LEVEL: Lands = {**EMPTY, "egypt": (0, 2), "roma": (1, 2), "thule": (2, 1)}


def last(lands: Lands, below: dict[str, Holding] | None = None, **more: Any) -> Match:
    """End the last turn of the last epoch, which is seat 2's."""
    match = scene("InvadeBelow", lands, turn=2, epoch=5, below={"u12": (2, 2), **(below or {})}, **more)
    match.play(Pass())
    return match


def points(match: Match) -> dict[int, int]:
    """Return the points of every seat."""
    return {int(one.seat): int(one.points) for one in match.journal if isinstance(one, Reckoned)}


# ------------------------------------------------------------------ turns and epochs
@rule("god.turn_end.1", "god.epoch.1")
def test_the_turn_passes_to_the_next_marker_and_then_the_epoch_ends() -> None:
    """After the last marker the epoch marker advances and bids follow."""
    match = scene("InvadeBelow", {**LEVEL}, turn=1, below={"u12": (1, 2), "u01": (2, 2)})
    match.play(Pass())
    assert (match.state.turn, age(match.table).number) == (2, 2)
    while age(match.table).number == 2:
        match.play(list(match.actions())[-1])
    assert age(match.table).number == 3


@rule("god.turn_end.2")
def test_what_lasts_for_a_turn_is_over_with_it() -> None:
    """Sacred ground loses its effect when the next turn begins."""
    match = scene("InvadeBelow", {**LEVEL}, turn=0, below={"u12": (0, 2)})
    match.table.note(GroundHallowed(place_number(match, "roma")))
    assert edition_state(match.table).sacred != 0
    match.play(Pass())
    assert (match.state.turn, edition_state(match.table).sacred) == (1, 0)


@rule("god.epoch.2")
@pytest.mark.parametrize(("epoch", "over"), [(4, False), (5, True)])
def test_the_game_ends_after_the_fifth_epoch(epoch: int, over: bool) -> None:
    """The game ends when the last player has finished its turn of the fifth epoch."""
    match = scene("InvadeBelow", {**LEVEL}, turn=2, epoch=epoch, below={"u12": (2, 2)}, faith={0: 1})
    match.play(Pass())
    assert match.is_over == over
    if over:
        refused(match, Pass(), "game.over", match.game.citations[match.state.ending].rule, seat=0)


@rule("god.epoch.3")
def test_a_marker_turned_back_adds_an_epoch() -> None:
    """Time stands still in the fifth epoch, so another fifth epoch follows."""
    match = scene(
        "PlayMiracles",
        {**LEVEL},
        turn=2,
        epoch=5,
        faith={2: 9},
        gods={2: {"war": "thule"}},
        hands={2: ["time_stands_still"]},
        below={"u12": (2, 2)},
    )
    match.play(PlayCard("time_stands_still"))
    while phase(match) != "Bids":
        match.play(Pass())
    assert (age(match.table).number, match.state.round, match.is_over) == (5, 6, False)


# ------------------------------------------------------------------ points
@rule("god.score.1", "god.score.5")
def test_a_point_for_each_land_and_nothing_for_armies_faith_and_gods() -> None:
    """Two lands score more than one, whatever stands there."""
    match = last({**LEVEL, "roma": (1, 90), "kush": (0, 1)}, faith={1: 50}, gods={1: {"war": "roma"}}, temples=["roma"])
    assert (points(match), match.winners) == ({0: 2, 1: 1, 2: 1}, [0])
    assert match.ending is not None
    assert match.ending.rule == "god.score.5"


@rule("god.score.2")
@pytest.mark.parametrize(("broken", "scored"), [(False, 1 + 4 + 2), (True, 1 + 3)])
def test_a_whole_continent_scores_its_bonus(broken: bool, scored: int) -> None:
    """An empty land in the continent prevents it."""
    match = last({**LEVEL, **HYRKANIA, **({"rus": None} if broken else {})})
    assert points(match)[0] == scored


@rule("god.score.3")
def test_crypts_and_altars_score_gates_and_plain_spaces_do_not() -> None:
    """Each crypt and altar under control scores a point."""
    match = last(LEVEL, below={"u02": (0, 1), "u03": (0, 1), "u01": (0, 1), "u11": (0, 1), "u09": (1, 1)})
    assert points(match) == {0: 3, 1: 2, 2: 1}


@rule("god.score.4")
@pytest.mark.parametrize(
    ("relic", "land"),
    [
        ("mjolnir", "thule"),
        ("pandoras_box", "graecia"),
        ("stonehenge", "anglia"),
        ("the_great_pyramids", "egypt"),
        ("the_tree_of_life", "babylon"),
    ],
)
def test_a_relic_with_its_land_scores_a_point(relic: str, land: str) -> None:
    """Relic and land together score a point; apart they score none, and other relics never score."""
    lands: Lands = {**LEVEL, "thule": (2, 1), "gaul": (2, 1), "egypt": (2, 1), "kush": (0, 1), land: (0, 1)}
    with_it = last(lands, relics={relic: 0})
    without = last(lands, relics={relic: 1, "excalibur": 0})
    assert points(with_it)[0] - points(without)[0] == 1
    assert points(without)[1] == points(with_it)[1]


@rule("god.score.5")
def test_the_sum_of_an_example() -> None:
    """14 lands, Hyrkania, a crypt, an altar and Stonehenge with Anglia make 19 points."""
    lands: Lands = {
        **LEVEL,
        "egypt": (0, 1),
        **HYRKANIA,
        **dict.fromkeys(("anglia", "kush", "nubia", "atlas", "gaul", "iberia", "dacia", "minoa", "ionia"), (0, 1)),
    }
    match = last(lands, below={"u02": (0, 1), "u03": (0, 1)}, relics={"stonehenge": 0})
    assert points(match)[0] == 19


# ------------------------------------------------------------------ ties
@rule("god.score.6")
@pytest.mark.parametrize(
    ("more", "armies", "clause", "winners"),
    [
        ({"faith": {1: 1}}, 1, "end.faith", [1]),
        ({"temples": ["thule"]}, 1, "end.temples", [2]),
        ({"gods": {1: {"sky": "roma"}}}, 1, "end.gods", [1]),
        ({}, 1, "end.armies", [0]),
        ({}, 2, "end.shared", [0, 1]),
        ({"faith": {1: 1}, "temples": ["thule"]}, 1, "end.faith", [1]),
        ({"temples": ["thule"], "gods": {1: {"sky": "roma"}}}, 1, "end.temples", [2]),
        ({"gods": {1: {"sky": "roma"}}}, 2, "end.gods", [1]),
    ],
)
def test_ties_are_broken_in_order(more: dict[str, Any], armies: int, clause: str, winners: list[int]) -> None:
    """Faith, temples, gods in play and armies on the Ancient Earth decide; then the victory is shared."""
    match = last({**LEVEL, "egypt": (0, 2), "roma": (1, armies), "thule": (2, 1)}, heaven={2: 9}, **more)
    assert (match.state.ending, match.winners) == (clause, winners)
    assert match.ending is not None
    assert match.ending.rule == "god.score.6"


@rule("god.score.6")
def test_armies_of_all_lands_are_added_up() -> None:
    """Three and two armies beat one and three, whichever land comes last on the board."""
    lands: Lands = {"egypt": (0, 3), "roma": (0, 2), "gaul": (1, 1), "thule": (1, 3), "rus": (2, 1), "kush": (2, 1)}
    match = last({**EMPTY, **lands})
    assert (match.state.ending, match.winners) == ("end.armies", [0])


@rule("god.score.5", "god.elim.6")
def test_who_is_out_scores_nothing() -> None:
    """Only living players score."""
    match = scene("InvadeBelow", {**EMPTY, "egypt": (0, 2), "roma": (1, 1)}, turn=1, epoch=5, below={"u12": (1, 2)})
    match.play(Pass())
    assert set(points(match)) == {0, 1}
    assert happened(match)[-1]["fact"] == "GameEnded"
