"""Elimination: the cards of the eliminated player, the protection in four rounds, and the conquest of the world."""

import pytest

from kamchatka.editions.original.state import edition_state
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import Attack, Occupy, Pass, Place, TakeColour, TimeUp, Trade, number_of
from kamchatka.kernel.state import DISCARD, HIDDEN
from kamchatka.kernel.view import imagine, view
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.scene import attacks, ended
from tests.rules.modern.witness import PLACES, fact, happened, refused
from tests.rules.original.scene import SECOND_SET, SET, THIRD_SET, exchanges, scene

WIN = faces(6, 6, 6, 1)  # three dice against the last army


def blow(hand: list[str], theirs: list[str], luck: list[int] | None = None, **options: object) -> Match:
    """Let seat 0 destroy the last army of seat 2, in China."""
    match = scene(
        {"india": (0, 9), "siam": (0, 2), "china": (2, 1)},
        seats=3,
        luck=[*WIN, *(luck or [])],
        hands={0: hand, 2: theirs},
        options=options,
    )
    match.play(Attack("india", "china", 3))
    return match


def trades(match: Match) -> set[tuple[str, ...]]:
    return {action.cards for action in match.actions() if isinstance(action, Trade)}


def holder(match: Match, card: str) -> int:
    return int(match.state.cards[number_of(match.game, "card", card)])


# ------------------------------------------------------------------ eliminated seats
@rule("orig.elim.1", "orig.elim.2")
def test_the_conqueror_takes_all_cards_and_the_loser_is_out() -> None:
    match = blow(["peru"], ["alaska", "joker_1"])
    assert happened(match)[3:7] == [
        fact("Conquered", place="china", by=0),
        fact("Eliminated", seat=2, by=0),
        fact("CardSeized", seat=2, by=0, card="alaska"),
        fact("CardSeized", seat=2, by=0, card="joker_1"),
    ]
    assert [holder(match, card) for card in ("peru", "alaska", "joker_1")] == [0, 0, 0]
    assert edition_state(match.table).captured == 1 << 0 | 1 << 42
    assert (match.state.hand[0], match.state.hand[2]) == (3, 0)
    assert [match.state.next_alive(seat) for seat in (0, 1)] == [1, 0]


@rule("orig.elim.2")
def test_the_turn_passes_over_the_fallen_for_good() -> None:
    match = blow([], [], [0, 0, 0])
    match.play(Occupy(3))
    match.play(Pass())
    match.play(Pass())
    assert match.state.turn == 1
    while match.state.turn == 1:
        stock = match.state.stock[1]
        match.play(Place("peru", stock) if stock else Pass())
    assert (match.state.turn, match.state.round) == (0, 6)


@rule("orig.elim.1")
def test_taking_another_territory_takes_no_cards() -> None:
    match = scene({"india": (0, 9), "china": (2, 1), "japan": (2, 1)}, seats=3, luck=WIN, hands={2: SET})
    match.play(Attack("india", "china", 3))
    assert holder(match, "alaska") == 2
    assert match.state.is_alive(2)


# ------------------------------------------------------------------ captured cards
@rule("orig.elim.3", "orig.elim.4", "orig.summary.2")
def test_captured_cards_make_sets_alone_or_with_own_ones_at_once() -> None:
    match = blow(["alaska", "china"], ["brazil", *SECOND_SET])
    assert ("alaska", "brazil", "china") in trades(match)
    match.play(Trade(SET))
    assert happened(match)[-1] == fact("ArmiesGranted", seat=0, armies=4, clause="trio.progression")
    refused(match, Pass(), "reinforce.place_all", "orig.reinforce.place1")
    match.play(Place("siam", 4))
    assert trades(match) == {tuple(sorted(SECOND_SET, key=PLACES.index))}
    match.play(Trade(SECOND_SET))
    match.play(Place("china", 6))  # held since its last army died
    match.play(Occupy(3))
    assert (match.armies("siam"), match.armies("china"), match.armies("india")) == (6, 9, 6)
    assert {attack.source for attack in attacks(match)} == {"india", "siam", "china"}


@rule("orig.elim.3")
def test_each_set_needs_a_captured_card() -> None:
    match = blow([*SET], ["alberta"])
    assert trades(match) == {("alberta", "brazil", "china")}
    refused(match, Trade(SET), "trio.captured", "orig.elim.3")
    refused(match, Trade(THIRD_SET), "trio.own_cards", "orig.elim.3")
    refused(match, Trade(("alaska", "alberta", "china")), "trio.not_a_trio", "orig.cards.p5")
    match.play(Trade(("alberta", "brazil", "china")))
    match.play(Place("siam", 4))
    assert {type(action) for action in match.actions()} == {Occupy}  # no captured card is left, so no question


@rule("orig.elim.3")
def test_as_many_sets_as_captured_cards_and_then_nothing_is_asked() -> None:
    match = blow([*SET, "congo", "siam"], ["argentina"])
    match.play(Trade(("argentina", "congo", "siam")))
    match.play(Place("siam", 4))
    assert match.state.hand[0] == 3  # an own set, but no captured card
    assert {type(action) for action in match.actions()} == {Occupy}


@rule("orig.elim.3")
def test_after_one_captured_card_is_used_the_next_set_needs_another() -> None:
    match = blow([*SET, *SECOND_SET], ["argentina", "peru"])
    match.play(Trade(("argentina", "congo", "siam")))
    match.play(Place("siam", 4))
    refused(match, Trade(SET), "trio.captured", "orig.elim.3")
    match.play(Trade(("alaska", "peru", "brazil")))
    match.play(Place("siam", 6))
    assert {type(action) for action in match.actions()} == {Occupy}
    assert match.state.hand[0] == 2


@rule("orig.elim.3", "orig.cards.4a")
def test_the_right_ends_with_the_next_roll() -> None:
    match = blow(["alaska", "china"], ["brazil"])
    match.play(Pass())
    match.play(Occupy(3))
    refused(match, Trade(SET), "turn.not_now", "orig.turn.2")


@rule("orig.elim.3", "orig.cards.4a")
def test_the_next_turn_knows_nothing_of_captured_cards() -> None:
    match = blow(["alaska"], ["brazil"], [0, 0, 0])
    assert match.state.edition_state.rows()[0][1:3] == [0, 1]
    match.play(Occupy(3))
    match.play(Pass())
    match.play(Pass())
    assert match.state.turn == 1
    assert match.state.edition_state.rows()[0] == [0, -1, 0, 0, 0]


@rule("orig.elim.3")
def test_fewer_than_three_cards_or_none_captured_ask_nothing() -> None:
    assert {type(action) for action in blow(["alaska"], ["brazil"]).actions()} == {Occupy}
    assert {type(action) for action in blow([*SET], []).actions()} == {Occupy}


@rule("orig.elim.3")
def test_who_is_asked_does_not_tell_what_was_captured() -> None:
    match = blow(["alaska", "alberta"], ["argentina"])  # three equal weapons: no set, yet the seat is asked
    assert match.awaited == [0]
    assert set(match.actions()) == {Pass()}
    captured = next(one for one in match.journal if type(one).__name__ == "HandCaptured")
    assert write_fact(match.game, captured) == fact("HandCaptured", seat=0, captured=["argentina"], number=1)
    assert write_fact(match.game, captured.seen_by(0))["captured"] == ["argentina"]
    assert write_fact(match.game, captured.seen_by(1)) == fact("HandCaptured", seat=0, captured="?", number=1)


@rule("orig.elim.3")
def test_others_imagine_any_card_of_the_captor_as_captured() -> None:
    match = blow(["alaska", "alberta"], ["argentina"])
    own, seen = view(match.table, 0).state.edition_state, view(match.table, 1).state.edition_state
    assert own.rows()[0][3] == 1 << PLACES.index("argentina")
    assert seen.rows()[0][1:4] == [0, 1, HIDDEN]
    worlds = [imagine(match.game, view(match.table, 1), FastChance(seed)) for seed in range(60)]
    for world in worlds:
        captured = edition_state(world).captured
        (card,) = [n for n in range(44) if captured >> n & 1]
        assert world.state.cards[card] == 0
    assert len({edition_state(world).captured for world in worlds}) > 20
    kept = imagine(match.game, view(match.table, 0), FastChance(1))
    assert edition_state(kept).captured == 1 << PLACES.index("argentina")


@rule("orig.elim.3")
def test_others_imagine_as_many_captured_cards_as_were_taken() -> None:
    match = blow(["alaska"], ["alberta", "argentina"])
    for seed in range(20):
        world = imagine(match.game, view(match.table, 1), FastChance(seed))
        captured = edition_state(world).captured
        assert int(captured).bit_count() == 2
        assert all(world.state.cards[n] == 0 for n in range(44) if captured >> n & 1)


@rule("orig.elim.1", "orig.cards.1")
def test_at_the_hand_limit_the_surplus_is_discarded_at_random() -> None:
    match = blow(PLACES[:5], PLACES[5:9], [0, 1], hand_limit=7)
    assert match.state.hand[0] == 7
    assert [holder(match, card) for card in PLACES[5:9]] == [DISCARD, 0, DISCARD, 0]
    assert edition_state(match.table).captured == (1 << 6) | (1 << 8)
    assert edition_state(match.table).seized == 2


@rule("orig.elim.4", "orig.cards.p9")
def test_an_exchange_in_mid_turn_counts_for_the_table() -> None:
    match = exchanges(blow([], [*SET]), 5)
    match.play(Trade(SET))
    assert happened(match)[-2:] == [
        fact("Exchanged", seat=0, number=6),
        fact("ArmiesGranted", seat=0, armies=15, clause="trio.progression"),
    ]


# ------------------------------------------------------------------ the first four rounds
@rule("orig.elim.5")
@pytest.mark.parametrize(
    ("round", "armies", "dice"),
    [(4, 3, [1, 2]), (4, 2, [1]), (4, 1, []), (1, 1, []), (4, 4, [1, 2, 3]), (5, 1, [1, 2, 3]), (5, 3, [1, 2, 3])],
)
def test_no_roll_may_eliminate_anybody_in_the_first_four_rounds(round: int, armies: int, dice: list[int]) -> None:
    match = scene({"india": (0, 9), "china": (2, armies)}, seats=3, round=round)
    assert sorted(attack.dice for attack in attacks(match) if attack.target == "china") == dice
    for n in {1, 2, 3} - set(dice):
        refused(match, Attack("india", "china", n), "elimination.protected", "orig.elim.5")


@rule("orig.elim.5")
def test_protection_is_of_a_last_territory_only() -> None:
    match = scene({"india": (0, 9), "china": (2, 1), "japan": (2, 1)}, seats=3, round=4)
    assert sorted(attack.dice for attack in attacks(match) if attack.target == "china") == [1, 2, 3]


@rule("orig.elim.5")
def test_a_table_may_forbid_every_attack_on_a_last_territory() -> None:
    for round, allowed in ((4, False), (5, True)):
        match = scene(
            {"india": (0, 9), "china": (2, 8)}, seats=3, round=round, options={"elimination_protection": "no_attack"}
        )
        assert (Attack("india", "china", 1) in attacks(match)) is allowed
        if not allowed:
            refused(match, Attack("india", "china", 1), "elimination.protected", "orig.elim.5")


@rule("orig.elim.5")
@pytest.mark.parametrize(("round", "left"), [(4, 1), (5, 0)])
def test_a_table_may_spare_the_last_army(round: int, left: int) -> None:
    match = scene(
        {"india": (0, 9), "china": (2, 2)},
        seats=3,
        round=round,
        luck=faces(6, 6, 6, 1, 1),
        options={"elimination_protection": "spare_last_army"},
    )
    match.play(Attack("india", "china", 3))
    assert match.armies("china") == left
    assert match.owner("china") == (2 if left else 0)


@rule("orig.elim.5")
def test_a_table_may_do_without_protection() -> None:
    match = scene(
        {"india": (0, 9), "china": (2, 1)}, seats=3, round=1, luck=WIN, options={"elimination_protection": "off"}
    )
    match.play(Attack("india", "china", 3))
    assert not match.state.is_alive(2)


# ------------------------------------------------------------------ the end
@rule("orig.end.1", "orig.info.1")
def test_who_eliminates_the_last_opponent_holds_the_world_and_wins() -> None:
    match = scene({"china": (1, 1), "japan": (2, 1)}, rest=(0, 4), seats=3, luck=[*WIN, *WIN])
    match.play(Attack("kamchatka", "japan", 3))
    assert not match.is_over
    match.play(Attack("india", "china", 3))
    assert ended(match) == ([0], "orig.end.1")
    assert all(match.owner(place) == 0 for place in PLACES)
    refused_after_end(match)


def refused_after_end(match: Match) -> None:
    refusal = match.why_not(Pass(), 0)
    assert refusal is not None
    assert (refusal.clause, refusal.rule) == ("game.over", "orig.end.1")


@rule("orig.end.1", "orig.info.1")
def test_nothing_else_ends_the_game() -> None:
    match = scene({"china": (1, 1), "japan": (2, 1)}, rest=(0, 4), seats=3, luck=WIN)
    match.play(Attack("india", "china", 3))
    assert not match.is_over  # 41 territories are not all
    assert match.state.objective[0] == -1
    refusal = match.why_not(TimeUp(), -1)
    assert refusal is not None
    assert (refusal.clause, refusal.rule) == ("referee.time_up", "orig.end.1")


def test_before_the_first_turn_nobody_can_lose() -> None:
    match = Match.new("original", 3, seed=3)
    for seat, colour in enumerate(("red", "green", "black")):
        match.play(TakeColour(colour), seat)
    assert not match.is_over
