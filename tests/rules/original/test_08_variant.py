"""The variant for experts: an army for every four territories and a card for each remaining one."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Trade
from kamchatka.kernel.facts import ArmiesGranted, CardDrawn
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import ZONES, fact, happened, rule_of, scattered
from tests.rules.original.scene import SET, exchanges, scene

QUARTERS = {"income_variant": "quarters"}


def turn_of(places: list[str]) -> Match:
    """Begin seat 0's turn with these territories."""
    return scene(dict.fromkeys(places, (0, 1)), phase="OpeningCards", luck=[0] * 9, options=QUARTERS)


def received(match: Match) -> tuple[dict[str, int], int]:
    """Return seat 0's armies by reason, and the cards it drew."""
    grants = [one for one in match.journal if isinstance(one, ArmiesGranted) and one.seat == 0]
    cards = [one for one in match.journal if isinstance(one, CardDrawn) and one.seat == 0]
    return {one.clause: one.armies for one in grants if one.clause != "muster.stock"}, len(cards)


@rule("orig.variant.1", "orig.variant.2", "orig.variant.4", "orig.variant.5")
@pytest.mark.parametrize(
    ("territories", "armies", "cards"),
    [
        (1, 0, 1),
        (2, 0, 2),
        (3, 0, 3),
        (4, 1, 0),
        (5, 1, 1),
        (6, 1, 2),
        (7, 1, 3),
        (8, 2, 0),
        (9, 2, 1),
        (12, 3, 0),
        (14, 3, 2),
        (16, 4, 0),
        (35, 8, 3),
    ],
)
def test_one_army_for_four_territories_and_a_card_for_each_left_over(territories: int, armies: int, cards: int) -> None:
    grants, drawn = received(turn_of(scattered(territories)))
    assert grants == ({"reinforce.quarters": armies} if armies else {})
    assert drawn == cards


@rule("orig.variant.4")
def test_the_variant_cites_its_own_rule() -> None:
    match = turn_of(scattered(8))
    assert rule_of(match, "reinforce.quarters") == "orig.variant.4"


@rule("orig.variant.7")
def test_whole_continents_pay_as_ever() -> None:
    grants, drawn = received(turn_of([*ZONES["oceania"], *scattered(4)]))
    assert grants == {"reinforce.quarters": 2, "reinforce.zones": 2}
    assert drawn == 0


@rule("orig.variant.2")
@pytest.mark.parametrize("award", ["both", "per_conquest", "per_turn"])
def test_the_variant_replaces_the_card_of_a_conquest_whatever_the_table_says(award: str) -> None:
    match = scene(
        {"alaska": (0, 9), "peru": (0, 1), "siam": (0, 1)},
        phase="Combat",
        luck=[*faces(6, 1), *[0] * 9],
        seats=3,
        options={**QUARTERS, "card_award": award},
    )
    match.play(Attack("alaska", "kamchatka", 1))
    match.play(Occupy(1))
    match.play(Pass())
    match.play(Pass())
    drawn = [one["seat"] for one in happened(match) if one["fact"] == "CardDrawn"]
    assert drawn == [1, 1]  # 38 territories: the next seat's two, and none for seat 0


@rule("orig.variant.3")
def test_territories_are_counted_anew_at_every_turn() -> None:
    theirs = dict.fromkeys(("kamchatka", "japan", "siam", "peru", "congo"), (1, 1))
    match = scene(
        {"alaska": (0, 9), **theirs}, rest=(2, 1), phase="Combat", luck=[*faces(6, 1), 0], seats=3, options=QUARTERS
    )
    match.play(Attack("alaska", "kamchatka", 1))  # five territories bring an army and a card
    match.play(Occupy(1))
    match.play(Pass())
    match.play(Pass())
    assert match.state.turn == 1
    assert [one for one in happened(match) if one["fact"] in ("CardDrawn", "ArmiesGranted")] == [
        fact("ArmiesGranted", seat=1, armies=1, clause="reinforce.quarters")
    ]


@rule("orig.variant.6")
@pytest.mark.parametrize(
    ("progression", "values"),
    [("shifted", [6, 8, 10, 12, 15, 20, 25, 30, 35]), ("first_only", [6, 6, 8, 10, 12, 15, 20, 25, 30])],
)
def test_the_first_exchange_is_worth_six(progression: str, values: list[int]) -> None:
    for made, armies in enumerate(values):
        match = exchanges(
            scene(
                dict.fromkeys(scattered(4), (0, 1)),
                phase="Reinforce",
                hands={0: SET},
                options={**QUARTERS, "variant_progression": progression},
            ),
            made,
        )
        match.play(Trade(SET))
        assert happened(match)[-1] == fact("ArmiesGranted", seat=0, armies=armies, clause="trio.progression")


@rule("orig.variant.6", "orig.variant.1")
def test_outside_the_variant_its_progression_means_nothing() -> None:
    match = scene(
        dict.fromkeys(scattered(4), (0, 1)),
        phase="Reinforce",
        hands={0: SET},
        options={"variant_progression": "first_only"},
    )
    match.play(Trade(SET))
    assert happened(match)[-1]["armies"] == 4


@rule("orig.variant.2")
def test_the_hand_limit_holds_in_the_variant_too() -> None:
    match = scene(
        dict.fromkeys(scattered(3), (0, 2)),
        phase="OpeningCards",
        luck=[0] * 9,
        hands={0: ["siam", "japan", "peru", "congo", "egypt"]},
        options={**QUARTERS, "hand_limit": 7},
    )
    assert match.state.hand[0] == 7
