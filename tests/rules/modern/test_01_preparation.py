"""Preparation: the starting player, colours, stocks, objectives, the deal, the first placement."""

from collections import Counter

import pytest

from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.wire import Attack, Move, Pass, Place, TakeColour, Trade
from kamchatka.kernel.options import PLACE
from kamchatka.kernel.state import DECK, HIDDEN
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import PLACES, fact, happened, off_the_board, places_of, refused, rule_of, written

COLOURS = ["red", "yellow", "green", "blue", "purple", "black"]
STOCKS = {3: 35, 4: 30, 5: 25, 6: 20}


def begun(*pips: int, seats: int = 4, luck: tuple[int, ...] = ()) -> Match:
    """Start a game in which these dice decide the first player; `luck` is what is drawn afterwards."""
    return Match.new("modern", seats, chance=ScriptedChance([*faces(*pips), *luck]))


def dealt(first: int = 0, seats: int = 4, objectives: tuple[int, ...] = (), places: tuple[int, ...] = ()) -> Match:
    """Start a game with colours taken and cards dealt: the given cards of each deck, then always the one on top."""
    pips = [6 if seat == first else 1 for seat in range(seats)]
    luck = (*objectives, *[0] * (seats - len(objectives)), *places, *[0] * (42 - len(places)))
    match = begun(*pips, seats=seats, luck=luck)
    for colour in COLOURS[:seats]:
        match.play(TakeColour(colour))
    assert script_left(match) == 0
    return match


def mustered(first: int = 0, seats: int = 4) -> Match:
    """Set a game at its first turn: each turn of the placement used one place."""
    match = dealt(first, seats)
    while match.state.round == 0:
        seat = match.awaited[0]
        most = max(action.armies for action in match.actions() if isinstance(action, Place))
        match.play(Place(places_of(match, seat)[0], most))
    return match


# ------------------------------------------------------------------ who begins
@rule("std.setup.2")
@pytest.mark.parametrize(
    ("rolls", "order"), [((2, 6, 4, 5), [1, 2, 3, 0]), ((3, 1, 2, 1), [0, 1, 2, 3]), ((1, 2, 1, 6), [3, 0, 1, 2])]
)
def test_the_highest_die_begins_and_the_others_follow_clockwise(rolls: tuple[int, ...], order: list[int]) -> None:
    """Each player throws one die; the highest plays first, and the other dice don't matter."""
    match = begun(*rolls, luck=(0,) * 46)
    thrown = [fact("DieThrown", seat=seat, pips=pips) for seat, pips in enumerate(rolls)]
    assert happened(match) == [*thrown, fact("FirstNamed", seat=order[0])]
    assert match.entries[0].draws == tuple((6, pips - 1) for pips in rolls)
    asked = []
    for colour in COLOURS[:4]:
        asked.append(match.awaited)
        match.play(TakeColour(colour))
    assert asked == [[seat] for seat in order]


@rule("std.setup.2")
def test_turns_follow_the_same_order() -> None:
    """Preparation and game both go clockwise from the first seat; a new round starts with the first seat."""
    match = mustered(first=1)
    began = []
    for _ in range(5):
        seat = match.awaited[0]
        began.append((seat, int(match.state.round)))
        match.play(Place(places_of(match, seat)[0], int(match.state.stock[seat])))
        match.play(Pass())
        match.play(Pass())
    assert began == [(1, 1), (2, 1), (3, 1), (0, 1), (1, 2)]


@rule("std.setup.3")
def test_those_tied_for_the_highest_throw_again_and_nobody_else() -> None:
    """Of three sixes three throw again, of two fives two; the others have thrown once."""
    match = begun(6, 3, 6, 6, 2, 5, 5, 1, 4)
    rounds = [(0, 6), (1, 3), (2, 6), (3, 6), (0, 2), (2, 5), (3, 5), (2, 1), (3, 4)]
    thrown = [fact("DieThrown", seat=seat, pips=pips) for seat, pips in rounds]
    assert happened(match) == [*thrown, fact("FirstNamed", seat=3)]
    assert match.awaited == [3]


@rule("std.setup.3")
def test_a_tie_below_the_highest_changes_nothing() -> None:
    """With three fives under a six no more dice are thrown."""
    match = begun(5, 5, 6, 5, luck=(0, 0))
    assert script_left(match) == 2
    assert match.awaited == [2]
    assert match.state.first == 2


# ------------------------------------------------------------------ colours
@rule("std.setup.4", "std.components.3")
def test_colours_are_chosen_in_turn_order_among_those_free() -> None:
    """The first seat chooses among all six, the last among what the others left."""
    match = begun(1, 2, 6, luck=(0,) * 45, seats=3)
    assert set(match.actions()) == {TakeColour(colour) for colour in COLOURS}
    match.play(TakeColour("green"), 2)
    assert happened(match) == [fact("ColourChosen", seat=2, colour="green")]
    assert match.awaited == [0]
    assert set(match.actions()) == {TakeColour(colour) for colour in COLOURS if colour != "green"}
    match.play(TakeColour("red"), 0)
    assert match.awaited == [1]
    assert set(match.actions()) == {TakeColour(colour) for colour in ("yellow", "blue", "purple", "black")}
    match.play(TakeColour("black"), 1)
    assert happened(match)[0] == fact("ColourChosen", seat=1, colour="black")
    assert [match.game.colours[colour] for colour in match.state.colour] == ["red", "black", "green"]


@rule("std.setup.4")
def test_a_colour_taken_or_out_of_turn_is_refused() -> None:
    """A colour belongs to one seat; seats choose in turn, and no other action is possible."""
    match = begun(6, 1, 1, 1)
    match.play(TakeColour("red"))
    refused(match, TakeColour("red"), "colour.free", "std.setup.4")
    refused(match, TakeColour("blue"), "turn.not_asked", "std.setup.4", seat=2)
    refused(match, TakeColour("blue"), "turn.not_asked", "std.setup.4", seat=0)
    refused(match, Pass(), "turn.not_now", "std.setup.4")
    refused(match, Place("alaska", 1), "turn.not_now", "std.setup.4")


# ------------------------------------------------------------------ stocks and cards
@rule("std.setup.5")
@pytest.mark.parametrize("seats", STOCKS)
def test_the_initial_stock(seats: int) -> None:
    """Three players get 35 armies each, four 30, five 25, six 20."""
    match = dealt(seats=seats)
    granted = [one for one in happened(match) if one["fact"] == "ArmiesGranted"]
    assert granted == [
        fact("ArmiesGranted", seat=seat, armies=STOCKS[seats], clause="muster.stock") for seat in range(seats)
    ]
    assert rule_of(match, "muster.stock") == "std.setup.5"
    for seat in range(seats):
        assert match.state.stock[seat] + len(places_of(match, seat)) == STOCKS[seats]


@rule("std.setup.8")
def test_everybody_gets_one_secret_objective_before_the_territories() -> None:
    """Each is drawn from those left, and only its seat sees it; the places are dealt afterwards."""
    match = dealt(objectives=(13, 0, 0, 10))
    given = [
        fact("ObjectiveGiven", seat=0, objective="destroy_black"),
        fact("ObjectiveGiven", seat=1, objective="eighteen_territories"),
        fact("ObjectiveGiven", seat=2, objective="twenty_four_territories"),
        fact("ObjectiveGiven", seat=3, objective="destroy_purple"),
    ]
    kinds = [one["fact"] for one in happened(match)]
    assert kinds == ["ColourChosen", *["ArmiesGranted"] * 4, *["ObjectiveGiven"] * 4, *["Dealt", "ArmiesPlaced"] * 42]
    assert [one for one in happened(match) if one["fact"] == "ObjectiveGiven"] == given
    assert match.entries[-1].draws[:4] == ((14, 13), (13, 0), (12, 0), (11, 10))
    own = [match.game.objectives.index(str(one["objective"])) for one in given]
    for seat in range(4):
        expected = [own[seat] if other == seat else HIDDEN for other in range(4)]
        assert list(match.view(seat).state.objective) == expected
        told = written(match, [one.seen_by(seat) for one in match.entries[-1].facts])
        assert [one["objective"] for one in told if one["fact"] == "ObjectiveGiven"] == [
            given[seat]["objective"] if other == seat else "?" for other in range(4)
        ]


@rule("std.setup.9")
def test_the_jokers_are_not_dealt() -> None:
    """The deal draws from 42 cards, then from 41, and so on: every territory once."""
    match = dealt(places=(41, 40, 0))
    deal = [one for one in happened(match) if one["fact"] == "Dealt"]
    assert sorted(str(one["place"]) for one in deal) == sorted(PLACES)
    assert [one["place"] for one in deal[:4]] == [PLACES[41], PLACES[40], PLACES[0], PLACES[1]]
    assert match.entries[-1].draws[4:] == ((42, 41), (41, 40), *((n, 0) for n in range(40, 0, -1)))


@rule("std.setup.7", "std.setup.10")
@pytest.mark.parametrize(
    ("seats", "by_seat"), [(3, [14, 14, 14]), (4, [10, 11, 11, 10]), (5, [8, 9, 9, 8, 8]), (6, [7, 7, 7, 7, 7, 7])]
)
@pytest.mark.parametrize("first", [0, 2])
def test_cards_are_dealt_one_by_one_from_the_dealers_left(seats: int, by_seat: list[int], first: int) -> None:
    """The winner of the roll deals and the next seat gets the first card, until all 42 are dealt."""
    match = dealt(first, seats)
    deal = [one for one in happened(match) if one["fact"] == "Dealt"]
    assert deal == [fact("Dealt", place=place, seat=(first + 1 + n) % seats) for n, place in enumerate(PLACES)]
    assert [len(places_of(match, (first + n) % seats)) for n in range(seats)] == by_seat


@rule("std.setup.11")
def test_every_place_dealt_gets_one_army_of_the_stock() -> None:
    """The owner of a dealt place puts one army on it at once, out of its stock."""
    match = dealt()
    deal = happened(match)[9:]
    owners = [(n + 1) % 4 for n in range(42)]
    assert deal == [
        one
        for place, seat in zip(PLACES, owners, strict=True)
        for one in (fact("Dealt", place=place, seat=seat), fact("ArmiesPlaced", seat=seat, place=place, armies=1))
    ]
    assert [match.owner(place) for place in PLACES] == owners
    assert [match.armies(place) for place in PLACES] == [1] * 42
    assert list(match.state.stock) == [20, 19, 19, 20]


# ------------------------------------------------------------------ the first placement
@rule("std.setup.12")
def test_three_armies_a_go_from_the_first_seat_clockwise() -> None:
    """The first seat places three armies on its own places, then the next seat does."""
    match = dealt(first=2)
    for seat in (2, 3, 0, 1, 2):
        assert match.awaited == [seat]
        own = places_of(match, seat)
        assert set(match.actions()) == {Place(place, armies) for place in own for armies in (1, 2, 3)}
        match.play(Place(own[-1], 3))
        assert happened(match) == [fact("ArmiesPlaced", seat=seat, place=own[-1], armies=3)]
    assert match.armies(places_of(match, 2)[-1]) == 7
    assert match.armies(places_of(match, 3)[-1]) == 4
    refused(match, Place(places_of(match, 2)[0], 1), "turn.not_asked", "std.setup.12", seat=2)


@rule("std.setup.12")
def test_only_on_places_of_ones_own() -> None:
    """Others' places are refused, and placing is the only legal action."""
    match = dealt()
    assert match.awaited == [0]
    refused(match, Place(places_of(match, 1)[0], 1), "muster.own_places", "std.setup.12")
    off_the_board(match, PLACE, "muster.own_places")
    refused(match, Pass(), "turn.not_now", "std.setup.14")
    refused(match, Trade(("alaska", "peru", "china")), "turn.not_now", "std.setup.12")
    refused(match, Attack(places_of(match, 0)[0], places_of(match, 1)[0], 1), "turn.not_now", "std.setup.12")
    refused(match, Move(places_of(match, 0)[0], places_of(match, 0)[1], 1), "turn.not_now", "std.setup.12")


@rule("std.setup.13")
def test_the_three_armies_may_be_split() -> None:
    """They may be placed together or one by one: the seat goes on until it has placed three."""
    match = dealt(places=(1, 1, 1))
    a, b, c = places_of(match, 0)[:3]
    assert a == "alaska"
    for armies in (0, 4, -1, 1_000_000):
        refused(match, Place(a, armies), "muster.amount", "std.setup.12")
    match.play(Place(a, 1))
    assert match.awaited == [0]
    assert set(match.actions()) == {Place(place, armies) for place in places_of(match, 0) for armies in (1, 2)}
    refused(match, Place(b, 3), "muster.amount", "std.setup.12")
    match.play(Place(b, 1))
    assert set(match.actions()) == {Place(place, 1) for place in places_of(match, 0)}
    match.play(Place(c, 1))
    assert match.awaited == [1]
    assert [match.armies(place) for place in (a, b, c)] == [2, 2, 2]
    assert list(match.state.stock) == [17, 19, 19, 20]


@rule("std.setup.14")
@pytest.mark.parametrize(
    ("seats", "territories", "to_place", "goes", "last"),
    [(3, 14, 21, 7, 3), (4, 11, 19, 7, 1), (4, 10, 20, 7, 2), (5, 9, 16, 6, 1), (5, 8, 17, 6, 2), (6, 7, 13, 5, 1)],
)
def test_placement_goes_round_until_the_stocks_are_used_up(
    seats: int, territories: int, to_place: int, goes: int, last: int
) -> None:
    """Seats place three at a time; the last time they place what is left."""
    match = dealt(seats=seats)
    counts = [len(places_of(match, seat)) for seat in range(seats)]
    assert [int(stock) for stock in match.state.stock] == [STOCKS[seats] - count for count in counts]
    placed: list[tuple[int, int]] = []
    while match.state.round == 0:
        seat = match.awaited[0]
        most = max(action.armies for action in match.actions() if isinstance(action, Place))
        placed.append((seat, most))
        match.play(Place(places_of(match, seat)[0], most))
    assert [seat for seat, _ in placed] == [n % seats for n in range(goes * seats)]
    for seat in (seat for seat in range(seats) if counts[seat] == territories):
        own_goes = [armies for mover, armies in placed if mover == seat]
        assert own_goes == [3] * (goes - 1) + [last]
        assert sum(own_goes) == to_place
        assert match.armies(places_of(match, seat)[0]) == 1 + to_place


@rule("std.setup.15")
def test_nobody_starts_with_cards_and_the_deck_is_whole() -> None:
    """All 44 cards, including jokers, are in the deck when the first turn begins."""
    match = mustered()
    assert list(match.state.cards) == [DECK] * 44
    assert list(match.state.hand) == [0, 0, 0, 0]
    assert Counter(int(card) for card in match.view(0).state.cards) == {HIDDEN: 44}


@rule("std.setup.16", "std.reinforce.0")
@pytest.mark.parametrize("first", [0, 3])
def test_the_first_seat_begins_with_reinforcements(first: int) -> None:
    """After the last army of the stocks the first seat's turn begins with its reinforcements."""
    match = mustered(first)
    last = (first + 3) % 4
    assert happened(match) == [
        fact("ArmiesPlaced", seat=last, place=places_of(match, last)[0], armies=2),
        fact("TurnBegan", seat=first, round=1),
        fact("ArmiesGranted", seat=first, armies=3, clause="reinforce.territories"),
    ]
    assert match.awaited == [first]
    assert set(match.actions()) == {Place(place, armies) for place in places_of(match, first) for armies in (1, 2, 3)}
