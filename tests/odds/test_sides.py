"""What each side brings to the chances of an attack: fast battles, commanders, gods, altars, temples, relics."""

from typing import Any

import pytest

from kamchatka.editions.godstorm.god_war_odds import Host, god_war
from kamchatka.kernel.facts import Vacated
from kamchatka.match import Match
from kamchatka.odds import TWO_DICE, DiceRule, Side, battle
from kamchatka.odds.forecast import WALKED_IN, Forecast
from tests.ages import place_number
from tests.kit import position
from tests.odds.test_forecast import bits, forecast_attack
from tests.rules.godstorm.fights import declared
from tests.rules.godstorm.scene import scene as epoch
from tests.rules.risk2210.scene import scene as year

FRONT = {"egypt": (0, 6), "phoenicia": (1, 3)}
PLAIN = battle(5, 3, TWO_DICE)


def asked(match: Match, source: str, target: str, **more: Any) -> Forecast | None:
    """Return the forecast of an attack, or None if there can be none."""
    return match.edition.battles.forecast(
        match.game, match.table, place_number(match, source), place_number(match, target), **more
    )


# ------------------------------------------------------------------ armies alone
@pytest.mark.parametrize(("ours", "theirs"), [(20, 20), (24, 21), (19, 20), (20, 19)])
def test_a_fast_battle_is_foreseen_as_such(ours: int, theirs: int) -> None:
    """The forecast of a fast battle compares five armies at a time while both places have twenty, where offered."""
    match = position({"alaska": (0, ours), "kamchatka": (1, theirs)}, edition="original")
    fast = battle(ours - 1, theirs, DiceRule(fast_from=20))
    assert asked(match, "alaska", "kamchatka", fast=True) == Forecast(
        fast.wins, fast.attacker_losses, fast.defender_losses
    )
    slow = battle(ours - 1, theirs)
    assert forecast_attack(match, "alaska", "kamchatka").wins == pytest.approx(slow.wins)
    assert (fast.wins == pytest.approx(slow.wins)) == (min(ours, theirs) < 20)


def test_nobody_attacks_from_a_place_without_an_owner() -> None:
    match = position({"alaska": (0, 5), "kamchatka": (1, 2)})
    match.table.note(Vacated(place_number(match, "alaska")))
    assert asked(match, "alaska", "kamchatka") is None
    assert forecast_attack(match, "kamchatka", "alaska").wins == pytest.approx(battle(1, 5).wins)


def test_where_nobody_stands_there_is_no_battle_of_armies_alone() -> None:
    """Without an army in the place, as while a table is being set up, there is no battle of armies."""
    match = position({"alaska": (0, 5), "kamchatka": (1, 0)})
    assert match.armies("kamchatka") == 0
    assert asked(match, "alaska", "kamchatka") is None


def test_one_army_attacks_one_army() -> None:
    found = forecast_attack(position({"alaska": (0, 2), "kamchatka": (1, 1)}), "alaska", "kamchatka")
    assert (found.wins, found.lost, found.beaten) == pytest.approx((15 / 36, 21 / 36, 15 / 36))


# ------------------------------------------------------------------ 2210
def test_the_best_company_throws_the_most_eights_and_risks_the_fewest() -> None:
    """By land land and nuclear commanders roll eight-sided dice, diplomats don't; the smallest best group goes."""
    match = year(
        "Invade",
        {"japan": (0, 5), "pevek": (1, 3)},
        commanders={0: {"land": "japan", "nuclear": "japan", "diplomat": "japan"}},
    )
    at, to = place_number(match, "japan"), place_number(match, "pevek")
    land, nuclear, diplomat = (bits(match, [kind]) for kind in ("land", "nuclear", "diplomat"))

    def chosen(*companies: int) -> int:
        return match.edition.battles.best_pieces(match.game, match.table, at, to, list(companies))

    assert chosen(0, diplomat, land) == land
    assert chosen(land | diplomat, land | nuclear, nuclear) == land | nuclear
    assert chosen(land | diplomat, land) == land
    assert chosen(diplomat, 0) == 0


def test_gods_throw_no_eights() -> None:
    """In Godstorm gods roll no eight-sided dice, so the smallest group with as many dice goes."""
    match = epoch("Invade", FRONT, gods={0: {"war": "egypt", "magic": "egypt"}})
    at, to = place_number(match, "egypt"), place_number(match, "phoenicia")
    war, both = bits(match, ["war"]), bits(match, ["war", "magic"])
    assert match.edition.battles.best_pieces(match.game, match.table, at, to, [both, war]) == war


def test_a_commander_alone_with_one_mod_leaves_one_of_them_behind() -> None:
    """Of a commander and one MOD, one unit stays behind; losses are included."""
    match = year("Invade", {"japan": (0, 1), "pevek": (1, 1)}, commanders={0: {"land": "japan"}})
    alone = battle(1, 1, DiceRule(Side(3, 1), Side(2)))
    found = forecast_attack(match, "japan", "pevek")
    assert (found.wins, found.lost, found.beaten) == pytest.approx(
        (alone.wins, alone.attacker_losses, alone.defender_losses)
    )
    left = year("Invade", {"japan": (0, 1), "pevek": (1, 1)})
    assert asked(left, "japan", "pevek") is None


def test_commanders_that_are_elsewhere_do_not_fight() -> None:
    """A commander in another place doesn't roll, even if named."""
    match = year("Invade", {"japan": (0, 4), "pevek": (1, 3)}, commanders={0: {"land": "siberia"}})
    assert forecast_attack(match, "japan", "pevek", ["land"]).wins == pytest.approx(battle(3, 3, TWO_DICE).wins)


# ------------------------------------------------------------------ Godstorm: armies
def test_no_chances_without_fighters_and_all_of_them_where_nobody_stands() -> None:
    match = epoch("Invade", {"egypt": (0, 1), "phoenicia": (1, 3), "kush": (0, 2), "nubia": None})
    assert asked(match, "egypt", "phoenicia") is None
    assert forecast_attack(match, "kush", "nubia") == WALKED_IN


def test_the_losses_of_a_battle_between_peoples() -> None:
    found = forecast_attack(epoch("Invade", FRONT), "egypt", "phoenicia")
    assert (found.wins, found.lost, found.beaten, found.prelude) == pytest.approx(
        (PLAIN.wins, PLAIN.attacker_losses, PLAIN.defender_losses, None)
    )


def test_a_goddess_defends_and_nobody_rules_a_neutral_temple() -> None:
    """The Magic goddess's holder rerolls ones, and so does the owner of a temple, but a neutral one has no owner."""
    goddess = epoch("Invade", FRONT, gods={1: {"magic": "phoenicia"}})
    rule = DiceRule(Side(3), Side(2, rerolls=True))
    assert forecast_attack(goddess, "egypt", "phoenicia").wins == pytest.approx(battle(5, 3, rule).wins)
    neutral = epoch("Invade", FRONT, seats=2, temples=["phoenicia"], neutral=["phoenicia"])
    assert forecast_attack(neutral, "egypt", "phoenicia").wins == pytest.approx(PLAIN.wins)


@pytest.mark.parametrize(("theirs", "dice"), [(1, 1), (2, 2), (3, 2)])
def test_the_tree_of_life_pays_for_losses_while_there_is_faith(theirs: int, dice: int) -> None:
    """Two faith count as two more armies, but not as more dice or as lost armies."""
    match = epoch("Invade", {"egypt": (0, 6), "phoenicia": (1, theirs)}, faith={1: 2}, relics={"the_tree_of_life": 1})
    ended = battle(5, theirs + 2, DiceRule(Side(3), Side(dice)))
    beaten = sum(chance * max(0, theirs - left) for left, chance in enumerate(ended.held))
    found = forecast_attack(match, "egypt", "phoenicia")
    assert (found.wins, found.lost, found.beaten) == pytest.approx((ended.wins, ended.attacker_losses, beaten))


def test_the_tree_of_life_does_not_reach_below_and_serves_its_holder_alone() -> None:
    below = epoch("Invade", FRONT, below={"u03": (0, 6), "u02": (1, 3)}, faith={1: 2}, relics={"the_tree_of_life": 1})
    assert forecast_attack(below, "u03", "u02").wins == pytest.approx(PLAIN.wins)
    mine = epoch("Invade", FRONT, faith={0: 2, 1: 2}, relics={"the_tree_of_life": 0})
    assert forecast_attack(mine, "egypt", "phoenicia").wins == pytest.approx(PLAIN.wins)


# ------------------------------------------------------------------ Godstorm: gods
@pytest.mark.parametrize(
    ("more", "ours", "theirs"),
    [
        ({}, Host(6), Host(3)),
        ({"temples": ["phoenicia"]}, Host(6), Host(3, rerolls=True)),
        ({"temples": ["egypt"]}, Host(6), Host(3)),  # the invader's temple is elsewhere
        ({"relics": {"mjolnir": 0}}, Host(9), Host(3)),
        ({"relics": {"mjolnir": 1}}, Host(6), Host(6)),
        ({"relics": {"gungnir": 0}}, Host(6, rerolls=True), Host(3)),
        ({"relics": {"gungnir": 1}}, Host(6), Host(3, rerolls=True)),
        ({"below": {"u03": (0, 1), "u09": (0, 1)}}, Host(6, 5), Host(3)),
        ({"below": {"u09": (1, 1)}}, Host(6), Host(3, 4)),
    ],
)
def test_what_counts_in_a_god_war(more: dict[str, Any], ours: Host, theirs: Host) -> None:
    """The forecast of a god war (here death against death) counts dice, armies, altars, temples and relics."""
    match = epoch("Invade", FRONT, gods={0: {"death": "egypt"}, 1: {"death": "phoenicia"}}, **more)
    found = forecast_attack(match, "egypt", "phoenicia")
    assert found.prelude == pytest.approx(god_war(ours, theirs))


@pytest.mark.parametrize("rerolls", [True, False])
def test_a_goddess_rerolls_in_god_wars_where_the_table_says_so(rerolls: bool) -> None:
    match = epoch(
        "Invade",
        FRONT,
        gods={0: {"magic": "egypt"}, 1: {"sky": "phoenicia"}},
        options={"magic_reroll_in_godwar": rerolls},
    )
    found = forecast_attack(match, "egypt", "phoenicia")
    assert found.prelude == pytest.approx(god_war(Host(6, rerolls=rerolls), Host(3, 4)))


def test_each_side_gives_up_the_god_it_needs_least() -> None:
    """Each side sacrifices its least useful god: War and Death against a goddess and Death."""
    match = epoch(
        "Invade",
        FRONT,
        gods={0: {"war": "egypt", "death": "egypt"}, 1: {"magic": "phoenicia", "death": "phoenicia"}},
        options={"magic_reroll_in_godwar": False},
    )
    with_war, without = god_war(Host(6), Host(3), True), god_war(Host(6), Host(3), False)

    def armies(ties: bool, rerolls: bool) -> float:
        return battle(5, 3, DiceRule(Side(3), Side(2, rerolls=rerolls), attacker_wins_ties=ties)).wins

    def wars(ours: str, theirs: str) -> float:
        if not ours or not theirs:
            return armies("w" in ours, "m" in theirs)
        chance = with_war if "w" in ours else without
        return chance * min(wars(ours, theirs.replace(one, "")) for one in theirs) + (1 - chance) * max(
            wars(ours.replace(one, ""), theirs) for one in ours
        )

    found = forecast_attack(match, "egypt", "phoenicia")
    assert found.wins == pytest.approx(wars("wd", "md"))
    assert found.prelude == pytest.approx(with_war)


def test_the_losses_after_a_god_war_are_those_of_both_futures() -> None:
    match = epoch("Invade", FRONT, gods={0: {"war": "egypt"}, 1: {"death": "phoenicia"}})
    won = god_war(Host(6), Host(3), True)
    ties = battle(5, 3, DiceRule(Side(3), Side(2), attacker_wins_ties=True))
    found = forecast_attack(match, "egypt", "phoenicia")
    assert found.lost == pytest.approx(won * ties.attacker_losses + (1 - won) * PLAIN.attacker_losses)
    assert found.beaten == pytest.approx(won * ties.defender_losses + (1 - won) * PLAIN.defender_losses)


def test_an_invasion_under_way_is_fought_by_the_gods_declared() -> None:
    """An invasion in progress uses the declared gods only: War stays in Egypt, and Death goes."""
    match = declared("death", gods={0: {"war": "egypt", "death": "egypt"}, 1: {"sky": "phoenicia"}})
    ours, theirs = match.armies("egypt"), match.armies("phoenicia")
    assert forecast_attack(match, "egypt", "phoenicia").prelude == pytest.approx(god_war(Host(ours), Host(theirs, 4)))
    with_war = forecast_attack(match, "egypt", "phoenicia", ["war", "death"])
    assert with_war.prelude == pytest.approx(god_war(Host(ours), Host(theirs, 4), True))
    elsewhere = forecast_attack(match, "egypt", "kush")
    assert elsewhere.prelude is None
    rule = DiceRule(Side(3), Side(2), attacker_wins_ties=True)
    assert elsewhere.wins == pytest.approx(battle(ours - 1, match.armies("kush"), rule).wins)
