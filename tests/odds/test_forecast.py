"""The chances of an attack with any pieces equal the results of many battles played by the rules."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from kamchatka.editions.godstorm.god_war_odds import Host, god_war
from kamchatka.kernel.bits import bit
from kamchatka.kernel.chance import FastChance, RecordedChance
from kamchatka.kernel.options import INVADE, LOSE, PASS, PLAY_CARD, Action, Amount, Choice
from kamchatka.kernel.parties import Parties
from kamchatka.match import Match, play_numeric
from kamchatka.odds import DiceRule, Side, battle
from kamchatka.odds.forecast import WALKED_IN, Forecast
from tests.ages import place_number
from tests.kit import position
from tests.rules.godstorm.scene import scene as epoch
from tests.rules.risk2210.scene import scene as year

BATTLES = 400  # battles of each kind; four standard deviations of them are 10 percentage points
CLOSE = 0.1


def forecast_attack(match: Match, source: str, target: str, pieces: Sequence[str] | None = None) -> Forecast:
    """Return the forecast of an attack, by these pieces only if given."""
    along = None if pieces is None else bits(match, pieces)
    found = match.edition.battles.forecast(
        match.game, match.table, place_number(match, source), place_number(match, target), along
    )
    assert found is not None
    return found


def bits(match: Match, pieces: Sequence[str]) -> int:
    """Return kinds of pieces as a set of bits."""
    return sum(int(bit(match.game.kinds.index(piece))) for piece in pieces)


# ------------------------------------------------------------------ armies alone
def test_armies_alone_fight_the_battle_of_the_booklet() -> None:
    fought = battle(4, 2)
    found = forecast_attack(position({"alaska": (0, 5), "kamchatka": (1, 2)}), "alaska", "kamchatka")
    assert found == Forecast(fought.wins, fought.attacker_losses, fought.defender_losses)


def test_no_chances_where_no_attack_can_be() -> None:
    match = position({"alaska": (0, 1), "kamchatka": (1, 2), "alberta": (0, 4)})
    for source, target in (("alaska", "kamchatka"), ("alberta", "alaska")):
        assert (
            match.edition.battles.forecast(
                match.game, match.table, place_number(match, source), place_number(match, target)
            )
            is None
        )


# ------------------------------------------------------------------ 2210
JAPAN = {"japan": (0, 5), "pevek": (1, 3)}


@pytest.mark.parametrize(
    ("commanders", "stations", "pieces", "rule"),
    [
        ({}, (), None, DiceRule(Side(3), Side(2))),
        ({0: {"land": "japan"}}, (), None, DiceRule(Side(3, 1), Side(2))),
        ({0: {"land": "japan", "nuclear": "japan"}}, (), None, DiceRule(Side(3, 2), Side(2))),
        ({0: {"naval": "japan"}}, (), None, DiceRule(Side(3), Side(2))),  # no sea is near, so it rolls a six-sided die
        ({0: {"land": "japan"}}, (), (), DiceRule(Side(3), Side(2))),  # this one stays behind
        ({1: {"diplomat": "pevek"}}, (), None, DiceRule(Side(3), Side(2, 1))),
        ({1: {"diplomat": "pevek"}}, ("pevek",), None, DiceRule(Side(3), Side(2, 2))),
    ],
)
def test_commanders_and_stations_roll_eights(commanders: Any, stations: Any, pieces: Any, rule: DiceRule) -> None:
    match = year("Invade", JAPAN, commanders=commanders, stations=stations)
    ours = 5 + (len(commanders.get(0, ())) if pieces is None else 1) - 1  # one unit must stay, even a commander
    found = forecast_attack(match, "japan", "pevek", pieces)
    assert found.wins == pytest.approx(battle(ours, 3 + len(commanders.get(1, ())), rule).wins)


def test_an_empty_place_is_walked_into() -> None:
    match = year("Invade", {"japan": (0, 3), "neo_tokyo": None})
    assert forecast_attack(match, "japan", "neo_tokyo") == WALKED_IN


# ------------------------------------------------------------------ Godstorm
def test_a_war_god_wins_equal_dice_and_a_goddess_rerolls() -> None:
    match = epoch(
        "Invade",
        {"egypt": (0, 6), "phoenicia": (1, 3)},
        gods={0: {"war": "egypt", "magic": "egypt"}},
        temples=["phoenicia"],
    )
    rule = DiceRule(Side(3, rerolls=True), Side(2, rerolls=True), attacker_wins_ties=True)
    assert forecast_attack(match, "egypt", "phoenicia").wins == pytest.approx(battle(5, 3, rule).wins)
    without = DiceRule(Side(3), Side(2, rerolls=True))
    assert forecast_attack(match, "egypt", "phoenicia", ()).wins == pytest.approx(battle(5, 3, without).wins)


def test_gods_that_meet_fight_first() -> None:
    match = epoch(
        "Invade",
        {"egypt": (0, 6), "phoenicia": (1, 3)},
        below={"u03": (0, 1)},
        gods={0: {"war": "egypt"}, 1: {"sky": "phoenicia"}},
    )
    won = god_war(Host(6, 4), Host(3, 4), attacker_wins_ties=True)  # an altar against the Sky god
    ties = battle(5, 3, DiceRule(Side(3), Side(2), attacker_wins_ties=True)).wins
    plain = battle(5, 3, DiceRule(Side(3), Side(2))).wins
    found = forecast_attack(match, "egypt", "phoenicia")
    assert found.prelude == pytest.approx(won)
    assert found.wins == pytest.approx(won * ties + (1 - won) * plain)


# ------------------------------------------------------------------ the rules themselves
@dataclass
class Attack:
    """A position, an attack in it, and the pieces that join."""

    lay: Callable[[], Match]
    source: str
    target: str
    pieces: tuple[str, ...]


def fight(match: Match, attack: Attack) -> bool:
    """Fight the attack to the end with each side's best means; return whether the place is taken."""
    at, to = place_number(match, attack.source), place_number(match, attack.target)
    along = bits(match, attack.pieces)
    while match.state.owner[to] != 0:
        seat = match.awaited[0]
        action = answer(match, seat, at, to, along)
        if action is None:
            return False
        play_numeric(match, action, seat)
    return True


def answer(match: Match, seat: int, at: int, to: int, along: int) -> Action | None:
    """Attack again, roll all dice, lose armies before pieces, save units if possible, play no card; None to give up."""
    options = {int(option.verb): option for option in match.options(seat).ranges}
    if INVADE in options:
        ways = (one for one in options[INVADE].expand() if (one.at, one.to, one.what) == (at, to, along))
        return next(ways, None)
    if PASS in options and (PLAY_CARD in options or len(options) == 1):
        return Action(PASS)
    option = next(one for verb, one in options.items() if verb != PASS)
    if option.verb == LOSE and isinstance(option, Amount):
        return Action(LOSE, n=option.least)
    if isinstance(option, Choice):
        return option.expand()[-1]
    actions = option.expand()
    if isinstance(option, Parties) and option.verb == LOSE:
        return min(actions, key=lambda one: int(one.what).bit_count())
    return max(actions, key=lambda one: (int(one.n) + int(one.what).bit_count(), int(one.what).bit_count()))


FIGHTS = {
    "commanders": Attack(
        lambda: year(
            "Invade",
            {"japan": (0, 2), "pevek": (1, 2)},
            stations=["pevek"],
            commanders={0: {"land": "japan", "nuclear": "japan"}},
        ),
        "japan",
        "pevek",
        (),
    ),
    "a commander defends": Attack(
        lambda: year("Invade", {"japan": (0, 5), "pevek": (1, 2)}, commanders={1: {"land": "pevek"}}),
        "japan",
        "pevek",
        (),
    ),
    "gods": Attack(
        lambda: epoch(
            "Invade",
            {"egypt": (0, 4), "phoenicia": (1, 3)},
            temples=["phoenicia"],
            gods={0: {"war": "egypt", "sky": "egypt"}, 1: {"death": "phoenicia"}},
        ),
        "egypt",
        "phoenicia",
        ("war", "sky"),
    ),
    "the tree of life": Attack(
        lambda: epoch("Invade", {"egypt": (0, 4), "phoenicia": (1, 1)}, faith={1: 2}, relics={"the_tree_of_life": 1}),
        "egypt",
        "phoenicia",
        (),
    ),
}


@pytest.mark.parametrize("kind", FIGHTS)
def test_many_battles_by_the_rules_come_to_the_same(kind: str) -> None:
    attack, taken = FIGHTS[kind], 0
    expected = forecast_attack(attack.lay(), attack.source, attack.target).wins
    for seed in range(BATTLES):
        match = attack.lay()
        match.table.chance = RecordedChance(FastChance(seed))
        taken += fight(match, attack)
    assert taken / BATTLES == pytest.approx(expected, abs=CLOSE)
    assert 0.1 < expected < 0.9
