"""Bids for the choice of turn markers, and the resulting order of turns."""

from collections.abc import Mapping, Sequence

import pytest

from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance, RecordedChance, ScriptedChance
from kamchatka.kernel.edges.wire import Bid, Choose, Pass
from kamchatka.kernel.rules.bidding import Auction
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.view import imagine, view
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused, written
from tests.rules.risk2210.scene import energy_of, own_record, scene, step_name


def bidding(
    energy: dict[int, int], seats: int = 3, luck: Sequence[int] = (), lands: Mapping[str, tuple[int, int]] = {}
) -> Match:
    """Set the bids of year 3, after the last turn of year 2."""
    holdings = lands or {"japan": (0, 1), "mexico": (1, 1), "egypt": (2, 1), "canada": (3 % seats, 1)}
    match = scene("Rewards", holdings, rest=None, seats=seats, turn=seats - 1, energy=energy, luck=luck)
    assert step_name(match) == "Bids"
    return match


def idle(match: Match) -> None:
    """Let the seat that is asked do as little as possible."""
    actions = list(match.actions())
    match.play(Pass() if Pass() in actions else actions[-1])


@rule("2210.bid.1", "2210.year_end.1")
def test_every_year_opens_with_a_bid() -> None:
    match = bidding({0: 1, 1: 1, 2: 1})
    assert (own_record(match).number, match.state.round) == (3, 3)
    assert match.awaited == [0, 1, 2]
    assert list(own_record(match).marker) == [0, 0, 0]


@rule("2210.bid.2", "2210.bid.3")
def test_a_secret_bid_from_nothing_to_all() -> None:
    match = bidding({0: 5, 1: 2, 2: 4})
    refused(match, Bid(3), "bid.amount", "2210.bid.2", seat=1)
    refused(match, Bid(-1), "bid.amount", "2210.bid.2", seat=1)
    refused(match, Pass(), "turn.not_now", "2210.bid.2")
    match.play(Bid(4), 0)
    assert happened(match) == []
    frame = match.view(1).state.agenda[-1]
    assert isinstance(frame, Auction)
    assert frame.bids == (HIDDEN, -1, -1)
    assert match.awaited == [1, 2]
    refused(match, Bid(1), "turn.not_asked", "2210.bid.3", seat=0)
    match.play(Bid(2), 1)
    assert energy_of(match) == [5, 2, 4]
    match.play(Bid(3), 2)
    assert happened(match)[:6] == [
        fact("BidShown", seat=0, amount=4),
        fact("PurseChanged", seat=0, amount=-4, clause="bid.paid"),
        fact("BidShown", seat=1, amount=2),
        fact("PurseChanged", seat=1, amount=-2, clause="bid.paid"),
        fact("BidShown", seat=2, amount=3),
        fact("PurseChanged", seat=2, amount=-3, clause="bid.paid"),
    ]


def test_an_imagined_bid_is_one_that_could_have_been_made() -> None:
    match = bidding({0: 2, 1: 2, 2: 2})
    match.play(Bid(2), 0)
    guesses = set()
    for seed in range(30):
        frame = imagine(match.game, view(match.table, 1), FastChance(seed)).state.agenda[-1]
        assert isinstance(frame, Auction)
        assert frame.bids[1:] == (-1, -1)
        guesses.add(frame.bids[0])
    assert guesses == {0, 1, 2}


@rule("2210.bid.4", "2210.bid.8", "2210.bid.9")
def test_the_highest_takes_any_marker_and_turns_go_by_markers() -> None:
    match = bidding({0: 5, 1: 5, 2: 5})
    for seat, bid in enumerate((1, 3, 2)):
        match.play(Bid(bid), seat)
    assert energy_of(match) == [4, 2, 3]
    assert match.awaited == [1]
    refused(match, Choose(4), "bid.markers", "2210.bid.5")
    refused(match, Choose(0), "bid.markers", "2210.bid.5")
    match.play(Choose(3))
    assert match.awaited == [2]
    refused(match, Choose(3), "bid.marker", "2210.bid.4")
    match.play(Choose(1))
    assert list(own_record(match).marker) == [2, 3, 1]
    assert list(match.state.order[:3]) == [2, 0, 1]
    assert match.state.turn == 2


@rule("2210.bid.6", "2210.bid.7")
def test_equal_bids_are_settled_by_dice_and_equal_dice_again() -> None:
    luck = faces(3, 5, 3, 2, 6)
    match = bidding({0: 2, 1: 2, 2: 2, 3: 2}, seats=4, luck=luck)
    for seat, bid in enumerate((2, 2, 2, 0)):
        match.play(Bid(bid), seat)
    assert [one["seat"] for one in happened(match) if one["fact"] == "DieThrown"] == [0, 1, 2, 0, 2]
    picks = []
    while step_name(match) == "Markers":
        picks.append(match.awaited[0])
        match.play(next(match.actions()))
    assert picks == [1, 2, 0]
    assert list(own_record(match).marker) == [3, 1, 2, 4]


@rule("2210.bid.6")
def test_who_has_nothing_bids_nothing_without_being_asked() -> None:
    match = bidding({1: 2, 2: 1}, luck=faces(2, 1))
    assert match.awaited == [1, 2]
    match.play(Bid(0), 1)
    match.play(Bid(1), 2)
    assert match.awaited == [2]


@rule("2210.bid.5", "2210.elimination.6")
def test_markers_are_as_many_as_living_players_and_the_fallen_do_not_bid() -> None:
    match = scene("Rewards", {"japan": (0, 1), "mexico": (2, 1)}, rest=None, turn=2, energy={0: 2, 2: 2})
    assert not match.state.is_alive(1)
    assert match.awaited == [0, 2]
    match.play(Bid(2), 0)
    match.play(Bid(0), 2)
    refused(match, Choose(3), "bid.markers", "2210.bid.5")
    match.play(Choose(2))
    assert list(own_record(match).marker) == [2, 0, 1]
    assert list(match.state.order[:3]) == [2, 0, 1]
    assert match.state.turn == 2
    turns = {2}
    while match.state.round == 3:
        idle(match)
        turns.add(int(match.state.turn))
    assert turns == {0, 2}


@rule("2210.year_end.2", "2210.scoring.8")
def test_after_the_fifth_year_no_bid_but_the_score_of_all_at_once() -> None:
    match = scene(
        "Rewards", {"japan": (0, 1), "mexico": (1, 1), "egypt": (1, 1), "canada": (2, 1)}, rest=None, year=5, turn=2
    )
    assert match.is_over
    assert match.winners == [1]
    last = written(match, match.journal)[-4:]
    assert [one["fact"] for one in last] == ["Reckoned"] * 3 + ["GameEnded"]
    assert [one["points"] for one in last[:3]] == [1, 2, 1]


@rule("2210.turn.1", "2210.turn.2")
def test_six_steps_in_order_each_may_be_skipped_but_not_the_income() -> None:
    match = bidding({0: 9, 1: 1, 2: 1}, luck=faces(6, 5))
    for seat, bid in enumerate((1, 0, 0)):
        match.play(Bid(bid), seat)
    while step_name(match) == "Markers":
        match.play(next(match.actions()))
    assert match.state.turn == 0
    assert energy_of(match)[0] == 9 - 1 + 3
    steps = []
    while match.state.turn == 0:
        steps.append(step_name(match))
        if step_name(match) == "Reinforce":
            refused(match, Pass(), "reinforce.place_all", "2210.collect.10")
        idle(match)
    assert steps == ["Reinforce", "Recruit", "Invade", "Fortify"]


def test_a_scripted_chance_is_used_up() -> None:
    match = bidding({0: 1, 1: 1, 2: 1}, luck=faces(6, 5, 4))
    for seat in range(3):
        match.play(Bid(1), seat)
    chance = match.table.chance
    assert isinstance(chance, RecordedChance)
    assert isinstance(chance.source, ScriptedChance)
    assert chance.source.count_unused() == 0
    assert members(match.game.awaits(match.table)) == [0]
    assert place_number(match, "alberta") == 0


@pytest.mark.parametrize("seats", [2, 5])
def test_any_number_of_seats_gets_its_markers(seats: int) -> None:
    energy = {seat: seat + 1 for seat in range(seats)}
    lands = {place: (seat, 1) for seat, place in enumerate(("japan", "mexico", "egypt", "canada", "andorra")[:seats])}
    match = bidding(energy, seats, lands=lands)
    for seat in range(seats):
        match.play(Bid(seat + 1), seat)
    while step_name(match) == "Markers":
        match.play(next(match.actions()))
    assert list(own_record(match).marker) == list(range(seats, 0, -1))
