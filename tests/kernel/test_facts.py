"""The shared facts: each changes the state as it says, and shows each seat what that seat may know."""

from collections.abc import Callable

import pytest

from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.facts import (
    ArmiesForgone,
    ArmiesGranted,
    ArmiesLost,
    ArmiesMoved,
    ArmiesPlaced,
    CardDiscarded,
    CardDrawn,
    CardSeized,
    ColourChosen,
    Conquered,
    Dealt,
    DeckReshuffled,
    DieThrown,
    Eliminated,
    FirstNamed,
    GameEnded,
    ObjectiveGiven,
    OrderGiven,
    Rolled,
    TurnBegan,
    Vacated,
)
from kamchatka.kernel.state import DECK, DISCARD, HIDDEN, NOBODY, State
from kamchatka.kernel.table import Fact, Table
from tests.kit import fold
from tests.teaching.scene import game

GAME = game()


def table(*facts: Fact) -> Table:
    """Return a table at which these facts have happened."""
    return fold(GAME, 3, facts)


def counts(state: State) -> tuple[list[int], list[int], list[int]]:
    """Return the owners, and the counts that are derived from them."""
    return list(state.owner), list(state.lands), list(state.held)


def test_places_come_and_go_with_their_counts() -> None:
    played = table(Dealt(0, 1), Dealt(4, 1), Dealt(5, 2))
    assert counts(played.state) == ([1, -1, -1, -1, 1, 2], [0, 2, 1], [0, 0, 1, 1, 0, 1])
    played.note(Conquered(4, 2))
    assert counts(played.state) == ([1, -1, -1, -1, 2, 2], [0, 1, 2], [0, 0, 1, 0, 0, 2])
    played.note(Vacated(0))
    played.note(Conquered(1, 0))  # nobody held it
    assert counts(played.state) == ([-1, 0, -1, -1, 2, 2], [1, 0, 2], [1, 0, 0, 0, 0, 2])
    assert played.state.conquests == 2


def test_armies() -> None:
    played = table(ArmiesGranted(1, 9, "muster.stock"), ArmiesPlaced(1, 2, 5), ArmiesPlaced(1, 3, 1))
    assert list(played.state.stock) == [0, 3, 0]
    played.note(ArmiesMoved(2, 3, 3))
    played.note(ArmiesLost(3, 1))
    assert list(played.state.armies) == [0, 0, 2, 3, 0, 0]


def test_cards() -> None:
    played = table(CardDrawn(1, 3), CardDrawn(1, 4), CardDrawn(2, 5), CardDiscarded(1, 3), CardSeized(1, 2, 4))
    cards = list(played.state.cards)
    assert (cards[3], cards[4], cards[5], list(played.state.hand)) == (DISCARD, 2, 2, [0, 0, 2])
    played.note(DeckReshuffled())
    assert list(played.state.cards) == [2 if card in (4, 5) else DECK for card in range(15)]
    assert played.state.reshuffles == 1


def test_turns_eliminations_and_the_end() -> None:
    played = table(Dealt(0, 0), Conquered(0, 2), TurnBegan(2, 7))
    assert (played.state.turn, played.state.round, played.state.conquests) == (2, 7, 0)
    played.note(Eliminated(1, 2))
    assert (list(played.state.out_by), played.state.fallen) == ([NOBODY, 2, NOBODY], 1)
    played.note(GameEnded(5, "end.points"))
    assert (played.state.over, played.state.winners, played.state.ending) == (True, 5, "end.points")


def test_preparation() -> None:
    played = table(FirstNamed(2), ColourChosen(1, 4), ObjectiveGiven(0, 3))
    assert (played.state.first, list(played.state.order)[:3]) == (2, [0, 1, 2])
    assert (list(played.state.colour), list(played.state.objective)) == ([-1, 4, -1], [3, -1, -1])


def test_the_order_of_play() -> None:
    played = table(OrderGiven(2, 1), OrderGiven(0, 2), OrderGiven(1, 3))
    assert (played.state.first, list(played.state.order)[:3]) == (2, [2, 0, 1])
    assert list(table().state.order)[:3] == [0, 1, 2]  # no other table has changed


@pytest.mark.parametrize("fact", [DieThrown(1, 6), ArmiesForgone(1, 3), Rolled(0, 1, 0x56, 0x4)])
def test_some_facts_only_tell(fact: Fact) -> None:
    assert print_position(GAME, table(fact).state) == print_position(GAME, table().state)


@pytest.mark.parametrize(
    ("make", "knowing", "hidden"),
    [
        (lambda: ObjectiveGiven(1, 3), [1], {"seat": 1, "objective": HIDDEN}),
        (lambda: CardDrawn(1, 3), [1], {"seat": 1, "card": HIDDEN}),
        (lambda: CardSeized(1, 2, 3), [1, 2], {"seat": 1, "by": 2, "card": HIDDEN}),
    ],
)
def test_secrets_are_for_those_concerned(make: Callable[[], Fact], knowing: list[int], hidden: dict[str, int]) -> None:
    fact = make()
    for seat in (-1, 0, 1, 2):
        told = fact.seen_by(seat)
        assert type(told) is type(fact)
        assert fields(told) == (fields(fact) if seat in knowing else hidden)


def test_everything_else_is_public() -> None:
    for fact in (CardDiscarded(1, 3), Dealt(0, 1), Conquered(0, 1), Eliminated(0, 1), DeckReshuffled()):
        assert all(fact.seen_by(seat) is fact for seat in (-1, 0, 1, 2))
