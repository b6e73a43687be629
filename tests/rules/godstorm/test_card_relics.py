"""Relics: those of the start of a turn, Pandora's Box, and those for godwars, battles, bids and buying."""

from typing import Any

import pytest

from kamchatka.editions.godstorm.gods.relics import bid_bonus, card_price, crypt_lift, godwar_bonus, saves_losses
from kamchatka.editions.godstorm.miracles.miracle_facts import CardTurnedUp
from kamchatka.kernel.edges.wire import (
    Bid,
    Buy,
    Choose,
    Defend,
    Invade,
    Lose,
    Move,
    NameCard,
    NameKind,
    NameSeat,
    Pass,
    Place,
    PlayCard,
    Roll,
)
from kamchatka.kernel.state import DISCARD, NOBODY
from kamchatka.match import Match
from tests.kit import Holding, faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import faith, god_at, hand, heaven, relic_of, scene, where
from tests.rules.godstorm.test_card_sky import phase
from tests.rules.modern.witness import fact, happened, refused, written

MAGIC = "god.card.magic."
HYRKANIA: dict[str, Holding | None] = {place: (0, 1) for place in ("cimmeria", "rus", "sarmatia", "scythia")}


def start(relics: list[str], lands: dict[str, Holding | None] | None = None, **more: Any) -> Match:
    """Let seat 0 begin its turn with these relics."""
    return scene("TurnStart", {**LANDS, **(lands or {})}, relics=dict.fromkeys(relics, 0), **more)


# ------------------------------------------------------------------ the start of a turn
@rule(MAGIC + "arawns_cauldron_of_life", MAGIC + "the_golden_fleece", MAGIC + "the_great_pyramids")
@pytest.mark.parametrize(
    ("relic", "card"),
    [
        ("arawns_cauldron_of_life", "blood_coats_the_land"),
        ("the_golden_fleece", "a_shrine_is_plundered"),
        ("the_great_pyramids", "1000_workers_amass_1"),
    ],
)
def test_a_free_card_at_the_start_of_the_turn(relic: str, card: str) -> None:
    """The free card needs no god and costs nothing."""
    match = start([relic], luck=[0])
    assert (hand(match, 0), faith(match, 0) - 3, script_left(match)) == ([card], 0, 0)


@rule(MAGIC + "the_golden_fleece", "god.obtain.4")
def test_an_empty_deck_gives_nothing_to_a_relic_either() -> None:
    """When all War cards are drawn, the fleece has no effect."""
    cards = scene("Invade", LANDS).game.cards[32:49]
    match = start(["the_golden_fleece"], hands={1: cards})
    assert hand(match, 0) == []


@rule(MAGIC + "freyas_tears_of_gold")
def test_a_faith_at_the_start_of_the_turn() -> None:
    """The faith adds to the income of three."""
    match = start(["freyas_tears_of_gold"])
    assert faith(match, 0) == 1 + 3
    assert fact("PurseChanged", seat=0, amount=1, clause="card.freyas_tears_of_gold") in written(match, match.journal)


@rule(MAGIC + "the_wine_of_eternal_life", "god.collect.4")
def test_an_army_at_the_start_of_the_turn() -> None:
    """The army is placed freely, together with all collected armies."""
    match = start(["the_wine_of_eternal_life"])
    assert (phase(match), match.state.stock[0]) == ("Collect", 1 + 3)
    match.play(Place("nubia", 4))
    assert match.armies("nubia") == 5


@rule("god.info.22")
@pytest.mark.parametrize(("cap", "stock"), [(0, 8), (110, 2)])
def test_relics_too_draw_on_the_box(cap: int, stock: int) -> None:
    """Excalibur, the wine and the income share what is left of the 110 armies."""
    lands: dict[str, Holding | None] = {**HYRKANIA, "egypt": (0, 101)}
    match = start(["excalibur", "the_wine_of_eternal_life"], lands, options={"army_supply_cap": cap})
    assert match.state.stock[0] == stock  # 108 armies are on the board: 2 are left in the box


@rule(MAGIC + "excalibur")
@pytest.mark.parametrize(
    ("lands", "armies"),
    [
        ({}, 0),
        (HYRKANIA, 2),
        ({**HYRKANIA, **{place: (0, 1) for place in ("hesperide", "oricalcos", "poseidonis", "tritonis")}}, 4),
    ],
)
def test_two_armies_for_each_continent(lands: dict[str, Holding | None], armies: int) -> None:
    """The armies add to the bonus of the continents and bring no faith."""
    without, with_it = start([], lands), start(["excalibur"], lands)
    assert with_it.state.stock[0] - without.state.stock[0] == armies
    granted = fact("ArmiesGranted", seat=0, armies=armies, clause="card.excalibur")
    assert [one for one in written(with_it, with_it.journal) if one.get("clause") == "card.excalibur"] == (
        [granted] if armies else []
    )
    assert faith(with_it, 0) == faith(without, 0)


@rule("god.play.12", "god.card.war.a_shrine_is_plundered")
def test_a_relic_taken_in_the_turn_works_from_the_next_one() -> None:
    """Freya's tears plundered in step 4 pay nothing in this turn."""
    match = scene(
        "PlayMiracles",
        LANDS,
        faith={0: 1},
        gods={0: {"war": "egypt"}},
        relics={"freyas_tears_of_gold": 1},
        hands={0: ["a_shrine_is_plundered", "heroes_are_born"]},
    )
    match.play(PlayCard("a_shrine_is_plundered"))
    match.play(NameCard("freyas_tears_of_gold"))
    assert (relic_of(match, "freyas_tears_of_gold"), faith(match, 0)) == (0, 0)


@rule("god.play.11", "god.play.12")
def test_relics_work_without_the_goddess() -> None:
    """No Magic goddess is in play at these tables, and others' relics have no effect for a player."""
    match = scene("TurnStart", LANDS, relics={"freyas_tears_of_gold": 1})
    assert (god_at(match, 1, "magic"), faith(match, 0), faith(match, 1)) == (None, 3, 0)


# ------------------------------------------------------------------ Pandora's Box
BOX = MAGIC + "pandoras_box"
YOUNG, CROPS, HORSE, DEAD = 16, 1, 14, 8  # where these cards are among the Death cards


@rule(BOX, "god.info.19")
def test_the_box_plays_a_death_card_for_nothing() -> None:
    """The card needs neither faith nor the Death god; the income is counted afterwards; the card leaves the game."""
    match = start(["pandoras_box"], luck=[YOUNG])
    turned = [one for one in match.journal if isinstance(one, CardTurnedUp)]
    assert [(one.seat, match.game.cards[one.card]) for one in turned] == [(0, "the_young_grow_old")]
    assert (match.armies("egypt"), where(match, "the_young_grow_old"), faith(match, 0)) == (4, DISCARD, 3)
    assert (match.state.hand[0], phase(match)) == (0, "Collect")


@rule(BOX)
def test_the_owner_makes_the_choices_and_cannot_refuse() -> None:
    """A player must be chosen, if necessary the owner."""
    match = start(["pandoras_box"], luck=[CROPS])
    assert (match.awaited, set(match.actions())) == ([0], {NameSeat(seat) for seat in range(3)})
    refused(match, Pass(), "card.crops_wither", "god.card.death.crops_wither")
    match.play(NameSeat(1))
    assert phase(match) == "Collect"


@rule(BOX, "god.play.5")
def test_a_card_of_the_box_without_a_target_is_lost() -> None:
    """The dead can't walk without a temple: the card is discarded and nobody is asked."""
    match = start(["pandoras_box"], luck=[DEAD])
    assert (where(match, "the_dead_walk_1"), phase(match)) == (DISCARD, "Collect")


@rule(BOX, MAGIC + "aegis")
def test_aegis_may_cancel_a_card_of_the_box() -> None:
    """Aegis can't cancel the box, only the Death card."""
    match = scene("TurnStart", LANDS, relics={"pandoras_box": 0, "aegis": 1}, luck=[YOUNG])
    assert (match.awaited, phase(match)) == ([1], "Shield")
    match.play(PlayCard("aegis"))
    assert (match.armies("egypt"), phase(match), match.awaited) == (5, "Collect", [0])


@rule(BOX, "god.obtain.4")
def test_an_empty_death_deck_leaves_the_box_shut() -> None:
    """No card is drawn."""
    match = start(["pandoras_box"], hands={1: scene("Invade", LANDS).game.cards[:17]})
    assert phase(match) == "Collect"


@rule(BOX, "god.elim.8")
def test_the_box_may_eliminate_its_owner() -> None:
    """The owner's turn ends and the next marker plays."""
    lands: dict[str, Holding | None] = {"egypt": (1, 1), "kush": (1, 1), "nubia": (0, 1)}
    match = start(["pandoras_box"], lands, luck=[0, 2])  # blood coats Africa
    assert not match.state.is_alive(0)
    assert match.state.turn == 1


@rule("god.collect.10", BOX)
def test_beside_the_box_the_owner_orders_the_relics() -> None:
    """Every relic of the start of the turn may come first, and each works once."""
    match = start(["pandoras_box", "freyas_tears_of_gold", "the_wine_of_eternal_life"], luck=[YOUNG])
    relics = ("pandoras_box", "freyas_tears_of_gold", "the_wine_of_eternal_life")
    assert set(match.actions()) == {NameCard(relic) for relic in relics}
    refused(match, NameCard("excalibur"), "relic.order", "god.collect.10")
    refused(match, Roll(1), "turn.not_now", "god.invade.8")
    match.play(NameCard("freyas_tears_of_gold"))
    assert set(match.actions()) == {NameCard("pandoras_box"), NameCard("the_wine_of_eternal_life")}
    refused(match, NameCard("freyas_tears_of_gold"), "relic.order", "god.collect.10")
    match.play(NameCard("pandoras_box"))
    assert (match.armies("egypt"), match.state.stock[0], faith(match, 0)) == (4, 4, 4)  # the last one by itself


@rule("god.collect.10")
def test_without_the_box_nobody_is_asked_for_the_order() -> None:
    """The order would make no difference."""
    match = start(["freyas_tears_of_gold", "the_wine_of_eternal_life", "excalibur"])
    assert (phase(match), faith(match, 0), match.state.stock[0]) == ("Collect", 4, 4)


@rule(BOX, "god.card.death.diamonds_turn_to_rust")
def test_a_relic_lost_to_the_box_acts_no_more() -> None:
    """Diamonds Turn to Rust destroys the relics before the tears have paid."""
    match = start(["pandoras_box", "freyas_tears_of_gold"], luck=[4])
    match.play(NameCard("pandoras_box"))
    assert [relic_of(match, relic) for relic in ("freyas_tears_of_gold", "pandoras_box")] == [None, None]
    assert faith(match, 0) == 3


# ------------------------------------------------------------------ collecting, buying, bidding
@rule(MAGIC + "the_book_of_the_dead")
@pytest.mark.parametrize(("uses", "armies", "gained"), [(True, 1, 7), (False, 3, 3)])
def test_two_armies_become_four_faith(uses: bool, armies: int, gained: int) -> None:
    """Exactly two of those for territories and continents may be exchanged, once a turn."""
    match = scene("Collect", LANDS, relics={"the_book_of_the_dead": 0}, temples=["nubia"])
    assert set(match.actions()) == {Choose(2), Pass()}
    refused(match, Choose(1), "relic.book_of_the_dead", MAGIC + "the_book_of_the_dead")
    refused(match, Roll(1), "turn.not_now", "god.invade.8")
    match.play(Choose(2) if uses else Pass())
    assert (match.state.stock[0], faith(match, 0), match.armies("nubia")) == (armies, gained + 1, 2)
    assert Choose(2) not in set(match.actions())


@rule(MAGIC + "the_scales_of_osiris")
@pytest.mark.parametrize(
    ("scales", "there", "most"), [(False, 5, 1), (True, 5, 2), (True, 3, 2), (True, 2, 1), (True, 1, 0)]
)
def test_the_scales_raise_two_from_each_crypt(scales: bool, there: int, most: int) -> None:
    """The last army stays; the two may go to different temples."""
    match = scene(
        "Collect",
        LANDS,
        relics={"the_scales_of_osiris": 0} if scales else {},
        temples=["nubia", "kush"],
        below={"u02": (0, there)},
    )
    rises = {one for one in match.actions() if isinstance(one, Move)}
    assert rises == {Move("u02", temple, n) for temple in ("nubia", "kush") for n in range(1, most + 1)}
    assert crypt_lift(match.table, 0) == (2 if scales else 1)
    if most == 2:
        match.play(Move("u02", "nubia", 1))
        match.play(Move("u02", "kush", 1))
        assert (match.armies("u02"), match.armies("nubia"), match.armies("kush")) == (there - 2, 3, 4)


@rule(MAGIC + "stonehenge", "god.obtain.1", "god.obtain.2")
@pytest.mark.parametrize(("stonehenge", "price"), [(False, 2), (True, 1)])
def test_stonehenge_halves_the_price_of_cards(stonehenge: bool, price: int) -> None:
    """The limit of four cards stays."""
    match = scene(
        "Market",
        LANDS,
        faith={0: 8},
        gods={0: {"war": "egypt"}},
        luck=[0, 0, 0, 0],
        relics={"stonehenge": 0 if stonehenge else 1},
    )
    assert card_price(match.table, 0) == price
    for bought in range(1, 5):
        assert faith(match, 0) == 8 - price * (bought - 1)
        match.play(Buy("war"))
    assert (faith(match, 0), len(hand(match, 0))) == (8 - 4 * price, 4)


@rule(MAGIC + "the_tablets_of_destiny")
@pytest.mark.parametrize(("needs", "bid", "bonus"), [(False, 0, 3), (False, 2, 3), (True, 0, 0), (True, 1, 3)])
def test_the_tablets_add_three_to_a_bid(needs: bool, bid: int, bonus: int) -> None:
    """By default they add to a bid of nothing too; by option not. Only the real faith is paid."""
    match = scene("Invade", LANDS, relics={"the_tablets_of_destiny": 1})
    assert (bid_bonus(match.table, 1, bid, needs), bid_bonus(match.table, 0, bid, needs)) == (bonus, 0)


@rule(MAGIC + "the_tablets_of_destiny", "god.bid.2")
def test_a_bid_of_nothing_with_the_tablets_beats_two() -> None:
    """The owner picks the first marker and pays nothing."""
    match = scene(
        "InvadeBelow", LANDS, turn=2, faith={0: 2, 2: 1}, relics={"the_tablets_of_destiny": 1}, below={"u12": (2, 2)}
    )
    match.play(Pass())
    match.play(Bid(2), 0)
    match.play(Bid(1), 2)
    assert (match.awaited, phase(match)) == ([1], "Markers")
    assert [faith(match, seat) for seat in range(3)] == [0, 0, 0]


# ------------------------------------------------------------------ godwars and battles
def at_war(luck: list[int], **more: Any) -> Match:
    """Fight a godwar: Egypt's War god against Phoenicia's Sky god, 5 armies against 2, 3 dice against 4."""
    setting: dict[str, Any] = {"gods": {0: {"war": "egypt"}, 1: {"sky": "phoenicia"}}, **more}
    match = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, luck=luck, **setting)
    match.play(Invade("egypt", "phoenicia", 0, ("war",)))
    match.play(NameKind("war"))
    return match


@rule(MAGIC + "mjolnir", "god.godwar.13")
@pytest.mark.parametrize(("owner", "totals"), [(NOBODY, (11, 10)), (0, (14, 10)), (1, (11, 13))])
def test_mjolnir_adds_three(owner: int, totals: tuple[int, int]) -> None:
    """Mjolnir adds three in attack and in defence."""
    match = at_war(faces(2, 2, 2, 2, 2, 2, 2), relics={"mjolnir": owner} if owner >= 0 else {})
    fought = next(one for one in happened(match) if one["fact"] == "GodsFought")
    assert (fought["total"], fought["against"]) == totals
    assert godwar_bonus(match.table, 0) == (3 if owner == 0 else 0)


@rule(MAGIC + "gungnir", "god.godwar.13")
def test_gungnir_rerolls_ones_in_godwars() -> None:
    """Gungnir rerolls its owner's ones only, until none is left."""
    match = at_war(faces(1, 5, 5, 1, 1, 2, 2, 1, 6, 4), relics={"gungnir": 1})
    fought = next(one for one in happened(match) if one["fact"] == "GodsFought")
    assert (fought["attack"], script_left(match)) == ([5, 5, 1], 0)
    assert fact("OnesRerolled", seat=1, thrown=[2, 2, 1, 1], clause="reroll.gungnir") in happened(match)
    assert fought["defence"] == [6, 4, 2, 2]


@rule(MAGIC + "gungnir")
def test_gungnir_does_not_help_in_battles() -> None:
    """Ones stay ones."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, relics={"gungnir": 0}, luck=faces(1, 1, 6, 6))
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(2))
    match.play(Defend(2))
    assert (match.armies("egypt"), script_left(match)) == (3, 0)


@rule(MAGIC + "the_tree_of_life", "god.battle.11")
@pytest.mark.parametrize(("held", "lost", "left"), [(2, 0, 2), (2, 1, 1), (2, 2, 0), (1, 1, 1), (1, 2, 0)])
def test_the_tree_of_life_keeps_armies_for_faith(held: int, lost: int, left: int) -> None:
    """Each army kept costs one faith, as far as the faith goes; the others die."""
    match = scene(
        "Invade",
        {**LANDS, "phoenicia": (1, 2)},
        faith={1: held},
        relics={"the_tree_of_life": 1},
        luck=faces(6, 6, 1, 1),
    )
    match.play(Invade("egypt", "phoenicia"))
    match.play(Roll(2))
    match.play(Defend(2))
    assert (match.awaited, phase(match), saves_losses(match.table, 1, 2)) == ([1], "Ransom", held)
    assert set(match.actions()) == {Lose(n) for n in range(2 - held, 3)}
    refused(match, Lose(3), "relic.tree_of_life", MAGIC + "the_tree_of_life")
    refused(match, Roll(1), "turn.not_now", "god.invade.8")
    match.play(Lose(lost))
    assert (match.armies("phoenicia"), faith(match, 1), heaven(match, 1)) == (left, held - 2 + lost, lost)
    paid = [one for one in happened(match) if one["fact"] == "PurseChanged"]
    assert paid == [fact("PurseChanged", seat=1, amount=lost - 2, clause="relic.tree_of_life")][: 2 - lost]


@rule(MAGIC + "the_tree_of_life")
def test_the_tree_helps_only_in_defence_on_earth() -> None:
    """The tree doesn't help without faith, in attack or below."""
    poor = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, relics={"the_tree_of_life": 1}, luck=faces(6, 6, 1, 1))
    attacker = scene(
        "Invade", {**LANDS, "phoenicia": (1, 2)}, relics={"the_tree_of_life": 0}, faith={0: 5}, luck=faces(1, 1, 6, 6)
    )
    for match in (poor, attacker):
        match.play(Invade("egypt", "phoenicia"))
        match.play(Roll(2))
        match.play(Defend(2))
        assert match.awaited == [0]
        assert phase(match) != "Ransom"
    assert (poor.armies("phoenicia"), attacker.armies("egypt"), faith(attacker, 0)) == (0, 3, 5)
    below = scene(
        "InvadeBelow",
        LANDS,
        below={"u12": (0, 4), "u13": (1, 2)},
        faith={1: 5},
        relics={"the_tree_of_life": 1},
        luck=faces(6, 6, 1, 1),
    )
    below.play(Invade("u12", "u13"))
    below.play(Roll(2))
    below.play(Defend(2))
    assert phase(below) != "Ransom"
    assert below.armies("u13") == 0
