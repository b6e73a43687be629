"""Reinforcements: income, trios, placement, the cap on armies."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Pass, Place, Trade
from kamchatka.kernel.state import DECK, DISCARD
from kamchatka.match import Match
from tests.rulemark import rule
from tests.rules.challenge.scenes import table
from tests.rules.modern.witness import PLACES, ZONES, fact, happened, places_of, refused, rule_of, scattered

INFANTRY = ("alaska", "alberta", "iceland")
CAVALRY = ("greenland", "ontario", "peru")
CANNON = ("quebec", "brazil", "ukraine")
BONUS = {"oceania": 2, "south_america": 2, "africa": 3, "europe": 5, "north_america": 5, "asia": 7}


def reinforcing(
    lands: int,
    hand: tuple[str, ...] = (),
    armies: int = 1,
    options: dict[str, object] | None = None,
    held: tuple[str, ...] = (),
) -> Match:
    """Set seat 0 at its reinforcements with `count` scattered places (or those of `held`) and these cards."""
    mine = held or scattered(lands)
    return table({place: (0, armies) for place in mine}, phase="Reinforce", hands={0: hand}, options=options or {})


def granted(match: Match) -> dict[str, int]:
    """Return the armies that the last action granted, by clause."""
    return {one["clause"]: one["armies"] for one in happened(match) if one["fact"] == "ArmiesGranted"}


# ------------------------------------------------------------------ income
@rule("rtu.3.1")
@pytest.mark.parametrize(("lands", "armies"), [(14, 4), (12, 4), (11, 3), (3, 1), (15, 5)])
def test_a_third_of_the_territories_rounded_down(lands: int, armies: int) -> None:
    """14 territories bring 4 armies."""
    assert reinforcing(lands).state.stock[0] == armies


@rule("rtu.3.1")
def test_there_is_no_minimum() -> None:
    """Two territories bring nothing, so the phase is skipped."""
    match = reinforcing(2, armies=3)
    assert match.state.stock[0] == 0
    assert match.game.steps[match.state.agenda[-1].step].name() == "Combat"


@rule("rtu.3.2")
@pytest.mark.parametrize("zone", BONUS)
def test_whole_continents_pay(zone: str) -> None:
    """Oceania 2, South America 2, Africa 3, Europe 5, North America 5, Asia 7; with one territory missing, nothing."""
    whole = reinforcing(0, held=tuple(ZONES[zone]))
    assert whole.state.stock[0] == len(ZONES[zone]) // 3 + BONUS[zone]
    less = reinforcing(0, held=tuple([*ZONES[zone][1:], ZONES["oceania" if zone != "oceania" else "africa"][0]]))
    assert less.state.stock[0] == len(ZONES[zone]) // 3


@rule("rtu.3.2")
def test_two_continents_pay_both() -> None:
    """Africa and South America: 10 territories, 3 + 3 + 2."""
    assert reinforcing(0, held=(*ZONES["africa"], *ZONES["south_america"])).state.stock[0] == 8


# ------------------------------------------------------------------ trios
@rule("rtu.3.3b", "rtu.3.3c", "rtu.3.3d")
@pytest.mark.parametrize(
    ("trio", "armies", "clause", "cites"),
    [
        (INFANTRY, 8, "trio.equal", "rtu.3.3b"),
        (CAVALRY, 8, "trio.equal", "rtu.3.3b"),
        (CANNON, 8, "trio.equal", "rtu.3.3b"),
        (("alaska", "greenland", "quebec"), 10, "trio.one_each", "rtu.3.3c"),
        (("alaska", "alberta", "joker_1"), 12, "trio.joker", "rtu.3.3d"),
        (("greenland", "ontario", "joker_2"), 12, "trio.joker", "rtu.3.3d"),
        (("quebec", "brazil", "joker_1"), 12, "trio.joker", "rtu.3.3d"),
    ],
)
def test_the_worth_of_every_trio(trio: tuple[str, ...], armies: int, clause: str, cites: str) -> None:
    """A trio is worth eight for three equal cards, ten for the three weapons and twelve with a joker."""
    match = reinforcing(0, trio, held=("china", "india", "siam"))
    match.play(Trade(trio))
    assert granted(match) == {clause: armies}
    assert match.state.stock[0] == 1 + armies
    assert rule_of(match, clause) == cites


@rule("rtu.3.3e")
@pytest.mark.parametrize(
    "cards",
    [
        ("joker_1", "quebec", "alaska"),
        ("joker_1", "joker_2", "quebec"),
        ("quebec", "brazil", "alaska"),
        ("greenland", "ontario", "alaska"),
        ("alaska", "alberta"),
        ("alaska", "alberta", "iceland", "joker_1"),
    ],
)
def test_nothing_else_is_a_trio(cards: tuple[str, ...]) -> None:
    """A joker with two different weapons, two jokers, two and one, two cards, and four cards are refused."""
    match = reinforcing(6, (*cards, "japan"), held=("china", "india", "siam"))
    refused(match, Trade(cards), "trio.not_a_trio", "rtu.3.3e")


@rule("rtu.3.4")
@pytest.mark.parametrize(
    ("trio", "owned", "armies"),
    [
        (("alaska", "greenland", "quebec"), ("alaska", "quebec"), 14),
        (INFANTRY, INFANTRY, 14),
        (("alaska", "alberta", "joker_1"), ("alaska", "alberta"), 16),
        (INFANTRY, ("alberta",), 10),
        (INFANTRY, (), 8),
    ],
)
def test_two_more_for_each_card_of_a_territory_held(trio: tuple[str, ...], owned: tuple[str, ...], armies: int) -> None:
    """The totals are 10 + 4, 8 + 6 and 12 + 4; a joker shows no territory."""
    match = reinforcing(0, trio, held=(*owned, "china", "india", "siam")[:6])
    before = match.state.stock[0]
    match.play(Trade(trio))
    assert match.state.stock[0] - before == armies
    assert granted(match).get("trio.owned_territory", 0) == 2 * len(owned)
    assert rule_of(match, "trio.owned_territory") == "rtu.3.4"


@rule("rtu.3.3a")
def test_a_trio_may_be_played_but_need_not_and_only_one_a_turn() -> None:
    """With six cards a seat may place and pass; after one trio the second is refused."""
    match = reinforcing(0, (*INFANTRY, *CAVALRY), held=("china", "india", "siam"))
    assert Trade(INFANTRY) in set(match.actions())
    match.play(Trade(INFANTRY))
    refused(match, Trade(CAVALRY), "trio.per_turn", "rtu.3.3a")
    declined = reinforcing(0, INFANTRY, held=("china", "india", "siam"), armies=3)
    declined.play(Place("siam", 1))
    declined.play(Pass())
    assert Attack("siam", "indonesia", 3) in set(declined.actions())


@rule("rtu.3.3a")
def test_a_table_may_allow_any_number_of_trios() -> None:
    """With the option a seat may play two in a turn."""
    match = reinforcing(0, (*INFANTRY, *CAVALRY), held=("china", "india", "siam"), options={"trios_per_turn": 0})
    match.play(Trade(INFANTRY))
    match.play(Trade(CAVALRY))
    assert match.state.stock[0] == 17


@rule("rtu.3.3a")
def test_only_ones_own_cards_can_be_played() -> None:
    """Cards in the deck or in other hands are refused."""
    match = table({"china": (0, 1)}, phase="Reinforce", hands={0: INFANTRY, 1: CAVALRY})
    refused(match, Trade(CAVALRY), "trio.own_cards", "rtu.3.3a")
    refused(match, Trade(CANNON), "trio.own_cards", "rtu.3.3a")


@rule("rtu.3.5a", "rtu.6.8")
def test_a_trio_played_is_discarded_and_is_the_only_way_to_lose_cards() -> None:
    """The three cards go to the discards; nothing else that the seat can do costs a card."""
    match = reinforcing(0, (*INFANTRY, "greenland"), held=("china", "india", "siam"))
    assert {type(action) for action in match.actions()} == {Place, Trade}
    match.play(Trade(INFANTRY))
    assert [match.game.cards[n] for n, place in enumerate(match.state.cards) if place == DISCARD] == list(INFANTRY)
    assert match.state.hand[0] == 1
    assert happened(match)[:3] == [fact("CardDiscarded", seat=0, card=card) for card in INFANTRY]


@rule("rtu.3.5b")
def test_when_the_deck_ends_the_discards_become_the_deck() -> None:
    """When the last card is drawn at the end of a turn, the discards are shuffled in."""
    drawn, thrown = "siam", PLACES[:20]
    others = [card for card in [*PLACES[20:], "joker_1", "joker_2"] if card != drawn]
    match = table(
        {"siam": (0, 4), "india": (1, 1)},
        luck=[5, 5, 5, 0, 0],
        hands={2: others},
        discards=thrown,
        options={"hand_limit": 0},
    )
    match.play(Attack("siam", "india", 3))
    match.play(Pass())
    match.play(Pass())
    assert happened(match)[:2] == [fact("CardDrawn", seat=0, card=drawn), fact("DeckReshuffled")]
    assert [match.game.cards[n] for n, place in enumerate(match.state.cards) if place == DECK] == thrown
    assert match.state.reshuffles == 1


@rule("rtu.3.7")
def test_no_trio_outside_the_reinforcements() -> None:
    """A trio is refused in combat, in the move and after taking the cards of an eliminated player."""
    match = table({"siam": (0, 9), "india": (1, 1)}, rest=(2, 1), luck=[5, 5, 5, 0], hands={0: INFANTRY, 1: CAVALRY})
    refused(match, Trade(INFANTRY), "turn.not_now", "rtu.2.12b")
    match.play(Attack("siam", "india", 3))
    assert match.state.hand[0] == 6
    refused(match, Trade(CAVALRY), "conquest.at_once", "rtu.4.15")
    assert not any(isinstance(action, Trade) for action in match.actions())
    moving = table({"siam": (0, 9)}, phase="StrategicMove", hands={0: INFANTRY})
    refused(moving, Trade(INFANTRY), "turn.not_now", "rtu.2.12b")


# ------------------------------------------------------------------ placement
@rule("rtu.3.6a")
def test_reinforcements_go_anywhere_on_ones_own_in_any_number() -> None:
    """Reinforcements may be placed together or one by one, but not on others' places and not more than there are."""
    match = reinforcing(15)
    mine = places_of(match, 0)
    assert set(match.actions()) == {Place(place, n) for place in mine for n in range(1, 6)}
    enemy = next(place for place in PLACES if place not in mine)
    refused(match, Place(enemy, 1), "reinforce.own_places", "rtu.3.6a")
    refused(match, Place(mine[0], 6), "reinforce.amount", "rtu.3.1")
    match.play(Place(mine[0], 5))
    assert match.armies(mine[0]) == 6


@rule("rtu.3.6b", "rtu.4.1")
def test_all_reinforcements_are_placed_before_combat() -> None:
    """A seat can't attack while it has armies to place; combat begins with the last one placed."""
    match = table(
        {"siam": (0, 4), "china": (0, 1), "japan": (0, 1), "alaska": (0, 1), "peru": (0, 1), "congo": (0, 1)},
        phase="Reinforce",
    )
    match.play(Place("siam", 1))
    refused(match, Pass(), "reinforce.place_all", "rtu.3.6b")
    refused(match, Attack("siam", "india", 3), "turn.not_now", "rtu.2.12b")
    match.play(Place("siam", 1))
    assert Attack("siam", "india", 3) in set(match.actions())


# ------------------------------------------------------------------ the cap
@rule("rtu.3.6c", "rtu.11.1", "rtu.11.2")
@pytest.mark.parametrize(
    ("cap", "on_board", "received"),
    [(130, 127, 3), (130, 126, 4), (130, 128, 2), (130, 130, 0), (120, 117, 3), (120, 120, 0), (0, 900, 4)],
)
def test_armies_beyond_the_cap_are_lost(cap: int, on_board: int, received: int) -> None:
    """12 territories bring four armies, up to the cap on armies on the board."""
    mine = scattered(12)
    holdings = {place: (0, 1) for place in mine} | {mine[0]: (0, on_board - 11)}
    match = table(holdings, phase="Reinforce", options={"army_cap": cap})
    assert match.state.stock[0] == received
    assert rule_of(match, "army.cap") == "rtu.3.6c"


@rule("rtu.11.1")
def test_the_cap_is_130_unless_the_table_says_otherwise() -> None:
    """A trio also brings only what fits; the rest is recorded as forgone."""
    mine = ("china", "india", "siam")
    match = table({"china": (0, 124), "india": (0, 1), "siam": (0, 1)}, phase="Reinforce", hands={0: INFANTRY})
    assert match.state.stock[0] == 1
    match.play(Trade(INFANTRY))
    assert match.state.stock[0] == 4
    assert happened(match)[3:] == [
        fact("ArmiesForgone", seat=0, armies=5),
        fact("ArmiesGranted", seat=0, armies=3, clause="trio.equal"),
    ]
    assert all(match.owner(place) == 0 for place in mine)
