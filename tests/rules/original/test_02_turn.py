"""The turn and its first phase: income and its placement."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Move, Occupy, Pass, Place, Trade
from kamchatka.kernel.facts import ArmiesGranted
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import PLACES, ZONES, fact, happened, impossible, refused, rule_of, scattered
from tests.rules.original.scene import SET, prepared, scene, sixes


def held(*places: str) -> dict[str, tuple[int, int]]:
    return dict.fromkeys(places, (0, 1))


def income(places: list[str]) -> dict[str, int]:
    """Return the armies that seat 0 receives at the start of its turn, by reason."""
    match = scene(held(*places), phase="Reinforce", luck=[0])
    granted = [one for one in match.journal if isinstance(one, ArmiesGranted) and one.seat == 0]
    return {one.clause: one.armies for one in granted if one.clause != "muster.stock"}


# ------------------------------------------------------------------ the turn
@rule("orig.turn.1", "orig.turn.2", "orig.summary.1a", "orig.reinforce.a", "orig.attack.0a")
def test_the_first_turn_too_begins_with_a_card_and_armies() -> None:
    match = prepared((6, 5, 4), sixes(), [0])
    assert happened(match)[-4:] == [
        fact("TurnBegan", seat=0, round=1),
        fact("CardDrawn", seat=0, card="alaska"),
        fact("ArmiesGranted", seat=0, armies=6, clause="reinforce.territories"),
        fact("ArmiesGranted", seat=0, armies=2, clause="reinforce.zones"),
    ]
    assert {type(action) for action in match.actions()} == {Place}
    match.play(Place("alaska", 8))
    assert {type(action) for action in match.actions()} == {Attack, Pass}


@rule(
    "orig.turn.2",
    "orig.summary.1a",
    "orig.summary.1b",
    "orig.summary.2",
    "orig.summary.6",
    "orig.summary.7",
    "orig.summary.8",
    "orig.summary.9",
)
def test_income_combat_transfer_card_and_then_the_next_player() -> None:
    match = scene(
        {"alaska": (0, 5), "alberta": (0, 1), "ontario": (0, 1), "kamchatka": (1, 1), "peru": (2, 1)},
        rest=(1, 1),
        seats=3,
        phase="Reinforce",
        luck=[*faces(6, 1), 0, 0],
        hands={0: SET},
    )
    refused(match, Attack("alaska", "kamchatka", 3), "turn.not_now", "orig.turn.2")
    match.play(Trade(SET))  # cards can be traded in the first phase only
    match.play(Place("alaska", 5))
    refused(match, Place("alaska", 1), "turn.not_now", "orig.turn.2")
    refused(match, Trade(SET), "turn.not_now", "orig.turn.2")
    refused(match, Move("alaska", "alberta", 1), "turn.not_now", "orig.turn.2")
    match.play(Attack("alaska", "kamchatka", 1))
    match.play(Occupy(1))
    match.play(Pass())
    refused(match, Attack("alaska", "northwest_territories", 1), "move.after_combat", "orig.turn.2")
    match.play(Move("alaska", "alberta", 2))
    match.play(Pass())
    assert happened(match)[:3] == [
        fact("TurnSettled"),
        fact("CardDrawn", seat=0, card="northwest_territories"),
        fact("TurnBegan", seat=1, round=5),
    ]
    assert happened(match)[3] == fact("CardDrawn", seat=1, card="greenland")
    assert script_left(match) == 0


@rule("orig.setup.3")
def test_nobody_acts_out_of_turn() -> None:
    match = scene({"alaska": (0, 3)}, phase="Combat")
    refused(match, Attack("kamchatka", "alaska", 1), "turn.not_asked", "orig.setup.3", seat=1)


@rule("orig.info.5")
def test_a_territory_that_is_not_on_the_board_is_no_territory() -> None:
    match = scene({"alaska": (0, 3)}, phase="Combat")
    impossible(match, Attack("alaska", "atlantis", 1), "There is no place called “atlantis”.", "orig.info.5")


# ------------------------------------------------------------------ income
@rule("orig.reinforce.b", "orig.turn.1")
@pytest.mark.parametrize(
    ("territories", "armies"), [(2, 0), (3, 1), (5, 1), (6, 2), (14, 4), (15, 5), (16, 5), (36, 12)]
)
def test_territories_divided_by_three_without_the_rest(territories: int, armies: int) -> None:
    assert income(scattered(territories)) == ({"reinforce.territories": armies} if armies else {})


@rule("orig.reinforce.c1")
@pytest.mark.parametrize(
    ("zone", "bonus"),
    [("oceania", 2), ("south_america", 2), ("africa", 3), ("europe", 5), ("north_america", 5), ("asia", 7)],
)
def test_a_whole_continent_adds_its_armies(zone: str, bonus: int) -> None:
    whole = ZONES[zone]
    assert income(whole) == {"reinforce.territories": len(whole) // 3, "reinforce.zones": bonus}
    assert "reinforce.zones" not in income(whole[1:])


@rule("orig.reinforce.c2", "orig.reinforce.c1")
def test_territories_of_a_whole_continent_count_singly_too() -> None:
    own = [*ZONES["africa"], *ZONES["oceania"], *ZONES["europe"][:5], "peru"]
    assert len(own) == 16
    assert income(own) == {"reinforce.territories": 5, "reinforce.zones": 5}


# ------------------------------------------------------------------ placement
@rule("orig.reinforce.place1", "orig.summary.2")
def test_all_new_armies_are_placed_at_once_on_own_territories() -> None:
    match = scene(held(*scattered(9)), phase="Reinforce")
    mine = scattered(9)
    assert match.state.stock[0] == 3
    refused(match, Pass(), "reinforce.place_all", "orig.reinforce.place1")
    refused(match, Place("alaska", 1), "reinforce.own_places", "orig.reinforce.place1")
    match.play(Place(mine[0], 2))
    refused(match, Pass(), "reinforce.place_all", "orig.reinforce.place1")
    match.play(Place(mine[1], 1))
    assert Pass() in set(match.actions())
    assert (match.armies(mine[0]), match.armies(mine[1])) == (3, 2)


@rule("orig.reinforce.place2")
def test_new_armies_may_be_piled_up_or_spread() -> None:
    mine = scattered(9)
    match = scene(held(*mine), phase="Reinforce")
    assert set(match.actions()) == {Place(place, n) for place in mine for n in (1, 2, 3)}
    refused(match, Place(mine[0], 4), "reinforce.amount", "orig.reinforce.place2")
    refused(match, Place(mine[0], 0), "reinforce.place_all", "orig.reinforce.place1")
    match.play(Place(mine[4], 3))
    assert [match.armies(place) for place in mine] == [1, 1, 1, 1, 4, 1, 1, 1, 1]


@rule("orig.reinforce.place2")
def test_armies_already_on_the_map_do_not_move_while_new_ones_are_placed() -> None:
    match = scene({**held(*scattered(9)), "greenland": (0, 6)}, phase="Reinforce")
    refused(match, Move("greenland", "ontario", 2), "turn.not_now", "orig.turn.2")


@rule("orig.info.1")
def test_armies_are_due_by_the_clause_of_the_booklet() -> None:
    match = scene(held(*PLACES[:6]), phase="Reinforce")
    assert [rule_of(match, clause) for clause in ("reinforce.territories", "reinforce.zones", "end.survivor")] == [
        "orig.reinforce.b",
        "orig.reinforce.c1",
        "orig.end.1",
    ]
