"""Battles: which dice each side rolls and which units it loses."""

import pytest

from kamchatka.editions.risk2210.battle.battle import Assault, Clash, attack_eights, throw
from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import FastChance, ScriptedChance
from kamchatka.kernel.edges.wire import Defend, Invade, Lose, Pass, Roll
from kamchatka.kernel.state import HIDDEN
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import imagine, view
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.risk2210.scene import own_record, scene, step_name, where

LAND, NAVAL, SPACE, NUCLEAR, DIPLOMAT = (bit(kind) for kind in range(5))


def attacked(source: tuple[int, int], target: tuple[int, int], **more: object) -> Match:
    """Let seat 0 declare an invasion of Pevek from Japan."""
    match = scene("Invade", {"japan": source, "pevek": target, "lesotho": (2, 1)}, **more)  # type: ignore[arg-type]
    match.play(Invade("japan", "pevek"))
    return match


def dice(match: Match) -> tuple[list[int], list[int]]:
    """Return the last roll."""
    rolled = next(one for one in happened(match) if one["fact"] == "Rolled")
    return rolled["attack"], rolled["defence"]


@rule("2210.battle.2")
@pytest.mark.parametrize(("units", "most"), [(2, 1), (3, 2), (4, 3), (9, 3)])
def test_one_to_three_dice_and_more_units_than_dice(units: int, most: int) -> None:
    match = attacked((0, units), (1, 2))
    assert [one for one in match.actions()] == [Roll(n) for n in range(1, most + 1)]
    refused(match, Roll(most + 1), "battle.attack_dice", "2210.battle.2")
    refused(match, Roll(0), "battle.attack_dice", "2210.battle.2")
    refused(match, Defend(1), "turn.not_now", "2210.battle.3")


@rule("2210.battle.3", "2210.battle.1")
def test_one_or_two_dice_for_the_defender_who_knows_the_attack() -> None:
    match = attacked((0, 4), (1, 3), luck=faces(3, 2, 1, 4, 4))
    match.play(Roll(3))
    frame = match.view(1).state.agenda[-1]
    assert isinstance(frame, Clash)
    assert (frame.armies, frame.pieces) == (3, 0)
    assert match.awaited == [1]
    assert list(match.actions()) == [Defend(1), Defend(2)]
    refused(match, Defend(3), "defence.dice", "2210.battle.3")
    refused(match, Pass(), "defence.declare", "2210.battle.1")
    match.play(Defend(2))
    assert dice(match) == ([3, 2, 1], [4, 4])
    assert match.armies("japan") == 2


@rule("2210.battle.3")
def test_a_single_unit_defends_with_one_die_and_is_not_asked() -> None:
    match = attacked((0, 4), (1, 1), luck=faces(1, 1, 1, 6))
    match.play(Roll(3))
    assert dice(match) == ([1, 1, 1], [6])
    assert match.armies("japan") == 3


@rule("2210.battle.1")
def test_both_may_choose_in_secret() -> None:
    sealed = {"defender_sees_attack_dice": False}
    match = attacked((0, 4), (1, 3), options=sealed, commanders={0: {"land": "japan"}})
    match.play(Roll(1, ("land",)))
    hidden = match.view(1).state.agenda[-1]
    own = match.view(0).state.agenda[-1]
    assert isinstance(hidden, Clash)
    assert isinstance(own, Clash)
    assert (hidden.armies, hidden.pieces) == (HIDDEN, HIDDEN)
    declared = match.view(1).state.agenda[-2]
    assert isinstance(declared, Assault)
    assert (declared.dice, declared.pieces) == (0, 0)
    assert (own.armies, own.pieces) == (1, LAND)
    guesses = set()
    for seed in range(40):
        guess = imagine(match.game, view(match.table, 1), FastChance(seed)).state.agenda[-1]
        assert isinstance(guess, Clash)
        guesses.add((int(guess.armies), int(guess.pieces)))
    assert guesses == {(1, 0), (2, 0), (3, 0), (0, LAND), (1, LAND), (2, LAND)}


def test_what_is_imagined_of_a_secret_roll_keeps_to_the_rules() -> None:
    """Where commanders must roll first, no imagined roll omits the land commander."""
    match = attacked(
        (0, 4),
        (1, 3),
        options={"defender_sees_attack_dice": False, "commander_die_optional": False},
        commanders={0: {"land": "japan"}},
    )
    match.play(Roll(1, ("land",)))
    guesses = set()
    for seed in range(40):
        guess = imagine(match.game, view(match.table, 1), FastChance(seed)).state.agenda[-1]
        assert isinstance(guess, Clash)
        guesses.add((int(guess.armies), int(guess.pieces)))
    assert guesses == {(0, LAND), (1, LAND), (2, LAND)}


# ------------------------------------------------------------------ eight-sided dice
@rule(
    "2210.battle.4",
    "2210.commander.land",
    "2210.commander.naval",
    "2210.commander.space",
    "2210.commander.nuclear",
    "2210.commander.diplomat",
)
@pytest.mark.parametrize(
    ("source", "target", "pieces", "eights"),
    [
        ("japan", "pevek", LAND, 1),
        ("japan", "neo_tokyo", LAND, 1),
        ("sung_tzu", "neo_tokyo", LAND, 0),
        ("tycho", "byrgius", LAND, 0),
        ("japan", "neo_tokyo", NAVAL, 1),
        ("sung_tzu", "java_cartel", NAVAL, 1),
        ("japan", "pevek", NAVAL, 0),
        ("japan", "tycho", SPACE, 1),
        ("tycho", "byrgius", SPACE, 1),
        ("tycho", "japan", SPACE, 1),
        ("japan", "pevek", SPACE, 0),
        ("japan", "pevek", NUCLEAR, 1),
        ("tycho", "byrgius", NUCLEAR, 1),
        ("sung_tzu", "neo_tokyo", NUCLEAR, 1),
        ("japan", "pevek", DIPLOMAT, 0),
        ("tycho", "byrgius", DIPLOMAT, 0),
        ("japan", "neo_tokyo", LAND | NAVAL | NUCLEAR, 3),
        ("japan", "neo_tokyo", LAND | NAVAL | DIPLOMAT, 2),
    ],
)
def test_the_die_of_each_commander(source: str, target: str, pieces: int, eights: int) -> None:
    match = scene("Invade", {"japan": (0, 3)})
    assert attack_eights(match.table, place_number(match, source), place_number(match, target), pieces) == eights


@rule("2210.battle.4", "2210.battle.5")
def test_commanders_who_take_part_roll_their_own_dice() -> None:
    """The land commander throws an eight-sided die, and the MOD beside him a six-sided one."""
    match = attacked((0, 3), (1, 1), commanders={0: {"land": "japan", "diplomat": "japan"}}, luck=[6, 5, 5])
    refused(match, Roll(2, ("naval",)), "battle.attack_dice", "2210.battle.2")
    refused(match, Roll(2, ("land", "diplomat")), "battle.attack_dice", "2210.battle.2")
    match.play(Roll(1, ("land",)))
    assert dice(match) == ([7, 6], [6])
    assert script_left(match) == 0


@rule("2210.battle.5", "2210.battle.6")
def test_commanders_may_be_left_out() -> None:
    match = attacked((0, 4), (1, 3), commanders={0: {"land": "japan"}, 1: {"space": "pevek"}}, luck=[5, 5, 5, 0, 0])
    match.play(Roll(3))
    assert Defend(2) in set(match.actions())
    assert Defend(1, ("space",)) in set(match.actions())
    match.play(Defend(2))
    assert dice(match) == ([6, 6, 6], [1, 1])


@rule("2210.battle.5", "2210.battle.6")
def test_a_table_may_want_commanders_in_every_roll() -> None:
    match = attacked(
        (0, 4),
        (1, 3),
        commanders={0: {"land": "japan"}, 1: {"space": "pevek"}},
        luck=[5, 5, 0],
        options={"commander_die_optional": False},
    )
    refused(match, Roll(1), "battle.commanders_first", "2210.battle.5")
    assert set(match.actions()) == {Roll(0, ("land",)), Roll(1, ("land",)), Roll(2, ("land",))}
    match.play(Roll(0, ("land",)))
    refused(match, Defend(2), "battle.commanders_first", "2210.battle.6")
    assert set(match.actions()) == {Defend(0, ("space",)), Defend(1, ("space",))}


@rule("2210.battle.3", "2210.battle.6")
def test_which_clause_refuses_a_defence() -> None:
    """Too many dice are refused by one clause for both sides; leaving a commander out by another."""
    posts = {1: {"space": "pevek", "naval": "pevek"}}
    for led in (True, False):
        match = attacked((0, 4), (1, 3), commanders=posts, options={"commander_die_optional": not led})
        match.play(Roll(1))
        refused(match, Defend(0, ("land",)), "defence.dice", "2210.battle.3")
        refused(match, Defend(1, ("space", "naval")), "defence.dice", "2210.battle.3")
        if led:
            refused(match, Defend(1), "battle.commanders_first", "2210.battle.6")
            refused(match, Defend(1, ("space",)), "battle.commanders_first", "2210.battle.6")
        else:
            refused(match, Defend(3), "defence.dice", "2210.battle.3")
        guarded = attacked(
            (0, 4), (1, 3), commanders=posts, options={"commander_die_optional": not led}, stations=["pevek"]
        )
        guarded.play(Roll(1))
        refused(guarded, Defend(3), "defence.dice", "2210.battle.3")


@rule("2210.battle.6")
def test_a_commander_defends_with_eight_sides_whatever_his_kind() -> None:
    match = attacked((0, 4), (1, 2), commanders={1: {"diplomat": "pevek"}}, luck=[5, 5, 7, 3])
    match.play(Roll(2))
    match.play(Defend(1, ("diplomat",)))
    assert dice(match) == ([6, 6], [8, 4])


@rule("2210.battle.7")
def test_beside_a_station_every_unit_defends_with_eight_sides() -> None:
    match = attacked((0, 4), (1, 2), stations=["pevek"], luck=[5, 5, 7, 6])
    match.play(Roll(2))
    match.play(Defend(2))
    assert dice(match) == ([6, 6], [8, 7])
    mixed = attacked((0, 4), (1, 1), stations=["pevek"], commanders={1: {"land": "pevek"}}, luck=[5, 5, 7, 6])
    mixed.play(Roll(2))
    assert list(mixed.actions()) == [Defend(1), Defend(2)]


@rule("2210.battle.8")
def test_a_station_does_not_help_attackers() -> None:
    match = attacked((0, 4), (1, 1), stations=["japan"], luck=[5, 5])
    with pytest.raises(ValueError, match="does not fit"):
        attacked((0, 4), (1, 1), stations=["japan"], luck=[7, 5]).play(Roll(1))
    match.play(Roll(1))
    assert dice(match) == ([6], [6])


# ------------------------------------------------------------------ comparing and losing
@rule("2210.battle.9", "2210.battle.10", "2210.battle.11")
@pytest.mark.parametrize(
    ("attack", "defence", "lost", "beaten"),
    [
        ((6, 5, 4), (5, 4), 0, 2),
        ((6, 2, 1), (5, 4), 1, 1),
        ((3, 2, 1), (6, 6), 2, 0),
        ((5, 5, 5), (5, 4), 1, 1),
        ((6,), (5, 5), 0, 1),
        ((5, 1), (5, 4), 2, 0),
    ],
)
def test_highest_against_highest_and_ties_for_the_defender(
    attack: tuple[int, ...], defence: tuple[int, ...], lost: int, beaten: int
) -> None:
    match = attacked((0, 9), (1, 9), luck=faces(*attack, *defence))
    match.play(Roll(len(attack)))
    match.play(Defend(len(defence)))
    assert (match.armies("japan"), match.armies("pevek")) == (9 - lost, 9 - beaten)


def test_dice_come_out_highest_first() -> None:
    match = scene("Invade", {"japan": (0, 3)})
    table = Table(match.table.board, match.state, ScriptedChance([1, 7, 5, 0, 5, 3]), None)
    assert throw(table, 2, 1) == 8 | 6 << 4 | 2 << 8
    assert throw(table, 0, 3) == 6 | 4 << 4 | 1 << 8


@rule("2210.battle.12")
def test_the_loser_chooses_which_unit_goes_even_if_the_commander_rolled() -> None:
    match = attacked((0, 3), (1, 2), commanders={0: {"land": "japan"}}, luck=[0, 0, 5, 5])
    match.play(Roll(1, ("land",)))
    match.play(Defend(2))
    assert (step_name(match), match.awaited) == ("Losses", [0])
    refused(match, Lose(1), "loss.units", "2210.battle.10")
    refused(match, Lose(2, ("land",)), "loss.units", "2210.battle.10")
    refused(match, Lose(1, ("naval",)), "loss.units", "2210.battle.10")
    refused(match, Pass(), "turn.not_now", "2210.battle.10")
    assert set(match.actions()) == {Lose(2), Lose(1, ("land",))}
    match.play(Lose(2))
    assert happened(match) == [fact("ArmiesLost", place="japan", armies=2)]
    assert where(match, 0, "land") == "japan"


@rule("2210.battle.12", "2210.battle.13")
def test_attacker_and_defender_choose_in_that_order() -> None:
    match = attacked((0, 3), (1, 2), commanders={0: {"land": "japan"}, 1: {"naval": "pevek"}}, luck=[5, 1, 7, 0])
    match.play(Roll(2))
    match.play(Defend(1, ("naval",)))
    assert match.awaited == [0]
    match.play(Lose(0, ("land",)))
    assert happened(match)[0] == fact("PieceLost", seat=0, kind="land")
    assert where(match, 0, "land") is None
    match = attacked((0, 3), (1, 2), commanders={0: {"land": "japan"}, 1: {"naval": "pevek"}}, luck=[5, 3, 6, 1])
    match.play(Roll(2))
    match.play(Defend(1, ("naval",)))
    match.play(Lose(1))
    assert match.awaited == [1]
    match.play(Lose(0, ("naval",)))
    assert (match.armies("pevek"), where(match, 1, "naval")) == (2, None)


@rule("2210.battle.12")
def test_nobody_is_asked_where_there_is_no_choice() -> None:
    """With commanders only, of two one must go: a choice; when both must go there is none."""
    match = attacked(
        (0, 0), (1, 3), commanders={0: {"land": "japan", "naval": "japan", "space": "japan"}}, luck=[0, 0, 5, 5]
    )
    match.play(Roll(0, ("land", "naval")))
    match.play(Defend(2))
    assert set(match.actions()) == {Lose(0, two) for two in (("land", "naval"), ("land", "space"), ("naval", "space"))}
    match.play(Lose(0, ("land", "naval")))
    assert own_record(match).piece[2] == place_number(match, "japan")


# ------------------------------------------------------------------ neutral armies
@rule("2210.two_player.4", "2210.two_player.5")
def test_the_opponent_rolls_for_neutral_mods() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 5), "egypt": (1, 1)},
        rest=None,
        seats=2,
        neutral={"pevek": 3},
        luck=faces(6, 5, 4, 3, 1),
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(3))
    assert match.awaited == [1]
    assert list(match.actions()) == [Defend(1), Defend(2)]
    match.play(Defend(2))
    assert (match.armies("pevek"), match.owner("pevek")) == (1, None)
    assert match.state.lands[1] == 1


@rule("2210.two_player.5")
def test_neutral_mods_may_always_roll_all_they_can() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 5), "egypt": (1, 1)},
        rest=None,
        seats=2,
        neutral={"pevek": 3},
        luck=faces(1, 1, 1, 6, 6),
        options={"neutral_dice": "always_max"},
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(3))
    assert dice(match) == ([1, 1, 1], [6, 6])
    assert match.armies("japan") == 3


@rule("2210.two_player.10")
def test_neutral_territory_is_conquered_like_any_other() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 3), "egypt": (1, 1)},
        rest=None,
        seats=2,
        neutral={"pevek": 1, "neo_tokyo": 3},
        luck=faces(6, 1),
    )
    refused(match, Invade("japan", "neo_tokyo"), "invade.naval", "2210.invade.13")
    match.play(Invade("japan", "pevek"))
    match.play(Roll(1))
    assert match.owner("pevek") == 0
    assert own_record(match).contested == 0
    match.play(next(match.actions()))
    assert own_record(match).contested == 1
