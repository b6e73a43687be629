"""The limits of the odds: the smallest and largest battles, dice and throws; and when to stop rolling."""

import tracemalloc
from collections.abc import Callable
from functools import cache
from itertools import product

import pytest

from kamchatka.editions.challenge.closing_odds import closing
from kamchatka.editions.godstorm.god_war_odds import Host
from kamchatka.kernel.problem import Problem
from kamchatka.odds import (
    THREE_DICE,
    TWO_DICE,
    BattleModel,
    DiceRule,
    Side,
    Throw,
    battle,
    bounties,
    grid,
    march,
    pays,
    roll,
)
from kamchatka.odds.battle import LARGEST, check
from kamchatka.odds.forecast import WALKED_IN, Forecast, forecast_battle
from tests.ages import place_number
from tests.kit import position
from tests.rules.godstorm.scene import scene as epoch

RULES = {
    "italian": THREE_DICE,
    "classic": TWO_DICE,
    "tournament": DiceRule(never_fewer=True),
    "grace rounds": DiceRule(spared=True),
    "fewer dice": DiceRule(Side(2), Side(1)),
}


# ------------------------------------------------------------------ when to stop
@cache
def worth(attackers: int, defenders: int, prize: float, rule: DiceRule) -> float:
    """Return the value of rolling on, from the definition, which is never less than that of stopping."""
    if defenders == 0:
        return prize
    attack, defence = min(rule.attack.dice, attackers), min(rule.defence.dice, defenders)
    if rule.spared:
        attack = min(attack, defenders - 1)
    if attack < 1 or (rule.never_fewer and attack < defence):
        return 0.0
    pairs = min(attack, defence)
    chances = roll(rule.attack.thrown(attack), rule.defence.thrown(defence))
    return max(
        0.0,
        sum(
            chance * (worth(attackers - lost, defenders - pairs + lost, prize, rule) - lost)
            for lost, chance in enumerate(chances)
        ),
    )


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_rolling_on_is_worth_what_its_definition_says(rule: DiceRule) -> None:
    """The value of rolling on equals its definition for a cheap, a valuable and a decisive place, from one table."""
    prizes = (0.4, 3.0, 50.0)
    table = bounties(6, prizes, rule)
    assert len(table) == 3 * 49
    for (number, prize), attackers, defenders in product(enumerate(prizes), range(7), range(7)):
        expected = worth(attackers, defenders, prize, rule)
        assert table[number * 49 + attackers * 7 + defenders] == pytest.approx(expected)
        if attackers or defenders:
            assert pays(attackers, defenders, prize, rule) == pytest.approx(expected)


def test_one_against_one_pays_when_the_place_is_worth_more_than_the_army_risked() -> None:
    """Rolling one against one pays above 1.4 armies: 15 throws of 36 win the prize, 21 lose an army."""
    assert pays(1, 1, 1.3) == 0.0
    assert pays(1, 1, 2.4) == pytest.approx(15 / 36 * 2.4 - 21 / 36)


# ------------------------------------------------------------------ chosen dice, fast battles
@cache
def best(attackers: int, defenders: int, rule: DiceRule, stop_at: int) -> float:
    """Let the attacker choose its dice, then the defender, with no more dice if the rule says so."""
    if defenders == 0 or attackers <= stop_at:
        return float(defenders == 0)
    most, answers = min(rule.attack.dice, attackers), min(rule.defence.dice, defenders)
    if rule.never_fewer and most < answers:
        return 0.0
    values = []
    for attack in range(1, most + 1):
        replies = []
        for defence in range(1, (min(answers, attack) if rule.never_fewer else answers) + 1):
            pairs, chances = (min(attack, defence), roll(rule.attack.thrown(attack), rule.defence.thrown(defence)))
            replies.append(
                sum(
                    chance * best(attackers - lost, defenders - pairs + lost, rule, stop_at)
                    for lost, chance in enumerate(chances)
                )
            )
        values.append(min(replies))
    return max(values)


@pytest.mark.parametrize("stop_at", [0, 2])
@pytest.mark.parametrize(
    "rule",
    [
        DiceRule(best=True, never_fewer=True),
        DiceRule(Side(3), Side(3, eights=3), best=True),
        DiceRule(Side(3, rerolls=True), Side(3, eights=3), best=True),  # three against four: one die defends best
        DiceRule(Side(3, eights=3), Side(3, rerolls=True), best=True),  # four against three: one die is the best attack
    ],
    ids=["never fewer", "eights", "a better answer with one die", "a better attack with one die"],
)
def test_chosen_dice_where_the_choice_is_bound_or_the_attacker_stops(rule: DiceRule, stop_at: int) -> None:
    for attackers, defenders in product(range(1, 7), range(1, 6)):
        expected = best(attackers, defenders, rule, stop_at)
        assert battle(attackers, defenders, rule, stop_at=stop_at).wins == pytest.approx(expected)
        assert grid(6, rule, stop_at=stop_at).wins[attackers * 7 + defenders] == pytest.approx(expected)


@pytest.mark.parametrize("chosen", [False, True])
def test_the_grid_holds_fast_battles_too(chosen: bool) -> None:
    """Fast battles need large stacks on both sides: with nineteen on one, each comparison costs a single army."""
    rule = DiceRule(fast_from=20, best=chosen)
    table = grid(24, rule)
    for attackers, defenders in ((19, 20), (18, 20), (19, 19), (24, 24), (20, 24)):
        ended = battle(attackers, defenders, rule)
        assert table.wins[attackers * 25 + defenders] == pytest.approx(ended.wins)
        assert table.left[attackers * 25 + defenders] == pytest.approx(attackers - ended.attacker_losses)
    assert table.wins[19 * 25 + 19] == pytest.approx(battle(19, 19).wins)
    assert table.wins[24 * 25 + 24] != pytest.approx(battle(24, 24).wins)


def test_a_spared_place_loses_all_armies_but_the_last() -> None:
    """One die against two armies may take one of them; then nobody may roll any more."""
    fought_on = battle(1, 2, DiceRule(spared=True))
    taken = roll(Throw(1), Throw(2))[0]
    assert fought_on.held == pytest.approx((0.0, taken, 1 - taken))


# ------------------------------------------------------------------ marches
def test_a_march_that_stops_leaves_the_armies_it_had() -> None:
    """The attacker stops with two or fewer armies left, in every battle of the march."""
    first = battle(6, 3, TWO_DICE, stop_at=2).left
    second = [sum(share * chance for share, chance in zip(first, column, strict=True)) for column in columns(first)]
    went = march(6, [3, 1], TWO_DICE, stop_at=2)
    assert went.left == pytest.approx(second)
    assert went.taken == pytest.approx((sum(first), sum(second)))


def columns(first: tuple[float, ...]) -> list[list[float]]:
    """Return the final chances by armies left, for each number that came through the first place."""
    then = [battle(max(0, armies - 1), 1, TWO_DICE, stop_at=2).left for armies in range(len(first))]
    return [[left[end] if end < len(left) else 0.0 for left in then] for end in range(len(first))]


# ------------------------------------------------------------------ what cannot be
@pytest.mark.parametrize(
    ("attackers", "defenders", "stop_at", "wrong", "least"),
    [
        (-1, 1, 0, -1, 0),
        (LARGEST + 1, 1, 0, LARGEST + 1, 0),
        (1, 0, 0, 0, 1),
        (1, LARGEST + 1, 0, LARGEST + 1, 1),
        (1, 1, -1, -1, 0),
        (1, 1, LARGEST + 1, LARGEST + 1, 0),
    ],
)
def test_the_smallest_and_the_largest_battle(
    attackers: int, defenders: int, stop_at: int, wrong: int, least: int
) -> None:
    check(0, 1, 0)
    check(LARGEST, LARGEST, LARGEST)
    with pytest.raises(Problem) as caught:
        battle(attackers, defenders, stop_at=stop_at)
    assert caught.value.text("en") == f"{wrong} armies will not do: {least} to 1000."
    assert caught.value.text("it") == f"Con {wrong} armate non si calcola: da {least} a 1000."


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: DiceRule(Side(0)), "0 dice cannot be rolled: 1 to 3."),
        (lambda: DiceRule(defence=Side(4)), "4 dice cannot be rolled: 1 to 3."),
        (lambda: DiceRule(defence=Side(2, eights=-1)), "There are no -1 eight-sided dice."),
        (lambda: DiceRule(fast_from=1), "A fast battle takes more than 15 armies, not 1."),
        (lambda: DiceRule(fast_from=15), "A fast battle takes more than 15 armies, not 15."),
        (lambda: Host(3, dice=0), "A godwar is thrown with 1 to 6 dice, not 0."),
        (lambda: Host(3, dice=7), "A godwar is thrown with 1 to 6 dice, not 7."),
        (lambda: closing(1, 1), "Closing throws: 1 seats, 1 throws from number 1 will not do."),
        (lambda: closing(2, 0), "Closing throws: 2 seats, 0 throws from number 1 will not do."),
        (lambda: closing(2, 1, 0), "Closing throws: 2 seats, 1 throws from number 0 will not do."),
    ],
)
def test_what_cannot_be_thrown_gets_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(Problem) as caught:
        make()
    assert caught.value.text("en") == sentence


def test_the_sentences_are_said_in_italian_too() -> None:
    with pytest.raises(Problem) as caught:
        DiceRule(fast_from=15)
    assert caught.value.text("it") == "Una battaglia veloce vuole più di 15 armate, non 15."


def test_the_least_and_the_most_that_can_be_thrown() -> None:
    assert DiceRule(Side(1, eights=0), Side(3, eights=4), fast_from=16).fast_from == 16
    assert (Host(0, dice=1).dice, Host(0, dice=6).dice) == (1, 6)
    assert closing(2, 1) == pytest.approx((1 / 6,))
    assert closing(2, 3, spared=frozenset({1, 2})) == pytest.approx((0.0, 0.0, 10 / 36))
    assert Side(3, eights=2, rerolls=True).thrown(1) == Throw(1, 1, True)


def test_a_battle_to_be_foreseen_has_somebody_on_both_sides() -> None:
    """A battle needs armies on both sides; beyond the largest battle its odds are returned."""
    assert forecast_battle(0, 1, THREE_DICE) is None
    assert forecast_battle(0, 0, THREE_DICE) is None
    assert forecast_battle(1, 0, THREE_DICE) == WALKED_IN == Forecast(1.0, 0.0, 0.0)
    for armies in ((1, 1), (LARGEST, 1), (1, LARGEST)):
        ended = battle(*armies)
        assert forecast_battle(*armies, THREE_DICE) == Forecast(
            ended.wins, ended.attacker_losses, ended.defender_losses
        )
    assert forecast_battle(LARGEST + 1, 1, THREE_DICE) == forecast_battle(LARGEST, 1, THREE_DICE)
    assert forecast_battle(1, LARGEST + 1, THREE_DICE) == forecast_battle(1, LARGEST, THREE_DICE)


# ------------------------------------------------------------------ how much there is to compute
def test_small_battles_are_kept_among_many_and_large_ones_among_few() -> None:
    """Battles of up to 4096 cells (63 against 63) go to a large cache; larger ones to a small one that evicts soon."""
    small, large = battle(63, 63), battle(64, 63)
    for attackers in range(65, 70):
        battle(attackers, 63)
    assert battle(63, 63) is small
    assert battle(64, 63) is not large


CHOSEN = DiceRule(best=True)


def few_large_battles() -> None:
    """Return more battles than the caches hold, so that each is computed anew; most of their cells are cheap."""
    for stop_at in range(990, 996):
        battle(1000, 4, CHOSEN, stop_at=stop_at)


@pytest.mark.parametrize(
    "compute",
    [
        few_large_battles,
        lambda: grid.__wrapped__(50, THREE_DICE, stop_at=45),
        lambda: grid.__wrapped__(50, CHOSEN, stop_at=45),
        lambda: bounties.__wrapped__(35, (1.0, 4.0)),
    ],
    ids=["battles with chosen dice", "grid", "grid with chosen dice", "bounties"],
)
def test_odds_leave_nothing_behind(compute: Callable[[], object]) -> None:
    """In either build, repeated large tables leak no memory beyond the caches."""
    compute()
    tracemalloc.start()
    try:
        compute()  # the caches' content is replaced by the measured battles
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(5):
            compute()
        assert tracemalloc.get_traced_memory()[0] - before < 15_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("ours", "theirs", "cells"), [(6, 4, 7 * 5), (1, 1, 4), (10**6, 1, 2000), (1, 10**6, 2000)])
def test_the_cells_of_a_battle_between_armies(ours: int, theirs: int, cells: int) -> None:
    """The cells of a battle are the products of attackers and defenders, none beyond the largest battle."""
    match = position({"alaska": (0, ours), "kamchatka": (1, theirs)})
    places = place_number(match, "alaska"), place_number(match, "kamchatka")
    assert match.edition.battles.cells(match.table, *places) == cells


@pytest.mark.parametrize(
    ("ours", "theirs", "faith", "cells"),
    [(6, 4, 0, 8 * 7 * 5), (6, 4, 3, 8 * 7 * 8), (10**6, 1, 0, 8 * 2000), (1, 10**6, 0, 8 * 2000)],
)
def test_the_cells_of_an_invasion_with_gods(ours: int, theirs: int, faith: int, cells: int) -> None:
    """An invasion has eight kinds of dice, by remaining gods; each faith of the defender may add an army."""
    match = epoch("Invade", {"egypt": (0, ours), "phoenicia": (1, theirs)}, faith={0: 2, 1: faith})
    places = place_number(match, "egypt"), place_number(match, "phoenicia")
    assert match.edition.battles.cells(match.table, *places) == cells


def test_neutral_armies_have_no_faith() -> None:
    match = epoch("Invade", {"egypt": (0, 6), "phoenicia": (1, 4)}, seats=2, neutral=["phoenicia"], faith={0: 2, 1: 3})
    places = place_number(match, "egypt"), place_number(match, "phoenicia")
    assert match.edition.battles.cells(match.table, *places) == 8 * 7 * 5


# ------------------------------------------------------------------ the model an edition gets for nothing
def test_plain_battles_have_no_tournament_dice_and_are_never_fast() -> None:
    match = position({"alaska": (0, 40), "kamchatka": (1, 30)})
    model, places = BattleModel(), (place_number(match, "alaska"), place_number(match, "kamchatka"))
    assert model.dice_rule(match.game) == THREE_DICE
    plain = model.forecast(match.game, match.table, *places)
    assert model.forecast(match.game, match.table, *places, fast=True) == plain


def test_of_equal_sets_of_pieces_the_smallest_goes() -> None:
    match = position({"alaska": (0, 4), "kamchatka": (1, 3)})
    assert BattleModel().best_pieces(match.game, match.table, 0, 1, [0b0111, 0b1000, 0b0110]) == 0b1000
