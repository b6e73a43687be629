"""Battle rolls: dice, rerolls, ties, losses."""

import pytest

from kamchatka.kernel.edges.wire import Defend, Invade, Lose, NameKind, Pass, Roll
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.fights import declared, facts_named, invading, phase, rolled
from tests.rules.godstorm.scene import faith, heaven, relic_of
from tests.rules.modern.witness import fact, refused


@rule("god.battle.1", "god.order.1")
def test_the_invader_announces_then_the_defender_then_both_roll() -> None:
    """The defender knows how many dice the invader rolls, but no result."""
    match = declared(luck=faces(6, 4, 1, 5, 4))
    match.play(Roll(3))
    assert (match.awaited, phase(match), script_left(match)) == ([1], "Battle", 5)
    match.play(Defend(2))
    assert facts_named(match, "Rolled") == [
        fact("Rolled", source="egypt", target="phoenicia", attack=[6, 4, 1], defence=[5, 4])
    ]


@rule("god.battle.2")
@pytest.mark.parametrize(("armies", "most"), [(2, 1), (3, 2), (4, 3), (9, 3)])
def test_one_army_more_than_dice(armies: int, most: int) -> None:
    """The invader rolls one to three dice and an army stays behind."""
    match = declared(lands={"egypt": (0, armies)})
    assert set(match.actions()) == {Roll(dice) for dice in range(1, most + 1)}
    refused(match, Roll(most + 1), "battle.attack_dice", "god.battle.2")
    refused(match, Roll(0), "battle.attack_dice", "god.battle.2")


@rule("god.battle.3")
def test_two_dice_only_with_two_armies() -> None:
    """A single army rolls one die without being asked."""
    match = declared(lands={"phoenicia": (1, 2)})
    match.play(Roll(3))
    assert set(match.actions()) == {Defend(1), Defend(2)}
    refused(match, Defend(3), "battle.defence_dice", "god.battle.3")
    refused(match, Pass(), "turn.not_now", "god.order.1")
    match = declared(lands={"phoenicia": (1, 1)}, luck=faces(1, 6))
    match.play(Roll(1))
    assert (match.awaited, match.armies("egypt")) == ([0], 5)


@rule("god.battle.6", "god.battle.7")
@pytest.mark.parametrize(
    ("attack", "defence", "lost", "falls"),
    [
        ((6, 4, 1), (5, 4), 1, 1),
        ((6, 6, 1), (5, 5), 0, 2),
        ((3, 3, 3), (3, 3), 2, 0),
        ((6,), (5, 5), 0, 1),
        ((2,), (2, 1), 1, 0),
        ((5, 2, 2), (4,), 0, 1),
        ((5, 5), (6, 4), 1, 1),
    ],
)
def test_dice_are_compared_highest_first(
    attack: tuple[int, ...], defence: tuple[int, ...], lost: int, falls: int
) -> None:
    """As many pairs are compared as both sides have dice; the defender wins ties."""
    match = declared(luck=faces(*attack, *defence), lands={"phoenicia": (1, 4)})
    rolled(match, len(attack), len(defence))
    assert (match.armies("egypt"), match.armies("phoenicia")) == (6 - lost, 4 - falls)


@rule("god.battle.7", "god.god.war")
def test_the_war_god_wins_every_tie() -> None:
    """The War god wins ties for the invader only, and only when it takes part in the invasion."""
    for gods, pieces, left in (
        ({0: {"war": "egypt"}}, ("war",), (6, 2)),
        ({0: {"war": "egypt"}}, (), (4, 4)),
        ({1: {"war": "phoenicia"}}, (), (4, 4)),
    ):
        match = declared(*pieces, gods=gods, luck=faces(4, 4, 4, 4), lands={"phoenicia": (1, 4)})
        rolled(match, 2, 2)
        assert (match.armies("egypt"), match.armies("phoenicia")) == left
        assert facts_named(match, "GodHelped") == ([fact("GodHelped", seat=0, kind="war")] if pieces else [])


@rule("god.god.war")
def test_without_a_tie_the_war_god_is_not_needed() -> None:
    """The facts call them a plain win and a plain loss."""
    match = declared("war", gods={0: {"war": "egypt"}}, luck=faces(6, 2, 5, 3))
    rolled(match, 2, 2)
    assert (match.armies("egypt"), match.armies("phoenicia"), facts_named(match, "GodHelped")) == (5, 2, [])


@rule("god.battle.11")
@pytest.mark.parametrize(("lost", "left", "faith_left"), [(2, 1, 5), (1, 2, 4), (0, 3, 3)])
def test_the_tree_of_life_saves_as_many_as_one_pays_for(lost: int, left: int, faith_left: int) -> None:
    """Each saved army costs one faith; those given up cost nothing."""
    match = declared(relics={"the_tree_of_life": 1}, faith={1: 5}, luck=faces(6, 6, 1, 1))
    rolled(match, 2, 2)
    assert set(match.actions()) == {Lose(0), Lose(1), Lose(2)}
    refused(match, Lose(3), "relic.tree_of_life", "god.card.magic.the_tree_of_life")
    match.play(Lose(lost))
    assert (match.armies("phoenicia"), faith(match, 1), heaven(match, 1)) == (left, faith_left, lost)
    assert len(facts_named(match, "PurseChanged")) == (1 if lost < 2 else 0)


@rule("god.battle.4", "god.god.magic")
def test_the_goddess_rerolls_ones_until_none_is_left() -> None:
    """On the side where she fights."""
    match = declared("magic", gods={0: {"magic": "egypt"}}, luck=faces(1, 1, 5, 1, 3, 4, 2, 1))
    rolled(match, 3, 2)  # 5, then 1 and 3, then 4
    assert facts_named(match, "OnesRerolled") == [
        fact("OnesRerolled", seat=0, thrown=[5, 1, 1], clause="reroll.goddess")
    ]
    assert facts_named(match, "Rolled")[0]["attack"] == [5, 4, 3]
    assert facts_named(match, "Rolled")[0]["defence"] == [2, 1]
    match = declared(gods={1: {"magic": "phoenicia"}}, luck=faces(6, 1, 1, 2, 3))
    rolled(match, 1, 2)
    assert facts_named(match, "Rolled")[0]["defence"] == [3, 2]


@rule("god.battle.4", "god.god.place")
def test_a_goddess_left_out_rerolls_nothing() -> None:
    """She stays in the origin undeclared, or defends another land."""
    match = declared(gods={0: {"magic": "egypt"}, 1: {"magic": "babylon"}}, luck=faces(1, 1, 1))
    rolled(match, 1, 2)
    assert (facts_named(match, "OnesRerolled"), script_left(match)) == ([], 0)


@rule("god.battle.5")
def test_a_temple_rerolls_the_defenders_ones_only() -> None:
    """A temple in the invader's own land has no effect."""
    match = declared(temples=["egypt", "phoenicia"], luck=faces(1, 1, 6, 1, 2))
    rolled(match, 1, 2)
    assert facts_named(match, "OnesRerolled") == [fact("OnesRerolled", seat=1, thrown=[6, 1], clause="reroll.temple")]
    assert facts_named(match, "Rolled")[0]["attack"] == [1]
    assert facts_named(match, "Rolled")[0]["defence"] == [6, 2]


@rule("god.battle.8")
def test_nobody_loses_more_than_two_in_a_roll() -> None:
    """Three dice against two compare two pairs."""
    match = declared(luck=faces(6, 6, 6, 1, 1), lands={"phoenicia": (1, 9)})
    rolled(match, 3, 2)
    assert (match.armies("egypt"), match.armies("phoenicia")) == (6, 7)


@rule("god.battle.9", "god.info.15")
def test_the_dead_go_to_their_heavens() -> None:
    """Each side's dead go to its own heaven."""
    match = declared(luck=faces(6, 1, 5, 3))
    rolled(match, 2, 2)
    assert facts_named(match, "WentToHeaven") == [
        fact("WentToHeaven", place="egypt", heaven="kurnugia", armies=1),
        fact("WentToHeaven", place="phoenicia", heaven="avalon", armies=1),
    ]
    assert (heaven(match, 0), heaven(match, 1)) == (1, 1)


@rule("god.battle.10")
def test_roll_again_or_stop_while_two_armies_are_left() -> None:
    """With one army left in the origin the invasion ends by itself."""
    match = declared(lands={"egypt": (0, 3)}, luck=faces(1, 6, 1, 6))
    rolled(match, 1, 1)
    assert set(match.actions()) == {Roll(1), Pass()}
    rolled(match, 1, 1)
    assert (match.armies("egypt"), phase(match)) != (1, "Invasion")


@rule("god.labour.magic", "god.labour.magic.2", "god.labour.magic.3")
def test_three_equal_dice_give_a_relic_in_anybodys_turn() -> None:
    """Triples count for invader and defender, with the goddess anywhere on the map; pairs give nothing."""
    gods = {0: {"magic": "kush"}}
    match = declared(lands={"kush": (0, 1)}, gods=gods, luck=[*faces(2, 2, 2, 6, 6), 0])
    rolled(match, 3, 2)
    assert relic_of(match, "aegis") == 0
    match = declared(lands={"kush": (0, 1)}, gods=gods, luck=faces(2, 2, 3, 6, 6))
    rolled(match, 3, 2)
    assert (facts_named(match, "RelicTaken"), script_left(match)) == ([], 0)


@rule("god.labour.magic.2")
@pytest.mark.parametrize(
    ("fell", "again", "relics"),
    [
        ((1, 1, 1, 5, 5, 5), False, 1),
        ((1, 1, 1, 5, 5, 5), True, 2),
        ((1, 4, 4, 4), False, 1),
        ((1, 4, 4, 4), True, 1),
        ((4, 1, 4, 5), True, 0),
        ((1, 1, 1, 2, 3, 4), True, 1),
    ],
)
def test_one_relic_a_roll_unless_the_table_pays_again(fell: tuple[int, ...], again: bool, relics: int) -> None:
    """Three ones count before the reroll; by option a triple after it counts too."""
    match = declared(
        "magic",
        gods={0: {"magic": "egypt"}},
        luck=[*faces(*fell), *faces(6), *([0] * relics)],
        options={"magic_labour_per_reroll": again},
    )
    rolled(match, 3, 1)
    assert (len(facts_named(match, "RelicTaken")), script_left(match)) == (relics, 0)


@rule("god.labour.magic.4")
def test_a_relic_won_by_a_roll_helps_from_the_next_one() -> None:
    """Gungnir and Mjolnir don't change the roll that won them."""
    match = declared(
        "magic",
        gods={0: {"magic": "egypt"}, 1: {"death": "phoenicia"}},
        options={"magic_reroll_in_godwar": False},
        luck=[*faces(1, 1, 1), *faces(2, 2, 5), 4, 0],
    )
    match.play(NameKind("magic"))
    assert relic_of(match, "gungnir") == 0
    assert facts_named(match, "GodsFought")[0]["attack"] == [1, 1, 1]


@rule("god.two.6")
@pytest.mark.parametrize(("how", "asked"), [("opponent_chooses", True), ("always_max", False)])
def test_the_opponent_chooses_the_dice_of_neutral_armies(how: str, asked: bool) -> None:
    """By option neutral armies always roll the most dice."""
    match = invading(
        {"corsica": (1, 3)}, seats=2, neutral=["phoenicia"], luck=faces(6, 5, 5), options={"neutral_dice": how}
    )
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(1))
    assert (match.awaited == [1]) == asked
    if asked:
        match.play(Defend(2))
    assert (match.armies("phoenicia"), heaven(match, 1), facts_named(match, "ArmiesLost")) == (
        2,
        0,
        [fact("ArmiesLost", place="phoenicia", armies=1)],
    )
