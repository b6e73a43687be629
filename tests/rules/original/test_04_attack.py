"""Combat: legal attacks, the number of dice, and the losses."""

import pytest

from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import Attack, Defend, Move, Occupy, Pass
from kamchatka.kernel.facts import Rolled
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.modern.scene import attacks
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.original.scene import scene

CHOOSE_DICE = {"defender_dice": "choose"}


def battle(attack: list[int], defence: list[int], ours: int = 9, theirs: int | None = None, **options: object) -> Match:
    """Fight India against China with these dice; by default the defender has as many armies as dice."""
    armies = theirs if theirs is not None else len(defence)
    match = scene(
        {"india": (0, ours), "china": (1, armies), "siam": (2, 3)}, luck=faces(*attack, *defence), options=options
    )
    match.play(Attack("india", "china", len(attack)))
    return match


def losses(match: Match) -> tuple[int, int]:
    """Return the armies lost by attacker and defender in the last roll."""
    lost = {one["place"]: one["armies"] for one in happened(match) if one["fact"] == "ArmiesLost"}
    return lost.get("india", 0), lost.get("china", 0)


# ------------------------------------------------------------------ whether, from where and against which seats
@rule("orig.attack.0c", "orig.attack.m1", "orig.summary.6")
def test_a_player_may_go_on_without_attacking() -> None:
    match = scene({"india": (0, 3), "siam": (0, 1)})
    match.play(Pass())
    assert {type(action) for action in match.actions()} == {Move, Pass}
    refused(match, Attack("india", "china", 1), "move.after_combat", "orig.turn.2")


@rule("orig.attack.0d", "orig.attack.g", "orig.summary.3")
def test_an_attack_starts_from_two_armies_or_more() -> None:
    match = scene({"india": (0, 2), "siam": (0, 1)})
    assert {attack.source for attack in attacks(match)} == {"india"}
    refused(match, Attack("siam", "china", 1), "attack.leave_one", "orig.attack.0d")
    refused(match, Attack("china", "india", 1), "attack.own_place", "orig.attack.g")


@rule("orig.attack.a2")
def test_an_attack_says_from_where_to_where() -> None:
    """It is the first fact of the attack; every attack on offer names both."""
    match = scene({"india": (0, 5), "china": (1, 1)}, luck=faces(1, 6))
    match.play(Attack("india", "china", 1))
    for viewer in range(match.seats):
        first = next(one.seen_by(viewer) for one in match.entries[-1].facts if isinstance(one, Rolled))
        assert write_fact(match.game, first) == fact("Rolled", source="india", target="china", attack=[1], defence=[6])
    assert all(one.source == "india" and one.target for one in attacks(match))


@rule("orig.attack.a5")
def test_a_shared_border_allows_an_attack() -> None:
    match = scene({"india": (0, 3)})
    assert {attack.target for attack in attacks(match)} == {"middle_east", "china", "siam"}
    refused(match, Attack("india", "mongolia", 1), "attack.adjacent", "orig.attack.a5")
    refused(match, Attack("india", "afghanistan", 1), "attack.adjacent", "orig.attack.a5")


@rule("orig.attack.a4", "orig.attack.a6")
@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("brazil", "north_africa"),
        ("greenland", "iceland"),
        ("japan", "kamchatka"),
        ("siam", "indonesia"),
        ("madagascar", "east_africa"),
        ("western_europe", "north_africa"),
    ],
)
def test_a_sea_line_allows_an_attack_with_the_same_armies(source: str, target: str) -> None:
    match = scene({source: (0, 3)}, luck=faces(6, 1))
    match.play(Attack(source, target, 1))
    assert match.owner(target) == 0
    back = scene({target: (0, 3)})
    assert Attack(target, source, 2) in attacks(back)


@rule("orig.attack.a7")
def test_alaska_and_camciatka_attack_each_other() -> None:
    assert Attack("alaska", "kamchatka", 1) in attacks(scene({"alaska": (0, 2)}))
    assert Attack("kamchatka", "alaska", 1) in attacks(scene({"kamchatka": (0, 2)}))


@rule("orig.attack.l", "orig.summary.3")
def test_anyone_may_be_attacked_in_any_order_and_more_than_once() -> None:
    match = scene(
        {"india": (0, 9), "china": (1, 2), "siam": (2, 2), "middle_east": (3, 2), "alaska": (0, 2)},
        luck=faces(1, 6, 6, 1, 6, 6, 1, 6, 6, 1, 6, 6),
    )
    for target in ("siam", "china", "middle_east", "siam"):
        assert {attack.target for attack in attacks(match)} >= {"siam", "china", "middle_east"}
        match.play(Attack("india", target, 1))
    assert match.armies("india") == 5
    refused(match, Attack("alaska", "alaska", 1), "attack.adjacent", "orig.attack.a5")


@rule("orig.attack.l")
def test_own_territories_are_not_attacked() -> None:
    match = scene({"india": (0, 3), "siam": (0, 1)})
    refused(match, Attack("india", "siam", 1), "attack.enemy", "orig.attack.l")


@rule("orig.attack.g", "orig.attack.f1", "orig.attack.f2", "orig.attack.i1")
def test_attacks_are_repeated_broken_off_and_joined_from_several_territories() -> None:
    match = scene(
        {"india": (0, 3), "siam": (0, 2), "china": (1, 3), "peru": (0, 2)},
        luck=faces(1, 5, 6, 6, 1, 6, 6, 6, 2, 4, 5, 6),
    )
    match.play(Attack("india", "china", 2))  # 5-1 against 6-6-1: two lost
    assert (match.armies("india"), match.armies("china")) == (1, 3)
    refused(match, Attack("india", "china", 1), "attack.leave_one", "orig.attack.0d")
    match.play(Attack("siam", "china", 1))  # 6 against 6-6-2: encircled from elsewhere
    assert match.armies("siam") == 1
    assert {attack.source for attack in attacks(match)} == {"peru"}  # and from there on against anybody
    match.play(Attack("peru", "brazil", 1))
    assert match.armies("peru") == 1


@rule("orig.attack.m2", "orig.summary.6", "orig.attack.0e")
def test_combat_and_turn_end_by_themselves_when_every_garrison_is_one() -> None:
    match = scene({"india": (0, 2), "siam": (0, 1)}, luck=[*faces(1, 6), 0])
    match.play(Attack("india", "china", 1))
    assert match.armies("india") == 1
    assert match.state.turn == 1
    assert [one["fact"] for one in happened(match)][:3] == ["Rolled", "ArmiesLost", "TurnBegan"]


# ------------------------------------------------------------------ dice
@rule("orig.attack.b1", "orig.attack.b2", "orig.attack.b3", "orig.attack.b4")
@pytest.mark.parametrize(("armies", "dice"), [(2, [1]), (3, [1, 2]), (4, [1, 2, 3]), (5, [1, 2, 3]), (20, [1, 2, 3])])
def test_the_attacker_chooses_up_to_three_dice_and_keeps_an_army_out(armies: int, dice: list[int]) -> None:
    match = scene({"india": (0, armies), "china": (1, 5)})
    assert sorted(attack.dice for attack in attacks(match) if attack.target == "china") == dice
    refused(match, Attack("india", "china", dice[-1] + 1), "attack.dice", "orig.attack.b1")
    refused(match, Attack("india", "china", 0), "attack.dice", "orig.attack.b1")


@rule("orig.attack.b4")
def test_the_attacker_need_not_match_the_defender() -> None:
    match = battle([6], [5, 4, 3], theirs=7)
    assert losses(match) == (0, 1)


@rule("orig.attack.c1", "orig.attack.c2", "orig.attack.c3")
@pytest.mark.parametrize(("armies", "dice"), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_the_defender_rolls_at_once_as_many_dice_as_armies_up_to_three(armies: int, dice: int) -> None:
    match = scene({"india": (0, 9), "china": (1, armies)}, luck=faces(1, *[6] * dice))
    match.play(Attack("india", "china", 1))
    assert happened(match)[0] == fact("Rolled", source="india", target="china", attack=[1], defence=[6] * dice)
    assert script_left(match) == 0


@rule("orig.attack.c3")
def test_where_the_most_is_always_thrown_nobody_chooses_dice() -> None:
    """It is the default; the refusal names the option, not the phase."""
    match = scene({"india": (0, 9), "china": (1, 3)})
    refused(match, Defend(2), "defence.most", "orig.attack.c3", seat=1)
    refused(match, Defend(2), "defence.most", "orig.attack.c3", seat=0)


@rule("orig.attack.c3", "orig.attack.c1")
@pytest.mark.parametrize("armies", [3, 9])
def test_where_the_table_lets_the_defender_choose_it_is_two_or_three_before_the_roll(armies: int) -> None:
    match = scene({"india": (0, 9), "china": (1, armies)}, luck=faces(6, 5, 4, 3, 2), options=CHOOSE_DICE)
    match.play(Attack("india", "china", 3))
    assert match.awaited == [1]
    assert set(match.actions()) == {Defend(2), Defend(3)}
    refused(match, Defend(1), "defence.dice", "orig.attack.c3")
    refused(match, Defend(4), "defence.dice", "orig.attack.c3")
    refused(match, Pass(), "defence.declare", "orig.attack.c1")
    match.play(Defend(2))
    assert happened(match)[0] == fact("Rolled", source="india", target="china", attack=[6, 5, 4], defence=[3, 2])


@rule("orig.attack.c3", "orig.attack.c2")
@pytest.mark.parametrize("armies", [1, 2])
def test_one_or_two_defenders_have_no_choice(armies: int) -> None:
    match = scene({"india": (0, 9), "china": (1, armies)}, luck=faces(1, *[6] * armies), options=CHOOSE_DICE)
    match.play(Attack("india", "china", 1))
    assert match.awaited == [0]
    assert match.armies("india") == 8


@rule(
    "orig.attack.d1",
    "orig.attack.d2",
    "orig.attack.d3",
    "orig.attack.d4",
    "orig.attack.e1",
    "orig.attack.e2",
    "orig.attack.e3",
    "orig.attack.e5",
    "orig.attack.e6",
    "orig.attack.e7",
    "orig.summary.4",
)
@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [
        ([4], [3], (0, 1)),
        ([3], [4], (1, 0)),
        ([6], [6], (1, 0)),
        ([6], [5, 5, 5], (0, 1)),
        ([5, 3, 2], [6, 2], (1, 1)),
        ([6, 2, 2], [5, 4, 2], (2, 1)),
        ([6, 4, 3], [5], (0, 1)),
        ([2, 3, 5], [2, 6], (1, 1)),
        ([2, 6, 2], [4, 2, 5], (2, 1)),
        ([6, 6, 6], [6, 6, 6], (3, 0)),
        ([5, 4, 4], [4, 3, 3], (0, 3)),
        ([6, 1, 1], [3, 3, 3], (2, 1)),
        ([1, 2], [1, 1, 2], (2, 0)),
        ([6, 5], [1, 5, 4], (0, 2)),
    ],
)
def test_dice_are_compared_in_order_of_size_and_ties_go_to_the_defender(
    attack: list[int], defence: list[int], lost: tuple[int, int]
) -> None:
    match = battle(attack, defence)
    assert losses(match) == lost
    assert happened(match)[0] == fact(
        "Rolled",
        source="india",
        target="china",
        attack=sorted(attack, reverse=True),
        defence=sorted(defence, reverse=True),
    )


@rule("orig.attack.d2", "orig.attack.d3", "orig.summary.5")
def test_lost_armies_leave_the_board() -> None:
    match = battle([6, 2, 2], [5, 4, 2], ours=9, theirs=5)
    assert (match.armies("india"), match.armies("china")) == (7, 4)
    assert [match.state.stock[seat] for seat in (0, 1)] == [0, 0]


@rule("orig.attack.e4", "orig.attack.h1")
def test_the_second_example_takes_the_territory() -> None:
    match = battle([6, 4, 3], [5])
    assert match.owner("china") == 0
    assert min(action.armies for action in match.actions() if isinstance(action, Occupy)) == 3
