"""The single move after the invasions."""

from typing import Any

import pytest

from kamchatka.editions.godstorm.state import LinkClosed
from kamchatka.kernel.edges.wire import Invade, Move, Pass
from kamchatka.kernel.options import MOVE
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import Holding
from tests.rulemark import rule
from tests.rules.godstorm.fights import facts_named, phase
from tests.rules.godstorm.scene import god_at, heaven, scene
from tests.rules.modern.witness import fact, off_the_board, refused

CHAIN: dict[str, Holding | None] = {
    "egypt": (0, 5),
    "kush": (0, 1),
    "nubia": (0, 2),
    "thule": (0, 3),
    "corsica": (2, 3),
}


def fortifying(lands: dict[str, Holding | None] | None = None, **more: Any) -> Match:
    """Set step 7 of seat 0's turn: Egypt, Kush and Nubia are connected, Thule is apart."""
    return scene("Fortify", {**CHAIN, **(lands or {})}, **more)


@rule("god.fortify.1")
def test_one_move_and_the_step_is_over() -> None:
    """Any number of armies may move between two own lands."""
    match = fortifying()
    match.play(Move("egypt", "kush", 4))
    assert (match.armies("egypt"), match.armies("kush")) == (1, 5)
    assert phase(match) != "Fortify"
    match = fortifying()
    match.play(Pass())
    assert phase(match) != "Fortify"


@rule("god.fortify.1", "god.turn.2")
def test_nobody_is_asked_who_can_move_nothing() -> None:
    """The step is skipped with single armies everywhere and no god."""
    match = scene("Fortify", {"egypt": (0, 1), "kush": (0, 1), "corsica": (2, 1)})
    assert phase(match) != "Fortify"


@rule("god.fortify.2")
def test_along_a_path_of_ones_own_lands() -> None:
    """The lands need not be neighbours, only connected; water links count."""
    match = fortifying({"cyrenaica": (0, 1), "carthage": (0, 1), "sicilia": (0, 1)})
    refused(match, Move("egypt", "thule", 1), "fortify.path", "god.fortify.2")
    refused(match, Move("egypt", "minoa", 1), "fortify.own_places", "god.fortify.1")
    refused(match, Move("egypt", "egypt", 1), "fortify.own_places", "god.fortify.1")
    off_the_board(match, MOVE, "fortify.own_places")
    match.play(Move("egypt", "sicilia", 2))
    assert match.armies("sicilia") == 3


@rule("god.fortify.2", "god.invade.5")
def test_a_closed_sea_carries_no_path() -> None:
    """The maelstrom closes the sea between Carthage and Sicilia."""
    match = fortifying({"cyrenaica": (0, 1), "carthage": (0, 1), "sicilia": (0, 1)})
    match.table.note(LinkClosed(place_number(match, "carthage"), place_number(match, "sicilia")))
    refused(match, Move("egypt", "sicilia", 1), "fortify.path", "god.fortify.2")


@rule("god.fortify.3")
def test_one_army_stays_behind() -> None:
    """Four of five may leave."""
    match = fortifying()
    moves = [one for one in match.actions() if isinstance(one, Move) and one.source == "egypt" and one.target == "kush"]
    assert [one.armies for one in moves] == [1, 2, 3, 4]
    refused(match, Move("egypt", "kush", 5), "fortify.leave_one", "god.fortify.3")
    refused(match, Move("kush", "egypt", 1), "fortify.leave_one", "god.fortify.3")


@rule("god.fortify.4")
def test_gods_pass_through_plague_but_do_not_stop_there() -> None:
    """Gods may go from Nubia through plagued Egypt to Phoenicia, but not to Egypt."""
    match = fortifying({"phoenicia": (0, 1)}, gods={0: {"war": "nubia"}}, plague=["egypt"])
    refused(match, Move("nubia", "egypt", 1, ("war",)), "fortify.plague", "god.fortify.4")
    match.play(Move("nubia", "phoenicia", 1, ("war",)))
    assert (god_at(match, 0, "war"), match.armies("phoenicia")) == ("phoenicia", 2)


@rule("god.plague.7")
def test_armies_may_fortify_plague_for_nothing() -> None:
    """Armies are not halved on arrival."""
    match = fortifying(plague=["kush"])
    match.play(Move("egypt", "kush", 4))
    assert (match.armies("kush"), heaven(match, 0)) == (5, 0)


@rule("god.fortify.5", "god.fortify.1")
def test_gods_go_with_or_without_armies() -> None:
    """Any god in the origin may go; a move of nothing is refused."""
    match = fortifying(gods={0: {"war": "egypt", "sky": "egypt", "death": "kush"}})
    refused(match, Move("egypt", "kush", 0), "fortify.leave_one", "god.fortify.3")
    refused(match, Move("egypt", "kush", 1, ("death",)), "fortify.gods", "god.fortify.1")
    match.play(Move("egypt", "nubia", 0, ("sky",)))
    assert (god_at(match, 0, "sky"), god_at(match, 0, "war"), match.armies("egypt")) == ("nubia", "egypt", 5)
    assert facts_named(match, "ArmiesMoved") == []
    assert facts_named(match, "PiecePosted") == [fact("PiecePosted", seat=0, kind="sky", place="nubia")]


@rule("god.fortify.5")
def test_a_god_alone_is_enough_to_be_asked() -> None:
    """The player is asked even with single armies, because a god can move."""
    match = scene("Fortify", {"egypt": (0, 1), "kush": (0, 1), "corsica": (2, 1)}, gods={0: {"war": "egypt"}})
    assert set(match.actions()) == {Move("egypt", "kush", 0, ("war",)), Pass()}


@rule("god.fortify.6")
def test_not_in_the_underworld() -> None:
    """Spaces and heavens aren't territories."""
    match = fortifying(below={"u05": (0, 4), "u06": (0, 1)}, heaven={0: 3})
    for source, target in (("u05", "u06"), ("kurnugia", "egypt"), ("egypt", "u05")):
        refused(match, Move(source, target, 1), "fortify.own_places", "god.fortify.1")


@rule("god.turn.1")
@pytest.mark.parametrize("target", ["phoenicia", "minoa"])
def test_no_more_invasions(target: str) -> None:
    """The invasion step is over."""
    refused(fortifying(), Invade("egypt", target), "move.after_combat", "god.turn.1")
