"""Cards: when they are drawn, what a set is, and exchanges that grow in value for the whole table."""

from collections.abc import Iterable

import pytest

from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Place, Trade, number_of
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import PLACES, fact, happened, refused
from tests.rules.original.scene import SECOND_SET, SET, THIRD_SET, WEAPONS, exchanges, scene

ALL_CARDS = [*PLACES, "joker_1", "joker_2"]
VALUES = [4, 6, 8, 10, 12, 15, 20, 25, 30, 35, 40, 45]


def opening(hand: int = 0, luck: Iterable[int] = (), **options: object) -> Match:
    """Begin seat 0's turn, with three territories and these cards."""
    return scene(
        {"alaska": (0, 3), "alberta": (0, 1), "peru": (0, 1)},
        phase="OpeningCards",
        luck=luck,
        hands={0: ALL_CARDS[:hand]},
        options=options,
    )


def last_phase(conquests: int, **options: object) -> Match:
    """Let seat 0 take `count` territories, with one roll each, and end its turn."""
    targets = ["kamchatka", "northwest_territories", "alberta"][:conquests]
    match = scene({"alaska": (0, 9)}, phase="Combat", luck=[*faces(6, 1) * conquests, *[0] * 4], options=options)
    for target in targets:
        match.play(Attack("alaska", target, 1))
        match.play(Occupy(1))
    match.play(Pass())
    if match.state.turn == 0:
        match.play(Pass())
    return match


def own_cards(match: Match, seat: int) -> list[str]:
    return [card for card, where in zip(ALL_CARDS, match.state.cards, strict=True) if where == seat]


# ------------------------------------------------------------------ cards received
@rule("orig.reinforce.a", "orig.cards.p2")
def test_a_turn_opens_with_the_top_card_which_others_do_not_see() -> None:
    match = opening(luck=[5])
    assert own_cards(match, 0) == ["quebec"]
    drawn = next(one for one in match.journal if type(one).__name__ == "CardDrawn")
    assert write_fact(match.game, drawn.seen_by(0)) == fact("CardDrawn", seat=0, card="quebec")
    assert write_fact(match.game, drawn.seen_by(1)) == fact("CardDrawn", seat=0, card="?")
    assert [match.view(1).state.cards[n] for n in (4, 5, 6)] == [HIDDEN] * 3
    assert match.view(1).state.hand[0] == 1


@rule("orig.cards.p1", "orig.cards.p3", "orig.summary.8")
@pytest.mark.parametrize("conquests", [1, 2, 3])
def test_a_turn_with_conquests_gives_one_card_at_its_end(conquests: int) -> None:
    match = last_phase(conquests)
    drawn = [one for one in happened(match) if one["fact"] == "CardDrawn"]
    assert [one["seat"] for one in drawn] == [0, 1]  # the conquest card, then the next turn's opening card
    names = [one["fact"] for one in happened(match)]
    assert names.index("CardDrawn") < names.index("TurnBegan")


@rule("orig.cards.p4", "orig.summary.8")
def test_a_turn_without_conquest_gives_no_card() -> None:
    match = last_phase(0)
    assert [one["seat"] for one in happened(match) if one["fact"] == "CardDrawn"] == [1]


@rule("orig.reinforce.a", "orig.cards.p1")
@pytest.mark.parametrize(
    ("award", "conqueror", "follower"), [("both", 1, 1), ("per_conquest", 1, 0), ("per_turn", 0, 1)]
)
def test_the_table_may_choose_when_cards_come(award: str, conqueror: int, follower: int) -> None:
    match = last_phase(1, card_award=award)
    assert (match.state.hand[0], match.state.hand[1]) == (conqueror, follower)


# ------------------------------------------------------------------ sets
@rule("orig.cards.p5", "orig.cards.p6", "orig.start.2")
@pytest.mark.parametrize(
    ("symbols", "is_set"),
    [
        (("infantry", "cannon", "cavalry"), True),
        (("cannon", "cannon", "cannon"), False),
        (("infantry", "infantry", "infantry"), False),
        (("cavalry", "cavalry", "cavalry"), False),
        (("infantry", "infantry", "cavalry"), False),
        (("joker", "infantry", "cannon"), True),
        (("joker", "cavalry", "cannon"), True),
        (("joker", "infantry", "cavalry"), True),
        (("joker", "infantry", "infantry"), False),
        (("joker", "joker", "cannon"), False),
    ],
)
def test_a_set_is_one_of_each_weapon_or_a_joker_for_one_of_them(symbols: tuple[str, ...], is_set: bool) -> None:
    cards = tuple(WEAPONS[symbol][symbols[:n].count(symbol)] for n, symbol in enumerate(symbols))
    match = scene({"alaska": (0, 3), "kamchatka": (0, 1), "alberta": (0, 1)}, phase="Reinforce", hands={0: cards})
    trades = {action for action in match.actions() if isinstance(action, Trade)}
    ordered = tuple(sorted(cards, key=ALL_CARDS.index))
    assert trades == ({Trade(ordered)} if is_set else set())
    if is_set:
        match.play(Trade(cards))
        assert happened(match)[-1] == fact("ArmiesGranted", seat=0, armies=4, clause="trio.progression")
    else:
        refused(match, Trade(cards), "trio.not_a_trio", "orig.cards.p5")


@rule("orig.start.3")
def test_owning_the_territories_of_a_set_adds_nothing() -> None:
    match = scene(dict.fromkeys((*SET, "alberta", "peru", "congo"), (0, 2)), phase="Reinforce", hands={0: SET})
    match.play(Trade(SET))
    assert [one["armies"] for one in happened(match) if one["fact"] == "ArmiesGranted"] == [4]
    assert match.state.stock[0] == 2 + 4


@rule("orig.cards.p10")
def test_everybody_sees_how_many_exchanges_have_been_made() -> None:
    """Every trade adds a stroke; players and spectators see the same number."""
    match = scene({"alaska": (0, 3)}, phase="Reinforce", hands={0: [*SET, *SECOND_SET]})
    tally = []
    for action in (None, Trade(SET), Trade(SECOND_SET)):
        if action is not None:
            match.play(action)
        shown = [match.edition.display(match.game, match.view(viewer).state, viewer).public for viewer in (0, 1, -1)]
        assert shown[0] == shown[1] == shown[2]
        tally += [one.value for one in shown[0] if one.id == "exchanges"]
    assert tally == [0, 1, 2]


@rule("orig.cards.p11")
def test_exchanged_cards_are_set_aside_and_only_own_cards_count() -> None:
    match = scene({"alaska": (0, 3), "peru": (0, 1), "siam": (0, 1)}, phase="Reinforce", hands={0: SET, 1: SECOND_SET})
    refused(match, Trade(SECOND_SET), "trio.own_cards", "orig.summary.1b")
    match.play(Trade(SET))
    where = [match.state.cards[number_of(match.game, "card", card)] for card in SET]
    assert where == [DISCARD] * 3
    assert match.state.reshuffles == 0
    assert match.state.hand[0] == 0
    refused(match, Trade(SET), "trio.own_cards", "orig.summary.1b")


@rule("orig.start.2", "orig.reinforce.d", "orig.cards.4a")
def test_sets_are_exchanged_before_the_fighting_only() -> None:
    match = scene({"alaska": (0, 3), "peru": (0, 1), "siam": (0, 1)}, phase="Combat", hands={0: SET})
    refused(match, Trade(SET), "turn.not_now", "orig.turn.2")


@rule("orig.cards.4b")
def test_the_armies_of_an_exchange_are_placed_before_anything_else() -> None:
    match = scene({"alaska": (0, 3), "kamchatka": (0, 1), "peru": (0, 1)}, phase="Reinforce", hands={0: SET})
    match.play(Place("alaska", 1))
    match.play(Trade(SET))
    assert match.state.stock[0] == 4
    refused(match, Pass(), "reinforce.place_all", "orig.reinforce.place1")
    refused(match, Place("brazil", 1), "reinforce.own_places", "orig.reinforce.place1")
    match.play(Place("peru", 4))
    assert match.armies("peru") == 5


@rule("orig.cards.1", "orig.summary.1b")
def test_nobody_must_exchange_a_set() -> None:
    match = scene({"alaska": (0, 3), "peru": (0, 1), "siam": (0, 1)}, phase="Reinforce", hands={0: [*SET, *SECOND_SET]})
    assert any(isinstance(action, Trade) for action in match.actions())
    match.play(Place("alaska", 1))
    match.play(Pass())
    assert match.state.hand[0] == 6
    assert any(isinstance(action, Attack) for action in match.actions())


# ------------------------------------------------------------------ what exchanges are worth
@rule("orig.cards.p7", "orig.cards.p8", "orig.cards.p9")
@pytest.mark.parametrize(("number", "armies"), list(enumerate(VALUES, start=1)))
def test_exchanges_grow_in_value(number: int, armies: int) -> None:
    match = exchanges(scene({"alaska": (0, 3)}, phase="Reinforce", hands={0: SET}), number - 1)
    match.play(Trade(SET))
    assert happened(match)[-2:] == [
        fact("Exchanged", seat=0, number=number),
        fact("ArmiesGranted", seat=0, armies=armies, clause="trio.progression"),
    ]


@rule("orig.cards.p9", "orig.cards.2")
def test_the_count_is_the_tables_and_goes_on_from_turn_to_turn() -> None:
    match = scene(
        {"alaska": (0, 2), "peru": (2, 1), "siam": (2, 1), "japan": (2, 1)},
        seats=3,
        phase="Reinforce",
        hands={0: [*SET, *SECOND_SET], 2: THIRD_SET},
        options={"card_award": "per_conquest"},
    )
    match.play(Trade(SET))
    assert happened(match)[-1]["armies"] == 4
    match.play(Place("alaska", 4))
    match.play(Pass())  # the second set is kept
    match.play(Pass())
    for seat in (1, 2):
        while match.state.turn == seat:
            if seat == 2 and match.state.hand[2] == 3:
                match.play(Trade(THIRD_SET))
                assert happened(match)[-1]["armies"] == 6
            stock = match.state.stock[seat]
            match.play(Place("peru" if seat == 2 else "brazil", stock) if stock else Pass())
    match.play(Trade(SECOND_SET))
    assert happened(match)[-1]["armies"] == 8


@rule("orig.cards.3")
@pytest.mark.parametrize(("before", "sets", "armies"), [(0, 2, 10), (1, 3, 24)])
def test_several_sets_at_once_take_a_step_each(before: int, sets: int, armies: int) -> None:
    held = [SET, SECOND_SET, THIRD_SET][:sets]
    hand = [card for cards in held for card in cards]
    match = exchanges(scene({"alaska": (0, 3)}, phase="Reinforce", hands={0: hand}), before)
    for cards in held:
        match.play(Trade(cards))
    assert match.state.stock[0] == armies
    assert match.state.hand[0] == 0


# ------------------------------------------------------------------ the deck
@rule("orig.cards.5")
def test_an_empty_deck_is_made_anew_when_a_card_is_due() -> None:
    match = scene(
        {"alaska": (0, 9)},
        phase="Combat",
        luck=[*faces(6, 1), 0, 2],
        seats=3,
        hands={1: ALL_CARDS[3:43]},
        discards=ALL_CARDS[:3],
    )
    match.play(Attack("alaska", "kamchatka", 1))
    match.play(Occupy(1))
    match.play(Pass())
    match.play(Pass())
    cards = [one for one in happened(match) if one["fact"] in ("CardDrawn", "DeckReshuffled", "TurnBegan")]
    assert cards == [
        fact("CardDrawn", seat=0, card="joker_2"),
        fact("TurnBegan", seat=1, round=5),
        fact("DeckReshuffled"),
        fact("CardDrawn", seat=1, card="greenland"),
    ]
    assert [where for where in match.state.cards].count(DECK) == 2
    assert match.state.reshuffles == 1
    assert script_left(match) == 0


@rule("orig.cards.5")
def test_exchanging_does_not_refill_an_empty_deck_by_itself() -> None:
    match = scene({"alaska": (0, 3)}, phase="Reinforce", hands={0: SET, 1: [c for c in ALL_CARDS if c not in SET]})
    match.play(Trade(SET))
    assert match.state.reshuffles == 0
    assert DECK not in list(match.state.cards)


@rule("orig.cards.5")
def test_without_deck_and_exchanged_cards_there_is_no_card() -> None:
    match = scene({"alaska": (0, 3), "peru": (0, 1), "siam": (0, 1)}, phase="OpeningCards", hands={1: ALL_CARDS})
    assert match.state.hand[0] == 0
    assert match.state.stock[0] == 1


# ------------------------------------------------------------------ table options on cards
@rule("orig.cards.1")
@pytest.mark.parametrize(("hand", "limit", "after"), [(6, 7, 7), (7, 7, 7), (7, 0, 8)])
def test_a_hand_limit_stops_the_opening_card(hand: int, limit: int, after: int) -> None:
    match = opening(hand=hand, luck=[0] if after > hand else [], hand_limit=limit)
    assert match.state.hand[0] == after


@rule("orig.cards.1")
@pytest.mark.parametrize(("hand", "limit", "drawn"), [(6, 7, 1), (7, 7, 0), (7, 0, 1)])
def test_a_hand_limit_stops_the_card_for_a_conquest(hand: int, limit: int, drawn: int) -> None:
    match = scene(
        {"alaska": (0, 3)},
        phase="Combat",
        luck=[*faces(6, 1), 0, 0],
        hands={0: ALL_CARDS[:hand]},
        options={"hand_limit": limit},
    )
    match.play(Attack("alaska", "kamchatka", 1))
    match.play(Occupy(1))
    match.play(Pass())
    if match.state.turn == 0:
        match.play(Pass())
    assert match.state.hand[0] == hand + drawn


@rule("orig.info.6")
def test_an_army_cap_withholds_what_goes_beyond_it() -> None:
    """With the limit of the box a seat has at most 120 armies on the board and in hand."""
    match = scene(
        {"alaska": (0, 112), "peru": (0, 1), "siam": (0, 1), "japan": (0, 3)},
        phase="Reinforce",
        hands={0: SET},
        options={"army_cap": 120},
    )
    assert match.state.stock[0] == 1
    match.play(Trade(SET))
    assert happened(match)[-2:] == [
        fact("ArmiesForgone", seat=0, armies=2),
        fact("ArmiesGranted", seat=0, armies=2, clause="trio.progression"),
    ]
    match.play(Place("alaska", 3))
    assert sum(match.armies(place) for place in PLACES if match.owner(place) == 0) == 120


@rule("orig.info.6")
def test_without_a_cap_nothing_is_withheld() -> None:
    match = scene({"alaska": (0, 117), "peru": (0, 1), "siam": (0, 1)}, phase="Reinforce", hands={0: SET})
    match.play(Trade(SET))
    assert match.state.stock[0] == 5
