"""Exact odds equal brute force where that is possible, and published figures."""

from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from kamchatka.editions import edition
from kamchatka.editions.challenge.closing_odds import closes, closing, threshold_of
from kamchatka.editions.godstorm.god_war_odds import Host, god_war, god_wars
from kamchatka.kernel.problem import Problem
from kamchatka.odds import THREE_DICE, TWO_DICE, DiceRule, Side, Throw, battle, defended_with, grid, march, roll, ways

THROWS = [Throw(dice, eights, rerolls) for dice in (1, 2, 3) for eights in range(dice + 1) for rerolls in (False, True)]
RULES = {
    "italian": THREE_DICE,
    "classic": TWO_DICE,
    "tournament": DiceRule(never_fewer=True),
    "challenge card": DiceRule(attacker_wins_ties=True, never_fewer=True),
    "grace rounds": DiceRule(spared=True),
    "fewer dice": DiceRule(Side(2), Side(1)),
    "commander against station": DiceRule(Side(3, eights=1), Side(2, eights=2)),
    "commander in defence": DiceRule(Side(3), Side(2, eights=1)),
    "goddess against temple": DiceRule(Side(3, rerolls=True), Side(2, rerolls=True)),
    "war god": DiceRule(Side(3), Side(2), attacker_wins_ties=True),
}


def pips(throw: Throw) -> list[range]:
    """Return the faces of each die, without ones if they are rerolled."""
    return [range(2 if throw.rerolls else 1, 9 if die < throw.eights else 7) for die in range(throw.dice)]


@pytest.mark.parametrize("attacker_wins_ties", [False, True])
@pytest.mark.parametrize("attack", THROWS, ids=str)
def test_a_roll_equals_the_count_of_all_throws(attack: Throw, attacker_wins_ties: bool) -> None:
    """A roll equals the enumeration of all throws, with every kind of defence with up to two dice."""
    for defence in THROWS:
        if defence.dice == 3:
            continue  # three dice are in the next test
        losses = [0, 0, 0, 0]
        for ours, theirs in product(product(*pips(attack)), product(*pips(defence))):
            pairs = zip(sorted(ours, reverse=True), sorted(theirs, reverse=True), strict=False)
            losses[sum(d > a or (d == a and not attacker_wins_ties) for a, d in pairs)] += 1
        assert ways(attack, defence, attacker_wins_ties) == tuple(losses[: min(attack.dice, defence.dice) + 1])


@pytest.mark.parametrize("attack", [1, 2, 3])
def test_three_defence_dice_equal_the_count_of_all_throws(attack: int) -> None:
    """Three defence dice equal the enumeration of all 6^n throws of the Italian game."""
    losses = [0, 0, 0, 0]
    for throw in product(range(1, 7), repeat=attack + 3):
        pairs = zip(sorted(throw[:attack], reverse=True), sorted(throw[attack:], reverse=True), strict=False)
        losses[sum(a <= d for a, d in pairs)] += 1
    assert ways(Throw(attack), Throw(3)) == tuple(losses[: attack + 1])
    assert sum(roll(Throw(attack), Throw(3))) == pytest.approx(1)


def test_rerolled_ones_are_as_if_the_die_had_no_one() -> None:
    """A rerolled die equals one without a 1: against one die, the limit of the endless sum."""
    face = {n: 1 / 6 for n in range(1, 7)}
    for _ in range(60):
        again = face[1]
        face = {n: (0.0 if n == 1 else face[n]) + again / 6 for n in range(1, 7)}
    wins = sum(face[a] / 6 for a in range(1, 7) for d in range(1, 7) if a > d)
    assert roll(Throw(1, rerolls=True), Throw(1))[0] == pytest.approx(wins)


@cache
def wins(attackers: int, defenders: int, rule: DiceRule, stop_at: int) -> float:
    """Return the chance to win, roll by roll, from the definition."""
    if defenders == 0 or attackers <= stop_at:
        return float(defenders == 0)
    attack, defence = min(rule.attack.dice, attackers), min(rule.defence.dice, defenders)
    if rule.spared:
        attack = min(attack, defenders - 1)
    if attack == 0 or (rule.never_fewer and attack < defence):
        return 0.0
    chances = roll(rule.attack.thrown(attack), rule.defence.thrown(defence), rule.attacker_wins_ties)
    pairs = min(attack, defence)
    return sum(
        chance * wins(attackers - lost, defenders - pairs + lost, rule, stop_at) for lost, chance in enumerate(chances)
    )


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
@pytest.mark.parametrize("stop_at", [0, 2])
def test_a_battle_equals_its_definition(rule: DiceRule, stop_at: int) -> None:
    """Every small battle, by every rule, to the end or with a stop, equals its definition; its chances add up to 1."""
    for attackers, defenders in product(range(7), range(1, 7)):
        fought = battle(attackers, defenders, rule, stop_at=stop_at)
        assert fought.wins == pytest.approx(wins(attackers, defenders, rule, stop_at))
        assert sum(fought.ends.values()) == pytest.approx(1)
        assert sum(fought.held) == pytest.approx(1)
        assert fought.held[0] == pytest.approx(fought.wins)


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_the_grid_holds_the_same_battles(rule: DiceRule) -> None:
    """The grid, computed from the smallest battle upwards, agrees with every battle computed on its own."""
    table = grid(9, rule)
    for attackers, defenders in product(range(10), range(1, 10)):
        fought = battle(attackers, defenders, rule)
        assert table.wins[attackers * 10 + defenders] == pytest.approx(fought.wins)
        assert table.left[attackers * 10 + defenders] == pytest.approx(attackers - fought.attacker_losses)


@cache
def best(attackers: int, defenders: int, rule: DiceRule) -> float:
    """Return the value of the game in which the attacker chooses its dice first and the defender answers."""
    if defenders == 0 or attackers == 0:
        return float(defenders == 0)
    values = []
    for attack in range(1, min(rule.attack.dice, attackers) + 1):
        answers = []
        for defence in range(1, min(rule.defence.dice, defenders) + 1):
            chances, pairs = (roll(rule.attack.thrown(attack), rule.defence.thrown(defence)), min(attack, defence))
            answers.append(
                sum(
                    chance * best(attackers - lost, defenders - pairs + lost, rule)
                    for lost, chance in enumerate(chances)
                )
            )
        values.append(min(answers))
    return max(values)


@pytest.mark.parametrize("rule", [THREE_DICE, TWO_DICE, DiceRule(Side(3, eights=3), Side(2))], ids=str)
def test_chosen_dice_are_the_best_for_both(rule: DiceRule) -> None:
    """With free choice of dice the battle and the grid have the value of that game."""
    free = replace(rule, best=True)
    for attackers, defenders in product(range(1, 7), range(1, 7)):
        assert battle(attackers, defenders, free).wins == pytest.approx(best(attackers, defenders, rule))
        assert grid(6, free).wins[attackers * 7 + defenders] == pytest.approx(best(attackers, defenders, rule))


def test_with_plain_dice_the_most_are_the_best() -> None:
    """With plain dice the most dice are best for both sides, as the booklets that force them assume."""
    for rule, armies in product((THREE_DICE, TWO_DICE), (4, 9, 15)):
        assert battle(armies, armies, replace(rule, best=True)).wins == pytest.approx(battle(armies, armies, rule).wins)


def test_who_stops_keeps_at_least_what_one_roll_leaves() -> None:
    """A roll of three dice costs at most three armies, so that stopping at 5 leaves at least 3."""
    fought = battle(12, 9, stop_at=5)
    assert min(attackers for attackers, defenders in fought.ends if defenders > 0) == 3
    assert fought.wins < battle(12, 9).wins


def test_losses_by_hand() -> None:
    """One against one, 15 of 36 throws win, and each costs exactly one army in total."""
    fought = battle(1, 1)
    assert fought.wins == pytest.approx(15 / 36)
    assert fought.left == pytest.approx((0, 15 / 36))
    assert fought.attacker_losses == pytest.approx(21 / 36)
    assert fought.defender_losses == pytest.approx(15 / 36)


def test_a_fast_battle_costs_five_while_both_are_large() -> None:
    """With twenty in both places the first roll takes fifteen armies; later rolls take one by one."""
    fought = battle(19, 20, DiceRule(fast_from=20))
    exact = sum(
        chance * battle(19 - 5 * lost, 20 - 5 * (3 - lost)).wins for lost, chance in enumerate(roll(Throw(3), Throw(3)))
    )
    assert fought.wins == pytest.approx(exact)
    assert battle(18, 20, DiceRule(fast_from=20)).wins == pytest.approx(battle(18, 20).wins)


def test_the_published_roll_figures() -> None:
    """The figures of Osborne 2003 (three against two) and for three defence dice agree to four digits."""
    assert [round(chance, 4) for chance in roll(Throw(3), Throw(2))] == [0.3717, 0.3358, 0.2926]
    assert [round(chance, 4) for chance in roll(Throw(3), Throw(3))] == [0.1376, 0.2147, 0.2647, 0.3830]


@pytest.mark.parametrize(
    ("armies", "dice", "published"),
    [(5, 2, 0.5062), (10, 2, 0.5676), (20, 2, 0.6334), (5, 3, 0.2778), (10, 3, 0.1902), (20, 3, 0.1000)],
)
def test_the_published_battle_figures(armies: int, dice: int, published: float) -> None:
    """With equal armies, two defence dice favour the attacker and three the defender."""
    assert round(battle(armies, armies, defended_with(dice)).wins, 4) == published


def test_a_march_of_one_place_is_a_battle() -> None:
    """A march through one place is a battle; one through no place changes nothing."""
    assert march(6, [3]).left == pytest.approx(battle(6, 3).left)
    assert march(6, [3]).wins == pytest.approx(battle(6, 3).wins)
    assert (march(6, []).wins, march(6, []).left[6]) == (1.0, 1.0)


def test_a_march_leaves_one_army_on_every_place() -> None:
    """Two armies take two places of one army only if the first falls without loss and the second army wins alone."""
    one_two = roll(Throw(2), Throw(1))[0]
    first = one_two + roll(Throw(2), Throw(1))[1] * roll(Throw(1), Throw(1))[0]
    assert march(2, [1, 1]).taken == pytest.approx((first, one_two * roll(Throw(1), Throw(1))[0]))


@cache
def road(attackers: int, places: tuple[int, ...], garrison: int) -> float:
    """Return the chance to take all places, battle by battle."""
    if not places:
        return 1.0
    return sum(
        chance * road(max(0, armies - garrison), places[1:], garrison)
        for armies, chance in enumerate(battle(attackers, places[0]).left)
    )


@pytest.mark.parametrize("garrison", [1, 2])
def test_a_march_equals_its_battles(garrison: int) -> None:
    """A march through three places, leaving one or two armies on each, equals its battles."""
    assert march(12, [2, 1, 3], garrison=garrison).wins == pytest.approx(road(12, (2, 1, 3), garrison))


@pytest.mark.parametrize("attacker_wins_ties", [False, True])
def test_a_god_war_equals_the_count_of_all_throws(attacker_wins_ties: bool) -> None:
    """Four dice, the Sky god and six armies against three dice, a temple and eight armies equal the enumeration."""
    won = total = 0
    for ours, theirs in product(product(range(1, 7), repeat=4), product(range(2, 7), repeat=3)):
        ahead = sum(ours) + 6 - sum(theirs) - 8
        won += ahead > 0 or (ahead == 0 and attacker_wins_ties)
        total += 1
    assert god_war(Host(6, dice=4), Host(8, rerolls=True), attacker_wins_ties) == pytest.approx(won / total)


def test_god_wars_go_on_until_one_side_has_no_god() -> None:
    """A god war of two against one has the odds computed by hand."""
    ours, theirs = god_wars(2, 1, 0.6)
    assert ours == pytest.approx((0.16, 0.24, 0.6))
    assert theirs == pytest.approx((0.84, 0.16))


def test_the_closing_throw() -> None:
    """The threshold rises from 4 to 7 with each round of throws; the chances are those of two dice."""
    assert [closes(n) for n in (4, 5, 6, 7)] == pytest.approx([6 / 36, 10 / 36, 15 / 36, 21 / 36])
    assert [threshold_of(throw, 4) for throw in (1, 4, 5, 8, 9, 13, 17, 99)] == [4, 4, 5, 5, 6, 7, 7, 7]
    assert closing(3, 2) == pytest.approx((1 / 6, 5 / 36))
    assert closing(3, 2, first=3, spared=frozenset({3})) == pytest.approx((0.0, 10 / 36))
    assert sum(closing(4, 200)) == pytest.approx(1)


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("modern", THREE_DICE),
        ("original", THREE_DICE),
        ("challenge", DiceRule(never_fewer=True)),
        ("classic", TWO_DICE),
        ("classic_ancient", TWO_DICE),
        ("risk2210", TWO_DICE),
        ("godstorm", TWO_DICE),
    ],
)
def test_the_rule_of_a_booklet_is_read_from_its_game(name: str, rule: DiceRule) -> None:
    """The dice rule is read from the composed game, not from a table of editions."""
    booklet = edition(name)
    assert booklet.battles.dice_rule(booklet.game(booklet.table_rules({}))) == rule


@pytest.mark.parametrize(("attackers", "defenders", "stop_at"), [(-1, 3, 0), (3, 0, 0), (2000, 3, 0), (3, 3, -1)])
def test_no_such_battle(attackers: int, defenders: int, stop_at: int) -> None:
    """Absurd numbers of armies get a sentence."""
    with pytest.raises(Problem, match=r"\d"):
        battle(attackers, defenders, stop_at=stop_at)


def test_no_such_dice() -> None:
    """Absurd numbers of dice, gods or throws get a sentence."""
    for make in (
        lambda: DiceRule(Side(4)),
        lambda: DiceRule(Side(3, eights=-1)),
        lambda: DiceRule(fast_from=9),
        lambda: Host(3, dice=7),
        lambda: closing(1, 3),
    ):
        with pytest.raises(Problem, match=r"\d"):
            make()
