"""Luck: every throw equals the enumeration of all dice, sums are exact, and the average is zero."""

from collections.abc import Sequence
from itertools import product

import pytest

from kamchatka.analysis.luck import battles_of, distribution, luck_of
from kamchatka.analysis.throws import BattleThrow, throws_of
from kamchatka.editions import EDITIONS
from kamchatka.editions.godstorm.invasion.god_war import GodsFought
from kamchatka.editions.risk2210.pieces.losses import Toll
from kamchatka.kernel.dice import pips
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.record import fields
from kamchatka.kernel.edges.wire import Attack, Choose, Defend, FastAttack, Invade, NameKind, Roll
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.table import Fact, Opened
from kamchatka.match import Match, play_numeric
from kamchatka.odds import Throw, compare_dice
from kamchatka.players import bot
from tests.analysis.thrown import EIGHT, NO_ONE, SIX, Faces, every_fall, shares
from tests.kit import position
from tests.rules.godstorm.fights import declared
from tests.rules.original.scene import scene as front
from tests.rules.risk2210.scene import scene as year

Case = tuple[Match, Sequence[wire.NamedAction], Sequence[Faces]]


def plain(edition: str, dice: int, answer: int, source: str = "alaska", target: str = "kamchatka") -> Case:
    """Return one place against another; the defender chooses its dice if the booklet lets it, else rolls all."""
    match = position({source: (0, dice + 1), target: (1, 2)}, edition=edition)
    rules = next(step for step in match.game.steps if isinstance(step, Combat)).dice
    attack, asked = Attack(source, target, dice), rules.defender_chooses and rules.defender_least < 2
    if asked:
        return match, [attack, Defend(answer)], [SIX] * (dice + answer)
    return match, [attack], [SIX] * (dice + 2)


def is_spared() -> Case:
    """Return a position in the first rounds, in which the last army of a seat's last place doesn't fall."""
    match = position(
        {"alaska": (0, 3), "kamchatka": (1, 2)},
        rest=(2, 1),
        seats=3,
        round=1,
        options={"elimination_protection": "spare_last_army"},
    )
    return match, [Attack("alaska", "kamchatka", 2), Defend(2)], [SIX] * 4


def ties() -> Case:
    """Return a battle with the Challenge card, with which the attacker wins ties."""
    match = position({"siam": (0, 3), "india": (1, 2)}, edition="challenge", options={"challenge_card": "on"})
    return match, [Choose(), Attack("siam", "india", 2)], [SIX] * 4


def fast() -> Case:
    """Return a fast battle, with five armies per comparison."""
    match = front({"india": (0, 30), "china": (1, 30)}, seats=3, options={"fast_battles": True})
    return match, [FastAttack("india", "china", 1), Choose(1)], [SIX] * 4


def commanders() -> Case:
    """Return a battle in which a commander attacks with an eight-sided die and another defends with one."""
    match = year("Invade", {"japan": (0, 5), "pevek": (1, 5)}, commanders={0: {"land": "japan"}, 1: {"land": "pevek"}})
    actions = [Invade("japan", "pevek"), Roll(1, ("land",)), Defend(1, ("land",))]
    return match, actions, [EIGHT, SIX, EIGHT, SIX]


def station() -> Case:
    """Return a battle next to a station, where all defence dice have eight sides."""
    match = year("Invade", {"japan": (0, 5), "pevek": (1, 5)}, stations=["pevek"])
    return match, [Invade("japan", "pevek"), Roll(2), Defend(2)], [SIX, SIX, EIGHT, EIGHT]


def gods() -> Case:
    """Return a battle in which the goddess of Magic rerolls ones and the god of War wins ties."""
    match = declared("magic", "war", gods={0: {"magic": "egypt", "war": "egypt"}})
    return match, [Roll(2), Defend(2)], [NO_ONE, NO_ONE, SIX, SIX]


def temple() -> Case:
    """Return a battle at a temple, which rerolls the defender's ones."""
    return declared(temples=["phoenicia"]), [Roll(2), Defend(1)], [SIX, SIX, NO_ONE]


CASES = {
    "modern": lambda: plain("modern", 2, 2),
    "modern, three against two": lambda: plain("modern", 3, 2),
    "challenge": lambda: plain("challenge", 2, 2),
    "spared": is_spared,
    "original": lambda: plain("original", 1, 2),
    "classic": lambda: plain("classic", 2, 1, "pevek", "japan"),
    "ancient": lambda: plain("classic_ancient", 2, 2, "egypt", "phoenicia"),
    "ties": ties,
    "fast": fast,
    "commanders": commanders,
    "station": station,
    "gods": gods,
    "temple": temple,
}


@pytest.mark.parametrize("name", CASES)
def test_a_throw_is_what_the_enumeration_of_its_dice_says(name: str) -> None:
    """Every result of the dice is played by the rules, and its losses and frequency equal the odds."""
    match, actions, dice = CASES[name]()
    falls = list(every_fall(match, actions, dice))
    throws = [throw for throw, _ in falls]
    odds = throws[0].odds
    assert all(throw.odds.costs == odds.costs for throw in throws)
    found = shares(throws)
    assert found == pytest.approx({(cost.lost, cost.beaten): cost.chance for cost in odds.costs})
    for throw, facts in falls:
        assert count_losses(match, throw, facts) in ((throw.odds.fell.lost, throw.odds.fell.beaten), None)
    assert sum(throw.odds.fell.balance - odds.balance for throw in throws) == pytest.approx(0.0, abs=1e-6)


def count_losses(match: Match, throw: BattleThrow, facts: Sequence[Fact]) -> tuple[int, int] | None:
    """Return what the rules took from both places; None while a seat still has to choose its losses."""
    if any(isinstance(fact, Opened) and isinstance(fact.frame, Toll) for fact in facts):
        return None
    lost = {throw.source: 0, throw.target: 0}
    for fact in facts:
        if fact.IS_LOSS:
            lost[int(fields(fact)["place"])] += int(fields(fact)["armies"])
    return lost[throw.source], lost[throw.target]


def test_a_god_war_is_won_as_often_as_it_should_be() -> None:
    """A god war is won as often as computed; as 46656 throws would take long, the defender's dice are fixed."""
    match = declared("death", gods={0: {"death": "egypt"}, 1: {"sky": "phoenicia"}})
    falls = list(every_fall(match, [NameKind("death")], [SIX] * 3 + [range(3, 4)] * 4))
    odds = falls[0][0].odds
    assert odds.duel
    assert all(throw.odds.costs == odds.costs for throw, _ in falls)
    fought = next(fact for fact in falls[0][1] if isinstance(fact, GodsFought))
    armies, rivals = fought.total - sum(pips(fought.attack)), fought.against - sum(pips(fought.defence))
    ours = [sum(dice) + armies for dice in product(range(1, 7), repeat=3)]
    theirs = [sum(dice) + rivals for dice in product(range(1, 7), repeat=4)]
    wins = sum(mine > other for mine in ours for other in theirs)
    assert odds.costs[0].chance == pytest.approx(wins / 6**7)
    assert sum(throw.odds.fell.beaten for throw, _ in falls) == sum(mine > 16 + rivals for mine in ours)


# ------------------------------------------------------------------ sums
def test_the_sum_of_throws_is_the_enumeration_of_all_their_falls() -> None:
    """The convolution equals an enumeration of all results of four throws."""
    throws = [
        (compare_dice(Throw(3), Throw(2), (0, 0)).costs, 1),
        (compare_dice(Throw(2), Throw(2), (0, 0)).costs, -1),
        (compare_dice(Throw(1), Throw(3), (0, 0), ties=True).costs, 1),
        (compare_dice(Throw(2), Throw(1), (0, 0), stake=5).costs, -1),
    ]
    wanted: dict[int, float] = {}
    for falls in product(*(costs for costs, _ in throws)):
        balance = sum(sign * cost.balance for cost, (_, sign) in zip(falls, throws, strict=True))
        chance = 1.0
        for cost in falls:
            chance *= cost.chance
        wanted[balance] = wanted.get(balance, 0.0) + chance
    base, chances = distribution(throws)
    assert {base + n: chance for n, chance in enumerate(chances) if chance} == pytest.approx(wanted)


def test_ends_that_hardly_ever_come_are_cut_off_and_nothing_else() -> None:
    """Cutting off negligible chances leaves a total of one after a thousand throws."""
    base, chances = distribution([(compare_dice(Throw(3), Throw(3), (0, 0)).costs, 1)] * 1000)
    assert sum(chances) == pytest.approx(1.0, abs=1e-9)
    assert len(chances) < 2000
    mean = sum((base + n) * chance for n, chance in enumerate(chances))
    assert mean == pytest.approx(1000 * compare_dice(Throw(3), Throw(3), (0, 0)).balance)


def bot_game(edition: str, seed: int, name: str = "random", rounds: int = 6) -> Match:
    """Return a game of bots, called off after `rounds` rounds."""
    match = Match.new(edition, 3, seed=seed)
    bots = [bot(name, match.game, seat) for seat in range(3)]
    while not match.is_over and match.state.round < rounds:
        seat = match.awaited[0]
        play_numeric(match, bots[seat].decide(match.view(seat), match.options(seat)), seat)
    return match


@pytest.mark.parametrize("edition", EDITIONS)
def test_luck_is_nought_on_average(edition: str) -> None:
    """Over some games of bots the attackers' luck is within three standard errors, and the sum over seats is zero."""
    throws = [throw for seed in range(2) for throw in throws_of(bot_game(edition, seed))]
    armies = [throw for throw in throws if not throw.odds.duel]
    assert len(armies) > 50
    attackers = sum(throw.odds.fell.balance - throw.odds.balance for throw in armies)
    assert abs(attackers) < 3 * sum(throw.odds.variance for throw in armies) ** 0.5
    if all(throw.defender >= 0 for throw in armies):
        assert sum(luck.armies for luck in luck_of(armies).values()) == pytest.approx(0.0, abs=1e-6)
    assert sum(battle.luck.throws for battle in battles_of(throws)) == len(armies)


def test_bad_luck_is_told_with_how_unlikely_it_was() -> None:
    """Three lost throws of one die against one are reported with their probability, (7/12)³."""
    match = position({"alaska": (0, 9), "kamchatka": (1, 9)}, luck=[0, 5] * 3)
    throws = [
        throw for throw, _ in every_fall(match, [Attack("alaska", "kamchatka", 1), Defend(1)], [range(1)] * 2)
    ] * 3
    luck = luck_of(throws)
    assert luck[0].armies == pytest.approx(3 * (-1 - (15 - 21) / 36))
    assert luck[0].chance == pytest.approx((21 / 36) ** 3)
    assert luck[1].armies == pytest.approx(-luck[0].armies)
    assert luck[1].one_in == pytest.approx((36 / 21) ** 3)
