"""The card of the turn, the hand limit, elimination and the cards of eliminated players."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Occupy, Pass
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.challenge.scenes import eliminate, table
from tests.rules.modern.scene import ended, fact_lines
from tests.rules.modern.witness import PLACES, fact, happened, refused, rule_of

CARDS = [place for place in PLACES if place != "siam"]


def drawn(match: Match) -> list[str]:
    """Return the cards drawn by the last action."""
    return [one["card"] for one in happened(match) if one["fact"] == "CardDrawn"]


def turn_with(conquests: int, hand: int = 0, **options: object) -> Match:
    """Let seat 0 conquer `count` places of Oceania and end its turn; then the first card of the deck is due."""
    path = ["indonesia", "new_guinea", "eastern_australia", "western_australia"][:conquests]
    luck = [*faces(*[6, 6, 6, 1] * conquests), 0]
    match = table({"siam": (0, 30)}, luck=luck, hands={0: CARDS[1 : hand + 1]}, options=options)
    source = "siam"
    for target in path:
        match.play(Attack(source, target, 3))
        most = max((one.armies for one in match.actions() if isinstance(one, Occupy)), default=0)
        match.play(Occupy(most))
        source = target
    match.play(Pass())
    match.play(Pass())
    return match


# ------------------------------------------------------------------ the card of the turn
@rule("rtu.6.1", "rtu.6.2")
@pytest.mark.parametrize(("conquests", "cards"), [(0, 0), (1, 1), (2, 1), (4, 1)])
def test_one_card_and_one_only_after_a_conquest(conquests: int, cards: int) -> None:
    """No conquest brings no card, any number of conquests one card; only its owner sees it."""
    match = turn_with(conquests)
    assert drawn(match) == ["alaska"] * cards
    assert match.state.hand[0] == cards
    assert rule_of(match, "card.of_the_turn") == "rtu.6.1"


@rule("rtu.6.5")
def test_everybody_sees_how_many_cards_each_one_holds() -> None:
    """The count includes the card just drawn; nobody else sees which cards they are."""
    match = turn_with(1, 3)
    for viewer in (1, 2, -1):
        seen = match.view(viewer).state
        assert seen.hand[0] == 4
        assert 0 not in seen.cards


@rule("rtu.6.6", "rtu.6.7")
@pytest.mark.parametrize(("hand", "cards"), [(7, 0), (6, 1), (5, 1)])
def test_with_seven_cards_none_is_drawn(hand: int, cards: int) -> None:
    """The seat draws no card until it plays a trio."""
    match = turn_with(2, hand)
    assert len(drawn(match)) == cards
    assert match.state.hand[0] == hand + cards


@rule("rtu.6.6")
def test_a_table_may_play_without_a_hand_limit() -> None:
    """With the option an eighth card is drawn."""
    assert turn_with(1, 7, hand_limit=0).state.hand[0] == 8


@rule("rtu.6.8")
def test_there_is_no_way_to_throw_a_card_away() -> None:
    """A seat with seven cards can only play trios with them, in every phase."""
    for phase in ("Combat", "StrategicMove"):
        match = table({"siam": (0, 9)}, phase=phase, hands={0: CARDS[:7]})
        assert {type(action).__name__ for action in match.actions()} <= {"Attack", "Move", "Pass"}


# ------------------------------------------------------------------ elimination
def last_stand(
    armies: int = 1,
    tanks: int = 9,
    round: int = 5,
    mine: int = 0,
    theirs: int = 0,
    luck: tuple[int, ...] = (),
    **options: object,
) -> Match:
    """Leave seat 1 only India, seat 0 Siam and seat 2 the rest, with hands of these sizes."""
    return table(
        {"siam": (0, tanks), "india": (1, armies)},
        rest=(2, 9),
        round=round,
        seats=3,
        options=options,
        luck=[*faces(6, 6, 6, 1), *luck],
        hands={0: CARDS[:mine], 1: CARDS[mine : mine + theirs]},
    )


@rule("rtu.7.1a")
def test_whoever_eliminates_takes_the_cards() -> None:
    """The hand limit applies; only these two players see which cards they are."""
    match = last_stand(theirs=3)
    match.play(Attack("siam", "india", 3))
    assert match.state.hand[0] == 3
    seized = [one for one in happened(match) if one["fact"] == "CardSeized"]
    assert seized == [fact("CardSeized", seat=1, by=0, card=card) for card in CARDS[:3]]
    assert rule_of(match, "elimination.cards") == "rtu.7.1a"


@rule("rtu.7.1b")
def test_the_eliminated_play_no_more() -> None:
    """Seat 1 is left out of the rounds, and its elimination is recorded."""
    match = last_stand(luck=(0,))
    match.play(Attack("siam", "india", 3))
    assert "Eliminated by=0 seat=1" in fact_lines(match)
    match.play(Occupy(3))
    match.play(Pass())
    match.play(Pass())
    assert (match.state.turn, match.awaited, match.state.round) == (2, [2], 5)
    assert rule_of(match, "elimination.out") == "rtu.7.1b"


@rule("rtu.7.1b")
def test_the_only_survivor_wins_at_once() -> None:
    """When two seats are out, the third has won; the points of all are recorded."""
    match = table(
        {place: (0, 9) for place in PLACES} | {"india": (1, 1)},
        luck=faces(6, 6, 6, 1),
        seats=3,
        objectives={1: "objective_1", 2: "objective_2"},
    )
    eliminate(match, 2, by=0)
    match.play(Attack("siam", "india", 3))
    assert ended(match) == ([0], "rtu.7.1b")
    assert fact_lines(match)[-4:-1] == [
        f"Scored outside={outside} points=0 seat={seat}" for seat, outside in enumerate([164, 0, 0])
    ]


@rule("rtu.7.2a")
@pytest.mark.parametrize(
    ("mine", "theirs", "taken", "thrown"), [(5, 4, 2, 2), (2, 3, 3, 0), (6, 1, 1, 0), (4, 7, 3, 4)]
)
def test_captured_cards_are_taken_only_up_to_seven(mine: int, theirs: int, taken: int, thrown: int) -> None:
    """The surplus, chosen at random among the captured cards, is discarded."""
    match = last_stand(mine=mine, theirs=theirs, luck=(0,) * thrown)
    match.play(Attack("siam", "india", 3))
    captured = CARDS[mine : mine + theirs]
    discards = [match.game.cards[n] for n, place in enumerate(match.state.cards) if place == DISCARD]
    assert discards == captured[:thrown]
    assert [one["card"] for one in happened(match) if one["fact"] == "CardSeized"] == captured[thrown:]
    assert (match.state.hand[0], match.state.hand[1]) == (mine + taken, 0)
    assert [draw[0] for draw in match.entries[-1].draws[4:]] == [theirs - i for i in range(thrown)]


@rule("rtu.7.2b")
def test_with_seven_cards_none_of_the_captured_is_taken() -> None:
    """All three are discarded."""
    match = last_stand(mine=7, theirs=3, luck=(0, 0, 0))
    match.play(Attack("siam", "india", 3))
    assert match.state.hand[0] == 7
    assert [one["card"] for one in happened(match) if one["fact"] == "CardDiscarded"] == CARDS[7:10]


@rule("rtu.6.6")
def test_without_a_hand_limit_all_captured_cards_are_taken() -> None:
    """With the option the hand grows to eleven."""
    match = last_stand(mine=7, theirs=4, hand_limit=0)
    match.play(Attack("siam", "india", 3))
    assert match.state.hand[0] == 11


# ------------------------------------------------------------------ protection in the first rounds
@rule("rtu.7.1c")
@pytest.mark.parametrize(
    ("round", "armies", "tanks", "legal"),
    [
        (4, 3, 4, False),
        (4, 4, 4, True),
        (5, 1, 4, True),
        (1, 1, 9, False),
        (4, 2, 3, False),
        (4, 1, 2, False),
        (5, 3, 4, True),
        (4, 9, 4, True),
    ],
)
def test_no_roll_of_the_first_four_rounds_may_eliminate(round: int, armies: int, tanks: int, legal: bool) -> None:
    """A last territory may be attacked only if it has more armies than the dice that must be thrown."""
    match = last_stand(armies, tanks, round)
    attack = Attack("siam", "india", min(3, tanks - 1))
    assert (attack in set(match.actions())) == legal
    if not legal:
        refused(match, attack, "elimination.protected", "rtu.7.1c")


@rule("rtu.7.1c")
def test_other_territories_are_not_protected() -> None:
    """A player with two territories left can lose one."""
    match = table({"siam": (0, 9), "india": (1, 1), "japan": (1, 1)}, rest=(2, 9), round=1)
    assert Attack("siam", "india", 3) in set(match.actions())


@rule("rtu.7.1c")
@pytest.mark.parametrize(
    ("protection", "armies", "legal"), [("no_attack", 9, False), ("off", 1, True), ("spare_last_army", 1, True)]
)
def test_a_table_may_protect_otherwise(protection: str, armies: int, legal: bool) -> None:
    """Options: no attack at all on a last territory, no protection, or the last army survives."""
    match = last_stand(armies, round=4, elimination_protection=protection)
    attack = Attack("siam", "india", 3)
    assert (attack in set(match.actions())) == legal
    if not legal:
        refused(match, attack, "elimination.protected", "rtu.7.1c")
        assert attack in set(last_stand(armies, round=5, elimination_protection=protection).actions())
    else:
        match.play(attack)
        assert match.owner("india") == (1 if protection == "spare_last_army" else 0)
