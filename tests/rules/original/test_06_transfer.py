"""Transfers: any number, one border for each army, and only by armies that did not fight."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Move, Occupy, Pass
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.original.scene import scene, spent

NEARBY = {"india": (0, 10), "siam": (0, 2), "middle_east": (0, 1), "peru": (0, 3)}


def moves(match: Match) -> dict[tuple[str, str], int]:
    """Return the maximum number of armies that may go, by source and target."""
    most: dict[tuple[str, str], int] = {}
    for action in match.actions():
        if isinstance(action, Move):
            pair = (action.source, action.target)
            most[pair] = max(most.get(pair, 0), action.armies)
    return most


# ------------------------------------------------------------------ origin and target
@rule("orig.transfer.1", "orig.transfer.2", "orig.summary.7")
def test_part_or_all_but_one_may_go_to_neighbours_of_ones_own() -> None:
    match = scene(NEARBY, phase="Transfers")
    assert moves(match) == {("india", "siam"): 9, ("india", "middle_east"): 9, ("siam", "india"): 1}
    refused(match, Move("india", "siam", 10), "move.leave_one", "orig.transfer.2")
    refused(match, Move("india", "siam", 0), "move.leave_one", "orig.transfer.2")
    refused(match, Move("india", "china", 1), "move.own_places", "orig.transfer.2")
    refused(match, Move("china", "india", 1), "move.own_places", "orig.transfer.2")
    refused(match, Move("peru", "siam", 1), "move.adjacent", "orig.transfer.2")
    refused(match, Attack("india", "china", 1), "move.after_combat", "orig.turn.2")
    refused(match, Occupy(1), "turn.not_now", "orig.turn.2")
    match.play(Move("india", "middle_east", 4))
    assert (match.armies("india"), match.armies("middle_east")) == (6, 5)


@rule("orig.transfer.1")
def test_who_did_not_attack_may_transfer_and_who_does_not_want_to_need_not() -> None:
    match = scene(NEARBY, phase="Combat", luck=[0])
    match.play(Pass())
    assert moves(match)
    match.play(Pass())
    assert match.state.turn == 1
    assert [match.armies(place) for place in NEARBY] == [10, 2, 1, 3]


@rule("orig.transfer.2")
def test_there_may_be_many_transfers_but_each_army_crosses_one_border() -> None:
    match = scene(NEARBY, phase="Transfers", luck=[0])
    match.play(Move("india", "siam", 5))
    assert moves(match) == {("india", "siam"): 4, ("india", "middle_east"): 4, ("siam", "india"): 2}
    refused(match, Move("siam", "india", 3), "move.fresh", "orig.transfer.4")
    match.play(Move("siam", "india", 2))  # its own two, not the five that arrived
    assert moves(match) == {("india", "siam"): 5, ("india", "middle_east"): 5}  # five of India's seven are fresh
    match.play(Move("india", "middle_east", 4))
    assert (match.armies("india"), match.armies("siam"), match.armies("middle_east")) == (3, 5, 5)


@rule("orig.transfer.2")
def test_the_phase_ends_by_itself_when_nobody_can_move() -> None:
    match = scene({"india": (0, 3), "siam": (0, 1)}, phase="Transfers", luck=[0])
    match.play(Move("india", "siam", 2))
    assert moves(match) == {("siam", "india"): 1}  # the one that was there from the start
    match.play(Move("siam", "india", 1))
    assert moves(match) == {("india", "siam"): 1}
    match.play(Move("india", "siam", 1))  # now all four have moved
    assert match.state.turn == 1
    assert spent(match, "siam") == 0  # and the troops are fresh again


@rule("orig.transfer.2")
def test_a_table_may_allow_one_transfer_only() -> None:
    match = scene(NEARBY, phase="Transfers", luck=[0], options={"transfer_moves": "single"})
    match.play(Move("india", "siam", 1))
    assert match.state.turn == 1


@rule("orig.transfer.1")
def test_without_two_neighbouring_territories_nothing_is_asked() -> None:
    match = scene({"india": (0, 5), "peru": (0, 5)}, phase="Combat", luck=[0])
    match.play(Pass())
    assert match.state.turn == 1


# ------------------------------------------------------------------ armies that have fought
@rule("orig.transfer.4")
def test_the_booklets_arithmetic_of_engaged_armies() -> None:
    match = scene({"india": (0, 10), "siam": (0, 1), "china": (1, 3)}, luck=faces(6, 5, 1, 4, 3, 2))
    match.play(Attack("india", "china", 3))  # one lost: two of nine are engaged
    assert (match.armies("india"), spent(match, "india")) == (9, 2)
    match.play(Pass())
    assert moves(match) == {("india", "siam"): 7}
    refused(match, Move("india", "siam", 8), "move.fresh", "orig.transfer.4")
    refused(match, Move("india", "siam", 9), "move.leave_one", "orig.transfer.2")


@rule("orig.transfer.4")
@pytest.mark.parametrize(
    ("rolls", "left", "engaged"),
    [
        ([(1, [1], [6])], 9, 0),
        ([(1, [6], [1])], 10, 1),
        ([(3, [6, 6, 6], [1, 1, 1])], 10, 3),
        ([(1, [6], [1, 1, 1]), (3, [6, 6, 1], [1, 1, 1])], 9, 2),
        ([(3, [6, 6, 6], [1, 1, 1]), (1, [1], [6, 6, 6])], 9, 2),
    ],
)
def test_a_roll_engages_its_dice_and_losses_come_from_the_engaged(
    rolls: list[tuple[int, list[int], list[int]]], left: int, engaged: int
) -> None:
    luck = [number for _, ours, theirs in rolls for number in faces(*ours, *theirs)]
    theirs = 9 if len(rolls[0][2]) == 3 else 1
    if rolls[0][1] == [6] and theirs == 1:
        match = scene({"india": (0, 10), "siam": (0, 1), "china": (1, 2)}, luck=faces(6, 1, 1))
    else:
        match = scene({"india": (0, 10), "siam": (0, 1), "china": (1, theirs)}, luck=luck)
    for dice, _, _ in rolls:
        match.play(Attack("india", "china", dice))
    assert (match.armies("india"), spent(match, "india")) == (left, engaged)


@rule("orig.transfer.4")
def test_who_must_move_in_is_spent_and_who_follows_is_fresh() -> None:
    match = scene({"india": (0, 10), "siam": (0, 1)}, luck=faces(6, 6, 6, 1))
    match.play(Attack("india", "china", 3))
    match.play(Occupy(7))
    assert (spent(match, "india"), spent(match, "china")) == (0, 3)
    match.play(Pass())
    assert moves(match) == {("india", "siam"): 2, ("india", "china"): 2, ("china", "india"): 4, ("china", "siam"): 4}


@rule("orig.transfer.4")
def test_veterans_follow_when_there_are_not_enough_fresh_armies() -> None:
    match = scene({"india": (0, 4), "siam": (0, 1), "china": (1, 4)}, luck=faces(6, 6, 6, 1, 1, 1, 6, 1))
    match.play(Attack("india", "china", 3))  # three of four engaged
    match.play(Attack("india", "china", 1))  # the conquest takes one die
    match.play(Occupy(3))  # one fighter, the fresh one, and one veteran
    assert (spent(match, "india"), spent(match, "china")) == (1, 2)


@rule("orig.transfer.4")
def test_with_one_army_moving_in_only_that_one_is_spent() -> None:
    match = scene({"india": (0, 10), "siam": (0, 1)}, luck=faces(6, 6, 6, 1), options={"occupation_minimum": "one"})
    match.play(Attack("india", "china", 3))
    match.play(Occupy(1))
    assert (spent(match, "india"), spent(match, "china")) == (2, 1)


@rule("orig.transfer.4")
def test_the_defenders_armies_do_not_tire() -> None:
    match = scene({"india": (0, 10), "siam": (0, 1), "china": (1, 3)}, luck=faces(1, 6, 6, 6))
    match.play(Attack("india", "china", 1))
    assert spent(match, "china") == 0


@rule("orig.transfer.4")
def test_by_territory_whoever_attacked_or_was_conquered_sends_nobody() -> None:
    match = scene(
        {"india": (0, 10), "siam": (0, 5), "middle_east": (0, 4)},
        luck=faces(6, 6, 6, 1),
        options={"transfer_tracking": "territory"},
    )
    match.play(Attack("india", "china", 3))
    match.play(Occupy(7))
    match.play(Pass())
    assert moves(match) == {
        (source, target): most for source, most in (("siam", 4), ("middle_east", 3)) for target in ("india", "china")
    }
    refused(match, Move("india", "siam", 1), "move.fresh", "orig.transfer.4")


@rule("orig.transfer.4")
def test_by_territory_an_attack_without_conquest_bars_its_source() -> None:
    match = scene(
        {"india": (0, 10), "siam": (0, 5), "china": (1, 3)},
        luck=faces(1, 6, 6, 6),
        options={"transfer_tracking": "territory"},
    )
    match.play(Attack("india", "china", 1))
    match.play(Pass())
    assert moves(match) == {("siam", "india"): 4}


@rule("orig.transfer.4")
def test_without_the_check_only_the_one_border_counts() -> None:
    match = scene(
        {"india": (0, 10), "siam": (0, 1), "china": (1, 3)},
        luck=faces(6, 5, 1, 4, 3, 2),
        options={"transfer_tracking": "off"},
    )
    match.play(Attack("india", "china", 3))
    match.play(Pass())
    assert moves(match) == {("india", "siam"): 8}
    match.play(Move("india", "siam", 3))
    assert moves(match) == {("india", "siam"): 5, ("siam", "india"): 1}


@rule("orig.transfer.4")
def test_everybody_is_fresh_again_in_the_next_turn() -> None:
    match = scene({"india": (0, 10), "siam": (0, 2), "china": (1, 3)}, luck=[*faces(6, 5, 1, 4, 3, 2), 0])
    match.play(Attack("india", "china", 3))
    match.play(Pass())
    match.play(Pass())
    assert happened(match)[0] == fact("TurnSettled")
    assert (spent(match, "india"), match.state.turn) == (0, 1)
