"""Elimination: the cards of the eliminated seat, its missing turns, and the protection in the first four rounds."""

import pytest

from kamchatka.editions.modern.data import CARDS
from kamchatka.kernel.edges.wire import Attack, Defend, Occupy, Pass, Trade
from kamchatka.kernel.facts import CardSeized
from kamchatka.match import Match
from tests.kit import faces, facts_of, position, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused, rule_of, written

ALL = [card.id for card in CARDS.cards]
BY, VICTIM = 0, 2
WON = faces(6, 6, 1)  # two dice against one: a conquest


def eliminating(
    *luck: int,
    own: tuple[str, ...] = (),
    lost: tuple[str, ...] = (),
    turn: int = BY,
    first: int = 0,
    options: dict[str, object] | None = None,
    others: dict[int, list[str]] | None = None,
) -> Match:
    """Let the seat in turn take Japan, seat 2's last place; the two seats hold these cards."""
    match = position(
        {"kamchatka": (turn, 3), "japan": (VICTIM, 1), "peru": (3, 1)},
        turn=turn,
        first=first,
        luck=[*WON, *luck],
        hands={turn: own, VICTIM: lost, **(others or {})},
        options=options or {},
    )
    match.play(Attack("kamchatka", "japan", 2))
    return match


@rule("std.elim.1")
def test_who_eliminates_takes_the_cards() -> None:
    """All cards of the eliminated seat pass to the seat that destroyed its last army; the others don't see them."""
    match = eliminating(own=("peru",), lost=("alaska", "congo", "joker_1"), others={1: ["china"]})
    assert happened(match) == [
        fact("Rolled", source="kamchatka", target="japan", attack=[6, 6], defence=[1]),
        fact("ArmiesLost", place="japan", armies=1),
        fact("Conquered", place="japan", by=0),
        fact("Eliminated", seat=2, by=0),
        fact("CardSeized", seat=2, by=0, card="alaska"),
        fact("CardSeized", seat=2, by=0, card="congo"),
        fact("CardSeized", seat=2, by=0, card="joker_1"),
        fact("ArmiesMoved", source="kamchatka", target="japan", armies=2),
    ]
    assert list(match.state.hand) == [4, 1, 0, 0]
    assert "hands=alaska,peru,congo,joker_1|china|| " in match.position()
    assert rule_of(match, "elimination.cards") == "std.elim.1"
    seized = facts_of(match, CardSeized)[0]
    for seat, card in ((0, "alaska"), (1, "?"), (2, "alaska"), (3, "?")):
        assert written(match, [seized.seen_by(seat)]) == [fact("CardSeized", seat=2, by=0, card=card)]


@rule("std.elim.1")
def test_the_cards_taken_wait_for_the_next_reinforcements() -> None:
    """A trio among them can't be played in the same turn."""
    trio = ("quebec", "brazil", "siam")
    match = eliminating(lost=trio)
    assert match.awaited == [0]
    refused(match, Trade(trio), "turn.not_now", "std.turn.1")


@rule("std.elim.1")
def test_a_place_lost_that_is_not_the_last_costs_no_cards() -> None:
    """A seat is eliminated only with its last territory."""
    match = position({"kamchatka": (0, 3), "japan": (2, 1), "congo": (2, 1)}, luck=WON, hands={2: ["alaska"]})
    match.play(Attack("kamchatka", "japan", 2))
    assert [one["fact"] for one in happened(match)] == ["Rolled", "ArmiesLost", "Conquered", "ArmiesMoved"]
    assert list(match.state.hand) == [0, 0, 1, 0]


@rule("std.elim.1")
def test_without_time_attack_the_hand_has_no_limit() -> None:
    """Ten cards and ten more make twenty, and no luck is used."""
    match = eliminating(own=tuple(ALL[:10]), lost=tuple(ALL[10:20]))
    assert list(match.state.hand) == [20, 0, 0, 0]
    assert "CardDiscarded" not in [one["fact"] for one in happened(match)]
    assert match.entries[-1].draws == ((6, 5), (6, 5), (6, 0))


@rule("std.elim.1", "std.timeattack.13")
@pytest.mark.parametrize("ending", ["time_attack_clock", "time_attack_cards"])
@pytest.mark.parametrize(
    ("own", "lost", "discarded"), [(3, 4, 0), (4, 4, 1), (5, 4, 2), (7, 3, 3), (0, 7, 0), (6, 0, 0), (9, 2, 2)]
)
def test_in_time_attack_the_cards_above_seven_are_discarded(ending: str, own: int, lost: int, discarded: int) -> None:
    """Cards are taken up to seven; the rest, chosen at random, is discarded."""
    match = eliminating(
        *[0] * discarded, own=tuple(ALL[:own]), lost=tuple(ALL[10 : 10 + lost]), options={"ending": ending}
    )
    assert [one for one in happened(match) if "card" in one] == [
        *[fact("CardDiscarded", seat=2, card=card) for card in ALL[10 : 10 + discarded]],
        *[fact("CardSeized", seat=2, by=0, card=card) for card in ALL[10 + discarded : 10 + lost]],
    ]
    assert match.entries[-1].draws[3:] == tuple((lost - n, 0) for n in range(discarded))
    assert list(match.state.hand) == [own + lost - discarded, 0, 0, 0]
    assert not match.is_over


@rule("std.elim.1", "std.timeattack.13")
def test_which_cards_are_discarded_is_chance() -> None:
    """They are drawn at random from the eliminated seat's cards, not from the conqueror's."""
    match = eliminating(
        2, 1, own=tuple(ALL[:5]), lost=("peru", "brazil", "congo", "china"), options={"ending": "time_attack_clock"}
    )
    assert [one for one in happened(match) if one["fact"] == "CardDiscarded"] == [
        fact("CardDiscarded", seat=2, card="congo"),
        fact("CardDiscarded", seat=2, card="brazil"),
    ]
    assert script_left(match) == 0


@rule("std.elim.1", "std.timeattack.13")
def test_a_table_without_the_limit_takes_all() -> None:
    """The option is time_attack_hand_limit = 0."""
    match = eliminating(
        own=tuple(ALL[:5]), lost=tuple(ALL[10:16]), options={"ending": "time_attack_clock", "time_attack_hand_limit": 0}
    )
    assert list(match.state.hand) == [11, 0, 0, 0]


@rule("std.elim.1", "std.timeattack.4")
def test_discards_of_the_fallen_make_an_empty_deck_anew() -> None:
    """When the deck is empty, the cards above the limit become the deck at once."""
    match = eliminating(
        0,
        own=tuple(ALL[:6]),
        lost=("peru", "china"),
        options={"ending": "time_attack_clock"},
        others={1: [card for card in ALL[6:] if card not in ("peru", "china")]},
    )
    assert [one for one in happened(match) if one["fact"] in ("CardDiscarded", "CardSeized", "DeckReshuffled")] == [
        fact("CardDiscarded", seat=2, card="peru"),
        fact("CardSeized", seat=2, by=0, card="china"),
        fact("DeckReshuffled"),
    ]


# ------------------------------------------------------------------ out for good
@rule("std.elim.2")
def test_the_fallen_play_no_more() -> None:
    """Their turns are skipped, and they are neither asked nor able to act."""
    match = eliminating(0, turn=1)
    match.play(Pass())
    match.play(Pass())
    assert happened(match)[1] == fact("TurnBegan", seat=3, round=5)
    assert rule_of(match, "elimination.out") == "std.elim.2"
    assert list(match.actions(2)) == []
    refused(match, Pass(), "turn.not_asked", "std.setup.2", seat=2)
    assert match.state.out_by[2] == 1
    assert match.state.fallen == 1


@rule("std.elim.2")
@pytest.mark.parametrize(("first", "round"), [(0, 5), (1, 5), (2, 6), (3, 6)])
def test_rounds_are_counted_over_the_gap(first: int, round: int) -> None:
    """A round also ends when the seat that opened or closed it is out: seat 3 follows seat 1 without seat 2."""
    match = eliminating(0, turn=1, first=first)
    match.play(Pass())
    match.play(Pass())
    assert happened(match)[1] == fact("TurnBegan", seat=3, round=round)


# ------------------------------------------------------------------ protection
def besieging(armies: int, round: int, luck: list[int] | None = None) -> Match:
    """Set seat 0, strong in Kamchatka, beside Japan, the only place of seat 2."""
    return position({"kamchatka": (0, 9), "japan": (VICTIM, armies), "peru": (3, 1)}, round=round, luck=luck or [])


def dice_against(match: Match, target: str) -> set[int]:
    """Return the numbers of dice that may be thrown against a place."""
    return {action.dice for action in match.actions() if isinstance(action, Attack) and action.target == target}


@rule("std.elim.3")
@pytest.mark.parametrize(
    ("round", "armies", "allowed"),
    [
        (4, 2, {1}),
        (5, 1, {1, 2, 3}),
        (4, 1, set()),
        (4, 3, {1, 2}),
        (4, 4, {1, 2, 3}),
        (4, 9, {1, 2, 3}),
        (1, 1, set()),
        (1, 2, {1}),
        (2, 2, {1}),
        (3, 3, {1, 2}),
        (5, 2, {1, 2, 3}),
        (6, 3, {1, 2, 3}),
    ],
)
def test_no_roll_may_eliminate_in_the_first_four_rounds(round: int, armies: int, allowed: set[int]) -> None:
    """Up to the end of round four a last place is attacked with fewer dice than it has armies, or not at all."""
    match = besieging(armies, round)
    assert dice_against(match, "japan") == allowed
    assert dice_against(match, "alaska") == {1, 2, 3}
    for dice in {1, 2, 3} - allowed:
        refused(match, Attack("kamchatka", "japan", dice), "elimination.protected", "std.elim.3")
    for dice in (0, 4, -1):
        refused(match, Attack("kamchatka", "japan", dice), "attack.dice", "std.attack.10")


@rule("std.elim.3")
def test_only_last_places_are_protected() -> None:
    """A seat with two places may lose one of them in any round."""
    match = position({"kamchatka": (0, 9), "japan": (2, 1), "congo": (2, 1)}, round=1, luck=faces(6, 6, 6, 1))
    assert dice_against(match, "japan") == {1, 2, 3}
    match.play(Attack("kamchatka", "japan", 3))
    match.play(Occupy(3))
    assert match.owner("japan") == 0


@rule("std.elim.3")
def test_a_lawful_roll_cannot_eliminate() -> None:
    """With one die against two armies at least one army is left."""
    match = besieging(2, 4, luck=faces(6, 1))
    match.play(Attack("kamchatka", "japan", 1))
    match.play(Defend(1))
    assert match.armies("japan") == 1
    assert match.owner("japan") == 2
    assert dice_against(match, "japan") == set()


@rule("std.elim.3")
@pytest.mark.parametrize(("source", "armies", "most"), [(2, 5, 1), (3, 5, 2), (3, 2, 1)])
def test_the_attackers_own_limit_holds_besides(source: int, armies: int, most: int) -> None:
    """The protection lowers the number of dice and never raises it."""
    match = position({"kamchatka": (0, source), "japan": (2, armies)}, round=4)
    assert dice_against(match, "japan") == set(range(1, most + 1))
    refused(match, Attack("kamchatka", "japan", 3), "attack.dice", "std.attack.10")
