"""Attacks: who may attack what from where, and with how many dice on either side."""

import pytest

from kamchatka.boards import sheet
from kamchatka.kernel.options import ATTACK
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.wire import Attack, Defend, Move, Occupy, Pass, Place
from kamchatka.match import Match
from tests.kit import faces, position, script_left
from tests.rulemark import rule
from tests.rules.modern.scene import told
from tests.rules.modern.witness import refused

PLANISPHERE = sheet("planisphere")
SEA_LINES = [
    ("alaska", "kamchatka"), ("greenland", "quebec"), ("greenland", "iceland"), ("brazil", "north_africa"),
    ("iceland", "great_britain"), ("iceland", "scandinavia"), ("great_britain", "scandinavia"),
    ("great_britain", "northern_europe"), ("great_britain", "western_europe"), ("scandinavia", "northern_europe"),
    ("western_europe", "north_africa"), ("southern_europe", "north_africa"), ("southern_europe", "egypt"),
    ("southern_europe", "middle_east"), ("madagascar", "east_africa"), ("madagascar", "south_africa"),
    ("japan", "kamchatka"), ("japan", "mongolia"), ("siam", "indonesia"), ("indonesia", "new_guinea"),
    ("indonesia", "western_australia"), ("new_guinea", "western_australia"), ("new_guinea", "eastern_australia"),
]


def attacks(match: Match) -> set[Attack]:
    """Every attack that the seat in turn may make."""
    return {action for action in match.actions() if isinstance(action, Attack)}


def neighbours(place: str, kinds: tuple[str, ...] = ("land", "sea")) -> set[str]:
    """The places that a border or a sea line joins to this one."""
    links = [link for kind in kinds for link in PLANISPHERE.links[kind] if place in link]
    return {b if a == place else a for a, b in links}


# ------------------------------------------------------------------ whether and when
@rule("std.attack.2")
def test_attacks_follow_the_placement_of_reinforcements() -> None:
    """With armies still in hand no attack; once they lie on the board the seat attacks whom it likes, or nobody."""
    match = position({place: (0, 2) for place in ("argentina", "peru", "japan")}, phase="Reinforce")
    refused(match, Attack("peru", "brazil", 1), "turn.not_now", "std.turn.1")
    match.play(Place("japan", 1))
    assert set(match.actions()) == {
        Attack("argentina", "brazil", 1), Attack("peru", "brazil", 1), Attack("peru", "venezuela", 1),
        Attack("japan", "kamchatka", 1), Attack("japan", "kamchatka", 2),
        Attack("japan", "mongolia", 1), Attack("japan", "mongolia", 2), Pass()}
    assert match.why_not(Attack("peru", "brazil", 1)) is None


@rule("std.attack.2", "std.attack.22")
def test_only_the_seat_in_turn_attacks() -> None:
    """Attacks belong to the seat in turn."""
    match = position({"alaska": (0, 3), "kamchatka": (1, 3)})
    refused(match, Attack("kamchatka", "alaska", 1), "turn.not_asked", "std.setup.2", seat=1)


@rule("std.attack.3")
def test_nobody_has_to_attack() -> None:
    """A turn may go by without any attack: no army moves and no die falls."""
    match = position({"alaska": (0, 9)}, luck=faces(6, 1))
    before = match.position().split(" ")[1]
    match.play(Pass())
    assert told(match) == []
    assert match.position().split(" ")[1] == before
    assert script_left(match) == 2
    assert Move("alaska", "alberta", 1) not in set(match.actions())
    assert list(match.actions()) == [Pass()]


@rule("std.attack.4")
def test_the_last_army_never_attacks() -> None:
    """From a territory with one army nobody attacks; with two, one of them does."""
    match = position({"alaska": (0, 1), "japan": (0, 2)})
    assert attacks(match) == {Attack("japan", "kamchatka", 1), Attack("japan", "mongolia", 1)}
    refused(match, Attack("alaska", "alberta", 1), "attack.leave_one", "std.attack.4")
    refused(match, Attack("japan", "mongolia", 2), "attack.dice", "std.attack.10")


@rule("std.attack.4", "std.attack.21")
def test_losses_end_the_attacks_from_a_territory() -> None:
    """Thrown back to its last army a territory has done; another one of two goes on."""
    match = position({"alaska": (0, 2), "japan": (0, 2)}, luck=faces(3, 4))
    match.play(Attack("alaska", "alberta", 1))
    assert match.armies("alaska") == 1
    refused(match, Attack("alaska", "alberta", 1), "attack.leave_one", "std.attack.4")
    assert attacks(match) == {Attack("japan", "kamchatka", 1), Attack("japan", "mongolia", 1)}


# ------------------------------------------------------------------ from where, against what
@rule("std.attack.5")
@pytest.mark.parametrize("source", [place.id for place in PLANISPHERE.places])
def test_every_neighbour_and_no_other_territory_can_be_attacked(source: str) -> None:
    """A territory attacks the enemy territories next to it: these and only these."""
    match = position({source: (0, 2)})
    assert attacks(match) == {Attack(source, target, 1) for target in neighbours(source)}


@rule("std.attack.5")
def test_a_border_by_land_opens_the_attack() -> None:
    """By land the two territories must touch: the neighbour's neighbour is out of reach, and so is the place itself."""
    match = position({"peru": (0, 3), "alaska": (0, 1)}, luck=faces(2, 1, 6))
    refused(match, Attack("peru", "central_america", 1), "attack.adjacent", "std.attack.5")
    refused(match, Attack("peru", "peru", 1), "attack.adjacent", "std.attack.5")
    refused(match, Attack("peru", "alaska", 1), "attack.adjacent", "std.attack.5")
    match.play(Attack("peru", "argentina", 2))
    assert told(match)[0] == "Rolled attack=[2, 1] defence=[6] source=peru target=argentina"


@rule("std.attack.6")
@pytest.mark.parametrize(("one", "other"), SEA_LINES)
def test_a_sea_line_opens_the_attack_both_ways(one: str, other: str) -> None:
    """A dashed line joins two territories across the water, from either end."""
    for source, target in ((one, other), (other, one)):
        match = position({source: (0, 2)}, luck=faces(1, 6))
        assert target in neighbours(source, ("sea",))
        match.play(Attack(source, target, 1))
        assert match.armies(source) == 1


@rule("std.attack.6")
def test_there_are_no_other_sea_lines() -> None:
    """Twenty-three lines cross the water; a coast without one cannot be reached."""
    assert {frozenset(line) for line in SEA_LINES} == {frozenset(link) for link in PLANISPHERE.links["sea"]}
    match = position({"brazil": (0, 4)})
    refused(match, Attack("brazil", "congo", 1), "attack.adjacent", "std.attack.5")


@rule("std.attack.7")
@pytest.mark.parametrize(("source", "target"), [("alaska", "kamchatka"), ("kamchatka", "alaska")])
def test_alaska_and_kamchatka_touch_round_the_globe(source: str, target: str) -> None:
    """The two edges of the map are one: Alaska attacks Kamchatka, and the reverse."""
    match = position({source: (0, 2), "peru": (0, 2)}, luck=faces(6, 5))
    match.play(Attack(source, target, 1))
    assert match.owner(target) == 0
    assert told(match) == [
        f"Rolled attack=[6] defence=[5] source={source} target={target}", f"ArmiesLost armies=1 place={target}",
        f"Conquered by=0 place={target}", f"ArmiesMoved armies=1 source={source} target={target}"]


# ------------------------------------------------------------------ how many dice
@rule("std.attack.10")
@pytest.mark.parametrize(("armies", "dice"), [(10, [1, 2, 3]), (4, [1, 2, 3]), (3, [1, 2]), (2, [1])])
@pytest.mark.parametrize("defenders", [1, 2, 9])
def test_the_attacker_chooses_one_to_three_dice(armies: int, dice: list[int], defenders: int) -> None:
    """A die for each army sent, three at most, never the last; whatever the defender has, fewer may be sent."""
    match = position({"siam": (0, armies)}, rest=(1, defenders))
    assert attacks(match) == {Attack("siam", target, n) for target in ("india", "china", "indonesia") for n in dice}
    for wrong in (0, -1, dice[-1] + 1, 1_000_000):
        refused(match, Attack("siam", "india", wrong), "attack.dice", "std.attack.10")


@rule("std.attack.10")
@pytest.mark.parametrize("dice", [1, 2, 3])
def test_so_many_dice_are_thrown_as_were_chosen(dice: int) -> None:
    """The attacker throws the dice chosen, not one more."""
    match = position({"siam": (0, 10)}, luck=faces(*[2] * dice, 6))
    match.play(Attack("siam", "india", dice))
    assert told(match) == [
        f"Rolled attack={[2] * dice} defence=[6] source=siam target=india", "ArmiesLost armies=1 place=siam"]
    assert script_left(match) == 0


@rule("std.attack.11", "std.attack.12")
@pytest.mark.parametrize(("armies", "dice"), [(7, [1, 2, 3]), (5, [1, 2, 3]), (3, [1, 2, 3]), (2, [1, 2])])
def test_the_defender_chooses_one_to_three_dice(armies: int, dice: list[int]) -> None:
    """At most three dice, never more than armies; fewer may be chosen."""
    match = position({"siam": (0, 4), "india": (2, armies)})
    match.play(Attack("siam", "india", 1))
    assert match.awaited == [2]
    assert list(match.actions()) == [Defend(n) for n in dice]
    for wrong in (0, -1, dice[-1] + 1, armies + 1):
        refused(match, Defend(wrong), "defence.dice", "std.attack.11")


@rule("std.attack.12")
def test_the_defender_declares_before_any_die_is_thrown() -> None:
    """The defender is asked first, and everybody waits; the dice fall when the number is said."""
    match = position({"siam": (0, 4), "india": (2, 5)}, luck=faces(6, 5, 4, 3, 3))
    match.play(Attack("siam", "india", 3))
    assert told(match) == []
    assert script_left(match) == 5
    refused(match, Pass(), "defence.declare", "std.attack.12")
    refused(match, Attack("india", "siam", 1), "defence.declare", "std.attack.12")
    refused(match, Attack("siam", "india", 3), "turn.not_asked", "std.setup.2", seat=0)
    refused(match, Defend(2), "turn.not_asked", "std.setup.2", seat=0)
    match.play(Defend(2))
    assert told(match) == [
        "Rolled attack=[6, 5, 4] defence=[3, 3] source=siam target=india", "ArmiesLost armies=2 place=india"]
    assert script_left(match) == 0
    assert match.awaited == [0]


@rule("std.attack.12")
def test_a_single_defender_has_nothing_to_declare() -> None:
    """With one army there is one die: the roll follows at once."""
    match = position({"siam": (0, 4), "india": (2, 1)}, luck=faces(1, 1, 1, 1))
    match.play(Attack("siam", "india", 3))
    assert told(match) == [
        "Rolled attack=[1, 1, 1] defence=[1] source=siam target=india", "ArmiesLost armies=1 place=siam"]


@rule("std.attack.12")
@pytest.mark.parametrize(("armies", "dice"), [(9, 3), (3, 3), (2, 2), (1, 1)])
def test_a_table_may_have_the_defender_always_throw_the_most(armies: int, dice: int) -> None:
    """Option defender_dice = max: nobody is asked, the defender throws all the dice the armies allow."""
    match = position({"siam": (0, 3), "india": (2, armies)}, luck=faces(2, *[3] * dice), options={"defender_dice": "max"})
    match.play(Attack("siam", "india", 1))
    assert told(match) == [
        f"Rolled attack=[2] defence={[3] * dice} source=siam target=india", "ArmiesLost armies=1 place=siam"]
    assert script_left(match) == 0


# ------------------------------------------------------------------ how often, in what order
@rule("std.attack.20")
def test_an_attack_may_be_renewed_or_broken_off() -> None:
    """After every roll the same attack may follow again, with other dice, or none."""
    match = position({"siam": (0, 5), "india": (2, 3)}, luck=faces(6, 1, 1, 1, 6, 1, 6, 6, 1))
    for dice, left in ((1, 2), (2, 2), (3, 1)):
        match.play(Attack("siam", "india", dice))
        match.play(Defend(1))
        assert match.armies("india") == left
        assert Attack("siam", "india", 1) in attacks(match)
        assert Pass() in set(match.actions())
    match.play(Pass())
    assert (match.owner("india"), match.armies("india"), match.armies("siam")) == (2, 1, 4)


@rule("std.attack.21")
def test_any_number_of_attacks_from_several_territories() -> None:
    """One territory, then another, then the first again, while each keeps two armies."""
    match = position({"siam": (0, 4), "alaska": (0, 3)}, luck=faces(1, 6) * 5)
    for source, target in (("siam", "india"), ("alaska", "alberta"), ("siam", "china"), ("alaska", "kamchatka")):
        match.play(Attack(source, target, 1))
    assert (match.armies("siam"), match.armies("alaska")) == (2, 1)
    assert attacks(match) == {Attack("siam", target, 1) for target in ("india", "china", "indonesia")}
    match.play(Attack("siam", "indonesia", 1))
    assert match.awaited != [0]


@rule("std.attack.21")
def test_attacks_start_from_ones_own_territories() -> None:
    """Nobody attacks from a territory of another seat, or from none."""
    match = position({"siam": (0, 4), "india": (2, 4)})
    refused(match, Attack("india", "siam", 1), "attack.own_place", "std.attack.21")
    refused(match, Attack("india", "china", 1), "attack.own_place", "std.attack.21")
    for nowhere in (-1, 42, 99):
        with pytest.raises(Refusal) as caught:
            match.play_inner(Inner(ATTACK, nowhere, 0, 1))
        assert caught.value.clause == "attack.own_place"


@rule("std.attack.22")
def test_every_opponent_may_be_attacked_in_any_order() -> None:
    """One after the other, the same one again: only one's own territories are spared."""
    match = position(
        {"siam": (0, 9), "india": (1, 1), "china": (2, 1), "indonesia": (3, 1), "japan": (0, 1), "mongolia": (0, 2)},
        luck=faces(1, 6) * 5)
    for target in ("china", "india", "indonesia", "china", "india"):
        match.play(Attack("siam", target, 1))
        assert told(match) == [
            f"Rolled attack=[1] defence=[6] source=siam target={target}", "ArmiesLost armies=1 place=siam"]
    refused(match, Attack("mongolia", "japan", 1), "attack.enemy", "std.attack.22")


@rule("std.attack.2", "std.attack.20")
def test_in_the_combat_phase_nothing_else_is_done() -> None:
    """No placing, moving, defending or occupying between two attacks."""
    match = position({"siam": (0, 9), "india": (0, 1)})
    for other in (Place("siam", 1), Move("siam", "india", 1), Defend(1), Occupy(1)):
        refused(match, other, "turn.not_now", "std.turn.1")


# ------------------------------------------------------------------ where somebody is protected
PROTECTED = {"india": (2, 3), "siam": (0, 5), "china": (1, 3)}


@rule("std.attack.10", "std.elim.3")
@pytest.mark.parametrize(("armies", "most"), [(1, 0), (2, 1), (3, 2), (4, 3), (5, 3)])
def test_a_protected_last_territory_lowers_the_dice(armies: int, most: int) -> None:
    """Until the fourth round is over fewer dice than armies may be thrown at a seat's last territory."""
    match = position({**PROTECTED, "india": (2, armies)}, round=4)
    assert {action.dice for action in attacks(match) if action.target == "india"} == set(range(1, most + 1))
    assert {action.dice for action in attacks(match) if action.target == "china"} == {1, 2, 3}
    for dice in range(most + 1, 4):
        refused(match, Attack("siam", "india", dice), "elimination.protected", "std.elim.3")
    refused(match, Attack("siam", "india", 4), "attack.dice", "std.attack.10")
    refused(match, Attack("siam", "india", 0), "attack.dice", "std.attack.10")


@rule("std.attack.10", "std.elim.3")
@pytest.mark.parametrize(("protection", "round", "allowed"), [
    ("no_lethal_roll", 1, {1, 2}), ("no_lethal_roll", 4, {1, 2}), ("no_lethal_roll", 5, {1, 2, 3}),
    ("no_attack", 1, set()), ("no_attack", 4, set()), ("no_attack", 5, {1, 2, 3}),
    ("spare_last_army", 4, {1, 2, 3}), ("off", 1, {1, 2, 3}),
])
def test_each_protection_leaves_its_own_dice(protection: str, round: int, allowed: set[int]) -> None:
    """The table's protection says which dice may be thrown at a last territory of three armies, and until when."""
    match = position(PROTECTED, round=round, options={"elimination_protection": protection})
    assert {action.dice for action in attacks(match) if action.target == "india"} == allowed
    for dice in {1, 2, 3} - allowed:
        refused(match, Attack("siam", "india", dice), "elimination.protected", "std.elim.3")


@rule("std.attack.10", "std.elim.3")
@pytest.mark.parametrize("protection", ["no_lethal_roll", "no_attack"])
def test_a_last_but_one_territory_is_not_protected(protection: str) -> None:
    """Who has two territories left may lose either."""
    match = position({**PROTECTED, "peru": (2, 1)}, round=1, options={"elimination_protection": protection})
    assert {action.dice for action in attacks(match) if action.target == "india"} == {1, 2, 3}
