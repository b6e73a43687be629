"""Declaring invasions on the Ancient Earth, and walking into empty lands."""

import pytest

from kamchatka.kernel.edges.wire import Defend, Invade, Move, NameKind, Occupy, Pass, PlayCard, Roll
from kamchatka.kernel.options import INVADE
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import attacked, play_defence
from tests.rules.godstorm.fights import declared, god_war, invading, phase, rolled
from tests.rules.godstorm.scene import god_at, has_temple, heaven, is_plagued, scene
from tests.rules.modern.witness import fact, happened, off_the_board, refused


# ------------------------------------------------------------------ which land, from where
@rule("god.invade.1", "god.info.16")
def test_only_neighbours_that_others_hold_are_invaded() -> None:
    """Invasions go by land and by sea, but not across mountains, into own lands or from others' lands."""
    match = invading({"kush": (0, 4), "anatolia": (0, 3), "dacia": (0, 2), "scythia": (0, 2)})
    offered = {(one.source, one.target) for one in match.actions() if isinstance(one, Invade)}
    assert {target for source, target in offered if source == "egypt"} == {"cyrenaica", "nubia", "phoenicia", "minoa"}
    assert ("kush", "sheba") in offered  # by sea
    assert ("scythia", "cimmeria") in offered  # the last territory of the board
    refused(match, Invade("egypt", "kush"), "invade.enemy", "god.invade.1")
    refused(match, Invade("egypt", "roma"), "invade.adjacent", "god.invade.1")
    refused(match, Invade("anatolia", "assyria"), "invade.adjacent", "god.invade.1")  # mountains
    refused(match, Invade("dacia", "alemannia"), "invade.adjacent", "god.invade.1")
    refused(match, Invade("phoenicia", "egypt"), "invade.own_land", "god.invade.1")
    off_the_board(match, INVADE, "invade.own_land")


@rule("god.invade.2")
def test_it_takes_two_armies_and_gods_do_not_count() -> None:
    """With one army nothing can be invaded, however many gods stand beside it."""
    match = invading({"egypt": (0, 1), "kush": (0, 2)}, gods={0: {"war": "egypt", "sky": "egypt"}})
    refused(match, Invade("egypt", "phoenicia"), "invade.two_armies", "god.invade.2")
    match.play(Invade("kush", "nubia"))
    assert phase(match) == "Invasion"


@rule("god.invade.3", "god.invade.4", "god.turn.1")
def test_as_many_invasions_as_one_likes() -> None:
    """The same land may be invaded again, then another; the step ends by choice or when nothing can be invaded."""
    match = invading({"kush": (0, 2)}, luck=faces(1, 6, 1, 6, 1, 6))
    for target in ("phoenicia", "phoenicia", "minoa"):
        match.play(Invade("egypt", target))
        rolled(match, 1, 1 if target == "phoenicia" else None)
        match.play(Pass())
        assert phase(match) == "Invade"
    assert match.armies("egypt") == 3
    match.play(Pass())
    assert phase(match) == "Fortify"
    refused(match, Invade("kush", "nubia"), "move.after_combat", "god.turn.1")


@rule("god.invade.3")
def test_the_step_ends_by_itself_when_nothing_can_be_invaded() -> None:
    """With single armies everywhere nobody is asked."""
    match = scene("Invade", {"egypt": (0, 1), "corsica": (2, 3)}, gods={0: {"war": "egypt"}})
    assert phase(match) != "Invade"


@rule("god.invade.15", "god.underworld.1")
def test_the_underworld_is_not_invaded_in_step_six() -> None:
    """The spaces of the Underworld have their own step."""
    match = invading(below={"u05": (0, 4)})
    refused(match, Invade("u05", "u04"), "invade.underworld", "god.invade.15")
    refused(match, Invade("egypt", "u01"), "invade.adjacent", "god.invade.1")


# ------------------------------------------------------------------ the declaration
@rule("god.invade.6", "god.invade.13")
def test_the_invader_says_which_gods_join() -> None:
    """Any god in the origin may join, none from elsewhere; a god left out can't join later."""
    gods = {0: {"war": "egypt", "sky": "egypt", "death": "kush"}}
    match = invading({"kush": (0, 2)}, gods=gods, luck=faces(5, 5))
    ways = {one.pieces for one in match.actions() if isinstance(one, Invade) and one.target == "phoenicia"}
    assert ways == {(), ("war",), ("sky",), ("war", "sky")}
    refused(match, Invade("egypt", "phoenicia", 0, ("death",)), "invade.gods", "god.invade.6")
    refused(match, Invade("kush", "nubia", 0, ("war",)), "invade.gods", "god.invade.6")  # two armies suffice
    match.play(Invade("egypt", "phoenicia", 0, ("sky",)))
    rolled(match, 1, 1)  # the War god stayed out, so the defender wins the tie
    assert match.armies("egypt") == 5
    refused(match, NameKind("war"), "godwar.no_rivals", "god.godwar.12")


@rule("god.invade.7")
def test_the_declaration_names_no_armies() -> None:
    """All armies but one are committed; dice are chosen roll by roll."""
    match = invading()
    refused(match, Invade("egypt", "phoenicia", 3), "invade.army_number", "god.invade.7")
    match.play(Invade("egypt", "phoenicia"))
    assert {one for one in match.actions() if isinstance(one, Roll)} == {Roll(1), Roll(2), Roll(3)}


@rule("god.invade.7")
def test_a_table_may_have_the_first_dice_declared() -> None:
    """The first roll has exactly these dice, or as many as are left; the next is free again."""
    match = invading(options={"declare_army_count": True}, luck=faces(6, 6, 1, 1))
    dice = {one.armies for one in match.actions() if isinstance(one, Invade) and one.target == "phoenicia"}
    assert dice == {1, 2, 3}
    match.play(Invade("egypt", "phoenicia", 2))
    assert set(match.actions()) == {Roll(2)}
    refused(match, Roll(3), "invade.declared_dice", "god.invade.7")
    rolled(match, 2, 2)
    assert match.armies("phoenicia") == 1
    assert set(match.actions()) == {Roll(1), Roll(2), Roll(3), Pass()}


@rule("god.invade.7")
def test_declared_dice_hold_after_a_godwar_too_and_as_far_as_armies_last() -> None:
    """The first battle roll uses them, after any number of godwars; lost armies reduce them."""
    match = god_war((6, 6, 6), (2, 2, 3), "war", dice=3, options={"declare_army_count": True})
    assert set(match.actions()) == {Roll(3), Pass()}
    match = declared(
        dice=3,
        options={"declare_army_count": True},
        hands={1: ["enemies_convert"]},
        faith={1: 2},
        gods={1: {"sky": "thule"}},
        lands={"egypt": (0, 4), "thule": (1, 1)},
    )
    match.play(PlayCard("enemies_convert"))
    assert set(match.actions()) == {Roll(1)}
    one = declared(dice=1, options={"declare_army_count": True})
    assert set(one.actions()) == {Roll(1)}
    refused(one, Roll(2), "invade.declared_dice", "god.invade.7")


@rule("god.invade.7")
@pytest.mark.parametrize(("armies", "most"), [(2, 1), (3, 2), (4, 3), (9, 3)])
def test_declared_dice_go_by_the_armies(armies: int, most: int) -> None:
    """One army stays behind, so there are three dice."""
    match = invading({"egypt": (0, armies)}, options={"declare_army_count": True})
    dice = {one.armies for one in match.actions() if isinstance(one, Invade) and one.target == "phoenicia"}
    assert dice == set(range(1, most + 1))


@rule("god.invade.8", "god.godwar.11")
def test_gods_fight_before_armies() -> None:
    """The armies roll when the last enemy god is gone."""
    match = god_war((6, 6, 6), (1, 1, 1), "war")
    assert god_at(match, 1, "death") is None
    assert phase(match) == "Invasion"
    assert set(match.actions()) == {Roll(1), Roll(2), Roll(3), Pass()}


@rule("god.invade.9", "god.battle.10")
def test_one_roll_must_be_made() -> None:
    """A declared invasion can't be stopped before the first roll, but after any roll."""
    match = declared(luck=faces(1, 6))
    refused(match, Pass(), "invade.one_attack", "god.invade.9")
    rolled(match, 1, 1)
    match.play(Pass())
    assert (phase(match), match.armies("egypt"), match.armies("phoenicia")) == ("Invade", 5, 3)


@rule("god.invade.9", "god.godwar.10")
def test_a_godwar_roll_is_enough() -> None:
    """The booklet calls a godwar an attack too."""
    match = god_war((6, 6, 6), (1, 1, 1, 1), "war", defenders=("death", "sky"))
    assert phase(match) == "GodWar"
    match.play(NameKind("death"))
    assert set(match.actions()) == {NameKind("war"), Pass()}
    match.play(Pass())
    assert (phase(match), god_at(match, 0, "war")) == ("Invade", "egypt")


@rule("god.invade.9")
def test_a_table_may_ask_for_a_battle_roll() -> None:
    """With the option a godwar alone isn't enough."""
    match = god_war((6, 6, 6), (1, 1, 1), "war", options={"min_attack": "battle_roll"})
    refused(match, Pass(), "invade.one_attack", "god.invade.9")


@rule("god.invade.13")
def test_gods_of_an_invasion_called_off_stay_in_the_origin() -> None:
    """No god moves when the invader stops."""
    match = declared("war", gods={0: {"war": "egypt"}}, luck=faces(1, 6))
    rolled(match, 1, 1)
    match.play(Pass())
    assert god_at(match, 0, "war") == "egypt"


@rule("god.invade.14", "god.godwar.1")
def test_all_gods_of_the_land_defend_it() -> None:
    """The defender can hold none back: any of them can be put forward."""
    match = god_war((6, 6, 6), (1, 1, 1, 1), "war", defenders=("death", "magic", "war", "sky"))
    assert match.awaited == [1]
    assert set(match.actions()) == {NameKind(kind) for kind in ("death", "magic", "war", "sky")}


# ------------------------------------------------------------------ empty land
@rule("god.invade.11", "god.info.20")
def test_an_empty_land_is_entered_without_dice() -> None:
    """One army or more enter, one stays, gods may join, the temple gets an owner again; it is no labour."""
    match = invading({"phoenicia": None}, gods={0: {"war": "egypt", "sky": "egypt"}}, temples=["phoenicia"])
    ways = {one for one in match.actions() if isinstance(one, Invade) and one.target == "phoenicia"}
    assert {one.armies for one in ways} == {1, 2, 3, 4, 5}
    refused(match, Invade("egypt", "phoenicia", 0), "invade.empty", "god.invade.11")
    refused(match, Invade("egypt", "phoenicia", 6), "invade.empty", "god.invade.11")
    match.play(Invade("egypt", "phoenicia", 2, ("sky",)))
    assert happened(match) == [
        fact("Entered", place="phoenicia", by=0),
        fact("ArmiesMoved", source="egypt", target="phoenicia", armies=2),
        fact("PiecePosted", seat=0, kind="sky", place="phoenicia"),
    ]
    assert (match.owner("phoenicia"), match.armies("phoenicia"), match.armies("egypt")) == (0, 2, 4)
    assert (god_at(match, 0, "sky"), god_at(match, 0, "war")) == ("phoenicia", "egypt")
    assert has_temple(match, "phoenicia")


@rule("god.invade.11", "god.conquest.6")
def test_plague_strikes_whoever_enters() -> None:
    """Plague kills half of the armies that entered and banishes their gods."""
    match = invading({"phoenicia": None}, gods={0: {"war": "egypt"}}, plague=["phoenicia"])
    match.play(Invade("egypt", "phoenicia", 5, ("war",)))
    assert (match.armies("phoenicia"), heaven(match, 0), god_at(match, 0, "war")) == (3, 2, None)
    assert is_plagued(match, "phoenicia")


@rule("god.invade.11")
def test_an_empty_land_is_no_fight_even_beside_an_enemy() -> None:
    """No Sky cards, no defender is asked; and the armies may continue from there."""
    match = invading({"phoenicia": None, "babylon": (1, 1)}, luck=faces(6, 1))
    match.play(Invade("egypt", "phoenicia", 3))
    assert (match.awaited, phase(match), script_left(match)) == ([0], "Invade", 2)
    match.play(Invade("phoenicia", "babylon"))
    rolled(match, 1)
    assert match.owner("babylon") == 0


@rule("god.invade.1")
def test_other_actions_are_not_for_now() -> None:
    """Moving, rolling and occupying are refused in this step."""
    match = invading()
    refused(match, Move("egypt", "phoenicia", 1), "turn.not_now", "god.turn.1")
    refused(match, Roll(1), "turn.not_now", "god.invade.8")
    refused(match, Occupy(1), "turn.not_now", "god.conquest.1")
    refused(match, Defend(1), "turn.not_now", "god.order.1")


@rule("god.invade.12", "god.invade.13")
def test_into_a_land_emptied_by_a_card_only_declared_gods_go() -> None:
    """At least one army moves and one stays; gods that weren't declared stay."""
    match = play_defence(
        "lava_erupts",
        luck=faces(1, 1, 1, 1, 1, 6),
        lands={"egypt": (0, 5), "kush": (0, 5)},
        gods={0: {"war": "egypt", "death": "egypt"}, 1: {"sky": "thule"}},
        pieces=("war",),
    )
    assert {one.armies for one in match.actions() if isinstance(one, Occupy)} == {1, 2, 3}
    refused(match, Occupy(4), "invade.empty", "god.invade.11")
    refused(match, Occupy(0), "invade.empty", "god.invade.11")
    refused(match, Occupy(1, ("death",)), "conquest.gods", "god.conquest.3")
    refused(match, Roll(1), "turn.not_now", "god.invade.11")
    match.play(Occupy(2, ("war",)))
    assert (match.owner("phoenicia"), match.armies("phoenicia")) == (0, 2)
    assert (god_at(match, 0, "war"), god_at(match, 0, "death")) == ("phoenicia", "egypt")
    assert happened(match)[0] == fact("Entered", place="phoenicia", by=0)


@rule("god.invade.12", "god.invade.13", "god.card.sky.your_idol_is_false")
def test_into_a_land_emptied_by_a_card_no_banished_god_goes() -> None:
    """The defender unmasks the War god, then lava kills its own last armies: only the Death god can enter."""
    match = attacked(
        "your_idol_is_false_1",
        "lava_erupts",
        luck=faces(1, 1, 1, 1, 1, 6),
        lands={"egypt": (0, 5), "kush": (0, 5)},
        gods={0: {"war": "egypt", "death": "egypt"}, 1: {"sky": "thule"}},
        pieces=("war", "death"),
    )
    match.play(PlayCard("your_idol_is_false_1"))
    match.play(NameKind("war"))
    match.play(PlayCard("lava_erupts"))
    assert (phase(match), match.awaited) == ("Enter", [0])
    refused(match, Occupy(1, ("war", "death")), "conquest.gods", "god.conquest.3")
    match.play(Occupy(1, ("death",)))
    assert (god_at(match, 0, "death"), god_at(match, 0, "war")) == ("phoenicia", None)


@rule("god.play.3", "god.collect.6")
def test_a_crypt_halved_by_a_card_in_between_gives_nothing_back() -> None:
    """The crypt's last army stays, whatever was counted before the card."""
    match = scene(
        "Collect",
        {"egypt": (0, 3), "corsica": (2, 3)},
        below={"u05": (0, 2)},
        temples=["egypt"],
        gods={0: {"death": "egypt"}},
        hands={0: ["deaths_door_closes"]},
        faith={0: 3},
        options={"war_death_timing": "any_time_own_turn"},
    )
    assert Move("u05", "egypt", 1) in set(match.actions())
    match.play(PlayCard("deaths_door_closes"))
    assert match.armies("u05") == 1
    refused(match, Move("u05", "egypt", 1), "collect.crypt", "god.collect.6")
