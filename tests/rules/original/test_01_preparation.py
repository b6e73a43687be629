"""Number of players, colours, the order of play, and the deal by dice."""

from collections import Counter

import pytest

from kamchatka.boards import geometry
from kamchatka.editions.original import ORIGINAL
from kamchatka.kernel.edges.wire import TakeColour
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.rules.turn import OVER, Turn
from kamchatka.kernel.state import DECK
from kamchatka.match import Match
from tests.kit import script_left
from tests.rulemark import rule
from tests.rules.modern.witness import PLACES, fact, happened, places_of, refused
from tests.rules.original.scene import COLOURS, prepared, sixes

THREE = (6, 5, 4)  # dice that give the order of the seats


@rule("orig.info.4")
@pytest.mark.parametrize("seats", [2, 7])
def test_fewer_than_three_or_more_than_six_cannot_play(seats: int) -> None:
    with pytest.raises(Problem) as caught:
        Match.new("original", seats, seed=1)
    assert caught.value.text("en") == f"{seats} seats will not do: this game is for 3 to 6."
    assert caught.value.rule == "orig.info.4"


@rule("orig.info.4")
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_three_to_six_play(seats: int) -> None:
    match = Match.new("original", seats, seed=1)
    for seat in range(seats):
        match.play(TakeColour(COLOURS[seat]), seat)
    assert match.state.round == 1
    assert all(places_of(match, seat) for seat in range(seats))


@rule("orig.info.5")
def test_the_board_has_six_continents_each_of_a_colour_of_its_own() -> None:
    """There are 42 territories, and no two continents look alike."""
    board = Match.new("original", 3, seed=1).game.board
    sizes = Counter(board.zone_ids[zone] for zone in board.zone)
    assert sorted(sizes.values()) == [4, 4, 6, 7, 9, 12]
    drawn = geometry.load("planisphere").zones
    assert len({drawn[zone].hue for zone in sizes}) == 6


def test_the_board_has_this_booklets_own_names() -> None:
    (sheet,) = ORIGINAL.sheets
    names = {place.id: (place.it, place.en) for place in sheet.places}
    assert names["east_africa"] == ("Kenia", "Kenya")
    assert names["kamchatka"] == ("Camciatka", "Kamchatka")
    assert names["china"] == ("Cina", "China")
    assert next(card.it for card in ORIGINAL.cards if card.id == "east_africa") == "Kenia (cannone)"


# ------------------------------------------------------------------ colours and order
@rule("orig.setup.1", "orig.info.6")
def test_colours_are_taken_by_whoever_comes_first() -> None:
    match = Match.new("original", 3, seed=1)
    assert match.awaited == [0, 1, 2]
    match.play(TakeColour("green"), 2)
    assert match.awaited == [0, 1]
    refused(match, TakeColour("green"), "colour.free", "orig.setup.1", seat=0)
    assert set(match.actions(0)) == set(match.actions(1)) == {TakeColour(c) for c in COLOURS if c != "green"}
    match.play(TakeColour("red"), 1)
    match.play(TakeColour("black"), 0)
    assert [COLOURS[colour] for colour in match.state.colour] == ["black", "red", "green"]


@rule("orig.setup.1")
def test_a_seat_takes_one_colour_only() -> None:
    match = Match.new("original", 3, seed=1)
    match.play(TakeColour("green"), 0)
    refused(match, TakeColour("red"), "turn.not_asked", "orig.setup.1", seat=0)


@rule("orig.setup.2", "orig.setup.3", "orig.turn.2", "orig.summary.9")
def test_the_rolls_from_high_to_low_are_the_order_of_play() -> None:
    deal = [(6, [0] * 6)] * 7
    match = prepared([2, 6, 4, 5], deal, [0], seats=4)
    order = [fact("OrderGiven", seat=seat, number=n) for n, seat in enumerate([1, 3, 2, 0], start=1)]
    assert happened(match)[1:9] == [
        *(fact("DieThrown", seat=seat, pips=pips) for seat, pips in enumerate([2, 6, 4, 5])),
        *order,
    ]
    assert (match.state.first, match.state.turn, match.awaited) == (1, 1, [1])
    assert [match.state.next_alive(seat) for seat in range(4)] == [1, 3, 0, 2]
    assert match.position().split(" order=")[1].startswith("1,3,2,0 ")
    assert script_left(match) == 0


@rule("orig.setup.3")
def test_a_round_ends_with_the_lowest_roll() -> None:
    match = prepared([2, 6, 4], sixes(), [0])
    seen, table = [], match.table
    for _ in range(7):
        seen.append((match.state.turn, match.state.round))
        table.close()  # the current phase, then the rest of the turn
        table.replace_top(Turn(table.state.agenda[-1].step, table.state.turn, OVER))
        match.game.steps[table.state.agenda[-1].step].arrive(table, table.state.agenda[-1])
    assert seen == [(1, 1), (2, 1), (0, 1), (1, 2), (2, 2), (0, 2), (1, 3)]


@rule("orig.setup.4")
def test_equal_rolls_are_repeated_among_the_equals_only() -> None:
    match = prepared([3, 5, 3, 5, 1, 6, 2, 2, 4, 6], sixes(), [0], seats=4)
    thrown = [(one["seat"], one["pips"]) for one in happened(match)[1:] if one["fact"] == "DieThrown"]
    assert thrown[:10] == [(0, 3), (1, 5), (2, 3), (3, 5), (1, 1), (3, 6), (0, 2), (2, 2), (0, 4), (2, 6)]
    assert [one["seat"] for one in happened(match) if one["fact"] == "OrderGiven"] == [3, 1, 2, 0]


# ------------------------------------------------------------------ the deal
@rule("orig.deal.3", "orig.deal.4")
def test_a_four_gives_four_armies_and_four_territories() -> None:
    kenya, china, siberia, brazil = (PLACES.index(p) for p in ("east_africa", "china", "siberia", "brazil"))
    first = (4, [kenya, china - 1, siberia - 1, brazil])
    match = prepared(
        THREE,
        [first, (6, [0] * 6), (6, [0] * 6), (6, [0] * 6), (6, [0] * 6), (6, [0] * 6), (6, [0] * 6), (2, [0, 0])],
        [0],
    )
    assert happened(match)[7:17] == [
        fact("DieThrown", seat=0, pips=4),
        fact("ArmiesGranted", seat=0, armies=4, clause="muster.stock"),
        fact("Dealt", place="east_africa", seat=0),
        fact("ArmiesPlaced", seat=0, place="east_africa", armies=1),
        fact("Dealt", place="china", seat=0),
        fact("ArmiesPlaced", seat=0, place="china", armies=1),
        fact("Dealt", place="siberia", seat=0),
        fact("ArmiesPlaced", seat=0, place="siberia", armies=1),
        fact("Dealt", place="brazil", seat=0),
        fact("ArmiesPlaced", seat=0, place="brazil", armies=1),
    ]
    assert happened(match)[17] == fact("DieThrown", seat=1, pips=6)


@rule("orig.deal.4", "orig.deal.6")
def test_rolls_go_round_until_all_42_are_assigned_with_one_army_each() -> None:
    match = prepared([4, 6, 5], sixes(), [0])
    goes = [one["seat"] for one in happened(match)[4:] if one["fact"] == "DieThrown"]
    assert goes == [1, 2, 0, 1, 2, 0, 1]
    assert [len(places_of(match, seat)) for seat in range(3)] == [12, 18, 12]
    assert places_of(match, 1) == PLACES[:6] + PLACES[18:24] + PLACES[36:]
    assert all(match.armies(place) == 1 for place in PLACES)
    assert [match.state.stock[seat] for seat in (0, 2)] == [0, 0]


@rule("orig.deal.7")
def test_the_last_roll_is_capped_by_what_remains() -> None:
    goes = [*sixes()[:6], (4, [0] * 4), (5, [0, 0])]
    match = prepared(THREE, goes, [0])
    last = [one for one in happened(match) if one["fact"] in ("DieThrown", "ArmiesGranted")][-3:-1]
    assert last == [fact("DieThrown", seat=1, pips=5), fact("ArmiesGranted", seat=1, armies=2, clause="muster.stock")]
    assert places_of(match, 1)[-2:] == PLACES[-2:]
    assert script_left(match) == 0


@rule("orig.deal.1", "orig.deal.2", "orig.deal.8", "orig.start.1", "orig.info.7")
def test_the_deal_is_of_42_territories_and_play_begins_with_44_cards_in_the_deck() -> None:
    match = prepared(THREE, sixes(), [43], card_award="both")
    drawn = [one for one in happened(match) if one["fact"] == "CardDrawn"]
    assert drawn == [fact("CardDrawn", seat=0, card="joker_2")]  # the only card in any hand
    assert [match.state.hand[seat] for seat in range(3)] == [1, 0, 0]
    assert [place for place in match.state.cards].count(DECK) == 43
    assert len(ORIGINAL.cards) == 44  # the six blank ones are not in play
    assert Counter(face.kind for face in ORIGINAL.faces) == {"infantry": 14, "cavalry": 14, "cannon": 14, "joker": 2}
    dealt = [one["place"] for one in happened(match) if one["fact"] == "Dealt"]
    assert dealt == PLACES  # no joker among them, and weapons play no part


@rule("orig.deal.2")
def test_any_territory_may_come_from_the_shuffled_deck() -> None:
    match = prepared(THREE, [(6, [41, 0, 39, 5, 5, 0]), *sixes()[1:]], [0])
    first = [one["place"] for one in happened(match) if one["fact"] == "Dealt"][:6]
    assert first == [PLACES[41], PLACES[0], PLACES[40], PLACES[6], PLACES[7], PLACES[1]]
