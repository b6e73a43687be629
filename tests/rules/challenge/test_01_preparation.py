"""Preparation: the order of play, colours, stocks, objectives, the first placement."""

from collections import Counter

import pytest

from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Attack, Move, Pass, Place, TakeColour, Trade
from kamchatka.kernel.state import DECK, HIDDEN
from kamchatka.match import Match
from tests.kit import script_left
from tests.rulemark import rule
from tests.rules.challenge.scenes import COLOURS, begun, dealt, mustered, picks
from tests.rules.modern.witness import PLACES, fact, happened, places_of, refused, rule_of, written

STOCKS = {3: 35, 4: 30, 5: 25}


# ------------------------------------------------------------------ the order of play
@rule("rtu.2.3a", "rtu.2.3b")
@pytest.mark.parametrize(
    ("rolls", "order"),
    [((2, 6, 4, 5), [1, 3, 2, 0]), ((6, 5, 4, 3), [0, 1, 2, 3]), ((1, 2, 3, 4), [3, 2, 1, 0]), ((3, 1, 6), [2, 0, 1])],
)
def test_the_dice_settle_the_whole_order_of_play(rolls: tuple[int, ...], order: list[int]) -> None:
    """The highest die plays first, the others follow by falling dice, and colours are chosen in that order."""
    match = begun(*rolls, seats=len(rolls), luck=picks() + [0] * 5)
    thrown = [fact("DieThrown", seat=seat, pips=pips) for seat, pips in enumerate(rolls)]
    given = [fact("OrderGiven", seat=seat, number=number) for number, seat in enumerate(order, 1)]
    assert happened(match) == [*thrown, *given]
    assert match.state.first == order[0]
    asked = []
    for colour in COLOURS[: len(rolls)]:
        asked += match.awaited
        match.play(TakeColour(colour))
    assert asked == order


@rule("rtu.2.3c")
def test_equal_dice_are_thrown_again_for_every_place_among_those_concerned() -> None:
    """With two sixes and two threes each pair throws again until it differs."""
    match = begun(6, 3, 6, 3, 2, 5, 4, 4, 1, 2)
    rounds = [(0, 6), (1, 3), (2, 6), (3, 3), (0, 2), (2, 5), (1, 4), (3, 4), (1, 1), (3, 2)]
    thrown = [fact("DieThrown", seat=seat, pips=pips) for seat, pips in rounds]
    given = [fact("OrderGiven", seat=seat, number=number) for number, seat in enumerate([2, 0, 3, 1], 1)]
    assert happened(match) == [*thrown, *given]
    assert script_left(match) == 0


@rule("rtu.2.12a", "rtu.2.12c", "rtu.2.3b")
def test_turns_follow_the_order_of_the_dice() -> None:
    """Play starts with the first of hand; a round ends when the lowest die has played."""
    match = begun(2, 6, 4, 5, luck=picks() + [0] * 4)
    for colour in COLOURS[:4]:
        match.play(TakeColour(colour))
    mustered(match)
    began = []
    for _ in range(5):
        seat = match.awaited[0]
        began.append((seat, int(match.state.round)))
        match.play(Place(places_of(match, seat)[0], int(match.state.stock[seat])))
        match.play(Pass())
        match.play(Pass())
    assert began == [(1, 1), (3, 1), (2, 1), (0, 1), (1, 2)]


# ------------------------------------------------------------------ colours and stocks
@rule("rtu.2.3d")
def test_colours_are_chosen_among_those_free() -> None:
    """The first of hand chooses among five colours; nobody takes a taken colour or chooses out of turn."""
    match = begun(1, 2, 6, seats=3, luck=picks() + [0] * 3)
    assert set(match.actions()) == {TakeColour(colour) for colour in COLOURS}
    match.play(TakeColour("green"))
    refused(match, TakeColour("green"), "colour.free", "rtu.2.3d")
    refused(match, TakeColour("red"), "turn.not_asked", "rtu.2.3b", seat=0)
    refused(match, Pass(), "turn.not_now", "rtu.2.3d")
    match.play(TakeColour("red"))
    assert match.game.colours[match.state.colour[2]] == "green"
    assert match.game.colours[match.state.colour[1]] == "red"


@rule("rtu.2.4")
@pytest.mark.parametrize(("seats", "stock"), [(3, 35), (4, 30), (5, 25)])
def test_the_initial_stock_depends_on_the_number_of_seats(seats: int, stock: int) -> None:
    """Every seat has the same stock."""
    match = dealt(seats=seats)
    granted = [one for one in happened(match) if one["fact"] == "ArmiesGranted"]
    assert granted == [fact("ArmiesGranted", seat=seat, armies=stock, clause="muster.stock") for seat in range(seats)]
    assert rule_of(match, "muster.stock") == "rtu.2.4"


# ------------------------------------------------------------------ after the deal
@rule("rtu.2.5a", "rtu.2.6b", "rtu.2.8")
def test_the_cards_dealt_go_back_and_with_the_jokers_make_the_deck() -> None:
    """42 cards are dealt, without jokers; afterwards nobody has a card and all 44 are in the deck."""
    match = dealt()
    given = [one["place"] for one in happened(match) if one["fact"] == "Dealt"]
    assert sorted(given) == sorted(PLACES)
    assert list(match.state.hand) == [0] * 4
    assert list(match.state.cards) == [DECK] * 44
    assert match.game.cards[42:] == ["joker_1", "joker_2"]
    assert all(place == HIDDEN for place in match.view(0).state.cards)


@rule("rtu.2.9a", "rtu.2.9b")
def test_objectives_are_dealt_after_the_territories_each_different_and_secret() -> None:
    """The first seat gets one of sixteen, the next one of the fifteen left; only the holder sees which."""
    match = dealt(objectives=[15, 14, 0, 0])
    told = happened(match)
    names = ["objective_16", "objective_15", "objective_1", "objective_2"]
    assert told[-4:] == [fact("ObjectiveGiven", seat=seat, objective=name) for seat, name in enumerate(names)]
    assert [draw[0] for draw in match.entries[-1].draws[-4:]] == [16, 15, 14, 13]
    assert max(i for i, one in enumerate(told) if one["fact"] == "Dealt") < len(told) - 4
    seen = match.view(1).state.objective
    assert list(seen) == [HIDDEN, 14, HIDDEN, HIDDEN]
    masked = written(match, [one.seen_by(1) for one in match.entries[-1].facts])
    assert [one["objective"] for one in masked[-4:]] == ["?", "objective_15", "?", "?"]


@rule("rtu.2.10a", "rtu.2.10b")
def test_three_armies_a_go_on_ones_own_territories_as_one_likes() -> None:
    """They may be split, but not put on others' places and not be four; then the next in order of play places."""
    match = dealt(first=1)
    assert match.awaited == [1]
    mine, theirs = places_of(match, 1), places_of(match, 2)
    assert set(match.actions()) == {Place(place, n) for place in mine for n in (1, 2, 3)}
    refused(match, Place(theirs[0], 1), "muster.own_places", "rtu.2.10a")
    refused(match, Place(mine[0], 4), "muster.amount", "rtu.2.10b")
    refused(match, Pass(), "turn.not_now", "rtu.2.11")
    match.play(Place(mine[0], 2))
    assert match.awaited == [1]
    assert max(action.armies for action in match.actions() if isinstance(action, Place)) == 1
    match.play(Place(mine[3], 1))
    assert (match.armies(mine[0]), match.armies(mine[3])) == (3, 2)
    assert match.awaited == [2]


@rule("rtu.2.11")
@pytest.mark.parametrize(
    ("seats", "lands", "to_place", "goes", "last"),
    [(3, 14, 21, 7, 3), (4, 11, 19, 7, 1), (4, 10, 20, 7, 2), (5, 9, 16, 6, 1), (5, 8, 17, 6, 2)],
)
def test_placement_goes_round_until_the_stock_is_used_up(
    seats: int, lands: int, to_place: int, goes: int, last: int
) -> None:
    """The arithmetic of the catalogue holds at every table; the last turn places what is left."""
    match = Match.new("challenge", seats, {"deal_half_continent_rule": False}, seed=3)
    for colour in COLOURS[:seats]:
        match.play(TakeColour(colour))
    seat = next(seat for seat in range(seats) if match.state.lands[seat] == lands)
    assert match.state.stock[seat] == to_place == STOCKS[seats] - lands
    gone = []
    while match.state.round == 0:
        asked = match.awaited[0]
        most = max(action.armies for action in match.actions() if isinstance(action, Place))
        match.play(Place(places_of(match, asked)[0], most))
        gone += [most] if asked == seat else []
    assert gone == [3] * (goes - 1) + [last]
    assert not any(match.state.stock[other] for other in range(seats) if other != match.state.first)


@rule("rtu.2.12a")
def test_the_first_of_hand_plays_the_first_turn() -> None:
    """Round one begins with reinforcements for the first of hand."""
    match = mustered(dealt(first=2))
    assert (match.state.turn, match.state.round, match.awaited) == (2, 1, [2])
    refused(match, Pass(), "reinforce.place_all", "rtu.3.6b")


@rule("rtu.2.12b")
def test_a_turn_has_four_phases_in_order() -> None:
    """Actions of another phase are refused, and no phase comes back."""
    match = mustered(dealt())
    home = places_of(match, 0)[0]
    refused(match, Attack(home, places_of(match, 1)[0], 1), "turn.not_now", "rtu.2.12b")
    refused(match, Move(home, places_of(match, 0)[1], 1), "turn.not_now", "rtu.2.12b")
    match.play(Place(home, int(match.state.stock[0])))
    refused(match, Place(home, 1), "turn.not_now", "rtu.2.12b")
    refused(match, Trade(("alaska", "alberta", "iceland")), "turn.not_now", "rtu.2.12b")
    refused(match, Move(home, places_of(match, 0)[1], 1), "turn.not_now", "rtu.2.12b")
    match.play(Pass())
    refused(match, Place(home, 1), "turn.not_now", "rtu.2.12b")
    match.play(Pass())
    assert match.awaited == [1]


def test_seeds_play_the_same_preparation_again() -> None:
    """The same seed gives the same deal."""
    twice = [Match.new("challenge", 5, chance=FastChance(11)).journal for _ in range(2)]
    assert len(twice[0]) == len(twice[1])
    assert Counter(type(one).__name__ for one in twice[0]) == Counter(type(one).__name__ for one in twice[1])
