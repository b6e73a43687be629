"""Hiring commanders, building stations, buying command cards, and deals at tables that allow them."""

from collections import Counter
from typing import Any

import pytest

from kamchatka.editions.risk2210.turn.deals import CardHanded
from kamchatka.kernel.ages.age_facts import CardTaken, PurseChanged
from kamchatka.kernel.edges.wire import Build, Buy, Give, GiveCard, Invade, Pass, PlayCard, Raise
from kamchatka.kernel.rules.market import Buying
from kamchatka.kernel.state import DISCARD, HIDDEN
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import facts_of
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused, written
from tests.rules.risk2210.scene import EVERYBODY, energy_of, own_record, scene, step_name, where

BASE = {"japan": (0, 3), "neo_tokyo": (0, 1), "tycho": (0, 1), "pevek": (0, 1), "lesotho": (2, 1)}


def hiring(energy: int, **more: Any) -> Match:
    """Set seat 0 where it may hire and build."""
    return scene("Recruit", BASE, energy={0: energy}, **more)


@rule("2210.hire.1", "2210.hire.2", "2210.info.16")
def test_a_commander_of_each_kind_for_three_energy() -> None:
    match = hiring(7, commanders={0: {"land": "japan"}})
    refused(match, Raise("land", "japan"), "piece.one_of_a_kind", "2210.hire.2")
    match.play(Raise("naval", "japan"))
    assert happened(match) == [
        fact("PurseChanged", seat=0, amount=-3, clause="piece.hire"),
        fact("PiecePosted", seat=0, kind="naval", place="japan"),
    ]
    match.play(Raise("space", "japan"))
    assert energy_of(match)[0] == 1
    assert step_name(match) != "Recruit"


@rule("2210.hire.3")
@pytest.mark.parametrize("place", ["japan", "neo_tokyo", "tycho"])
def test_a_commander_comes_to_any_place_of_ones_own(place: str) -> None:
    match = hiring(3)
    refused(match, Raise("space", "egypt"), "piece.own_place", "2210.hire.3")
    refused(match, Raise("space", "byrgius"), "piece.own_place", "2210.hire.3")
    match.play(Raise("space", place))
    assert where(match, 0, "space") == place


@rule("2210.hire.4", "2210.battle.13")
def test_a_lost_commander_can_be_hired_again() -> None:
    """The diplomat dies alone in battle and is hired again later at full price."""
    match = scene(
        "Invade", {"japan": (0, 4), "pevek": (1, 0)}, commanders={1: {"diplomat": "pevek"}}, luck=[5, 0], energy={1: 3}
    )
    match.play(Invade("japan", "pevek"))
    match.play(next(one for one in match.actions() if getattr(one, "dice", 0) == 1))
    assert where(match, 1, "diplomat") is None
    assert match.owner("pevek") == 0
    later = hiring(3)
    assert Raise("diplomat", "japan") in set(later.actions())


@rule("2210.hire.10", "2210.info.12")
def test_no_credit() -> None:
    match = hiring(4)
    refused(match, Build("japan"), "building.price", "2210.hire.10")
    match.play(Raise("naval", "japan"))
    assert energy_of(match)[0] == 1
    assert step_name(match) != "Recruit"
    assert step_name(hiring(2)) != "Recruit"


@rule("2210.hire.5", "2210.hire.7", "2210.hire.9")
def test_a_station_for_five_energy_one_a_territory_in_ones_own() -> None:
    match = hiring(10, stations=["pevek"])
    refused(match, Build("egypt"), "building.own_place", "2210.hire.7")
    refused(match, Build("pevek"), "building.one_a_place", "2210.hire.7")
    mods = match.armies("japan")
    match.play(Build("japan"))
    assert happened(match) == [
        fact("PurseChanged", seat=0, amount=-5, clause="building.build"),
        fact("Built", place="japan"),
    ]
    assert match.armies("japan") == mods


@rule("2210.hire.6")
def test_four_stations_are_enough() -> None:
    lands = BASE | {"alden": (0, 1), "siberia": (0, 1)}
    match = scene("Recruit", lands, energy={0: 9}, stations=["japan", "pevek", "alden"])
    match.play(Build("siberia"))
    assert energy_of(match)[0] == 4
    full = scene("Recruit", lands, energy={0: 9}, stations=["japan", "pevek", "alden", "siberia"])
    refused(full, Build("tycho"), "building.most", "2210.hire.6")


@rule("2210.hire.8")
def test_a_station_stands_anywhere_or_on_land_alone() -> None:
    match = hiring(5)
    assert {Build("japan"), Build("neo_tokyo"), Build("tycho")} <= set(match.actions())
    land = hiring(5, options={"station_terrain": "land"})
    refused(land, Build("neo_tokyo"), "building.terrain", "2210.hire.8")
    refused(land, Build("tycho"), "building.terrain", "2210.hire.8")
    assert Build("japan") in set(land.actions())


def test_what_else_is_asked_while_hiring() -> None:
    match = hiring(9)
    refused(match, Invade("japan", "pevek"), "turn.not_now", match.game.citations["turn.not_now"].rule)
    match.play(Pass())
    assert step_name(match) != "Recruit"
    assert energy_of(match)[0] == 9


# ------------------------------------------------------------------ cards
def buying(energy: int, **more: Any) -> Match:
    """Set seat 0 where it may buy cards of the commanders it has."""
    return scene("Market", BASE, energy={0: energy}, commanders={0: {"land": "japan", "space": "tycho"}}, **more)


@rule("2210.buy.1", "2210.buy.2", "2210.buy.4")
def test_four_cards_at_one_energy_seen_when_all_are_ordered() -> None:
    match = buying(9, luck=[0, 0, 0, 18])
    for kind in ("land", "space", "land"):
        match.play(Buy(kind))
        assert happened(match) == [fact("PurseChanged", seat=0, amount=-1, clause="buy.cards")]
        assert match.state.hand[0] == 0
    match.play(Buy("space"))
    taken = [(one["kind"], one["card"]) for one in happened(match) if one["fact"] == "CardTaken"]
    assert [kind for kind, _ in taken] == ["land", "land", "space", "space"]
    assert taken[0] == ("land", match.game.cards[0])
    assert (match.state.hand[0], energy_of(match)[0]) == (4, 5)
    assert step_name(match) == "Orders"


@rule("2210.setup.4")
def test_each_deck_is_shuffled_apart_and_discards_lie_open() -> None:
    """Any card left in its own deck may come next; everybody sees the cards in the discard piles."""
    drawn = set()
    for nth in range(20):
        match = buying(1, luck=[nth])
        match.play(Buy("land"))
        assert match.entries[-1].draws == ((20, nth),)
        drawn |= {card for card, where in zip(match.game.cards, match.state.cards, strict=True) if where == 0}
    assert drawn == {card for card in match.game.cards if card.startswith("land_")}
    match = scene(
        "Orders", BASE, energy={1: 1}, commanders={0: {"diplomat": "japan"}}, hands={0: ["diplomat_energy_crisis_1"]}
    )
    match.play(PlayCard("diplomat_energy_crisis_1"))
    played = match.game.cards.index("diplomat_energy_crisis_1")
    for viewer in range(match.seats):
        seen = match.view(viewer).state.cards
        assert seen[played] == DISCARD
        assert {int(where) for card, where in enumerate(seen) if card != played} == {HIDDEN}


@rule("2210.buy.1")
def test_no_fifth_card_and_none_without_energy() -> None:
    match = buying(2, luck=[0, 0])
    match.play(Buy("land"))
    match.play(Buy("land"))
    assert match.state.hand[0] == 2
    assert energy_of(match)[0] == 0
    assert step_name(match) != "Market"


def read_in(match: Match, energy: int) -> Match:
    """Print the position, change the energy and load it: its step asks even when there is nothing to do."""
    match.table.note(PurseChanged(0, energy - energy_of(match)[0], "card.cost"))
    return Match.from_position(match.position())


@rule("2210.buy.1")
def test_a_position_read_in_refuses_a_fifth_card_and_one_without_energy() -> None:
    """A game never asks for a fifth or unaffordable card, but a loaded position may."""
    match = buying(9)
    for _ in range(3):
        match.play(Buy("land"))
    fourth = read_in(match, 0)
    refused(fourth, Buy("land"), "buy.price", "2210.buy.1")
    frame = fourth.state.agenda[-1]
    assert isinstance(frame, Buying)
    fourth.table.replace_top(Buying(frame.step, 0, (4, 0, 0, 0, 0)))
    refused(read_in(fourth, 9), Buy("land"), "buy.limit", "2210.buy.1")


@rule("2210.hire.10")
def test_a_position_read_in_refuses_what_cannot_be_paid() -> None:
    """A commander costs 3 energy and a station 5, and neither can be bought on credit."""
    match = read_in(hiring(9), 2)
    refused(match, Raise("land", "japan"), "piece.price", "2210.hire.10")
    refused(match, Build("japan"), "building.price", "2210.hire.10")
    refused(read_in(hiring(9), 4), Build("japan"), "building.price", "2210.hire.10")


@rule("2210.buy.3")
def test_only_from_the_deck_of_a_commander_in_play() -> None:
    match = buying(9)
    refused(match, Buy("naval"), "buy.piece", "2210.buy.3")
    refused(match, Buy("nuclear"), "buy.piece", "2210.buy.3")
    refused(match, Build("japan"), "turn.not_now", match.game.citations["turn.not_now"].rule)
    nobody = scene("Market", BASE, energy={0: 9})
    assert step_name(nobody) != "Market"


@rule("2210.buy.5", "2210.info.4")
def test_an_empty_deck_sells_nothing() -> None:
    cards = [card for card in buying(1).game.cards if card.startswith("land_")]
    match = buying(9, hands={1: cards[:-1]}, luck=[0])
    match.play(Buy("land"))
    refused(match, Buy("land"), "buy.empty", "2210.buy.5")
    match.play(Pass())
    assert match.state.cards[match.game.cards.index(cards[-1])] == 0
    assert sum(own_record(match).held) == 20


@rule("2210.buy.6", "2210.info.6")
def test_unused_cards_stay_and_only_their_backs_are_known() -> None:
    match = buying(4, hands={0: [f"land_stealth_mods_{n}" for n in range(1, 6)]}, luck=[0] * 4)
    for _ in range(4):
        match.play(Buy("space"))
    assert match.state.hand[0] == 9
    assert list(own_record(match).held[:5]) == [5, 0, 4, 0, 0]
    (first, *_) = facts_of(match, CardTaken)
    assert isinstance(first, CardTaken)
    seen = first.seen_by(1)
    assert isinstance(seen, CardTaken)
    assert (seen.kind, seen.card) == (2, HIDDEN)
    assert first.seen_by(0) is first
    assert Counter(match.view(1).state.cards) == {HIDDEN: 100}


# ------------------------------------------------------------------ deals
def dealing(**more: Any) -> Match:
    """Set seat 0 at a table that allows deals."""
    return scene(
        "Deals", BASE, energy={0: 3}, hands={0: ["land_frequency_jam_1"]}, options={"player_trades": True}, **more
    )


@rule("2210.info.3")
def test_where_the_table_allows_it_energy_and_cards_change_hands() -> None:
    match = dealing()
    refused(match, Give(1, 4), "deal.own", "2210.info.3")
    refused(match, Give(0, 1), "deal.own", "2210.info.3")
    refused(match, GiveCard(1, "land_frequency_jam_2"), "deal.own", "2210.info.3")
    match.play(Give(1, 2))
    assert energy_of(match) == [1, 2, 0]
    match.play(GiveCard(2, "land_frequency_jam_1"))
    assert list(match.state.hand) == [0, 0, 1]
    assert [int(own_record(match).held[seat * 5]) for seat in range(3)] == [0, 0, 1]
    (given,) = facts_of(match, CardHanded)
    seen = [written(match, [given.seen_by(seat)])[0]["card"] for seat in range(3)]
    assert seen == ["land_frequency_jam_1", "?", "land_frequency_jam_1"]
    match.play(Pass())
    assert step_name(match) != "Deals"
    refused(dealing(), PlayCard("land_frequency_jam_1"), "turn.not_now", match.game.citations["turn.not_now"].rule)


@rule("2210.info.3")
def test_cards_and_energy_are_added_to_what_is_there() -> None:
    """Even the last card and energy may be given; each gift leaves every other count unchanged."""
    match = scene(
        "Deals",
        BASE,
        energy={0: 1, 1: 2},
        options={"player_trades": True},
        hands={0: ["naval_hidden_energy_1", "naval_hidden_energy_2"], 1: ["naval_hidden_energy_3"]},
    )
    match.play(Give(1, 1))
    assert happened(match) == [
        fact("PurseChanged", seat=0, amount=-1, clause="deal.energy"),
        fact("PurseChanged", seat=1, amount=1, clause="deal.energy"),
    ]
    assert energy_of(match) == [0, 3, 0]
    match.play(GiveCard(1, "naval_hidden_energy_1"))
    assert step_name(match) == "Deals"
    match.play(GiveCard(1, "naval_hidden_energy_2"))
    assert list(match.state.hand) == [0, 3, 0]
    assert list(own_record(match).held) == [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0]
    assert step_name(match) != "Deals"


@rule("2210.info.3")
def test_one_energy_or_one_card_is_enough_to_be_asked() -> None:
    table = {"player_trades": True}
    assert step_name(scene("Deals", BASE, energy={0: 1}, options=table)) == "Deals"
    assert step_name(scene("Deals", BASE, hands={0: ["naval_hidden_energy_1"]}, options=table)) == "Deals"


@rule("2210.info.3")
def test_who_has_nothing_to_give_is_not_asked() -> None:
    match = scene("Deals", BASE, options={"player_trades": True})
    assert step_name(match) != "Deals"


@rule("2210.info.3")
def test_by_the_book_nothing_changes_hands() -> None:
    match = scene("Recruit", BASE, energy={0: 9})
    assert "Deals" not in [step.name() for step in match.game.steps]
    refused(match, Give(1, 2), "deal.absent", "2210.info.3")
    refused(match, GiveCard(1, "naval_hidden_energy_1"), "deal.absent", "2210.info.3")


@rule("2210.info.3")
def test_where_deals_are_allowed_they_come_before_hiring() -> None:
    match = scene("Recruit", BASE, energy={0: 9}, options={"player_trades": True})
    refused(match, Give(1, 2), "turn.not_now", "2210.info.3")
    refused(match, GiveCard(1, "naval_hidden_energy_1"), "turn.not_now", "2210.info.3")


@rule("2210.info.17")
def test_no_action_moves_a_station() -> None:
    match = scene("Fortify", BASE, commanders={0: EVERYBODY}, stations=["japan"])
    match.play(next(one for one in match.actions() if getattr(one, "source", "") == "japan"))
    assert own_record(match).built[place_number(match, "japan")] == 1
