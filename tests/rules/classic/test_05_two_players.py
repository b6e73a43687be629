"""Two players and the neutral army."""

from collections.abc import Iterable

import pytest

from kamchatka.kernel.edges.wire import Attack, Defend, Move, Occupy, Pass, Place
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.classic.scene import BOARDS, places_of, scene, with_neutrals
from tests.rules.modern.scene import attacks, ended
from tests.rules.modern.witness import fact, happened, refused


def front(
    edition: str = "classic", neutral: int = 3, luck: Iterable[int] = (), **options: object
) -> tuple[Match, str, str]:
    """Set seat 0's place beside a neutral one; seat 1 holds the rest."""
    source, target = ("mexico", "nuevo_timoto") if edition == "classic" else ("egypt", "kush")
    match = scene({source: (0, 6), target: (1, neutral)}, edition, seats=2, luck=luck, options=options)
    return with_neutrals(match, [target]), source, target


@rule("classic.two_player.7", "classic.godstorm.two.neutral")
@pytest.mark.parametrize("edition", BOARDS)
def test_the_opponent_chooses_and_rolls_for_the_neutrals(edition: str) -> None:
    match, source, target = front(edition, luck=faces(6, 6, 6, 5))
    assert match.owner(target) is None
    match.play(Attack(source, target, 3))
    assert match.awaited == [1]
    assert set(match.actions()) == {Defend(1), Defend(2)}
    match.play(Defend(1))
    assert happened(match)[0] == fact("Rolled", source=source, target=target, attack=[6, 6, 6], defence=[5])
    assert match.armies(target) == 2


@rule("classic.two_player.7", "classic.godstorm.two.neutral")
@pytest.mark.parametrize(("armies", "dice"), [(1, 1), (2, 2), (5, 2)])
def test_a_table_may_let_neutrals_always_roll_the_most(armies: int, dice: int) -> None:
    match, source, target = front(neutral=armies, luck=faces(1, *[6] * dice), neutral_dice="always_max")
    match.play(Attack(source, target, 1))
    assert match.awaited == [0]
    assert script_left(match) == 0
    enemy = scene({"mexico": (0, 6), "nuevo_timoto": (1, 3)}, seats=2, options={"neutral_dice": "always_max"})
    enemy.play(Attack("mexico", "nuevo_timoto", 1))
    assert enemy.awaited == [1]  # a player still chooses for armies of its own


@rule("classic.two_player.8")
def test_neutrals_neither_attack_nor_grow() -> None:
    match, source, target = front()
    refused(match, Attack(target, source, 1), "attack.own_place", "classic.attack.2")
    match.play(Pass())
    refused(match, Move(source, target, 1), "move.own_places", "classic.fortify.1")
    match.play(Pass())
    assert match.awaited == [1]
    refused(match, Place(target, 1), "reinforce.own_places", "classic.collect.5")
    assert match.armies(target) == 3


@rule("classic.two_player.9")
def test_armies_never_run_out() -> None:
    """However many armies a player has, it receives and places new ones."""
    match = scene({"mexico": (0, 5000)}, rest=(1, 1), seats=2, phase="Reinforce")
    assert match.state.stock[0] == 3
    match.play(Place("mexico", 3))
    assert match.armies("mexico") == 5003


@rule("classic.two_player.10")
@pytest.mark.parametrize("edition", BOARDS)
def test_a_neutral_capture_gives_the_card_of_the_turn(edition: str) -> None:
    match, source, target = front(edition, neutral=1, luck=[*faces(6, 1), 0])
    match.play(Attack(source, target, 1))
    assert [one["fact"] for one in happened(match)] == ["Rolled", "ArmiesLost", "Conquered"]
    match.play(Occupy(1))
    assert match.owner(target) == 0
    assert not match.is_over
    match.play(Pass())
    assert match.state.hand[0] == 1
    assert places_of(match, None) == []


@rule("classic.two_player.11")
@pytest.mark.parametrize("neutrals", [True, False])
def test_the_first_to_eliminate_the_opponent_wins_whatever_the_neutrals_do(neutrals: bool) -> None:
    match = scene({"mexico": (0, 6), "nuevo_timoto": (1, 1)}, rest=(0, 1), seats=2, luck=faces(6, 1))
    if neutrals:
        with_neutrals(match, ["siberia", "japan"])
    match.play(Attack("mexico", "nuevo_timoto", 1))
    assert ended(match) == ([0], "classic.win.1")
    assert len(places_of(match, None)) == (2 if neutrals else 0)


@rule("classic.two_player.11")
def test_taking_the_last_neutral_ends_nothing() -> None:
    match, source, target = front(neutral=1, luck=faces(6, 1))
    match.play(Attack(source, target, 1))
    assert not match.is_over
    assert match.state.is_alive(1)


@rule("classic.two_player.7")
def test_neutral_places_are_enemies_of_both() -> None:
    match, source, target = front()
    assert Attack(source, target, 1) in attacks(match)
    match.play(Pass())
    match.play(Pass())
    beside = "argentina"
    assert match.owner(beside) == 1
    match.play(Place("amazon_desert", match.state.stock[1]))
    assert Attack("amazon_desert", target, 1) in attacks(match)
    match.play(Attack("amazon_desert", target, 1))
    assert match.awaited == [0]  # now the other player defends for the neutral army
