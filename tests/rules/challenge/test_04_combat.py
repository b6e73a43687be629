"""Combat: where attacks are possible, the dice that must be thrown, how they compare."""

from itertools import product

import pytest

from kamchatka.kernel.edges.record import write_fact
from kamchatka.kernel.edges.wire import Attack, Defend, Move, Occupy, Pass
from kamchatka.kernel.facts import Rolled
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.challenge.scenes import table
from tests.rules.modern.scene import attacks, fact_lines
from tests.rules.modern.witness import PLACES, refused, rule_of


def fight(armies: int, defenders: int, attack: list[int], defence: list[int]) -> Match:
    """Let Siam attack India with the dice it must throw and with these results."""
    match = table({"siam": (0, armies), "india": (1, defenders), "alaska": (0, 2)}, luck=faces(*attack, *defence))
    match.play(Attack("siam", "india", len(attack)))
    assert script_left(match) == 0
    return match


def losses(match: Match, armies: int, defenders: int) -> tuple[int, int]:
    """Return what the roll cost attacker and defender; a conquest costs the defender all its armies."""
    if match.owner("india") == 0:
        return armies - match.armies("siam") - match.armies("india"), defenders
    return armies - match.armies("siam"), defenders - match.armies("india")


# ------------------------------------------------------------------ whether and where
@rule("rtu.4.1", "rtu.4.3a")
def test_attacking_is_a_choice() -> None:
    """A seat may pass at once; then comes the move, and the turn ends without a card."""
    match = table({"siam": (0, 9)})
    assert Pass() in set(match.actions())
    match.play(Pass())
    match.play(Pass())
    assert match.awaited == [1]
    assert match.state.hand[0] == 0


@rule("rtu.4.5a")
def test_an_attack_says_from_where_to_where() -> None:
    """All players learn both from the roll; an attack on offer names both."""
    match = fight(6, 3, [1, 1, 1], [6, 6, 6])
    roll = next(one for one in match.entries[-1].facts if isinstance(one, Rolled))
    for viewer in range(match.seats):
        seen = write_fact(match.game, roll.seen_by(viewer))
        assert (seen["source"], seen["target"]) == ("siam", "india")
    assert all(one.source and one.target for one in attacks(match))


@rule("rtu.4.12b")
def test_a_roll_cannot_be_taken_back() -> None:
    """One action throws the dice and takes the losses; afterwards the seat may only attack again or stop."""
    match = fight(6, 3, [1, 1, 1], [6, 6, 6])
    assert (match.armies("siam"), match.armies("india")) == (3, 3)
    assert {type(action) for action in match.actions()} == {Attack, Pass}


@rule("rtu.4.3b")
def test_a_single_army_cannot_attack() -> None:
    """One army must always stay."""
    match = table({"siam": (0, 1), "china": (0, 4)})
    refused(match, Attack("siam", "india", 1), "attack.leave_one", "rtu.4.3b")
    assert {action.source for action in attacks(match)} == {"china"}


@rule("rtu.4.4a", "rtu.4.4b", "rtu.4.4c")
@pytest.mark.parametrize(
    ("source", "targets"),
    [
        ("siam", {"india", "china", "indonesia"}),
        ("alaska", {"kamchatka", "northwest_territories", "alberta"}),
        ("kamchatka", {"alaska", "japan", "mongolia", "chita", "yakutia"}),
        ("iceland", {"greenland", "great_britain", "scandinavia"}),
        ("brazil", {"north_africa", "venezuela", "peru", "argentina"}),
    ],
)
def test_land_borders_and_sea_lines_lead_to_enemies(source: str, targets: set[str]) -> None:
    """Attacks go by land, by dashed line and across the map's edge, and nowhere else."""
    match = table({source: (0, 4)})
    assert attacks(match) == {Attack(source, target, 3) for target in targets}
    for other in set(PLACES) - targets - {source}:
        assert match.why_not(Attack(source, other, 3)) is not None
    refused(match, Attack(source, "madagascar", 3), "attack.adjacent", "rtu.4.4a")


@rule("rtu.4.14", "rtu.4.11c")
def test_anyone_may_be_attacked_in_any_order_but_not_oneself() -> None:
    """Siam attacks three rivals around it in turn; attacks on own places and from others' places are refused."""
    around = {"india": (1, 9), "china": (2, 9), "indonesia": (3, 9)}
    match = table({"siam": (0, 20), **around, "alaska": (0, 9), "alberta": (0, 2)}, luck=faces(*[1] * 24))
    for target in ("china", "india", "indonesia", "china"):
        match.play(Attack("siam", target, 3))
    assert match.armies("siam") == 8
    refused(match, Attack("alaska", "alberta", 3), "attack.enemy", "rtu.4.4a")
    refused(match, Attack("india", "siam", 3), "attack.own_place", "rtu.4.4a")


@rule("rtu.4.11a", "rtu.4.11b", "rtu.4.3a")
def test_the_same_attack_goes_on_as_long_as_one_likes() -> None:
    """The seat may roll again and again against the same target, and may stop after each roll."""
    match = table({"siam": (0, 10), "india": (1, 9)}, luck=faces(6, 6, 6, 1, 1, 1, 1, 1, 1, 6, 6, 6))
    for armies in ((10, 6), (7, 6)):
        match.play(Attack("siam", "india", 3))
        assert (match.armies("siam"), match.armies("india")) == armies
        assert {Pass(), Attack("siam", "india", 3)} <= set(match.actions())
    match.play(Pass())
    refused(match, Attack("siam", "india", 3), "move.after_combat", "rtu.2.12b")


@rule("rtu.4.13a", "rtu.4.13b")
def test_a_target_may_be_hit_from_several_places_but_never_together() -> None:
    """Each roll has its own source, which takes the losses."""
    match = table({"siam": (0, 4), "china": (0, 5), "india": (1, 9)}, luck=faces(1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2))
    match.play(Attack("siam", "india", 3))
    assert (match.armies("siam"), match.armies("china")) == (1, 5)
    match.play(Attack("china", "india", 3))
    assert (match.armies("siam"), match.armies("china"), match.armies("india")) == (1, 2, 9)


# ------------------------------------------------------------------ how many dice
@rule("rtu.4.5c", "rtu.4.5d")
@pytest.mark.parametrize(("armies", "dice"), [(2, 1), (3, 2), (4, 3), (12, 3)])
def test_the_attacker_must_throw_as_many_dice_as_possible(armies: int, dice: int) -> None:
    """One die for each tank, three at most, never for the last tank; neither fewer nor more."""
    match = table({"siam": (0, armies)}, rest=(1, 1))
    assert attacks(match) == {Attack("siam", target, dice) for target in ("india", "china", "indonesia")}
    for wrong in {-1, 0, 1, 2, 3, 4, 12} - {dice}:
        refused(match, Attack("siam", "india", wrong), "attack.dice", "rtu.4.5d")


@rule("rtu.4.6a", "rtu.4.6b", "rtu.4.12c")
@pytest.mark.parametrize(("armies", "dice"), [(1, 1), (2, 2), (3, 3), (8, 3)])
def test_the_defender_throws_as_many_dice_as_possible_and_is_not_asked(armies: int, dice: int) -> None:
    """The defender throws one die for each army, up to three; the roll follows the attack at once."""
    match = fight(9, armies, [1, 1, 1], [6] * dice)
    assert fact_lines(match)[0] == f"Rolled attack=[1, 1, 1] defence={[6] * dice} source=siam target=india"
    assert match.awaited == [0]
    assert not any(isinstance(action, Defend) for action in match.actions())


@rule("rtu.4.10")
@pytest.mark.parametrize(
    ("source", "target", "legal"),
    [
        (2, 1, True),
        (2, 2, False),
        (3, 2, True),
        (3, 3, False),
        (4, 9, True),
        (2, 3, False),
        (3, 9, False),
        (3, 1, True),
    ],
)
def test_never_fewer_dice_than_the_defender(source: int, target: int, legal: bool) -> None:
    """An attack with fewer dice than the defence is refused."""
    match = table({"siam": (0, source), "india": (1, target)}, rest=(1, 9))
    attack = Attack("siam", "india", source - 1)
    assert (attack in set(match.actions())) == legal
    if not legal:
        refused(match, attack, "attack.fewer_dice", "rtu.4.10")


@rule("rtu.4.10")
def test_losses_may_end_an_attack() -> None:
    """Four tanks may attack three, but not after losing two."""
    match = table({"siam": (0, 4), "india": (1, 4)}, luck=faces(6, 1, 1, 5, 5, 5))
    match.play(Attack("siam", "india", 3))
    assert (match.armies("siam"), match.armies("india")) == (2, 3)
    refused(match, Attack("siam", "india", 1), "attack.fewer_dice", "rtu.4.10")


# ------------------------------------------------------------------ how they compare
@rule("rtu.4.ex1", "rtu.4.ex2", "rtu.4.ex3", "rtu.4.ex4", "rtu.4.7", "rtu.4.9b")
@pytest.mark.parametrize(
    ("attack", "defence", "cost"),
    [
        ([5, 3, 2], [6, 2], (1, 1)),
        ([6], [6], (1, 0)),
        ([6, 4, 3], [5], (0, 1)),
        ([6, 2, 2], [5, 4, 2], (2, 1)),
        ([6, 5, 1], [5], (0, 1)),
    ],
)
def test_the_four_examples_and_the_unused_die(attack: list[int], defence: list[int], cost: tuple[int, int]) -> None:
    """The booklet's outcomes: one army each; attacker one; defender one; defender one and attacker two."""
    assert losses(fight(len(attack) + 1, len(defence), attack, defence), len(attack) + 1, len(defence)) == cost


@rule("rtu.4.7", "rtu.4.8a", "rtu.4.8b", "rtu.4.8c", "rtu.4.9a")
@pytest.mark.parametrize(("ours", "theirs"), list(product([1, 3, 6], repeat=2)))
def test_each_pair_costs_one_army_and_ties_go_to_the_defender(ours: int, theirs: int) -> None:
    """Higher wins, equal loses; sums do not matter."""
    match = fight(9, 9, [ours, 1, 1], [theirs, 1, 1])
    assert losses(match, 9, 9) == ((2, 1) if ours > theirs else (3, 0))


@rule("rtu.4.7", "rtu.4.9a")
def test_dice_are_sorted_and_never_added() -> None:
    """2 6 4 against 5 3 3, in any order: 6 beats 5, 4 beats 3, 2 loses to 3."""
    for attack in ([2, 6, 4], [6, 4, 2], [4, 2, 6]):
        assert losses(fight(9, 9, attack, [3, 5, 3]), 9, 9) == (1, 2)
    assert losses(fight(9, 9, [6, 6, 1], [5, 5, 5]), 9, 9) == (1, 2)


@rule("rtu.4.9b")
@pytest.mark.parametrize(("defence", "cost"), [([5], (0, 1)), ([6], (1, 0)), ([6, 2], (1, 1)), ([2, 2], (0, 2))])
def test_fewer_defending_dice_meet_the_attackers_best(defence: list[int], cost: tuple[int, int]) -> None:
    """Of 6 4 1 the one counts for nothing."""
    assert losses(fight(9, len(defence), [6, 4, 1], defence), 9, len(defence)) == cost


# ------------------------------------------------------------------ conquest
@rule("rtu.4.15")
@pytest.mark.parametrize(("armies", "dice", "least"), [(10, 3, 3), (3, 2, 2), (2, 1, 1)])
def test_at_least_the_tanks_of_the_last_roll_move_in(armies: int, dice: int, least: int) -> None:
    """As many move in as dice were thrown; when there is no choice, the move happens by itself."""
    match = fight(armies, 1, [6] * dice, [1])
    assert match.owner("india") == 0
    if armies == 10:
        offered = [action.armies for action in match.actions() if isinstance(action, Occupy)]
        assert min(offered) == least
        refused(match, Occupy(least - 1), "conquest.least", "rtu.4.15")
        refused(match, Pass(), "conquest.at_once", "rtu.4.15")
        match.play(Occupy(least))
    assert (match.armies("india"), match.armies("siam")) == (least, armies - least)


@rule("rtu.4.16a", "rtu.5.2b", "rtu.5.3")
@pytest.mark.parametrize(
    ("armies", "borders", "least", "most"),
    [(10, True, 3, 8), (10, False, 3, 9), (5, True, 3, 3), (4, True, 3, 3), (5, False, 3, 4), (6, True, 3, 4)],
)
def test_more_may_follow_within_the_minimum_garrison(armies: int, borders: bool, least: int, most: int) -> None:
    """Two must stay beside an enemy, otherwise one; the conquered place is no enemy any more."""
    around = {} if borders else {"china": (0, 1), "indonesia": (0, 1)}
    match = table({"siam": (0, armies), "india": (1, 1), **around}, luck=faces(6, 6, 6, 1))
    match.play(Attack("siam", "india", 3))
    if least == most:
        assert (match.armies("siam"), match.armies("india")) == (armies - most, most)
        return
    assert [action.armies for action in match.actions() if isinstance(action, Occupy)] == list(range(least, most + 1))
    if borders:
        refused(match, Occupy(most + 1), "conquest.garrison", "rtu.5.2b")
    refused(match, Occupy(armies), "conquest.leave_one", "rtu.4.16a")
    match.play(Occupy(most))
    assert match.armies("siam") == armies - most


@rule("rtu.4.16b")
def test_a_conquered_place_may_attack_at_once() -> None:
    """Siam takes India, and India attacks the Middle East."""
    match = table({"siam": (0, 10), "india": (1, 1)}, luck=faces(6, 6, 6, 1, 6, 6, 6, 1))
    match.play(Attack("siam", "india", 3))
    match.play(Occupy(8))
    match.play(Attack("india", "middle_east", 3))
    assert match.owner("middle_east") == 0
    assert match.state.conquests == 2


def test_the_clauses_of_combat_cite_the_booklet() -> None:
    """The facts of a roll cite these rules."""
    match = table({"siam": (0, 4)})
    assert rule_of(match, "battle.compare") == "rtu.4.7"
    refused(match, Move("siam", "india", 1), "turn.not_now", "rtu.2.12b")
