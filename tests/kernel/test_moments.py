"""Difficult moments of the big editions, played in the teaching edition: each can be saved, copied and resumed."""

import pytest

from kamchatka import Bid, Choose, Match, Occupy, Pass, PlayCard, Refusal
from kamchatka.kernel.chance import ScriptedChance
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.edges.wire import Attack
from kamchatka.kernel.facts import Conquered, DieThrown, Eliminated, Rolled, Vacated
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.table import Fact
from kamchatka.kernel.view import view
from tests.kit import faces, script_left
from tests.teaching.pieces import CoinsChanged, Kit, OrderSettled, TreasureBuried, kit
from tests.teaching.rounds import Bidding
from tests.teaching.scene import agenda, assert_can_stop_here, scene

pytestmark = pytest.mark.usefixtures("teaching")


def kinds(facts: object) -> list[str]:
    """Return the names of some facts."""
    assert isinstance(facts, tuple)
    return [type(fact).__name__ for fact in facts]


def only(match: Match, kind: type[Fact]) -> list[dict[str, object]]:
    """Return the fields of the last action's facts of a kind."""
    return [fields(fact) for fact in match.entries[-1].facts if isinstance(fact, kind)]


def at_the_bids(*dice: int) -> Match:
    """Return a game at the bids: places dealt, treasures buried, armies placed; then these dice and the first card."""
    match = Match.new("teaching", 3, chance=ScriptedChance([*faces(6, 1, 1), *([0] * 6), *faces(*dice), 0]))
    for seat in (2, 0, 1):
        match.play(Choose(place="mill"), seat)
    while agenda(match)[-1] == "Muster":
        match.play(next(iter(match.actions())))
    return match


# ------------------------------------------------------------------ several seats at once, in secret
def test_treasures_are_buried_by_all_at_once_in_any_order() -> None:
    match = Match.new("teaching", 3, seed=1)
    assert match.awaited == [0, 1, 2]
    match.play(Choose(place="fort"), 1)
    assert match.awaited == [0, 2]
    assert_can_stop_here(match)
    with pytest.raises(Refusal) as refused:
        match.play(Choose(place="fort"), 1)
    assert (refused.value.clause, refused.value.rule) == ("turn.not_asked", "tea.turn.1")


def test_a_buried_treasure_is_its_owners_secret() -> None:
    match = Match.new("teaching", 3, seed=1)
    (fact,) = (fact for fact in match.play(Choose(place="fort"), 1) if isinstance(fact, TreasureBuried))
    assert fact.seen_by(1) is fact
    assert fields(fact.seen_by(0)) == {"seat": 1, "place": HIDDEN}
    for seat, known in ((0, HIDDEN), (1, 3), (2, HIDDEN), (-1, HIDDEN)):
        own = match.view(seat).state.edition_state
        assert isinstance(own, Kit)
        assert list(own.treasure) == [-1, known, -1]


def test_bids_are_hidden_until_all_have_bid_and_ties_are_broken_by_dice() -> None:
    match = at_the_bids(2, 5, 4)
    assert match.awaited == [0, 1, 2]
    match.play(Bid(1), 1)
    match.play(Bid(1), 0)
    assert match.awaited == [2]
    assert_can_stop_here(match)
    match.play(Bid(1), 2)
    assert only(match, DieThrown) == [{"seat": 0, "pips": 2}, {"seat": 1, "pips": 5}, {"seat": 2, "pips": 4}]
    assert only(match, CoinsChanged) == [{"seat": seat, "coins": -1} for seat in range(3)]
    assert only(match, OrderSettled) == [{"order": (1, 2, 0)}]
    assert (match.state.turn, agenda(match)) == (1, ["Rounds", "Reinforce"])


def test_seats_level_again_throw_again() -> None:
    match = at_the_bids(3, 3, 2, 6)
    match.play(Bid(0), 0)
    match.play(Bid(2), 1)
    match.play(Bid(2), 2)
    assert [row["pips"] for row in only(match, DieThrown)] == [3, 3, 2, 6]
    assert only(match, OrderSettled) == [{"order": (2, 1, 0)}]
    assert list(kit(match.table).coins) == [3, 1, 1]


def test_views_in_the_middle_of_a_bid_hide_the_others_bids() -> None:
    match = at_the_bids()
    facts = match.play(Bid(2), 1)
    for seat, seen in ((0, (-1, HIDDEN, -1)), (1, (-1, 2, -1)), (2, (-1, HIDDEN, -1)), (-1, (-1, HIDDEN, -1))):
        top = match.view(seat).state.agenda[-1]
        assert isinstance(top, Bidding)
        assert top.bids == seen
        (told,) = [fields(fact.seen_by(seat))["frame"] for fact in facts]
        assert isinstance(told, Bidding)
        assert told.bids == seen


def test_a_bid_beyond_ones_coins_is_refused() -> None:
    match = at_the_bids()
    for amount in (-1, 4):
        refusal = match.why_not(Bid(amount), 2)
        assert refusal is not None
        assert refusal.rule == "tea.round.1"


# ------------------------------------------------------------------ the window
HANDS = {0: ["ambush_3"], 1: ["ambush_0", "refuge_4"], 2: ["ambush_1", "ambush_2"]}


def test_the_window_asks_the_defender_then_the_others_and_reopens_after_every_card() -> None:
    match = scene("Invade", hands=HANDS, luck=faces(6, 1))
    asked = []
    match.play(Attack("harbour", "fort", 1))
    for action in (Pass(), PlayCard("ambush_1"), Pass(), Pass()):
        assert agenda(match) == ["Rounds", "Invade", "Invasion", "Window"]
        asked += match.awaited
        assert_can_stop_here(match)
        match.play(action)
    # seat 2 plays, so all seats are asked again from the defender on, except the invader with its card
    assert asked == [1, 2, 1, 2]
    assert only(match, Rolled) == [{"source": 1, "target": 3, "attack": 6, "defence": 1}]
    assert (match.armies("harbour"), match.armies("fort"), script_left(match)) == (2, 1, 0)


def test_the_window_asks_whoever_holds_cards_whatever_they_are() -> None:
    useless = scene("Invade", hands={1: ["storm_7"], 2: ["council_12"]}, luck=faces(1, 1))
    useful = scene("Invade", hands={1: ["ambush_0"], 2: ["ambush_1"]}, luck=faces(1, 1))
    for match in (useless, useful):
        match.play(Attack("harbour", "fort", 1))
        assert match.awaited == [1]
        match.play(Pass())
        assert match.awaited == [2]
    assert list(useless.actions()) == [Pass()]
    nobody = scene("Invade", luck=faces(1, 1))
    nobody.play(Attack("harbour", "fort", 1))
    assert agenda(nobody) == ["Rounds", "Invade"]


def test_an_evacuated_defender_chooses_where_to_go_inside_the_window() -> None:
    match = scene("Invade", hands=HANDS, captains=["fort"])
    match.play(Attack("harbour", "fort", 1))
    match.play(PlayCard("refuge_4"))
    assert agenda(match) == ["Rounds", "Invade", "Invasion", "Window", "Flight"]
    assert (match.awaited, match.state.turn) == ([1], 0)
    assert [action.place for action in match.actions() if isinstance(action, Choose)] == ["mill"]
    assert_can_stop_here(match)
    refusal = match.why_not(Choose(place="fort"))
    assert refusal is not None
    assert refusal.clause == "refuge.own_place"
    match.play(Choose(place="mill"))
    # the fort is empty now and is entered without a roll
    assert kinds(match.entries[-1].facts).count("Vacated") == 1
    assert only(match, Conquered) == [{"place": 3, "by": 0}]
    assert not only(match, Rolled)
    assert (match.owner("fort"), match.armies("mill"), agenda(match)) == (0, 4, ["Rounds", "Invade", "MoveIn"])
    assert kit(match.table).captains == 1 << 2
    assert_can_stop_here(match)
    match.play(Occupy(2))
    assert (match.armies("harbour"), match.armies("fort")) == (1, 2)


def test_ambushes_may_empty_the_place_the_invader_came_from() -> None:
    holdings = {"cape": (0, 1), "harbour": (0, 2), "mill": (1, 2), "fort": (1, 2), "lagoon": (2, 2), "orchard": (2, 2)}
    match = scene("Invade", holdings=holdings, hands=HANDS, luck=[0])
    match.play(Attack("harbour", "fort", 1))
    match.play(PlayCard("ambush_0"))
    assert match.awaited == [1]
    match.play(Pass())
    match.play(PlayCard("ambush_2"))
    assert match.owner("harbour") is None
    assert only(match, Vacated) == [{"place": 1}]
    assert not match.state.over
    # the invasion is off; seat 0 with one army can neither declare another nor move, so seat 1 draws and plays
    assert match.state.turn == 1


def test_an_empty_place_is_entered_without_a_roll_and_without_a_window() -> None:
    holdings = {"cape": (0, 3), "mill": (1, 2), "fort": (1, 2), "lagoon": (2, 2), "orchard": (2, 2)}
    match = scene("Invade", holdings=holdings, hands=HANDS)
    assert match.owner("harbour") is None
    match.play(Attack("cape", "harbour", 1))
    assert agenda(match) == ["Rounds", "Invade", "MoveIn"]
    assert_can_stop_here(match)
    match.play(Occupy(1))
    assert (match.owner("harbour"), match.armies("harbour")) == (0, 1)


def test_who_loses_the_last_place_in_its_own_turn_is_out_and_the_others_go_on() -> None:
    holdings = {"harbour": (0, 2), "mill": (1, 2), "fort": (1, 2), "lagoon": (2, 2), "orchard": (2, 2)}
    match = scene("Invade", holdings=holdings, hands=HANDS, luck=[0])
    match.play(Attack("harbour", "fort", 1))
    match.play(PlayCard("ambush_0"))
    match.play(Pass())
    match.play(PlayCard("ambush_2"))
    assert only(match, Eliminated) == [{"seat": 0, "by": 2}]
    assert [row["card"] for row in map(fields, match.entries[-1].facts) if "card" in row][:2] == [2, 3]
    assert (match.state.turn, match.awaited) == (1, [1])


# ------------------------------------------------------------------ losses and the council
def test_the_owner_chooses_between_army_and_captain_inside_the_window() -> None:
    match = scene("Invade", hands=HANDS, captains=["harbour"])
    match.play(Attack("harbour", "fort", 1))
    match.play(PlayCard("ambush_0"))
    assert agenda(match) == ["Rounds", "Invade", "Invasion", "Window", "Losses"]
    assert match.awaited == [0]
    assert_can_stop_here(match)
    match.play(Choose(1))
    assert (match.armies("harbour"), kit(match.table).captains) == (3, 0)
    assert agenda(match)[-1] == "Window"


def test_a_council_lets_every_seat_play_storms_in_turn_with_losses_chosen_by_owners() -> None:
    hands = {0: ["council_12", "storm_7"], 1: ["storm_8"], 2: ["refuge_5"]}
    match = scene("Schemes", hands=hands, captains=["fort", "harbour"])
    match.play(PlayCard("council_12"))
    assert (agenda(match), match.awaited) == (["Rounds", "Schemes", "Council"], [0])
    assert_can_stop_here(match)
    match.play(PlayCard("storm_7", "fort"))
    assert (agenda(match)[-1], match.awaited) == ("Losses", [1])
    assert_can_stop_here(match)
    match.play(Choose(0))
    assert match.awaited == [1]
    match.play(Choose(0))
    assert (match.armies("fort"), match.owner("fort")) == (0, 1)  # the captain holds the fort alone
    match.play(PlayCard("storm_8", "harbour"))  # seat 0 has no cards left, so seat 1 is asked
    assert (agenda(match)[-1], match.awaited) == ("Losses", [0])
    assert_can_stop_here(match)
    match.play(Choose(1))
    match.play(Pass())  # refuge is no storm card, but seat 2 is asked
    assert agenda(match) == ["Rounds", "Invade"]


def test_a_storm_may_leave_a_place_empty() -> None:
    match = scene("Schemes", hands={0: ["storm_7", "storm_9"]})
    match.play(PlayCard("storm_7", "orchard"))
    assert match.owner("orchard") is None
    assert "orchard" not in [action.place for action in match.actions() if isinstance(action, PlayCard)]
    match.play(PlayCard("storm_9", "lagoon"))
    assert only(match, Eliminated) == [{"seat": 2, "by": 0}]


@pytest.mark.parametrize(
    ("phase", "hands", "action", "clause"),
    [
        ("Schemes", {0: ["storm_7"]}, PlayCard("storm_7", "cape"), "scheme.cards"),
        ("Schemes", {0: ["storm_7"]}, PlayCard("storm_8", "fort"), "scheme.cards"),
        ("Schemes", {0: ["storm_7"]}, Attack("harbour", "fort", 1), "turn.not_now"),
        ("Invade", {}, Attack("fort", "harbour", 1), "attack.own_place"),
        ("Invade", {}, Attack("cape", "fort", 1), "attack.adjacent"),
        ("Invade", {}, Attack("cape", "harbour", 1), "attack.enemy"),
        ("Invade", {}, Attack("harbour", "fort", 2), "attack.dice"),
        ("Invade", {}, Bid(1), "turn.not_now"),
    ],
)
def test_refusals_cite_the_booklet(phase: str, hands: dict[int, list[str]], action: Attack, clause: str) -> None:
    match = scene(phase, hands=hands)
    refusal = match.why_not(action)
    assert refusal is not None
    assert refusal.clause == clause
    assert refusal.rule.startswith("tea.")


# ------------------------------------------------------------------ the end
def test_after_the_agreed_rounds_points_are_counted_and_treasures_count() -> None:
    match = Match.new("teaching", 3, {"rounds": 1}, seed=3)
    for seat in match.awaited:
        match.play(Choose(place=match.game.board.places[seat]), seat)
    while not match.is_over:
        asked = match.awaited[0]
        passing = [action for action in match.actions(asked) if isinstance(action, Pass | Bid)]
        match.play(passing[0] if passing else next(iter(match.actions(asked))), asked)
    points = [match.state.lands[seat] + 2 * (match.state.owner[seat] == seat) for seat in range(3)]
    assert match.winners == [seat for seat in range(3) if points[seat] == max(points)]
    assert match.ending is not None
    assert match.ending.rule == "tea.end.2"


def test_what_everybody_sees_does_not_tell_which_cards_somebody_holds() -> None:
    match = scene("Invade", hands=HANDS)
    match.play(Attack("harbour", "fort", 1))
    seen = view(match.table, 0).state
    assert [card for card, where in enumerate(seen.cards) if where == 0] == [3]
    assert set(seen.cards) == {0, HIDDEN}
