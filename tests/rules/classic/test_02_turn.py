"""Turns, new armies, sets of cards."""

from collections.abc import Iterable
from itertools import combinations

import pytest

from kamchatka.editions.classic.data import ANCIENT_EARTH, EARTH_2210
from kamchatka.editions.classic.state import edition_state
from kamchatka.kernel.edges.wire import Attack, Choose, Move, Occupy, Pass, Place, Trade, number_of
from kamchatka.kernel.facts import ArmiesGranted
from kamchatka.kernel.state import DECK, DISCARD
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.classic.scene import (
    ALL_CARDS,
    ANCIENT,
    BOARDS,
    EARTH,
    FIVES,
    ONES,
    SECOND_SET,
    SET,
    THIRD_SET,
    THREES,
    after_exchanges,
    cards_by_symbol,
    scene,
)
from tests.rules.modern.witness import fact, happened, impossible, refused

# leave out a territory of each continent, so that no continent is complete
LOOSE = [
    place for place in EARTH if place not in ("alberta", "argentina", "andorra", "egypt", "afghanistan", "new_guinea")
]
BY_SYMBOL: dict[str, list[list[str]]] = {book.edition: cards_by_symbol(book) for book in (EARTH_2210, ANCIENT_EARTH)}
NO_SET = ("trio.not_a_trio", "classic.cards.4")
ELSEWHERE = {"siberia": (0, 3), "japan": (0, 1), "lesotho": (0, 1)}  # not shown on the cards of our sets


def test_the_second_joker_is_offered_with_every_card() -> None:
    """With two jokers and two cards, each card is offered with both jokers and both cards with either joker."""
    both = frozenset(("joker_1", "joker_2"))
    hand = (*both, ONES[0], FIVES[0])
    found = trades(trading(hand))
    assert found == {both | {ONES[0]}, both | {FIVES[0]}, *(frozenset((joker, ONES[0], FIVES[0])) for joker in both)}


def income(places: list[str], edition: str = "classic") -> dict[str, int]:
    match = scene(dict.fromkeys(places, (0, 1)), edition, phase="Reinforce")
    grants = [one for one in match.journal if isinstance(one, ArmiesGranted) and one.seat == 0]
    return {one.clause: one.armies for one in grants if one.clause != "muster.stock"}


def trading(hand: Iterable[str], **options: object) -> Match:
    """Let seat 0 begin its turn with these cards."""
    return scene(ELSEWHERE, phase="Reinforce", hands={0: hand}, options=options)


def marker(match: Match) -> int:
    """Return the value of the next set as an idle player and a spectator see it."""
    seen = [match.edition.display(match.game, match.view(viewer).state, viewer).public for viewer in (2, -1)]
    assert seen[0] == seen[1]
    ((value,),) = {tuple(one.value for one in seen[0] if one.id == "next_set")}
    return value


def trades(match: Match) -> set[frozenset[str]]:
    return {frozenset(action.cards) for action in match.actions() if isinstance(action, Trade)}


# ------------------------------------------------------------------ the turn
@rule("classic.turn.1", "classic.turn.2", "classic.cards.3", "classic.cards.1", "classic.godstorm.card_moment")
@pytest.mark.parametrize("edition", ["classic", "classic_ancient"])
def test_armies_then_attacks_then_the_card_then_fortifying(edition: str) -> None:
    own, near, target = ("alberta", "nunavut", "canada") if edition == "classic" else ("egypt", "kush", "nubia")
    match = scene({own: (0, 5), near: (0, 2)}, edition, phase="Reinforce", luck=[*faces(6, 1), 0])
    refused(match, Attack(own, target, 1), "turn.not_now", "classic.turn.1")
    match.play(Place(own, 3))
    match.play(Attack(own, target, 1))
    match.play(Occupy(1))
    match.play(Pass())
    assert happened(match) == [fact("CardDrawn", seat=0, card=match.game.cards[0])]  # when the attacks are over
    refused(match, Attack(own, target, 1), "move.after_combat", "classic.turn.1")
    match.play(Move(own, near, 2))
    assert match.state.turn == 1
    assert [one["fact"] for one in happened(match)][:2] == ["ArmiesMoved", "TurnBegan"]


@rule("classic.turn.2", "classic.attack.5")
def test_attacking_and_fortifying_may_be_skipped() -> None:
    match = scene({"alberta": (0, 5), "nunavut": (0, 2)})
    match.play(Pass())
    match.play(Pass())
    assert match.state.turn == 1


@rule("classic.info.2")
def test_a_sea_territory_is_not_on_the_board() -> None:
    impossible(
        scene({"mexico": (0, 3)}),
        Attack("mexico", "poseidon", 1),
        "There is no place called “poseidon”.",
        "classic.info.2",
    )


# ------------------------------------------------------------------ new armies
@rule("classic.collect.1", "classic.collect.2", "classic.collect.3")
@pytest.mark.parametrize(
    ("territories", "armies"), [(1, 3), (8, 3), (9, 3), (11, 3), (12, 4), (14, 4), (17, 5), (36, 12)]
)
def test_a_third_of_the_territories_and_never_fewer_than_three(territories: int, armies: int) -> None:
    assert income(LOOSE[:territories]) == {"reinforce.territories": armies}


@rule("classic.collect.1", "classic.collect.4", "classic.godstorm.board")
@pytest.mark.parametrize(
    ("edition", "own", "bonus"),
    [
        ("classic", EARTH[:9], 5),
        (
            "classic",
            [p for p in EARTH if p in ("aboriginal_league", "australian_testing_ground", "java_cartel", "new_guinea")],
            2,
        ),
    ],
)
def test_a_whole_continent_pays_its_bonus(edition: str, own: list[str], bonus: int) -> None:
    assert income(own, edition)["reinforce.zones"] == bonus
    assert "reinforce.zones" not in income(own[1:], edition)


@rule("classic.collect.4", "classic.godstorm.board")
def test_the_continents_of_the_ancient_earth_pay_theirs() -> None:
    match = scene({}, "classic_ancient")
    board = match.game.board
    for zone in range(board.zones):
        own = [place for n, place in enumerate(ANCIENT) if board.zone[n] == zone]
        assert income(own, "classic_ancient")["reinforce.zones"] == board.bonus[zone]


@rule("classic.collect.2")
def test_armies_come_in_the_very_first_turn() -> None:
    match = scene(dict.fromkeys(LOOSE[:12], (0, 1)), phase="Reinforce", round=1)
    assert match.state.stock[0] == 4


@rule("classic.collect.5")
def test_new_armies_are_all_placed_on_own_territories_before_attacking() -> None:
    match = scene(ELSEWHERE, phase="Reinforce")
    assert set(match.actions()) == {Place(place, n) for place in ELSEWHERE for n in (1, 2, 3)}
    refused(match, Place("mexico", 1), "reinforce.own_places", "classic.collect.5")
    refused(match, Place("japan", 4), "reinforce.amount", "classic.collect.5")
    refused(match, Pass(), "reinforce.place_all", "classic.collect.5")
    match.play(Place("japan", 1))
    match.play(Place("siberia", 2))
    assert (match.armies("japan"), match.armies("siberia")) == (2, 5)
    assert any(isinstance(action, Attack) for action in match.actions())


# ------------------------------------------------------------------ sets
@rule("classic.cards.4", "classic.godstorm.jolly")
@pytest.mark.parametrize(
    ("numbers", "jokers", "any_two", "pair"),
    [
        ((0, 3, 6), (), True, True),
        ((1, 4, 7), (), True, True),
        ((2, 5, 8), (), True, True),
        ((0, 1, 2), (), True, True),
        ((0, 3, 2), (), False, False),
        ((0, 3), ("joker_1",), True, True),
        ((0, 2), ("joker_1",), True, False),
        ((0,), ("joker_1", "joker_2"), True, False),
    ],
)
@pytest.mark.parametrize(
    ("edition", "option"),
    [(board, option) for board in BOARDS for option in ("by_book", "any_two", "same_symbol_pair")],
)
def test_what_a_set_is(
    numbers: tuple[int, ...], jokers: tuple[str, ...], any_two: bool, pair: bool, edition: str, option: str
) -> None:
    """In 2210 any two cards make a set with a joker, even another joker; in Godstorm only a pair does."""
    by_symbol = BY_SYMBOL[edition]
    cards = (*(by_symbol[n % 3][n // 3] for n in numbers), *jokers)
    wide = option == "any_two" or (option == "by_book" and edition == "classic")
    home = {(EARTH if edition == "classic" else ANCIENT)[-1]: (0, 3)}
    match = scene(home, edition, phase="Reinforce", hands={0: cards}, options={"joker_set": option})
    if any_two if wide else pair:
        assert trades(match) == {frozenset(cards)}
        match.play(Trade(cards))
        assert [one for one in happened(match) if one["fact"] == "Exchanged"] == [fact("Exchanged", seat=0, number=1)]
    else:
        assert trades(match) == set()
        clause, cited = ("trio.joker_pair", "classic.godstorm.jolly") if jokers else NO_SET
        refused(match, Trade(cards), clause, cited)


@rule("classic.cards.6", "classic.godstorm.jolly")
@pytest.mark.parametrize("option", ["any_two", "same_symbol_pair"])
def test_any_five_cards_contain_a_set(option: str) -> None:
    cards = [*ONES, "andean_nations", "argentina", *THREES[:2], *FIVES[:2], "joker_1", "joker_2"]
    for hand in combinations(cards, 5):
        assert trades(trading(hand, joker_set=option))


@rule("classic.cards.5")
@pytest.mark.parametrize("hand", [SET, (*SET, ONES[1])])
def test_with_fewer_than_five_cards_trading_is_free(hand: tuple[str, ...]) -> None:
    match = trading(hand)
    match.play(Place("japan", 3))
    assert trades(match)
    match.play(Pass())
    assert match.state.hand[0] == len(hand)


@rule("classic.cards.6")
@pytest.mark.parametrize("extra", [(ONES[1], ONES[2]), (*SECOND_SET,), (*SECOND_SET, THREES[2])])
def test_with_five_or_more_a_set_must_be_traded_and_more_may(extra: tuple[str, ...]) -> None:
    match = trading((*SET, *extra))
    match.play(Place("japan", 3))
    refused(match, Pass(), "trio.forced", "classic.cards.6")
    assert {type(action) for action in match.actions()} == {Trade}
    match.play(Trade(SET))
    match.play(Place("japan", match.state.stock[0]))
    if len(extra) >= 3:
        assert Pass() in set(match.actions())
        match.play(Trade(SECOND_SET))
        assert happened(match)[-2]["armies"] == 6
    else:
        assert any(isinstance(action, Attack) for action in match.actions())


@rule("classic.cards.7", "classic.godstorm.trade_moment")
def test_sets_are_traded_at_the_start_of_the_turn_only() -> None:
    match = trading(SET)
    assert match.state.stock[0] == 3  # the armies for territories have come
    assert trades(match)
    combat = scene(ELSEWHERE, hands={0: SET})
    refused(combat, Trade(SET), "turn.not_now", "classic.turn.1")
    combat.play(Pass())
    refused(combat, Trade(SET), "turn.not_now", "classic.turn.1")


@rule("classic.setup.6", "classic.cards.11", "classic.godstorm.marker")
@pytest.mark.parametrize("edition", BOARDS)
def test_the_marker_shows_everybody_the_value_of_the_next_set(edition: str) -> None:
    """The value is 4 at the start and rises with every trade; both screens show it."""
    book = {"classic": EARTH_2210, "classic_ancient": ANCIENT_EARTH}[edition]
    cards = cards_by_symbol(book)
    sets = [[row[n] for row in cards] for n in range(7)]
    match = scene(
        {}, edition, rest=(0, 1), seats=3, phase="Reinforce", hands={0: [card for one in sets for card in one]}
    )
    values = [marker(match)]
    for one in sets:
        match.play(Trade(tuple(one)))
        while not any(isinstance(action, Trade | Place) for action in match.actions()):
            match.play(next(match.actions()))  # the extra armies of a card that shows one of our territories
        values.append(marker(match))
    assert values == [4, 6, 8, 10, 12, 15, 20, 25]


@rule("classic.cards.8", "classic.cards.9", "classic.cards.10")
@pytest.mark.parametrize(("number", "armies"), list(enumerate([4, 6, 8, 10, 12, 15, 20, 25, 30], start=1)))
def test_sets_grow_in_value_for_the_whole_table(number: int, armies: int) -> None:
    match = after_exchanges(trading(SET), number - 1)
    match.play(Trade(SET))
    assert happened(match)[3:5] == [
        fact("Exchanged", seat=0, number=number),
        fact("ArmiesGranted", seat=0, armies=armies, clause="trio.progression"),
    ]


@rule("classic.cards.10")
def test_anothers_exchange_raises_the_value_of_mine() -> None:
    match = scene({"japan": (0, 2), "lesotho": (2, 2)}, seats=3, phase="Reinforce", hands={0: SET, 1: SECOND_SET})
    match.play(Trade(SET))
    assert match.state.stock[0] == 3 + 4
    match.play(Place("japan", 7))
    match.play(Pass())
    match.play(Pass())
    match.play(Trade(SECOND_SET))
    assert next(one["armies"] for one in happened(match) if one["fact"] == "ArmiesGranted") == 6


# ------------------------------------------------------------------ under the deck
@rule("classic.cards.12")
def test_traded_cards_lie_under_the_deck_and_come_again_oldest_first() -> None:
    rest = [card for card in ALL_CARDS if card not in (*SET, *SECOND_SET)]
    match = scene({"mexico": (0, 9)}, luck=[*faces(6, 1), 0], hands={1: rest}, discards=[*SET, *SECOND_SET])
    under = edition_state(match.table).under
    for n, cards in enumerate((SECOND_SET, SET), start=1):
        for card in cards:
            under[number_of(match.game, "card", card)] = n
    match.play(Attack("mexico", "american_republic", 1))
    match.play(Occupy(1))
    match.play(Pass())
    drawn = [one["card"] for one in happened(match) if one["fact"] == "CardDrawn"]
    assert drawn == [min(SECOND_SET, key=ALL_CARDS.index)]
    assert match.state.reshuffles == 0


@rule("classic.cards.12")
def test_the_three_of_an_exchange_have_no_order_and_own_cards_only_are_traded() -> None:
    match = trading(SET)
    refused(match, Trade(SECOND_SET), "trio.own_cards", "classic.cards.5")
    match.play(Trade(SET))
    numbers = [number_of(match.game, "card", card) for card in SET]
    assert [match.state.cards[n] for n in numbers] == [DISCARD] * 3
    assert [edition_state(match.table).under[n] for n in numbers] == [1, 1, 1]
    second = after_exchanges(trading(SECOND_SET), 4)
    second.play(Trade(SECOND_SET))
    assert [edition_state(second.table).under[number_of(match.game, "card", card)] for card in SECOND_SET] == [5, 5, 5]


@rule("classic.cards.12")
def test_a_later_exchange_lies_above_the_earlier_and_moves_no_other_card() -> None:
    match = trading([*SET, *SECOND_SET])
    match.play(Trade(SET))
    match.play(Trade(SECOND_SET))
    under = dict(zip(match.game.cards, edition_state(match.table).under, strict=True))
    assert under == {**dict.fromkeys(ALL_CARDS, 0), **dict.fromkeys(SET, 1), **dict.fromkeys(SECOND_SET, 2)}


@rule("classic.cards.12")
@pytest.mark.parametrize("nth", [0, 1, 2])
def test_any_of_the_three_may_come_first(nth: int) -> None:
    match = scene(
        {"mexico": (0, 9)}, luck=[*faces(6, 1), nth], hands={1: [c for c in ALL_CARDS if c not in SET]}, discards=SET
    )
    match.play(Attack("mexico", "american_republic", 1))
    match.play(Occupy(1))
    match.play(Pass())
    drawn = [one["card"] for one in happened(match) if one["fact"] == "CardDrawn"]
    assert drawn == [sorted(SET, key=ALL_CARDS.index)[nth]]


@rule("classic.cards.12")
def test_without_any_card_none_is_drawn() -> None:
    match = scene({"mexico": (0, 9)}, luck=faces(6, 1), hands={1: ALL_CARDS})
    match.play(Attack("mexico", "american_republic", 1))
    match.play(Occupy(1))
    match.play(Pass())
    assert DECK not in list(match.state.cards)
    assert match.state.hand[0] == 0


# ------------------------------------------------------------------ extra armies
@rule("classic.cards.13", "classic.collect.1")
def test_a_card_of_a_territory_held_gives_two_armies_there() -> None:
    match = scene({**ELSEWHERE, SET[1]: (0, 2)}, phase="Reinforce", hands={0: SET})
    match.play(Trade(SET))
    assert happened(match)[-3:] == [
        fact("Rewarded", seat=0),
        fact("ArmiesGranted", seat=0, armies=2, clause="trio.owned_territory"),
        fact("ArmiesPlaced", seat=0, place=SET[1], armies=2),
    ]
    assert (match.armies(SET[1]), match.state.stock[0]) == (4, 3 + 4)


@rule("classic.cards.14")
def test_with_several_such_cards_the_player_chooses_the_territory() -> None:
    match = scene({**ELSEWHERE, SET[0]: (0, 2), SET[1]: (0, 2)}, phase="Reinforce", hands={0: SET})
    match.play(Trade(SET))
    assert list(match.actions()) == [Choose(0, place) for place in EARTH if place in SET[:2]]  # each of them once
    refused(match, Choose(0, SET[2]), "trio.reward_place", "classic.cards.13")
    refused(match, Pass(), "trio.reward_place", "classic.cards.13")
    match.play(Choose(0, SET[1]))
    assert (match.armies(SET[0]), match.armies(SET[1])) == (2, 4)


@rule("classic.cards.13", "classic.cards.14")
def test_the_territory_is_chosen_before_the_next_set_is_traded() -> None:
    match = scene({**ELSEWHERE, SET[0]: (0, 2), SET[1]: (0, 2)}, phase="Reinforce", hands={0: (*SET, *SECOND_SET)})
    match.play(Trade(SET))
    refused(match, Trade(SECOND_SET), "trio.reward_place", "classic.cards.13")
    refused(match, Trade(THIRD_SET), "trio.own_cards", "classic.cards.5")


@rule("classic.cards.14")
def test_the_two_armies_come_once_in_a_turn() -> None:
    match = scene(
        {**ELSEWHERE, SET[0]: (0, 2), SECOND_SET[0]: (0, 2)},
        phase="Reinforce",
        hands={0: [*SET, *SECOND_SET, *THIRD_SET]},
    )
    match.play(Trade(THIRD_SET))  # shows none of our territories
    assert [one["clause"] for one in happened(match) if one["fact"] == "ArmiesGranted"] == ["trio.progression"]
    match.play(Trade(SET))
    match.play(Trade(SECOND_SET))
    assert (match.armies(SET[0]), match.armies(SECOND_SET[0])) == (4, 2)
    match.table.state.round += 1  # in another round they are due again
    assert edition_state(match.table).rewarded[0] != match.state.round


@rule("classic.cards.13")
def test_a_joker_shows_no_territory() -> None:
    match = scene({**ELSEWHERE, ONES[0]: (1, 2)}, phase="Reinforce", hands={0: ("joker_1", ONES[0], FIVES[0])})
    match.play(Trade(("joker_1", ONES[0], FIVES[0])))
    assert [one["clause"] for one in happened(match) if one["fact"] == "ArmiesGranted"] == ["trio.progression"]


# ------------------------------------------------------------------ the card of the turn
@rule("classic.cards.1", "classic.cards.2")
@pytest.mark.parametrize(("captures", "cards"), [(0, 0), (1, 1), (2, 1)])
def test_one_card_for_a_turn_with_captures(captures: int, cards: int) -> None:
    match = scene({"mexico": (0, 9)}, luck=[*faces(6, 1) * captures, 0])
    for target in ("american_republic", "nuevo_timoto")[:captures]:
        match.play(Attack("mexico", target, 1))
        match.play(Occupy(1))
    match.play(Pass())
    assert match.state.hand[0] == cards
    assert script_left(match) == 1 - cards


@rule("classic.cards.15")
def test_a_sixth_card_waits_for_the_next_turn() -> None:
    match = scene(
        {"mexico": (0, 9), "continental_biospheres": (0, 2)}, luck=[*faces(6, 1), 0], hands={0: ALL_CARDS[:5]}
    )
    match.play(Attack("mexico", "american_republic", 1))
    match.play(Occupy(1))
    match.play(Pass())
    assert match.state.hand[0] == 6
    refused(match, Trade(SET), "turn.not_now", "classic.turn.1")
    match.play(Pass())
    assert match.state.turn == 1


@rule("classic.cards.3", "classic.godstorm.card_moment")
def test_a_table_may_draw_at_the_first_capture() -> None:
    match = scene(
        {"mexico": (0, 9)}, luck=[*faces(6, 1), 0, *faces(6, 1)], options={"card_draw_moment": "first_capture"}
    )
    match.play(Attack("mexico", "american_republic", 1))
    assert match.state.hand[0] == 0
    match.play(Occupy(1))
    assert [one["fact"] for one in happened(match)] == ["ArmiesMoved", "DrewForCapture", "CardDrawn"]
    match.play(Attack("mexico", "nuevo_timoto", 1))
    match.play(Occupy(1))
    match.play(Pass())
    assert match.state.hand[0] == 1
    assert script_left(match) == 0
