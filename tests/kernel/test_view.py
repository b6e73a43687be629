"""Views show the seat's own secrets and public facts; imagined worlds agree with them exactly."""

from collections import Counter

import pytest

from kamchatka import Match
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.facts import GameEnded
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN, NOBODY, State
from kamchatka.kernel.view import ONLOOKER, imagine, view
from tests.kit import position
from tests.teaching.pieces import Kit
from tests.teaching.rounds import Bidding
from tests.teaching.scene import game

HANDS = {0: ["alaska", "urals"], 1: ["china", "joker_1", "peru"]}
PUBLIC = ("owner", "armies", "lands", "held", "stock", "hand", "colour", "out_by")
MARKS = ("seats", "fallen", "first", "turn", "round", "conquests", "reshuffles", "winners", "over", "ending")


def scene() -> Match:
    """Return a table with two hands, a discard pile and three objectives; seat 3 has none."""
    seen = position({"alaska": (0, 3)}, hands=HANDS, discards=["siam"], colours=["blue", "red", "black", "green"])
    for seat, objective in ((0, 4), (1, 7), (2, 1)):
        seen.state.objective[seat] = objective
    return seen


def card(match: Match, name: str) -> int:
    """Return a card's number."""
    return match.game.cards.index(name)


def same(a: State, b: State, *, rows: tuple[str, ...] = PUBLIC) -> bool:
    """Return whether the public parts are equal."""
    return all(list(getattr(a, row)) == list(getattr(b, row)) for row in rows) and all(
        getattr(a, mark) == getattr(b, mark) for mark in MARKS
    )


def test_a_view_holds_all_that_is_public() -> None:
    match = scene()
    for seat in (ONLOOKER, 0, 1, 2, 3):
        seen = match.view(seat)
        assert seen.seat == seat
        assert same(seen.state, match.state)
        assert [frame.step for frame in seen.state.agenda] == [frame.step for frame in match.state.agenda]


def test_a_view_is_a_state_of_its_own() -> None:
    match = scene()
    before = match.position()
    seen = match.view(0).state
    for row in (*PUBLIC, "cards", "objective"):
        getattr(seen, row)[0] = 77
    seen.agenda.clear()
    seen.round = 99
    assert match.position() == before


def test_cards_are_seen_by_their_holder_and_discards_by_all() -> None:
    match = scene()
    for seat in (ONLOOKER, 0, 1, 2):
        cards = view(match.table, seat).state.cards
        own = {card(match, name): seat for name in HANDS.get(seat, ())}
        assert list(cards) == [
            DISCARD if n == card(match, "siam") else own.get(n, HIDDEN) for n in range(len(match.game.cards))
        ]


def test_objectives_are_secret_until_the_game_is_over() -> None:
    match = scene()
    assert list(match.view(1).state.objective) == [HIDDEN, 7, HIDDEN, NOBODY]
    assert list(match.view(ONLOOKER).state.objective) == [HIDDEN, HIDDEN, HIDDEN, NOBODY]
    match.table.note(GameEnded(1, "end.objective"))
    assert list(match.view(1).state.objective) == [4, 7, 1, NOBODY]


@pytest.mark.parametrize("seat", [ONLOOKER, 0, 1, 2, 3])
def test_imagined_worlds_have_the_same_view(seat: int) -> None:
    match = scene()
    seen = match.view(seat)
    before = print_position(match.game, seen.state)
    for seed in range(20):
        world = imagine(match.game, seen, FastChance(seed))
        assert print_position(match.game, view(world, seat).state) == before
        assert Counter(world.state.cards)[DISCARD] == 1
        assert [list(world.state.cards).count(other) for other in range(4)] == list(match.state.hand)
        assert HIDDEN not in list(world.state.cards) + list(world.state.objective)
        dealt = list(world.state.objective)[:3]
        assert len(set(dealt)) == 3
        assert all(0 <= objective < 14 for objective in dealt)
        assert world.journal is None
    assert print_position(match.game, seen.state) == before


def test_whatever_is_hidden_may_be_anything() -> None:
    match = scene()
    seen = match.view(0)
    worlds = [imagine(match.game, seen, FastChance(seed)).state for seed in range(600)]
    held = {n for world in worlds for n, where in enumerate(world.cards) if where == 1}
    known = {card(match, name) for name in (*HANDS[0], "siam")}
    assert held == set(range(len(match.game.cards))) - known
    assert {world.objective[1] for world in worlds} == set(range(14)) - {4}
    assert all(world.cards[n] in (DECK, 1) for world in worlds for n in held)


def test_an_editions_own_secrets_are_imagined_too() -> None:
    played = game()
    table = played.start(3, FastChance(1))
    own = table.state.edition_state
    assert isinstance(own, Kit)
    for seat, place in ((0, 2), (2, 5)):
        own.treasure[seat] = place
    own.coins[1] = 2
    table.state.agenda.append(Bidding(0, (1, 2, -1)))
    seen = view(table, 0)
    treasures, bids = set(), set()
    for seed in range(60):
        world = imagine(played, seen, FastChance(seed)).state
        assert isinstance(world.edition_state, Kit)
        frame = world.agenda[-1]
        assert isinstance(frame, Bidding)
        treasures.add(tuple(world.edition_state.treasure))
        bids.add(frame.bids)
    assert treasures == {(2, NOBODY, place) for place in range(6)}
    assert bids == {(1, bid, -1) for bid in range(3)}
    assert list(own.treasure) == [2, NOBODY, 5]
