"""The strategic move, and the minimum garrison in every movement."""

import pytest

from kamchatka.kernel.edges.wire import Attack, Move, Occupy, Pass
from kamchatka.match import Match
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.challenge.scenes import table
from tests.rules.modern.witness import fact, happened, refused

# Seen from seat 0: Indonesia and Western Australia touch no enemy when Oceania and Siam are its own.
SHELTERED = {
    "siam": (0, 5),
    "indonesia": (0, 5),
    "new_guinea": (0, 1),
    "western_australia": (0, 5),
    "eastern_australia": (0, 1),
}


def moving(holdings: dict[str, tuple[int, int]], **options: object) -> Match:
    """Set seat 0 at its strategic move."""
    return table(holdings, phase="StrategicMove", options=options)


def moves(match: Match, source: str, target: str) -> list[int]:
    """Return the numbers of armies that may move between two places."""
    return sorted(
        one.armies for one in match.actions() if isinstance(one, Move) and (one.source, one.target) == (source, target)
    )


@rule("rtu.5.1a")
def test_a_move_joins_two_neighbouring_places_of_ones_own() -> None:
    """The move is allowed with or without an attack before, along one link between two own places."""
    match = moving(SHELTERED)
    assert moves(match, "indonesia", "siam") == [1, 2, 3, 4]
    refused(match, Move("siam", "eastern_australia", 1), "move.adjacent", "rtu.5.1a")
    refused(match, Move("siam", "india", 1), "move.own_places", "rtu.5.1a")
    refused(match, Move("india", "siam", 1), "move.own_places", "rtu.5.1a")
    match.play(Move("indonesia", "siam", 4))
    assert happened(match)[0] == fact("ArmiesMoved", source="indonesia", target="siam", armies=4)


@rule("rtu.5.1b", "rtu.5.1d", "rtu.5.4")
def test_one_move_ends_the_turn_for_good() -> None:
    """After it the next seat plays: there is no second move, no attack and no undo."""
    match = moving(SHELTERED)
    refused(match, Attack("siam", "india", 3), "move.after_combat", "rtu.2.12b")
    match.play(Move("indonesia", "siam", 1))
    assert (match.state.turn, match.awaited) == (1, [1])
    refused(match, Move("siam", "indonesia", 1), "turn.not_asked", "rtu.2.3b", seat=0)
    refused(match, Attack("siam", "india", 3), "turn.not_asked", "rtu.2.3b", seat=0)


@rule("rtu.5.1a")
def test_the_move_is_a_choice() -> None:
    """Passing ends the turn as well."""
    match = moving(SHELTERED)
    match.play(Pass())
    assert match.state.turn == 1


@rule("rtu.5.1c")
def test_at_least_one_army_stays() -> None:
    """Four of five may leave a place that touches no enemy."""
    match = moving(SHELTERED)
    assert moves(match, "western_australia", "indonesia") == [1, 2, 3, 4]
    refused(match, Move("western_australia", "indonesia", 5), "move.leave_one", "rtu.5.1c")
    refused(match, Move("western_australia", "indonesia", 0), "move.leave_one", "rtu.5.1c")


# ------------------------------------------------------------------ the minimum garrison
@rule("rtu.5.2a")
@pytest.mark.parametrize(("armies", "most"), [(5, 3), (3, 1), (2, 0)])
def test_two_stay_beside_an_enemy(armies: int, most: int) -> None:
    """Siam touches India and China: three of five may leave, and none of two."""
    match = moving({**SHELTERED, "siam": (0, armies)})
    assert moves(match, "siam", "indonesia") == list(range(1, most + 1))
    refused(match, Move("siam", "indonesia", armies - 1), "move.garrison", "rtu.5.2a")
    refused(match, Move("siam", "indonesia", armies), "move.leave_one", "rtu.5.1c")


@rule("rtu.5.2a")
def test_a_sea_line_is_a_border_too() -> None:
    """Brazil's only enemy is across the ocean, and still two must stay."""
    match = moving({"venezuela": (0, 1), "peru": (0, 1), "argentina": (0, 1), "brazil": (0, 5)})
    assert moves(match, "brazil", "peru") == [1, 2, 3]


@rule("rtu.5.2a")
def test_a_table_may_play_with_a_garrison_of_one() -> None:
    """With the option four of five may leave, whatever the neighbours."""
    match = moving(SHELTERED, minimum_garrison=1)
    assert moves(match, "siam", "indonesia") == [1, 2, 3, 4]


@rule("rtu.5.2b")
def test_the_garrison_holds_when_moving_in_after_a_conquest() -> None:
    """Of ten tanks beside other enemies eight may enter, or nine with the option for one."""
    for garrison, most in ((2, 8), (1, 9)):
        match = table(
            {"siam": (0, 10), "india": (1, 1)}, luck=faces(6, 6, 6, 1), options={"minimum_garrison": garrison}
        )
        match.play(Attack("siam", "india", 3))
        assert [one.armies for one in match.actions() if isinstance(one, Occupy)] == list(range(3, most + 1))


def entered(armies: int, dice: int, **options: object) -> list[int]:
    """Return how many armies may move in from Siam after winning with these dice; [n] when there is no choice."""
    match = table({"siam": (0, armies), "india": (1, 1), "alaska": (0, 2)}, luck=faces(*[6] * dice, 1), options=options)
    match.play(Attack("siam", "india", dice))
    offered = [one.armies for one in match.actions() if isinstance(one, Occupy)]
    return offered or [match.armies("india")]


@rule("rtu.5.3")
@pytest.mark.parametrize(
    ("armies", "dice", "moved"), [(4, 3, [3]), (3, 2, [2]), (2, 1, [1]), (5, 3, [3]), (6, 3, [3, 4])]
)
def test_a_compulsory_move_in_prevails_over_the_garrison(armies: int, dice: int, moved: list[int]) -> None:
    """4 with 3, 3 with 2 and 2 with 1 dice leave a single tank; 5 with 3 may not send a fourth."""
    assert entered(armies, dice) == moved


@rule("rtu.5.3")
@pytest.mark.parametrize(
    ("armies", "dice", "moved"),
    [(4, 3, [3]), (3, 2, [1]), (2, 1, [1]), (5, 3, [3]), (6, 3, [3, 4]), (9, 3, [3, 4, 5, 6, 7])],
)
def test_by_the_letter_only_four_with_three_leave_one(armies: int, dice: int, moved: list[int]) -> None:
    """With the option 3 winning with 2 keep two back; of 2 one must enter, or the conquered place would be empty."""
    assert entered(armies, dice, garrison_exception="only_four_three") == moved


@rule("rtu.5.3")
def test_by_the_letter_a_place_without_enemies_beside_sends_all_that_rolled() -> None:
    """No enemy is left around Siam, so only one must stay."""
    match = table(
        {"siam": (0, 3), "india": (1, 1), "china": (0, 1), "indonesia": (0, 1)},
        luck=faces(6, 6, 1),
        options={"garrison_exception": "only_four_three"},
    )
    match.play(Attack("siam", "india", 2))
    assert (match.armies("siam"), match.armies("india")) == (1, 2)
