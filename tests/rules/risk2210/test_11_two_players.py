"""Two players and a neutral army that only defends."""

import pytest

from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.edges.wire import Defend, Invade, Occupy, Roll
from kamchatka.kernel.facts import Rolled
from kamchatka.match import Match
from tests.kit import faces, facts_of
from tests.rulemark import rule
from tests.rules.risk2210.scene import clause_of, own_record, scene, step_name


def duel(lands: dict[str, tuple[int, int]], neutral: dict[str, int], phase: str = "Invade", **more: object) -> Match:
    """Set seat 0 in turn and seat 1, with neutral MODs between them."""
    return scene(phase, {"mexico": (1, 3), **lands}, rest=None, seats=2, neutral=neutral, **more)  # type: ignore[arg-type]


@rule("2210.two_player.4")
def test_neutrals_hold_and_defend_but_have_no_turn() -> None:
    """Neutral units have no owner, income or bids, and nobody controls their zones."""
    match = duel({"japan": (0, 3)}, {"pevek": 3, "alden": 3}, "Rewards", turn=1, year=1, energy={0: 1, 1: 1})
    assert match.awaited == [0, 1]
    assert (match.owner("pevek"), match.armies("pevek")) == (None, 3)
    assert [int(lands) for lands in match.state.lands] == [1, 1]


@rule("2210.two_player.5")
def test_the_opponent_chooses_dice_for_the_neutrals() -> None:
    """The attacker's opponent is asked for one or two dice."""
    match = duel({"japan": (0, 4)}, {"pevek": 3}, luck=faces(6, 5, 1))
    match.play(Invade("japan", "pevek"))
    match.play(Roll(2))
    assert (step_name(match), match.awaited) == ("Defence", [1])
    assert clause_of(match, Defend(3)) == "defence.dice"
    match.play(Defend(1))
    assert match.armies("pevek") == 2


@rule("2210.two_player.5")
@pytest.mark.parametrize(("mods", "dice"), [(3, 2), (2, 2), (1, 1)])
def test_at_some_tables_the_neutrals_always_roll_the_most(mods: int, dice: int) -> None:
    """Nobody is asked: two dice are rolled, or one for a single MOD."""
    match = duel(
        {"japan": (0, 4)}, {"pevek": mods}, luck=faces(*[1] * (3 + dice)), options={"neutral_dice": "always_max"}
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(3))
    assert [len(f"{fields(fact)['defence']:x}") for fact in facts_of(match, Rolled)] == [dice]


@rule("2210.two_player.5", "2210.elimination.5")
def test_with_no_opponent_left_the_neutrals_roll_all_they_may() -> None:
    """No player is left to choose for them, and their attacker may not."""
    match = duel(
        {"japan": (0, 5), "mexico": (1, 1), "american_republic": (0, 2)},
        {"pevek": 3},
        luck=faces(6, 1, 6, 1, 1),
        options={"last_player_wins_now": False},
    )
    match.play(Invade("american_republic", "mexico"))
    match.play(Roll(1))
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert (match.awaited, match.armies("pevek")) == ([0], 2)


@rule("2210.two_player.10", "2210.conquest.12")
def test_a_neutral_territory_is_conquered_like_any_other() -> None:
    """The conquest needs the naval commander at sea, and counts for the bonus."""
    match = duel({"japan": (0, 4)}, {"pevek": 1, "neo_tokyo": 3}, luck=faces(6, 1))
    assert clause_of(match, Invade("japan", "neo_tokyo")) == "invade.naval"
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    match.play(Occupy(1))
    assert (match.owner("pevek"), match.armies("pevek"), own_record(match).contested) == (0, 1, 1)
