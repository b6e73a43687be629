"""Bids for the order of turns, and the markers."""

from typing import Any

import pytest

from kamchatka.kernel.edges.wire import Bid, Choose, Pass
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import faith, scene
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import happened, refused


def at_the_bids(faith: dict[int, int], **more: Any) -> Match:
    """End the last turn of the second epoch, so that the third begins with bids."""
    match = scene("InvadeBelow", LANDS, turn=2, faith=faith, below={"u12": (2, 2)}, **more)
    match.play(Pass())
    return match


@rule("god.bid.1", "god.epoch.1")
def test_any_amount_from_nothing_to_all() -> None:
    """Every living player bids before each epoch."""
    match = at_the_bids({0: 4, 1: 1, 2: 2})
    assert [one for one in happened(match) if one["fact"] == "AgeBegan"] == [
        {"fact": "AgeBegan", "number": 3, "round": 3}
    ]
    assert set(match.actions(0)) == {Bid(n) for n in range(5)}
    refused(match, Bid(5), "bid.amount", "god.bid.1", seat=0)
    refused(match, Bid(-1), "bid.amount", "god.bid.1", seat=0)


@rule("god.bid.2", "god.bid.3", "god.setup.2")
def test_everybody_pays_and_the_highest_picks_first() -> None:
    """Bidders may take any free marker, even the last; the lowest bidder gets the remaining one."""
    match = at_the_bids({0: 4, 1: 5, 2: 3})
    for seat, bid in ((0, 2), (1, 5), (2, 1)):
        match.play(Bid(bid), seat)
    assert [faith(match, seat) for seat in range(3)] == [2, 0, 2]
    assert (match.awaited, set(match.actions())) == ([1], {Choose(1), Choose(2), Choose(3)})
    match.play(Choose(3))
    assert (match.awaited, set(match.actions())) == ([0], {Choose(1), Choose(2)})
    refused(match, Choose(3), "bid.marker", "god.bid.3")
    match.play(Choose(2))
    assert (match.state.turn, phase(match)) == (2, "Collect")
    taken = [(one["seat"], one["number"]) for one in happened(match) if one["fact"] == "MarkerTaken"]
    assert taken == [(0, 2), (2, 1)]


@rule("god.bid.4")
def test_ties_are_settled_by_dice() -> None:
    """Equal bids roll, tied dice roll again; the faith stays paid."""
    match = at_the_bids({0: 2, 1: 2, 2: 0}, luck=faces(4, 4, 3, 5))
    match.play(Bid(2), 0)
    match.play(Bid(2), 1)
    assert (match.awaited, script_left(match)) == ([1], 0)
    assert [faith(match, seat) for seat in range(3)] == [0, 0, 0]
    match.play(Choose(1))
    assert match.awaited == [0]


@rule("god.bid.4")
def test_bids_of_nothing_tie_too() -> None:
    """Without faith nobody is asked for a bid, but the dice are rolled."""
    match = at_the_bids({}, luck=faces(2, 6, 4))
    assert (match.awaited, phase(match)) == ([1], "Markers")
    match.play(Choose(2))
    assert match.awaited == [2]


@rule("god.bid.5", "god.elim.6")
def test_who_is_out_does_not_bid() -> None:
    """The two living players share markers 1 and 2."""
    lands = {**LANDS, "corsica": (1, 3), "roma": (1, 1)}
    match = scene("InvadeBelow", lands, turn=1, faith={0: 2, 1: 1}, below={"u12": (1, 2)})
    assert not match.state.is_alive(2)
    match.play(Pass())  # seat 2's marker is skipped: the epoch is over
    assert match.awaited == [0, 1]
    match.play(Bid(2), 0)
    match.play(Bid(1), 1)
    assert set(match.actions()) == {Choose(1), Choose(2)}


@rule("god.bid.5")
@pytest.mark.parametrize("marker", [1, 2])
def test_neutrals_have_no_marker(marker: int) -> None:
    """With two players there are two markers."""
    match = scene(
        "InvadeBelow",
        {**LANDS, "corsica": (1, 3), "roma": (1, 1)},
        turn=1,
        seats=2,
        faith={0: 1, 1: 0},
        below={"u12": (1, 2)},
        neutral=["thule"],
    )
    match.play(Pass())
    match.play(Bid(1), 0)
    match.play(Choose(marker))
    assert match.state.turn == (0 if marker == 1 else 1)
