"""Embarking from heaven, and invasions below: gates, flames, altars, crypts."""

from typing import Any

import pytest

from kamchatka.editions.godstorm.places import ALTARS, CRYPTS, GATES, HEAVENS, LANDS
from kamchatka.kernel.edges.wire import Defend, Invade, Move, Occupy, Pass, Roll
from kamchatka.kernel.options import INVADE
from kamchatka.match import Match
from tests.kit import Holding, faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.fights import facts_named, phase, rolled
from tests.rules.godstorm.scene import heaven, relic_of, scene
from tests.rules.modern.witness import fact, happened, off_the_board, refused

EARTH: dict[str, Holding | None] = {"egypt": (0, 1), "corsica": (2, 3)}
HEAVEN = "kurnugia"  # seat 0's


def embarking(below: dict[str, Holding] | None = None, armies: int = 5, **more: Any) -> Match:
    """Set step 8 of seat 0's turn, with these armies in heaven."""
    return scene("Embark", EARTH, below=below or {}, heaven={0: armies}, **more)


def below(spaces: dict[str, Holding], armies: int = 0, **more: Any) -> Match:
    """Set step 9 of seat 0's turn."""
    return scene("InvadeBelow", EARTH, below=spaces, heaven={0: armies}, **more)


def ways(match: Match) -> set[tuple[str, str]]:
    """Return the origins and targets between which armies may go."""
    return {(one.source, one.target) for one in match.actions() if isinstance(one, Invade | Move)}


# ------------------------------------------------------------------ embarking
@rule("god.embark.1", "god.embark.2", "god.embark.3")
def test_without_spaces_one_enters_by_empty_gates() -> None:
    """Any number of armies may enter, through several gates."""
    match = embarking()
    assert ways(match) == {(HEAVEN, "u01"), (HEAVEN, "u04"), (HEAVEN, "u08")}
    refused(match, Move(HEAVEN, "u02", 1), "embark.gates", "god.embark.2")
    refused(match, Move(HEAVEN, "u01", 6), "embark.armies", "god.embark.1")
    refused(match, Move(HEAVEN, "u01", 0), "embark.armies", "god.embark.1")
    match.play(Move(HEAVEN, "u01", 3))
    assert happened(match) == [
        fact("Entered", place="u01", by=0),
        fact("ArmiesMoved", source=HEAVEN, target="u01", armies=3),
    ]
    match.play(Move(HEAVEN, "u04", 1))
    assert (match.owner("u01"), match.armies("u01"), match.owner("u04"), heaven(match, 0)) == (0, 3, 0, 1)


@rule("god.embark.3")
def test_a_single_open_gate_is_asked_about() -> None:
    """The player is asked although two gates are hostile: the third is empty."""
    match = embarking({"u01": (1, 1), "u04": (1, 1)})
    assert (phase(match), ways(match)) == ("Embark", {(HEAVEN, "u08")})


@rule("god.embark.4", "god.underworld.2")
def test_all_gates_hostile_one_fights_from_heaven() -> None:
    """Step 8 is skipped; in step 9 the gates can be invaded."""
    gates: dict[str, Holding] = {"u01": (1, 1), "u04": (1, 1), "u08": (2, 1)}
    match = embarking(gates)
    assert phase(match) == "InvadeBelow"
    assert ways(match) == {(HEAVEN, "u01"), (HEAVEN, "u04"), (HEAVEN, "u08")}


@rule("god.embark.5", "god.embark.3")
def test_with_spaces_one_reinforces_them_directly() -> None:
    """Armies may be split; they may enter empty gates but no hostile ones."""
    match = embarking({"u13": (0, 1), "u06": (0, 2), "u04": (1, 1)})
    assert {target for _, target in ways(match)} == {"u13", "u06", "u01", "u08"}
    match.play(Move(HEAVEN, "u13", 2))
    assert happened(match) == [fact("ArmiesMoved", source=HEAVEN, target="u13", armies=2)]
    match.play(Move(HEAVEN, "u06", 3))
    assert (match.armies("u13"), match.armies("u06"), heaven(match, 0)) == (3, 5, 0)


@rule("god.embark.6")
def test_heaven_may_be_emptied_or_kept() -> None:
    """Any number of armies may stay or go."""
    match = embarking(armies=2)
    match.play(Move(HEAVEN, "u01", 2))
    assert (heaven(match, 0), match.armies("u01")) == (0, 2)
    match = embarking(armies=1)
    assert Move(HEAVEN, "u01", 1) in set(match.actions())
    match = embarking(armies=2)
    match.play(Pass())
    assert heaven(match, 0) == 2
    assert phase(match) != "Embark"


@rule("god.embark.7")
def test_armies_already_below_stay_where_they_are() -> None:
    """In this step only armies in the own heaven can move."""
    match = embarking({"u13": (0, 3), "u12": (0, 1)})
    refused(match, Move("u13", "u12", 1), "embark.heaven_only", "god.embark.7")
    refused(match, Move("avalon", "u12", 1), "embark.heaven_only", "god.embark.7")
    refused(match, Move(HEAVEN, "egypt", 1), "embark.gates", "god.embark.2")
    refused(match, Move(HEAVEN, HEAVEN, 1), "embark.gates", "god.embark.2")


@rule("god.embark.3", "god.embark.4")
def test_a_gate_that_is_held_is_not_entered_in_step_8() -> None:
    """Vacant gates can be entered; the others are invaded in step 9."""
    match = embarking({"u01": (1, 2)})
    refused(match, Move(HEAVEN, "u01", 1), "embark.held", "god.embark.3")
    assert ways(match) == {(HEAVEN, "u04"), (HEAVEN, "u08")}


@rule("god.underworld.2", "god.underworld.4")
def test_an_empty_heaven_sends_nobody() -> None:
    """An attack rolls as many dice as there are armies, here none."""
    match = below({"u05": (0, 4), "u04": (1, 2)}, 0)
    refused(match, Invade(HEAVEN, "u04"), "underworld.from_heaven", "god.underworld.4")


@rule("god.embark.8", "god.embark.1")
def test_who_embarks_may_fight_at_once() -> None:
    """The invasion step of the Underworld follows in the same turn."""
    match = embarking({"u05": (1, 1)}, luck=faces(6, 1))
    match.play(Move(HEAVEN, "u04", 2))
    match.play(Pass())
    match.play(Invade("u04", "u05"))
    rolled(match, 1)
    assert match.owner("u05") == 0


# ------------------------------------------------------------------ invading below
@rule("god.underworld.1")
def test_below_one_fights_as_above() -> None:
    """Dice and minimums are the same; there are no gods or temples."""
    match = below({"u05": (0, 4), "u13": (1, 2)}, luck=faces(6, 5, 4, 5, 5))
    refused(match, Invade("u13", "u05"), "invade.own_land", "god.invade.1")
    for land in ("anatolia", "egypt"):  # even the first of all places
        refused(match, Invade(land, "phoenicia"), "invade.below", "god.underworld.1")
    off_the_board(match, INVADE, "invade.own_land")
    match.play(Invade("u05", "u13"))
    assert set(match.actions()) == {Roll(1), Roll(2), Roll(3)}
    match.play(Roll(3))
    assert (match.awaited, set(match.actions())) == ([1], {Defend(1), Defend(2)})
    match.play(Defend(2))
    assert (match.armies("u05"), match.armies("u13")) == (3, 1)


@rule("god.underworld.3", "god.underworld.6")
def test_one_army_stays_in_every_space_but_not_in_heaven() -> None:
    """All armies but one may leave a space; all may leave heaven."""
    match = below({"u05": (0, 3), "u07": (0, 1)}, 2)
    refused(match, Invade("u07", "u08", 1), "underworld.leave_one", "god.underworld.3")
    refused(match, Invade("u05", "u04", 3), "underworld.empty", "god.underworld.6")
    refused(match, Invade("u05", "u04", 0), "underworld.empty", "god.underworld.6")
    match.play(Invade("u05", "u04", 2))
    assert (match.armies("u05"), match.armies("u04")) == (1, 2)
    match.play(Invade(HEAVEN, "u01", 2))
    assert (heaven(match, 0), match.armies("u01")) == (0, 2)


@rule("god.underworld.2", "god.underworld.4", "god.underworld.14")
@pytest.mark.parametrize(("armies", "most"), [(1, 1), (2, 2), (3, 3), (7, 3)])
def test_from_heaven_as_many_dice_as_armies(armies: int, most: int) -> None:
    """All of these armies may move in."""
    match = below({"u04": (1, 1)}, armies, luck=[*faces(*([6] * most)), *faces(1)])
    match.play(Invade(HEAVEN, "u04"))
    assert set(match.actions()) == {Roll(dice) for dice in range(1, most + 1)}
    rolled(match, most)
    if armies > most:
        assert set(match.actions()) == {Occupy(n) for n in range(most, armies + 1)}
        match.play(Occupy(armies))
    assert (match.owner("u04"), match.armies("u04"), heaven(match, 0)) == (0, armies, 0)


@rule("god.underworld.4")
@pytest.mark.parametrize(("armies", "most"), [(2, 1), (4, 3)])
def test_a_table_may_want_a_spare_army_in_heaven(armies: int, most: int) -> None:
    """With the option an attack needs one army more than dice, as everywhere else."""
    match = below({"u04": (1, 2)}, armies, options={"heaven_attack_spare_army": True})
    match.play(Invade(HEAVEN, "u04"))
    assert set(match.actions()) == {Roll(dice) for dice in range(1, most + 1)}
    match = below({"u04": (1, 2)}, armies, options={"heaven_attack_spare_army": True})
    refused(match, Invade(HEAVEN, "u04", 1), "invade.army_number", "god.invade.7")


@rule("god.underworld.4")
def test_then_a_single_army_cannot_fight_from_heaven() -> None:
    """The army may still enter an empty gate."""
    match = below({"u04": (1, 2)}, 1, options={"heaven_attack_spare_army": True})
    for armies in (0, 1):
        refused(match, Invade(HEAVEN, "u04", armies), "underworld.from_heaven", "god.underworld.4")
    match.play(Invade(HEAVEN, "u01", 1))
    assert match.owner("u01") == 0


@rule("god.underworld.5", "god.info.15")
def test_the_dead_below_go_to_the_reserve() -> None:
    """The rule applies to both sides, and to armies that came from heaven."""
    match = below({"u05": (0, 4), "u13": (1, 3)}, luck=faces(6, 1, 5, 3))
    match.play(Invade("u05", "u13"))
    rolled(match, 2, 2)
    assert facts_named(match, "ArmiesLost") == [
        fact("ArmiesLost", place="u05", armies=1),
        fact("ArmiesLost", place="u13", armies=1),
    ]
    assert (facts_named(match, "WentToHeaven"), heaven(match, 0), heaven(match, 1)) == ([], 0, 0)


@rule("god.underworld.6")
def test_empty_spaces_are_entered_without_a_fight() -> None:
    """Armies may enter the next space, or a gate from heaven, and nothing else."""
    match = below({"u05": (0, 3)}, 2)
    assert ways(match) == {
        ("u05", "u03"),
        ("u05", "u04"),
        ("u05", "u06"),
        ("u05", "u13"),
        (HEAVEN, "u01"),
        (HEAVEN, "u04"),
        (HEAVEN, "u08"),
    }


@rule("god.underworld.7", "god.labour.war.2")
def test_spaces_do_not_count_for_the_war_labour() -> None:
    """No number of conquered spaces fulfils it."""
    match = below(
        {"u05": (0, 3), "u04": (1, 1)},
        gods={0: {"war": "egypt"}},
        options={"war_labour_conquests": 1},
        luck=faces(6, 6, 1),
    )
    match.play(Invade("u05", "u04"))
    rolled(match, 2)
    assert (facts_named(match, "DefendersBeaten"), facts_named(match, "CardTaken"), script_left(match)) == ([], [], 0)


@rule("god.underworld.8", "god.god.place")
def test_gods_lend_nothing_below() -> None:
    """The defender wins ties and ones stay, whatever gods the players have above."""
    gods = {0: {"war": "egypt", "magic": "egypt"}, 1: {"magic": "babylon"}}
    match = below({"u05": (0, 3), "u13": (1, 2)}, gods=gods, luck=faces(1, 1))
    match.play(Invade("u05", "u13"))
    rolled(match, 1, 1)
    assert (match.armies("u05"), facts_named(match, "OnesRerolled")) == (2, [])


@rule("god.underworld.9")
def test_flames_and_heavens_block() -> None:
    """Armies can't pass through fire, enter a heaven, or leave another player's heaven."""
    match = below({"u01": (0, 4)}, 1)
    for target in ("avalon", HEAVEN):
        refused(match, Invade("u01", target, 1), "underworld.ways", "god.underworld.9")
    for target in ("u10", "u02"):
        refused(match, Invade("u01", target, 1), "underworld.adjacent", "god.underworld.1")
    refused(match, Invade(HEAVEN, "u02", 1), "underworld.gates", "god.underworld.2")
    refused(match, Invade("avalon", "u04", 1), "invade.own_land", "god.invade.1")


@rule("god.underworld.10", "god.underworld.11", "god.underworld.12")
def test_the_map_below() -> None:
    """Thirteen spaces, nineteen borders, three gates, four crypts and two altars, numbered as on the map sheet."""
    board = below({"u05": (0, 2)}).game.board
    assert board.places[LANDS:HEAVENS] == [f"u{n:02}" for n in range(1, 14)]
    assert [board.places[gate] for gate in GATES] == ["u01", "u04", "u08"]
    assert [board.places[crypt] for crypt in CRYPTS] == ["u02", "u05", "u07", "u10"]
    assert [board.places[altar] for altar in ALTARS] == ["u03", "u09"]
    assert board.places[HEAVENS:] == ["kurnugia", "avalon", "duat", "elysium", "valhalla"]
    links = {(a, b) for a in range(LANDS, board.size) for b in range(board.size) if board.adjacent(a, b)}
    assert len(links) == 2 * 19
    assert not any(b >= HEAVENS or a >= HEAVENS for a, b in links)


@rule("god.underworld.13")
def test_one_roll_at_least_then_one_may_stop() -> None:
    """Between invasions the player may end the step."""
    match = below({"u05": (0, 4), "u13": (1, 3)}, luck=faces(1, 6))
    match.play(Invade("u05", "u13"))
    refused(match, Pass(), "invade.one_attack", "god.invade.9")
    rolled(match, 1, 1)
    match.play(Pass())
    assert phase(match) == "InvadeBelow"
    match.play(Pass())
    assert match.state.turn == 1


@rule("god.labour.magic.3")
@pytest.mark.parametrize(("target", "counts", "relics"), [("u01", True, 1), ("u01", False, 0), ("u05", False, 0)])
def test_triples_below_earn_relics_unless_the_table_says_no(target: str, counts: bool, relics: int) -> None:
    """The labour isn't an effect of a card."""
    match = below(
        {"u13": (0, 4), target: (1, 3)},
        gods={0: {"magic": "egypt"}},
        options={"magic_labour_underworld": counts},
        luck=[*faces(2, 2, 2, 6), *([0] * relics)],
    )
    match.play(Invade("u13", target))
    rolled(match, 3, 1)
    assert ((relic_of(match, "aegis") == 0), script_left(match)) == (bool(relics), 0)


@rule("god.labour.death", "god.underworld.12")
@pytest.mark.parametrize(
    ("space", "gods", "cards"),
    [("u05", {"death": "egypt"}, 1), ("u05", {"war": "egypt"}, 0), ("u06", {"death": "egypt"}, 0)],
)
def test_a_crypt_at_the_end_of_the_turn_gives_a_death_card(space: str, gods: dict[str, str], cards: int) -> None:
    """The Death god must be in play; it is one card however many crypts."""
    match = below({space: (0, 2)}, gods={0: gods}, luck=[0] * cards)
    match.play(Pass())
    assert (match.state.turn, int(match.state.hand[0]), script_left(match)) == (1, cards, 0)
