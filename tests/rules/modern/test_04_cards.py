"""The card of the turn, the hand limit of Time Attack, and the deck formed again from the discards."""

from itertools import pairwise

import pytest

from kamchatka.editions.modern.data import CARDS
from kamchatka.kernel.edges.wire import Attack, Move, Occupy, Pass, Trade
from kamchatka.kernel.facts import CardDrawn
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN
from kamchatka.match import Match
from tests.kit import faces, facts_of, position, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, places_of, rule_of, written

ALL = [card.id for card in CARDS.cards]
ENDINGS = ["traditional", "time_attack_clock", "time_attack_cards"]
WON = faces(6, 6, 1)  # two dice against one: a conquest


def conquering(
    *luck: int,
    options: dict[str, object] | None = None,
    hands: dict[int, list[str]] | None = None,
    discards: tuple[str, ...] = (),
) -> Match:
    """Let seat 0 conquer Kamchatka and stop: only the strategic move comes before its card."""
    match = position(
        {"alaska": (0, 3), "peru": (2, 1)},
        luck=[*WON, *luck],
        options=options or {},
        hands=hands or {},
        discards=discards,
    )
    match.play(Attack("alaska", "kamchatka", 2))
    match.play(Pass())
    return match


def cards_at(match: Match, where: int) -> set[str]:
    """Return the cards in one location: a hand, the deck or the discards."""
    return {card for card, place in zip(match.game.cards, match.state.cards, strict=True) if place == where}


@rule("std.draw.1")
def test_a_turn_without_conquest_brings_no_card() -> None:
    """No attack, or attacks without a conquest: nothing is drawn."""
    match = position({"alaska": (0, 3), "japan": (0, 3)}, luck=faces(1, 1))
    match.play(Attack("alaska", "kamchatka", 1))
    match.play(Pass())
    match.play(Pass())
    assert happened(match)[0] == fact("TurnBegan", seat=1, round=5)
    assert match.state.hand[0] == 0


@rule("std.draw.1")
def test_a_conquest_brings_one_card_at_the_end_of_the_turn() -> None:
    """It comes after the strategic move (made or skipped), not at the conquest."""
    match = conquering(43)
    assert match.state.hand[0] == 0
    match.play(Pass())
    assert happened(match)[:2] == [fact("CardDrawn", seat=0, card="joker_2"), fact("TurnBegan", seat=1, round=5)]
    assert rule_of(match, "card.of_the_turn") == "std.draw.1"
    assert match.entries[-1].draws == ((44, 43),)
    assert list(match.state.hand) == [1, 0, 0, 0]
    assert cards_at(match, 0) == {"joker_2"}
    assert len(cards_at(match, DECK)) == 43
    moving = conquering(0)
    moving.play(Move("kamchatka", "alaska", 1))
    assert happened(moving)[:2] == [
        fact("ArmiesMoved", source="kamchatka", target="alaska", armies=1),
        fact("CardDrawn", seat=0, card="alaska"),
    ]


@rule("std.draw.1")
def test_four_conquests_bring_one_card_only() -> None:
    """The seat draws one card however many territories it took; the next turn counts its own conquests."""
    match = position({"alaska": (0, 9)}, luck=[*faces(6, 1) * 4, 7])
    road = ["alaska", "kamchatka", "yakutia", "siberia", "urals"]
    for source, target in pairwise(road):
        match.play(Attack(source, target, 1))
        match.play(Occupy(match.armies(source) - 1))
    assert match.state.conquests == 4
    match.play(Pass())
    match.play(Pass())
    assert [one["fact"] for one in happened(match)][:2] == ["CardDrawn", "TurnBegan"]
    assert list(match.state.hand) == [1, 0, 0, 0]
    assert match.state.conquests == 0
    assert script_left(match) == 0


@rule("std.draw.1")
def test_only_the_drawer_sees_the_card() -> None:
    """The others learn that a card was drawn, but not which one."""
    match = conquering(5)
    match.play(Pass())
    drawn = facts_of(match, CardDrawn)[0]
    assert written(match, [drawn.seen_by(0)]) == [fact("CardDrawn", seat=0, card="quebec")]
    for seat in (1, 2, 3):
        assert written(match, [drawn.seen_by(seat)]) == [fact("CardDrawn", seat=0, card="?")]
        assert set(match.view(seat).state.cards) == {HIDDEN}
        assert list(match.view(seat).state.hand) == [1, 0, 0, 0]
    assert [card for card, where in zip(ALL, match.view(0).state.cards, strict=True) if where == 0] == ["quebec"]


# ------------------------------------------------------------------ reshuffling the deck
@rule("std.timeattack.4")
@pytest.mark.parametrize("ending", ENDINGS)
def test_after_the_last_card_the_discards_become_the_deck(ending: str) -> None:
    """In every type of game the discards are then shuffled, and the next card comes from them."""
    discards = ("alaska", "india", "joker_1")
    match = conquering(
        0,
        options={"ending": ending},
        discards=discards,
        hands={1: [card for card in ALL if card not in (*discards, "peru")]},
    )
    match.play(Pass())
    assert happened(match)[0] == fact("CardDrawn", seat=0, card="peru")
    assert match.entries[-1].draws == ((1, 0),)
    assert happened(match)[1] == fact("DeckReshuffled")
    assert rule_of(match, "deck.reshuffle") == "std.timeattack.4"
    assert cards_at(match, DECK) == set(discards)
    assert cards_at(match, DISCARD) == set()
    assert match.state.reshuffles == 1
    assert list(match.state.hand) == [1, 40, 0, 0]


@rule("std.timeattack.4")
def test_a_deck_with_a_card_left_is_not_reshuffled() -> None:
    """Drawing the last card but one doesn't shuffle the discards."""
    discards = ("alaska", "india")
    match = conquering(
        1, discards=discards, hands={1: [card for card in ALL if card not in (*discards, "peru", "siam")]}
    )
    match.play(Pass())
    assert [one["fact"] for one in happened(match)][:2] == ["CardDrawn", "TurnBegan"]
    assert cards_at(match, DECK) == {"peru"}
    assert cards_at(match, DISCARD) == set(discards)
    assert match.state.reshuffles == 0


@rule("std.timeattack.4")
def test_without_discards_the_deck_stays_empty_and_nothing_is_drawn() -> None:
    """The deck isn't renewed without discards: the next conquest brings no card and uses no luck."""
    match = conquering(0, hands={1: [card for card in ALL if card != "peru"]})
    match.play(Pass())
    assert [one["fact"] for one in happened(match)][:2] == ["CardDrawn", "TurnBegan"]
    assert match.state.reshuffles == 0
    empty = conquering(hands={1: ALL})
    empty.play(Pass())
    assert happened(empty)[0] == fact("TurnBegan", seat=1, round=5)
    assert empty.entries[-1].draws == ()
    assert list(empty.state.hand) == [0, 44, 0, 0]


@rule("std.timeattack.4")
def test_the_first_discards_make_an_empty_deck_anew() -> None:
    """All three cards of the trio are discarded first; then they become the deck."""
    trio = ("quebec", "brazil", "siam")
    match = position(
        {"japan": (0, 1)}, phase="Reinforce", hands={0: trio, 1: [card for card in ALL if card not in trio]}
    )
    match.play(Trade(trio))
    assert happened(match) == [
        *[fact("CardDiscarded", seat=0, card=card) for card in trio],
        fact("DeckReshuffled"),
        fact("ArmiesGranted", seat=0, armies=4, clause="trio.equal"),
    ]
    assert cards_at(match, DECK) == set(trio)
    assert match.state.reshuffles == 1


@rule("std.timeattack.4")
def test_discards_wait_while_the_deck_has_cards() -> None:
    """A trio played while the deck has cards stays on the discards."""
    trio = ("quebec", "brazil", "siam")
    match = position({"japan": (0, 1)}, phase="Reinforce", hands={0: trio})
    match.play(Trade(trio))
    assert "DeckReshuffled" not in [one["fact"] for one in happened(match)]
    assert cards_at(match, DISCARD) == set(trio)
    assert len(cards_at(match, DECK)) == 41


# ------------------------------------------------------------------ the hand limit
@rule("std.timeattack.13")
@pytest.mark.parametrize(
    ("ending", "limit", "held", "draws"),
    [
        ("traditional", 7, 7, True),
        ("traditional", 7, 20, True),
        ("traditional", 0, 7, True),
        ("time_attack_clock", 7, 6, True),
        ("time_attack_clock", 7, 7, False),
        ("time_attack_clock", 0, 7, True),
        ("time_attack_cards", 7, 6, True),
        ("time_attack_cards", 7, 7, False),
        ("time_attack_cards", 0, 9, True),
    ],
)
def test_seven_cards_are_the_most_in_time_attack(ending: str, limit: int, held: int, draws: bool) -> None:
    """At the limit no card is drawn; the traditional game and tables without the limit have none."""
    options: dict[str, object] = {"ending": ending, "time_attack_hand_limit": limit}
    match = conquering(0, options=options, hands={0: ALL[:held]})
    match.play(Pass())
    expected = fact("CardDrawn", seat=0, card=ALL[held]) if draws else fact("TurnBegan", seat=1, round=5)
    assert happened(match)[0] == expected
    assert match.state.hand[0] == held + draws
    assert script_left(match) == (0 if draws else 1)
    assert len(places_of(match, 0)) == 2
