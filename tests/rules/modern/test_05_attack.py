"""Attacks: whether, when, where and how often."""

import pytest

from kamchatka.boards import sheet
from kamchatka.kernel.battle import Battle
from kamchatka.kernel.edges.wire import Attack, Defend, Move, Occupy, Pass, Place
from kamchatka.kernel.options import ATTACK
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.refusal import Refusal
from kamchatka.match import play_numeric
from tests.kit import faces, position, script_left
from tests.rulemark import rule
from tests.rules.modern.scene import attacks, fact_lines
from tests.rules.modern.witness import refused

PLANISPHERE = sheet("planisphere")
SEA_LINES = [
    ("alaska", "kamchatka"),
    ("greenland", "quebec"),
    ("greenland", "iceland"),
    ("brazil", "north_africa"),
    ("iceland", "great_britain"),
    ("iceland", "scandinavia"),
    ("great_britain", "scandinavia"),
    ("great_britain", "northern_europe"),
    ("great_britain", "western_europe"),
    ("scandinavia", "northern_europe"),
    ("western_europe", "north_africa"),
    ("southern_europe", "north_africa"),
    ("southern_europe", "egypt"),
    ("southern_europe", "middle_east"),
    ("madagascar", "east_africa"),
    ("madagascar", "south_africa"),
    ("japan", "kamchatka"),
    ("japan", "mongolia"),
    ("siam", "indonesia"),
    ("indonesia", "new_guinea"),
    ("indonesia", "western_australia"),
    ("new_guinea", "western_australia"),
    ("new_guinea", "eastern_australia"),
]


def neighbours(place: str, kinds: tuple[str, ...] = ("land", "sea")) -> set[str]:
    """Return the places joined to this one by a border or a sea line."""
    links = [link for kind in kinds for link in PLANISPHERE.links[kind] if place in link]
    return {b if a == place else a for a, b in links}


# ------------------------------------------------------------------ the announcement
@rule("std.attack.8")
def test_source_and_target_are_known_to_all_before_a_die_falls() -> None:
    """While the defender decides, everybody sees source and target; the roll that follows belongs to that attack."""
    match = position({"siam": (0, 6), "india": (1, 3)}, luck=faces(6, 5, 4))
    match.play(Attack("siam", "india", 2))
    assert (fact_lines(match), script_left(match)) == ([], 3)
    for viewer in (0, 1, 2, -1):
        battle = match.view(viewer).state.agenda[-1]
        assert isinstance(battle, Battle)
        assert [match.game.board.places[place] for place in (battle.source, battle.target)] == ["siam", "india"]
    match.play(Defend(1))
    assert fact_lines(match)[0] == "Rolled attack=[6, 5] defence=[4] source=siam target=india"


# ------------------------------------------------------------------ whether and when
@rule("std.attack.2")
def test_attacks_follow_the_placement_of_reinforcements() -> None:
    """A seat with armies in hand can't attack; when all are placed it may attack any neighbour, or none."""
    match = position({place: (0, 2) for place in ("argentina", "peru", "japan")}, phase="Reinforce")
    refused(match, Attack("peru", "brazil", 1), "turn.not_now", "std.turn.1")
    match.play(Place("japan", 1))
    assert set(match.actions()) == {
        Attack("argentina", "brazil", 1),
        Attack("peru", "brazil", 1),
        Attack("peru", "venezuela", 1),
        Attack("japan", "kamchatka", 1),
        Attack("japan", "kamchatka", 2),
        Attack("japan", "mongolia", 1),
        Attack("japan", "mongolia", 2),
        Pass(),
    }
    assert match.why_not(Attack("peru", "brazil", 1)) is None


@rule("std.attack.2", "std.attack.22")
def test_only_the_seat_in_turn_attacks() -> None:
    """No other seat can attack."""
    match = position({"alaska": (0, 3), "kamchatka": (1, 3)})
    refused(match, Attack("kamchatka", "alaska", 1), "turn.not_asked", "std.setup.2", seat=1)


@rule("std.attack.3")
def test_nobody_has_to_attack() -> None:
    """A turn without any attack moves no army and throws no dice."""
    match = position({"alaska": (0, 9)}, luck=faces(6, 1))
    before = match.position().split(" ")[1]
    match.play(Pass())
    assert fact_lines(match) == []
    assert match.position().split(" ")[1] == before
    assert script_left(match) == 2
    assert Move("alaska", "alberta", 1) not in set(match.actions())
    assert list(match.actions()) == [Pass()]


@rule("std.attack.4")
def test_the_last_army_never_attacks() -> None:
    """From a territory with one army there is no attack; with two, one of them attacks."""
    match = position({"alaska": (0, 1), "japan": (0, 2)})
    assert attacks(match) == {Attack("japan", "kamchatka", 1), Attack("japan", "mongolia", 1)}
    refused(match, Attack("alaska", "alberta", 1), "attack.leave_one", "std.attack.4")
    refused(match, Attack("japan", "mongolia", 2), "attack.dice", "std.attack.10")


@rule("std.attack.4", "std.attack.21")
def test_losses_end_the_attacks_from_a_territory() -> None:
    """A territory reduced to its last army can't attack; another one with two still can."""
    match = position({"alaska": (0, 2), "japan": (0, 2)}, luck=faces(3, 4))
    match.play(Attack("alaska", "alberta", 1))
    assert match.armies("alaska") == 1
    refused(match, Attack("alaska", "alberta", 1), "attack.leave_one", "std.attack.4")
    assert attacks(match) == {Attack("japan", "kamchatka", 1), Attack("japan", "mongolia", 1)}


# ------------------------------------------------------------------ source and target
@rule("std.attack.5")
@pytest.mark.parametrize("source", [place.id for place in PLANISPHERE.places])
def test_every_neighbour_and_no_other_territory_can_be_attacked(source: str) -> None:
    """A territory can attack exactly the enemy territories next to it."""
    match = position({source: (0, 2)})
    assert attacks(match) == {Attack(source, target, 1) for target in neighbours(source)}


@rule("std.attack.5")
def test_a_border_by_land_opens_the_attack() -> None:
    """Two territories must touch: a neighbour's neighbour and the place itself are out of reach."""
    match = position({"peru": (0, 3), "alaska": (0, 1)}, luck=faces(2, 1, 6))
    refused(match, Attack("peru", "central_america", 1), "attack.adjacent", "std.attack.5")
    refused(match, Attack("peru", "peru", 1), "attack.adjacent", "std.attack.5")
    refused(match, Attack("peru", "alaska", 1), "attack.adjacent", "std.attack.5")
    match.play(Attack("peru", "argentina", 2))
    assert fact_lines(match)[0] == "Rolled attack=[2, 1] defence=[6] source=peru target=argentina"


@rule("std.attack.6")
@pytest.mark.parametrize(("one", "other"), SEA_LINES)
def test_a_sea_line_opens_the_attack_both_ways(one: str, other: str) -> None:
    """A dashed line joins two territories across the water in both directions."""
    for source, target in ((one, other), (other, one)):
        match = position({source: (0, 2)}, luck=faces(1, 6))
        assert target in neighbours(source, ("sea",))
        match.play(Attack(source, target, 1))
        assert match.armies(source) == 1


@rule("std.attack.6")
def test_there_are_no_other_sea_lines() -> None:
    """There are twenty-three lines across the water; a coast without one can't be reached by sea."""
    assert {frozenset(line) for line in SEA_LINES} == {frozenset(link) for link in PLANISPHERE.links["sea"]}
    match = position({"brazil": (0, 4)})
    refused(match, Attack("brazil", "congo", 1), "attack.adjacent", "std.attack.5")


@rule("std.attack.7")
@pytest.mark.parametrize(("source", "target"), [("alaska", "kamchatka"), ("kamchatka", "alaska")])
def test_alaska_and_kamchatka_touch_round_the_globe(source: str, target: str) -> None:
    """The two edges of the map are joined: Alaska attacks Kamchatka and vice versa."""
    match = position({source: (0, 2), "peru": (0, 2)}, luck=faces(6, 5))
    match.play(Attack(source, target, 1))
    assert match.owner(target) == 0
    assert fact_lines(match) == [
        f"Rolled attack=[6] defence=[5] source={source} target={target}",
        f"ArmiesLost armies=1 place={target}",
        f"Conquered by=0 place={target}",
        f"ArmiesMoved armies=1 source={source} target={target}",
    ]


# ------------------------------------------------------------------ how often, in what order
@rule("std.attack.20")
def test_an_attack_may_be_renewed_or_broken_off() -> None:
    """After every roll the seat may repeat the attack, with other dice, or stop."""
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
    """The seat may attack from one territory, another and the first again, while each has two armies."""
    match = position({"siam": (0, 4), "alaska": (0, 3)}, luck=faces(1, 6) * 5)
    for source, target in (("siam", "india"), ("alaska", "alberta"), ("siam", "china"), ("alaska", "kamchatka")):
        match.play(Attack(source, target, 1))
    assert (match.armies("siam"), match.armies("alaska")) == (2, 1)
    assert attacks(match) == {Attack("siam", target, 1) for target in ("india", "china", "indonesia")}
    match.play(Attack("siam", "indonesia", 1))
    assert match.awaited != [0]


@rule("std.attack.21")
def test_attacks_start_from_ones_own_territories() -> None:
    """Attacks from another seat's territory, or from an unknown one, are refused."""
    match = position({"siam": (0, 4), "india": (2, 4)})
    refused(match, Attack("india", "siam", 1), "attack.own_place", "std.attack.21")
    refused(match, Attack("india", "china", 1), "attack.own_place", "std.attack.21")
    for nowhere in (-1, 42, 99):
        with pytest.raises(Refusal) as caught:
            play_numeric(match, Inner(ATTACK, nowhere, 0, 1))
        assert caught.value.clause == "attack.own_place"


@rule("std.attack.22")
def test_every_opponent_may_be_attacked_in_any_order() -> None:
    """Several targets, or the same one again, are allowed; only own territories are refused."""
    match = position(
        {"siam": (0, 9), "india": (1, 1), "china": (2, 1), "indonesia": (3, 1), "japan": (0, 1), "mongolia": (0, 2)},
        luck=faces(1, 6) * 5,
    )
    for target in ("china", "india", "indonesia", "china", "india"):
        match.play(Attack("siam", target, 1))
        assert fact_lines(match) == [
            f"Rolled attack=[1] defence=[6] source=siam target={target}",
            "ArmiesLost armies=1 place=siam",
        ]
    refused(match, Attack("mongolia", "japan", 1), "attack.enemy", "std.attack.5")


@rule("std.attack.2", "std.attack.20")
def test_in_the_combat_phase_nothing_else_is_done() -> None:
    """Between two attacks the seat can't place, move, defend or occupy."""
    match = position({"siam": (0, 9), "india": (0, 1)})
    for other in (Place("siam", 1), Move("siam", "india", 1)):
        refused(match, other, "turn.not_now", "std.turn.1")
    refused(match, Defend(1), "turn.not_now", "std.attack.12")
    refused(match, Occupy(1), "turn.not_now", "std.conquest.1")
