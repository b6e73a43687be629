"""Godwars: dice, modifiers, ties and banishment; and what each god adds to a fight."""

from typing import Any

import pytest

from kamchatka.kernel.edges.wire import NameKind, Occupy, Pass, Roll
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.fights import declared, facts_named, god_war, rolled
from tests.rules.godstorm.scene import god_at, hand, heaven
from tests.rules.modern.witness import fact, refused


# ------------------------------------------------------------------ the round
@rule("god.godwar.1", "god.godwar.2", "god.order.1")
def test_first_the_invader_then_the_defender_puts_a_god_forward() -> None:
    """Armies wait; only the two named gods fight."""
    match = declared(
        "war",
        "magic",
        gods={0: {"war": "egypt", "magic": "egypt"}, 1: {"death": "phoenicia", "war": "phoenicia"}},
        luck=faces(2, 3, 2, 6, 6, 6),
    )
    assert match.awaited == [0]
    refused(match, Roll(1), "godwar.first", "god.godwar.1")
    refused(match, NameKind("sky"), "godwar.champion", "god.godwar.2")
    refused(match, Pass(), "invade.one_attack", "god.invade.9")
    match.play(NameKind("magic"))
    assert match.awaited == [1]
    refused(match, NameKind("sky"), "godwar.champion", "god.godwar.2")
    refused(match, Pass(), "turn.not_now", "god.godwar.2")
    match.play(NameKind("war"))
    assert facts_named(match, "PieceLost") == [fact("PieceLost", seat=0, kind="magic")]
    assert (god_at(match, 0, "war"), god_at(match, 1, "war"), god_at(match, 1, "death")) == (
        "egypt",
        "phoenicia",
        "phoenicia",
    )


@rule("god.godwar.3", "god.godwar.8")
def test_three_dice_and_the_armies() -> None:
    """Six armies and 4, 5, 2 make 17, three and 6, 6, 3 make 18: the invader's god is banished, no army dies."""
    match = god_war((4, 5, 2), (6, 6, 3), "death")
    assert facts_named(match, "GodsFought") == [
        fact(
            "GodsFought", source="egypt", target="phoenicia", attack=[5, 4, 2], defence=[6, 6, 3], total=17, against=18
        )
    ]
    assert (god_at(match, 0, "death"), god_at(match, 1, "death")) == (None, "phoenicia")
    assert (match.armies("egypt"), match.armies("phoenicia"), heaven(match, 0), script_left(match)) == (6, 3, 0, 0)


@rule("god.godwar.8", "god.info.13")
def test_the_higher_total_banishes_the_rival() -> None:
    """The loser returns to its card, not to the Underworld."""
    match = god_war((4, 5, 3), (6, 6, 2), "death")
    assert facts_named(match, "GodsFought")[0]["total"] == 18
    assert (god_at(match, 0, "death"), god_at(match, 1, "death")) == ("egypt", None)
    assert heaven(match, 1) == 0


@rule("god.godwar.3")
def test_a_table_may_leave_out_the_army_that_stays() -> None:
    """With the option the invader's six armies count as five."""
    match = god_war((4, 5, 2), (6, 6, 3), "death", options={"godwar_army_count": "attacker_minus_one"})
    assert facts_named(match, "GodsFought")[0]["total"] == 16


@rule("god.godwar.9", "god.god.war")
@pytest.mark.parametrize(("invaders", "winner"), [(("death",), 1), (("war",), 0), (("death", "war"), 0)])
def test_a_tie_is_the_defenders_unless_the_war_god_invades(invaders: tuple[str, ...], winner: int) -> None:
    """The War god need not be the god put forward."""
    match = god_war((4, 4, 4), (5, 5, 5), *invaders, defenders=("war",))
    assert facts_named(match, "GodsFought")[0]["total"] == facts_named(match, "GodsFought")[0]["against"] == 18
    assert god_at(match, 1 - winner, "war" if winner == 0 else "death") is None
    assert facts_named(match, "GodHelped") == ([fact("GodHelped", seat=0, kind="war")] if winner == 0 else [])


@rule("god.god.war")
def test_the_war_god_gives_nothing_when_it_wins_anyway() -> None:
    """A higher total wins without it."""
    match = god_war((6, 6, 6), (1, 1, 1), "war")
    assert facts_named(match, "GodHelped") == []


# ------------------------------------------------------------------ dice
@rule("god.godwar.4", "god.god.sky", "god.godwar.6")
def test_the_sky_god_adds_a_die_on_either_side() -> None:
    """The Sky god adds the die whether or not it is put forward."""
    match = god_war((1, 1, 1, 1), (6, 6, 6), "death", "sky", defenders=("death",))
    assert facts_named(match, "GodsFought")[0]["attack"] == [1, 1, 1, 1]
    assert facts_named(match, "GodHelped") == [fact("GodHelped", seat=0, kind="sky")]
    match = god_war((6, 6, 6), (1, 2, 3, 4), "death", defenders=("sky",))
    assert facts_named(match, "GodsFought")[0]["defence"] == [4, 3, 2, 1]
    assert god_at(match, 1, "sky") is None


@rule("god.god.place")
def test_a_god_elsewhere_lends_nothing() -> None:
    """A Sky god not declared or in another land adds no die; a War god there wins no tie."""
    gods = {0: {"death": "egypt", "sky": "egypt", "war": "kush"}, 1: {"death": "phoenicia", "sky": "babylon"}}
    match = declared("death", lands={"kush": (0, 1)}, gods=gods, luck=faces(3, 3, 3, 4, 4, 4))
    match.play(NameKind("death"))
    assert facts_named(match, "GodsFought")[0]["attack"] == [3, 3, 3]
    assert facts_named(match, "GodsFought")[0]["defence"] == [4, 4, 4]
    assert god_at(match, 0, "death") is None  # 15 against 15


@rule("god.godwar.5", "god.underworld.11")
@pytest.mark.parametrize(("altars", "dice"), [({"u03": 0}, 4), ({"u03": 0, "u09": 0}, 5), ({"u03": 1}, 3)])
def test_each_altar_adds_a_die(altars: dict[str, int], dice: int) -> None:
    """Each altar helps the gods of the player who controls it."""
    rival = 3 + sum(seat == 1 for seat in altars.values())
    match = god_war((2,) * dice, (2,) * rival, "death", below={space: (seat, 1) for space, seat in altars.items()})
    fought = facts_named(match, "GodsFought")[0]
    assert (len(fought["attack"]), len(fought["defence"])) == (dice, rival)


@rule("god.godwar.5", "god.godwar.6")
def test_six_dice_are_the_most() -> None:
    """Both altars and the Sky god make six; with them the War god wins the tie."""
    match = god_war((1,) * 6, (3, 3, 3), "death", "sky", "war", drawn=(0,), below={"u03": (0, 1), "u09": (0, 1)})
    fought = facts_named(match, "GodsFought")[0]
    assert (fought["attack"], fought["total"], fought["against"]) == ([1] * 6, 12, 12)
    assert god_at(match, 1, "death") is None


@rule("god.godwar.7")
def test_a_temple_rerolls_the_defenders_ones() -> None:
    """The temple's owner rerolls until none is left; the invader keeps its ones."""
    match = god_war((1, 1, 1), (1, 5, 1, 1, 2, 3), "death", temples=["phoenicia"])
    assert facts_named(match, "OnesRerolled") == [
        fact("OnesRerolled", seat=1, thrown=[5, 1, 1], clause="reroll.temple_in_godwar")
    ]
    assert facts_named(match, "GodsFought")[0]["attack"] == [1, 1, 1]
    assert facts_named(match, "GodsFought")[0]["defence"] == [5, 3, 2]
    assert script_left(match) == 0


@rule("god.god.magic", "god.godwar.6")
def test_the_magic_goddess_rerolls_ones_in_godwars() -> None:
    """She does so on either side."""
    match = god_war((1, 4, 4), (6, 1, 2, 2, 5), "death", "magic", defenders=("magic",))
    assert facts_named(match, "GodsFought")[0]["attack"] == [6, 4, 4]
    assert facts_named(match, "GodsFought")[0]["defence"] == [5, 2, 2]
    assert [one["clause"] for one in facts_named(match, "OnesRerolled")] == ["reroll.goddess", "reroll.goddess"]


@rule("god.god.magic")
def test_a_table_may_keep_the_goddess_out_of_godwars() -> None:
    """Then ones stay."""
    match = god_war(
        (1, 4, 4), (1, 2, 2), "death", "magic", defenders=("magic",), options={"magic_reroll_in_godwar": False}
    )
    assert facts_named(match, "GodsFought")[0]["attack"] == [4, 4, 1]
    assert facts_named(match, "OnesRerolled") == []


# ------------------------------------------------------------------ a god banished lends nothing more
LOST = faces(2, 2, 3, 6, 6, 6)  # 13 against 21


def bereft(*pieces: str, luck: list[int], first: list[int] = LOST, **more: Any) -> Match:
    """Banish the first of these gods of the invader in a godwar against a god of Death."""
    posted = {0: {kind: "egypt" for kind in pieces}, 1: {"death": "phoenicia"}}
    match = declared(*pieces, gods=posted, luck=[*first, *luck], **more)
    match.play(NameKind(pieces[0]))
    assert facts_named(match, "PieceLost") == [fact("PieceLost", seat=0, kind=pieces[0])]
    return match


@rule("god.god.war", "god.godwar.9", "god.invade.13")
def test_a_war_god_banished_wins_no_more_ties_of_gods() -> None:
    """The next round is a tie at 18, which the defender wins."""
    match = bereft("war", "death", luck=faces(4, 4, 4, 5, 5, 5))
    refused(match, NameKind("war"), "godwar.champion", "god.godwar.2")
    match.play(NameKind("death"))
    assert (facts_named(match, "GodHelped"), god_at(match, 0, "death"), god_at(match, 1, "death")) == (
        [],
        None,
        "phoenicia",
    )


@rule("god.god.sky", "god.godwar.4", "god.invade.13")
def test_a_sky_god_banished_adds_no_more_dice() -> None:
    """The invader rolls four dice in the first round, three in the next."""
    match = bereft("sky", "war", first=faces(2, 2, 2, 2, 6, 6, 6), luck=faces(3, 3, 3, 6, 6, 6))
    match.play(NameKind("war"))
    assert (facts_named(match, "GodsFought")[0]["attack"], facts_named(match, "GodHelped")) == ([3, 3, 3], [])
    assert script_left(match) == 0


@rule("god.god.magic", "god.invade.13")
def test_a_goddess_banished_rerolls_no_more_dice_of_gods() -> None:
    """The ones of the next round stay."""
    match = bereft("magic", "war", luck=faces(1, 1, 3, 6, 6, 6))
    match.play(NameKind("war"))
    assert (facts_named(match, "GodsFought")[0]["attack"], facts_named(match, "OnesRerolled")) == ([3, 1, 1], [])
    assert script_left(match) == 0


@rule("god.god.war", "god.godwar.11", "god.invade.13")
def test_a_war_god_banished_wins_no_more_ties_of_armies() -> None:
    """The tie of four against four costs the invader an army."""
    match = bereft("war", luck=faces(4, 4))
    rolled(match, 1, 1)
    assert (match.armies("egypt"), match.armies("phoenicia"), facts_named(match, "GodHelped")) == (5, 3, [])


@rule("god.god.magic", "god.godwar.11", "god.invade.13")
def test_a_goddess_banished_rerolls_no_more_dice_of_armies() -> None:
    """The invader's one stays."""
    match = bereft("magic", luck=faces(1, 2))
    rolled(match, 1, 1)
    assert (facts_named(match, "Rolled")[0]["attack"], facts_named(match, "OnesRerolled"), script_left(match)) == (
        [1],
        [],
        0,
    )


@rule("god.god.death", "god.godwar.11", "god.invade.13")
def test_before_a_death_god_banished_victims_go_to_heaven_again() -> None:
    """An army of the defender dies and goes to heaven."""
    match = bereft("death", luck=faces(6, 1))
    rolled(match, 1, 1)
    assert (match.armies("phoenicia"), heaven(match, 1), facts_named(match, "GodHelped")) == (2, 1, [])


@rule("god.conquest.3", "god.invade.13")
def test_a_god_banished_does_not_move_in() -> None:
    """Of two declared gods only the remaining one must follow; the other is on its card."""
    match = bereft("magic", "war", lands={"phoenicia": (1, 1)}, luck=faces(6, 6, 6, 1, 1, 1, 6, 1))
    match.play(NameKind("war"))
    rolled(match, 1)
    refused(match, Occupy(2, ("war", "magic")), "conquest.gods", "god.conquest.3")
    match.play(Occupy(2, ("war",)))
    assert (god_at(match, 0, "war"), god_at(match, 0, "magic")) == ("phoenicia", None)


# ------------------------------------------------------------------ continuation
@rule("god.godwar.10", "god.godwar.2")
def test_again_or_called_off_but_never_straight_to_battle() -> None:
    """Both players name gods again in every round."""
    match = god_war((6, 6, 6), (2, 2, 3), "death", "war", champion="war", defenders=("death", "magic"))
    match.play(NameKind("magic"))
    assert god_at(match, 1, "magic") is None
    refused(match, Roll(1), "godwar.first", "god.godwar.1")
    assert set(match.actions()) == {NameKind("death"), NameKind("war"), Pass()}


@rule("god.godwar.11", "god.god.war")
def test_then_the_armies_fight_with_the_gods_left() -> None:
    """The winner's War god also wins the ties of the battle."""
    match = declared(
        "war",
        gods={0: {"war": "egypt"}, 1: {"death": "phoenicia"}},
        luck=[*faces(6, 6, 6), *faces(1, 1, 1), *faces(4), *faces(4)],
    )
    match.play(NameKind("war"))
    rolled(match, 1, 1)
    assert (match.armies("egypt"), match.armies("phoenicia")) == (6, 2)


@rule("god.godwar.12")
@pytest.mark.parametrize(("pieces", "defenders"), [((), ("war",)), (("war",), ())])
def test_gods_on_one_side_only_do_not_fight(pieces: tuple[str, ...], defenders: tuple[str, ...]) -> None:
    """The armies roll at once."""
    gods = {0: {"war": "egypt"}, 1: {kind: "phoenicia" for kind in defenders}}
    match = declared(*pieces, gods=gods)
    assert set(match.actions()) == {Roll(1), Roll(2), Roll(3)}
    refused(match, NameKind("war"), "godwar.no_rivals", "god.godwar.12")


@rule("god.labour.sky")
def test_whoever_defeats_a_god_draws_a_sky_card_once_a_turn() -> None:
    """The Sky god must be on the map; the second defeated god pays nothing."""
    luck = [*faces(6, 6, 6), *faces(1, 1, 1), 0, *faces(6, 6, 6), *faces(1, 1, 1)]
    gods = {0: {"war": "egypt", "sky": "kush"}, 1: {"death": "phoenicia", "war": "phoenicia"}}
    match = declared("war", lands={"kush": (0, 1)}, gods=gods, luck=luck)
    match.play(NameKind("war"))
    match.play(NameKind("death"))
    assert len(hand(match, 0)) == 1
    match.play(NameKind("war"))
    assert (len(hand(match, 0)), god_at(match, 1, "war"), script_left(match)) == (1, None, 0)


@rule("god.labour.sky")
def test_no_sky_card_without_the_sky_god_nor_in_defence() -> None:
    """A victorious defender draws nothing, nor does an invader without its Sky god."""
    assert hand(god_war((6, 6, 6), (1, 1, 1), "war"), 0) == []
    match = god_war((1, 1, 1), (6, 6, 6, 6), "war", defenders=("sky",))
    assert (god_at(match, 0, "war"), hand(match, 1)) == (None, [])


@rule("god.god.death", "god.battle.9")
@pytest.mark.parametrize(("pieces", "dead"), [((), 2), (("death",), 0)])
def test_before_the_death_god_victims_skip_heaven(pieces: tuple[str, ...], dead: int) -> None:
    """The defender's losses go to the reserve, the invader's own to heaven as usual."""
    match = declared(*pieces, gods={0: {"death": "egypt"}}, luck=[*faces(6, 6), *faces(1, 1), *faces(1), *faces(6)])
    rolled(match, 2, 2)
    assert heaven(match, 1) == dead
    assert facts_named(match, "GodHelped") == ([fact("GodHelped", seat=0, kind="death")] if pieces else [])
    assert facts_named(match, "ArmiesLost") == ([fact("ArmiesLost", place="phoenicia", armies=2)] if pieces else [])
    rolled(match, 1)
    assert (heaven(match, 0), facts_named(match, "GodHelped")) == (1, [])


@rule("god.god.death")
def test_the_death_god_does_nothing_in_defence() -> None:
    """The invader's dead go to heaven."""
    match = declared(gods={1: {"death": "phoenicia"}}, luck=faces(1, 6))
    rolled(match, 1, 1)
    assert heaven(match, 0) == 1
