"""Trios: which cards form one, what they are worth, when they may be played, and where they go."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Pass, Place, Trade
from kamchatka.kernel.options import TRADE
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match, play_numeric
from tests.kit import faces, position
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, impossible, refused, rule_of

INFANTRY = ("alaska", "alberta", "egypt")
CAVALRY = ("greenland", "congo", "china")
CANNONS = ("quebec", "brazil", "siam")
ONE_EACH = ("alberta", "quebec", "china")
HOME = "japan"  # an infantry card that no trio here uses


def holding(*cards: str, own: tuple[str, ...] = (HOME,), options: dict[str, object] | None = None) -> Match:
    """Begin seat 0's turn with these cards and, by default, one place, so that no other armies are due."""
    return position({place: (0, 1) for place in own}, phase="Reinforce", hands={0: cards}, options=options or {})


@rule("std.reinforce.c1")
def test_a_trio_may_be_played_or_kept() -> None:
    """Every trio in the hand is offered beside the placement, and none has to be played."""
    match = holding(*ONE_EACH, "peru", "india")
    trios = [
        ("alberta", "quebec", "peru"),
        ("alberta", "quebec", "china"),
        ("quebec", "peru", "india"),
        ("quebec", "india", "china"),
    ]
    assert set(match.actions()) == {Pass(), *map(Trade, trios)}
    match.play(Pass())
    assert happened(match)[0] == fact("TurnBegan", seat=1, round=5)
    assert match.state.hand[0] == 5


@rule("std.reinforce.c1")
def test_a_trio_may_be_played_before_or_after_placing_armies() -> None:
    """The choice stays open until the seat passes; a trio's armies are placed like the others."""
    own = ("japan", "peru", "venezuela")
    match = holding(*INFANTRY, own=own)
    assert set(match.actions()) == {Trade(INFANTRY), *(Place(place, 1) for place in own)}
    refused(match, Pass(), "reinforce.place_all", "std.reinforce.e")
    match.play(Place("japan", 1))
    assert match.awaited == [0]
    assert set(match.actions()) == {Trade(INFANTRY), Pass()}
    match.play(Trade(INFANTRY))
    assert set(match.actions()) == {Place(place, armies) for place in own for armies in range(1, 7)}
    match.play(Place("peru", 6))
    assert match.awaited == [0]
    assert Attack("peru", "brazil", 3) in set(match.actions())


@rule("std.reinforce.c1")
def test_one_trio_a_turn() -> None:
    """The second trio of the same turn is refused; the next turn allows another."""
    match = holding(*INFANTRY, *CANNONS)
    match.play(Trade(CANNONS))
    refused(match, Trade(INFANTRY), "trio.per_turn", "std.reinforce.c1")
    assert set(match.actions()) == {Place(HOME, armies) for armies in (1, 2, 3, 4)}
    match.play(Place(HOME, 4))
    assert Attack(HOME, "mongolia", 3) in set(match.actions())
    again = holding(*INFANTRY)
    again.play(Trade(INFANTRY))
    assert happened(again)[-1] == fact("ArmiesGranted", seat=0, armies=6, clause="trio.equal")


@rule("std.reinforce.c1")
def test_fewer_than_three_cards_are_not_asked_about() -> None:
    """With two cards the phase ends when the armies are placed; with three the seat is asked, trio or not."""
    two = holding("alaska", "alberta", own=("japan", "peru", "venezuela"))
    assert set(two.actions()) == {Place(place, 1) for place in ("japan", "peru", "venezuela")}
    two.play(Place("japan", 1))
    assert Attack("japan", "mongolia", 1) in set(two.actions())
    three = holding("alaska", "alberta", "quebec", own=("japan", "peru", "venezuela"))
    three.play(Place("japan", 1))
    assert set(three.actions()) == {Pass()}
    three.play(Pass())
    assert Attack("japan", "mongolia", 1) in set(three.actions())


@rule("std.reinforce.c2")
@pytest.mark.parametrize(("trio", "armies"), [(CANNONS, 4), (INFANTRY, 6), (CAVALRY, 8)])
def test_three_equal_cards(trio: tuple[str, ...], armies: int) -> None:
    """Cannons are worth 4, infantry 6, cavalry 8."""
    match = holding(*trio)
    match.play(Trade(trio))
    assert happened(match)[3:] == [fact("ArmiesGranted", seat=0, armies=armies, clause="trio.equal")]
    assert rule_of(match, "trio.equal") == "std.reinforce.c2"
    assert match.state.stock[0] == armies


@rule("std.reinforce.c3")
@pytest.mark.parametrize(
    "trio",
    [
        ("alberta", "quebec", "china"),
        ("alaska", "greenland", "siam"),
        ("northwest_territories", "greenland", "alberta"),
        ("quebec", "egypt", "china"),
        ("greenland", "quebec", "egypt"),
        ("ontario", "argentina", "brazil"),
    ],
)
def test_one_card_of_each_weapon(trio: tuple[str, ...]) -> None:
    """Infantry, cannon and cavalry in any order are worth 10 armies."""
    match = holding(*trio)
    match.play(Trade(trio))
    assert happened(match)[3:] == [fact("ArmiesGranted", seat=0, armies=10, clause="trio.one_each")]
    assert rule_of(match, "trio.one_each") == "std.reinforce.c3"


@rule("std.reinforce.c4")
@pytest.mark.parametrize(
    "trio", [("joker_1", "quebec", "brazil"), ("joker_2", "alaska", "egypt"), ("joker_2", "greenland", "china")]
)
def test_a_joker_with_two_equal_cards(trio: tuple[str, ...]) -> None:
    """Two cards of one weapon and a joker are worth 12 armies, whatever the weapon."""
    match = holding(*trio)
    match.play(Trade(trio))
    assert happened(match)[3:] == [fact("ArmiesGranted", seat=0, armies=12, clause="trio.joker")]
    assert rule_of(match, "trio.joker") == "std.reinforce.c4"


@rule("std.reinforce.c4")
@pytest.mark.parametrize(
    "cards",
    [
        ("joker_1", "quebec", "alberta"),
        ("joker_1", "joker_2", "alberta"),
        ("alaska", "alberta", "quebec"),
        ("northwest_territories", "alberta", "egypt"),
        ("alaska", "quebec", "egypt"),
        ("quebec", "brazil", "china"),
        ("alaska", "alberta"),
        ("alaska",),
        (),
        (*ONE_EACH, "peru"),
        ("alaska", "alberta", "egypt", "india"),
    ],
)
def test_anything_else_is_no_trio(cards: tuple[str, ...]) -> None:
    """Two jokers, a joker with two different weapons, a pair with another weapon, or not three cards: refused."""
    match = holding(*cards, "urals", "ontario")
    refused(match, Trade(cards), "trio.not_a_trio", "std.reinforce.c4")


@rule("std.reinforce.c5")
@pytest.mark.parametrize(
    ("trio", "own", "armies", "more"),
    [
        (CANNONS, ("quebec", "brazil", "siam"), 4, 6),
        (("joker_1", "quebec", "brazil"), ("quebec", "brazil"), 12, 4),
        (CAVALRY, ("china",), 8, 2),
        (INFANTRY, ("alaska", "egypt"), 6, 4),
        (ONE_EACH, ("japan",), 10, 0),
        (("eastern_australia", "alaska", "alberta"), ("eastern_australia",), 6, 2),
    ],
)
def test_two_more_for_each_card_of_a_place_one_holds(
    trio: tuple[str, ...], own: tuple[str, ...], armies: int, more: int
) -> None:
    """Each card of the trio adds two armies if the seat holds its place at that moment."""
    match = holding(*trio, own=(*own, HOME))
    before = match.state.stock[0]
    match.play(Trade(trio))
    granted = [(one["armies"], one["clause"]) for one in happened(match)[3:]]
    assert granted[0][0] == armies
    assert granted[1:] == ([(more, "trio.owned_territory")] if more else [])
    assert rule_of(match, "trio.owned_territory") == "std.reinforce.c5"
    assert match.state.stock[0] - before == armies + more


@rule("std.reinforce.c5")
def test_the_places_count_as_they_are_held_now() -> None:
    """A place lost since the card was drawn adds nothing, nor does a place of another seat."""
    match = position({"quebec": (2, 1), "brazil": (1, 1), "siam": (0, 1)}, phase="Reinforce", hands={0: CANNONS})
    match.play(Trade(CANNONS))
    assert happened(match)[3:] == [
        fact("ArmiesGranted", seat=0, armies=4, clause="trio.equal"),
        fact("ArmiesGranted", seat=0, armies=2, clause="trio.owned_territory"),
    ]


@rule("std.timeattack.3")
def test_the_cards_of_a_trio_are_laid_on_the_discards() -> None:
    """The three cards leave the hand and lie face up on the discards."""
    match = holding(*ONE_EACH, "peru")
    match.play(Trade(ONE_EACH))
    assert happened(match)[:3] == [fact("CardDiscarded", seat=0, card=card) for card in ONE_EACH]
    assert match.state.hand[0] == 1
    where = dict(zip(match.game.cards, match.view(3).state.cards, strict=True))
    assert {card for card, place in where.items() if place == DISCARD} == set(ONE_EACH)
    assert "discards=alberta,quebec,china " in match.position()


@rule("std.timeattack.3")
def test_only_ones_own_cards_can_be_played() -> None:
    """Cards of another seat, the deck or the discards are refused, and so is using a card twice."""
    match = position(
        {HOME: (0, 1)},
        phase="Reinforce",
        discards=["egypt"],
        hands={0: ["argentina", "alberta", "quebec"], 1: ["india"]},
    )
    for other in ("india", "egypt", "chita"):
        refused(match, Trade(("argentina", "alberta", other)), "trio.own_cards", "std.reinforce.c1")
    refused(match, Trade(("alaska",)), "trio.own_cards", "std.reinforce.c1")
    impossible(match, Trade(("alberta", "quebec", "alberta")), "A card is named twice: alberta, quebec, alberta.")
    impossible(match, Trade(("alberta", "quebec", "atlantis")), "There is no card called “atlantis”.")


@rule("std.timeattack.3")
@pytest.mark.parametrize(
    ("what", "clause"), [(1 << 44, "trio.own_cards"), (1 << 62, "trio.own_cards"), (-1, "trio.not_a_trio")]
)
def test_numbers_that_are_no_cards(what: int, clause: str) -> None:
    """Sets of cards that only a program could send are refused like others."""
    match = holding(*ONE_EACH)
    with pytest.raises(Refusal) as caught:
        play_numeric(match, Inner(TRADE, what=what))
    assert caught.value.clause == clause
    assert match.entries == []


@rule("std.reinforce.c1")
def test_cards_drawn_in_a_turn_wait_for_the_next_reinforcements() -> None:
    """Even with a trio in hand, none can be played in combat or in the move."""
    match = position({"alaska": (0, 3)}, hands={0: CANNONS}, luck=faces(6, 6, 1))
    refused(match, Trade(CANNONS), "turn.not_now", "std.turn.1")
    match.play(Attack("alaska", "kamchatka", 2))
    refused(match, Trade(CANNONS), "turn.not_now", "std.turn.1")
    match.play(Pass())
    refused(match, Trade(CANNONS), "turn.not_now", "std.turn.1")
