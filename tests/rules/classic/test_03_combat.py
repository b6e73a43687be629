"""Attacks, dice, captures, fortifying."""

import pytest

from kamchatka.kernel.battle import Battle, SealedBattle
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import Attack, Defend, Move, Occupy, Pass
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.view import imagine, view
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.classic.scene import scene
from tests.rules.modern.scene import attacks
from tests.rules.modern.witness import fact, happened, refused


def battle(attack: list[int], defence: list[int], ours: int = 9, theirs: int = 5) -> Match:
    """Let Mexico attack the American Republic with these dice."""
    match = scene({"mexico": (0, ours), "american_republic": (1, theirs)}, luck=faces(*attack, *defence))
    match.play(Attack("mexico", "american_republic", len(attack)))
    if match.awaited == [1]:
        match.play(Defend(len(defence)))
    return match


# ------------------------------------------------------------------ source and target
@rule("classic.attack.1")
def test_neighbours_by_land_and_by_line_may_be_attacked() -> None:
    match = scene({"exiled_states_of_america": (0, 3)})
    assert {attack.target for attack in attacks(match)} == {"nunavut", "canada", "republique_du_quebec", "iceland_grc"}
    refused(match, Attack("exiled_states_of_america", "mexico", 1), "attack.adjacent", "classic.attack.1")
    land = scene({"mexico": (0, 3)})
    assert {attack.target for attack in attacks(land)} == {
        "american_republic",
        "continental_biospheres",
        "nuevo_timoto",
    }


@rule("classic.attack.1")
def test_a_table_may_follow_the_printed_board() -> None:
    match = scene({"exiled_states_of_america": (0, 3), "mexico": (0, 3)}, options={"exiled_states_canada_link": False})
    assert {attack.target for attack in attacks(match) if attack.source != "mexico"} == {
        "nunavut",
        "republique_du_quebec",
        "iceland_grc",
    }
    by_land = {"american_republic", "continental_biospheres", "nuevo_timoto"}
    assert {attack.target for attack in attacks(match) if attack.source == "mexico"} == by_land
    refused(match, Attack("exiled_states_of_america", "canada", 1), "attack.adjacent", "classic.attack.1")


@rule("classic.attack.1", "classic.godstorm.board")
def test_on_the_ancient_earth_mountains_part_neighbours() -> None:
    match = scene({"anatolia": (0, 3), "carthage": (0, 2)}, "classic_ancient")
    assert {attack.target for attack in attacks(match) if attack.source == "anatolia"} == {"ionia", "phoenicia"}
    assert Attack("carthage", "sicilia", 1) in attacks(match)
    refused(match, Attack("anatolia", "assyria", 1), "attack.adjacent", "classic.attack.1")


@rule("classic.attack.2")
def test_it_takes_two_armies_of_ones_own_to_attack() -> None:
    match = scene({"mexico": (0, 1), "japan": (0, 2)})
    assert {attack.source for attack in attacks(match)} == {"japan"}
    refused(match, Attack("mexico", "nuevo_timoto", 1), "attack.leave_one", "classic.attack.2")
    refused(match, Attack("nuevo_timoto", "mexico", 1), "attack.own_place", "classic.attack.2")


@rule("classic.attack.3")
def test_targets_may_be_switched_and_taken_up_again() -> None:
    match = scene(
        {"mexico": (0, 6), "nuevo_timoto": (1, 1), "american_republic": (2, 1), "japan": (0, 2)},
        luck=faces(1, 6, 1, 6, 1, 6, 6, 1),
    )
    for target in ("nuevo_timoto", "american_republic", "nuevo_timoto"):
        match.play(Attack("mexico", target, 1))
    assert match.armies("mexico") == 3
    match.play(Attack("mexico", "nuevo_timoto", 1))
    match.play(Occupy(1))
    refused(match, Attack("mexico", "nuevo_timoto", 1), "attack.enemy", "classic.attack.1")


@rule("classic.attack.4")
@pytest.mark.parametrize("dice_open", [True, False])
def test_source_and_target_are_known_to_all_before_a_die_falls(dice_open: bool) -> None:
    """While the defender decides, everybody sees source and target; the roll that follows belongs to that attack."""
    options = {"defender_sees_attack_dice": dice_open}
    match = scene({"mexico": (0, 6), "nuevo_timoto": (1, 3)}, luck=faces(6, 5, 4), options=options)
    match.play(Attack("mexico", "nuevo_timoto", 2))
    assert (happened(match), script_left(match)) == ([], 3)
    for viewer in (0, 1, 2, -1):
        battle = match.view(viewer).state.agenda[-1]
        assert isinstance(battle, Battle | SealedBattle)
        assert [match.game.board.places[place] for place in (battle.source, battle.target)] == [
            "mexico",
            "nuevo_timoto",
        ]
    match.play(Defend(1))
    assert (happened(match)[0]["source"], happened(match)[0]["target"]) == ("mexico", "nuevo_timoto")


@rule("classic.attack.5", "classic.turn.2")
def test_attacks_may_stop_at_any_moment() -> None:
    match = scene({"mexico": (0, 6), "nuevo_timoto": (1, 1)}, luck=faces(1, 6))
    match.play(Attack("mexico", "nuevo_timoto", 1))
    match.play(Pass())
    refused(match, Attack("mexico", "nuevo_timoto", 1), "move.after_combat", "classic.turn.1")


# ------------------------------------------------------------------ dice
@rule("classic.attack.7")
@pytest.mark.parametrize(("armies", "dice"), [(2, [1]), (3, [1, 2]), (4, [1, 2, 3]), (30, [1, 2, 3])])
def test_the_attacker_rolls_one_to_three_with_an_army_to_spare(armies: int, dice: list[int]) -> None:
    match = scene({"mexico": (0, armies)})
    assert sorted(attack.dice for attack in attacks(match) if attack.target == "nuevo_timoto") == dice
    refused(match, Attack("mexico", "nuevo_timoto", dice[-1] + 1), "attack.dice", "classic.attack.7")


@rule("classic.attack.6", "classic.attack.8")
@pytest.mark.parametrize("armies", [2, 3, 9])
def test_the_defender_announces_one_or_two_dice_after_the_attacker(armies: int) -> None:
    match = scene({"mexico": (0, 6), "nuevo_timoto": (1, armies)}, luck=faces(6, 6, 6, 5))
    match.play(Attack("mexico", "nuevo_timoto", 3))
    assert match.awaited == [1]
    assert set(match.actions()) == {Defend(1), Defend(2)}
    refused(match, Defend(3), "defence.dice", "classic.attack.8")
    refused(match, Pass(), "defence.declare", "classic.attack.6")
    match.play(Defend(1))
    assert happened(match)[0] == fact("Rolled", source="mexico", target="nuevo_timoto", attack=[6, 6, 6], defence=[5])


@rule("classic.attack.8")
def test_a_single_army_rolls_one_die() -> None:
    match = scene({"mexico": (0, 6)}, luck=faces(1, 6))
    match.play(Attack("mexico", "nuevo_timoto", 1))
    assert script_left(match) == 0


@rule("classic.attack.9", "classic.attack.10", "classic.attack.11")
@pytest.mark.parametrize(
    ("attack", "defence", "lost"),
    [
        ([4], [3], (0, 1)),
        ([3], [3], (1, 0)),
        ([6, 1, 1], [5, 5], (1, 1)),
        ([6, 6, 6], [6, 6], (2, 0)),
        ([6, 5, 1], [5, 4], (0, 2)),
        ([1, 5, 6], [4, 5], (0, 2)),
        ([6], [5, 5], (0, 1)),
        ([3, 2], [2], (0, 1)),
        ([6, 2], [1, 6], (1, 1)),
    ],
)
def test_highest_against_highest_then_the_seconds(attack: list[int], defence: list[int], lost: tuple[int, int]) -> None:
    match = battle(attack, defence)
    assert (9 - match.armies("mexico"), 5 - match.armies("american_republic")) == lost


# ------------------------------------------------------------------ dice chosen in secret
def sealed(dice: int) -> Match:
    match = scene(
        {"mexico": (0, 6), "nuevo_timoto": (1, 4)},
        luck=faces(6, 6, 6, 5, 5)[-dice - 2 :],
        options={"defender_sees_attack_dice": False},
    )
    match.play(Attack("mexico", "nuevo_timoto", dice))
    return match


@rule("classic.attack.6")
@pytest.mark.parametrize("dice", [1, 3])
def test_a_table_may_keep_the_attackers_dice_secret_until_the_roll(dice: int) -> None:
    match = sealed(dice)
    frames = [view(match.table, seat).state.agenda[-1] for seat in (0, 1, 2)]
    assert all(isinstance(frame, SealedBattle) for frame in frames)
    assert [frame.dice for frame in frames if isinstance(frame, SealedBattle)] == [dice, HIDDEN, HIDDEN]
    opened = match.entries[-1].facts[0]
    assert write_fact(match.game, opened.seen_by(1))["frame"]["dice"] == "?"
    match.play(Defend(2))
    assert happened(match)[0]["defence"] == [5, 5]
    assert len(happened(match)[0]["attack"]) == dice


@rule("classic.attack.6")
def test_the_defender_imagines_any_number_of_dice() -> None:
    match = sealed(3)
    seen = view(match.table, 1)
    guesses = set()
    for seed in range(40):
        frame = imagine(match.game, seen, FastChance(seed)).state.agenda[-1]
        assert isinstance(frame, SealedBattle)
        guesses.add(frame.dice)
    assert guesses == {1, 2, 3}
    own = imagine(match.game, view(match.table, 0), FastChance(1)).state.agenda[-1]
    assert isinstance(own, SealedBattle)
    assert own.dice == 3
    few = scene({"mexico": (0, 3), "nuevo_timoto": (1, 4)}, options={"defender_sees_attack_dice": False})
    few.play(Attack("mexico", "nuevo_timoto", 1))
    worlds = [imagine(few.game, view(few.table, 1), FastChance(seed)).state.agenda[-1] for seed in range(40)]
    assert {frame.dice for frame in worlds if isinstance(frame, SealedBattle)} == {1, 2}
    assert Match.from_position(match.position(), {"defender_sees_attack_dice": False}).position() == match.position()


# ------------------------------------------------------------------ captures
@rule("classic.conquest.1", "classic.conquest.2", "classic.conquest.3", "classic.godstorm.occupy")
@pytest.mark.parametrize(
    ("edition", "source", "target"), [("classic", "mexico", "nuevo_timoto"), ("classic_ancient", "egypt", "kush")]
)
@pytest.mark.parametrize(("armies", "dice"), [(8, 3), (6, 2), (5, 1)])
def test_the_dice_of_the_last_roll_move_in_or_more_leaving_one(
    edition: str, source: str, target: str, armies: int, dice: int
) -> None:
    match = scene({source: (0, armies)}, edition, luck=faces(*[6] * dice, 1))
    match.play(Attack(source, target, dice))
    assert match.owner(target) == 0
    assert set(match.actions()) == {Occupy(n) for n in range(dice, armies)}
    refused(match, Occupy(dice - 1), "conquest.least", "classic.conquest.2")
    refused(match, Occupy(armies), "conquest.leave_one", "classic.conquest.3")
    refused(match, Pass(), "conquest.at_once", "classic.conquest.1")
    match.play(Occupy(armies - 1))
    assert (match.armies(source), match.armies(target)) == (1, armies - 1)


# ------------------------------------------------------------------ fortifying
@rule("classic.fortify.1", "classic.fortify.2")
def test_one_move_between_adjacent_territories_leaving_one() -> None:
    match = scene(
        {"mexico": (0, 6), "nuevo_timoto": (0, 1), "argentina": (0, 1), "andean_nations": (0, 1)}, phase="StrategicMove"
    )
    assert set(match.actions()) == {Pass(), *(Move("mexico", "nuevo_timoto", n) for n in range(1, 6))}
    refused(match, Move("mexico", "argentina", 1), "move.adjacent", "classic.fortify.1")  # a path is not enough
    refused(match, Move("mexico", "american_republic", 1), "move.own_places", "classic.fortify.1")
    refused(match, Move("mexico", "nuevo_timoto", 6), "move.leave_one", "classic.fortify.2")
    match.play(Move("mexico", "nuevo_timoto", 5))
    assert (match.armies("mexico"), match.armies("nuevo_timoto"), match.state.turn) == (1, 6, 1)
