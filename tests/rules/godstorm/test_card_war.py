"""War cards: what each asks, does and refuses."""

import pytest

from kamchatka.editions.godstorm.miracles.miracle_facts import CardStolen
from kamchatka.editions.godstorm.miracles.visions import Peeking
from kamchatka.kernel.ages.age import age
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.wire import Choose, Move, NameCard, NameKind, NameSeat, PlayCard
from kamchatka.kernel.state import DISCARD, HIDDEN, State
from kamchatka.kernel.view import imagine, view
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import GODS, TWELVE, cast, table
from tests.rules.godstorm.scene import faith, god_at, hand, has_temple, heaven, is_plagued, relic_of, where
from tests.rules.modern.witness import fact, happened, refused

WAR = "god.card.war."


def places(match: Match) -> set[str | None]:
    """Return the places that may be chosen."""
    return {action.place for action in match.actions() if isinstance(action, Choose)}


def drawn(match: Match) -> list[str]:
    """Return the hand of seat 0 without the spare card."""
    return [card for card in hand(match, 0) if card != "the_sun_grows_cold"]


def unplayable(match: Match, card: str) -> None:
    """Check that the card has no target and that the refusal cites the rule of targets."""
    refused(match, PlayCard(card), "card.target", "god.play.5")


# ------------------------------------------------------------------ relics
@rule(WAR + "a_shrine_is_plundered")
def test_a_relic_of_another_changes_hands() -> None:
    """Only others' relics may be chosen; the card costs 1, and the relic works for its new owner."""
    match = cast("a_shrine_is_plundered", relics={"mjolnir": 1, "gungnir": 0, "stonehenge": 2})
    assert set(match.actions()) == {NameCard("mjolnir"), NameCard("stonehenge")}
    refused(match, NameCard("gungnir"), "card.a_shrine_is_plundered", WAR + "a_shrine_is_plundered")
    refused(match, NameCard("excalibur"), "card.a_shrine_is_plundered", WAR + "a_shrine_is_plundered")
    match.play(NameCard("mjolnir"))
    assert happened(match) == [fact("RelicTaken", seat=0, card="mjolnir")]
    assert (relic_of(match, "mjolnir"), relic_of(match, "stonehenge"), faith(match, 0)) == (0, 2, 8)


@rule(WAR + "a_shrine_is_plundered", "god.play.5")
def test_without_another_players_relic_nothing_can_be_plundered() -> None:
    """Own relics are no targets."""
    unplayable(table("a_shrine_is_plundered", relics={"mjolnir": 0}), "a_shrine_is_plundered")


@rule(WAR + "only_ash_remains")
def test_any_relic_may_burn_even_ones_own() -> None:
    """The relic leaves the game; the card is free."""
    match = cast("only_ash_remains", relics={"pandoras_box": 0, "mjolnir": 1})
    assert set(match.actions()) == {NameCard("pandoras_box"), NameCard("mjolnir")}
    refused(match, NameCard("excalibur"), "card.only_ash_remains", WAR + "only_ash_remains")
    match.play(NameCard("pandoras_box"))
    assert happened(match) == [fact("RelicLost", card="pandoras_box")]
    assert (relic_of(match, "pandoras_box"), where(match, "pandoras_box"), faith(match, 0)) == (None, DISCARD, 9)


@rule(WAR + "only_ash_remains", "god.play.5")
def test_without_relics_there_is_no_ash() -> None:
    """The card needs a relic in play."""
    unplayable(table("only_ash_remains"), "only_ash_remains")


# ------------------------------------------------------------------ temples
@rule(WAR + "an_empire_is_born")
def test_a_temple_for_nothing_even_on_plagued_land() -> None:
    """Own territories without a temple may be chosen, plagued or not."""
    match = cast("an_empire_is_born", temples=["egypt"], plague=["kush"])
    assert places(match) == {"kush", "nubia"}
    refused(match, Choose(place="egypt"), "building.one_a_place", "god.summon.7")
    refused(match, Choose(place="roma"), "card.an_empire_is_born", WAR + "an_empire_is_born")
    match.play(Choose(place="kush"))
    assert happened(match) == [fact("Built", place="kush")]
    assert has_temple(match, "kush")
    assert faith(match, 0) == 9


@rule(WAR + "an_empire_is_born", "god.summon.8")
@pytest.mark.parametrize(("standing", "free"), [(11, True), (12, False)])
def test_twelve_temples_are_all_there_are(standing: int, free: bool) -> None:
    """With twelve temples on the board the card can't build one either."""
    match = table("an_empire_is_born", temples=TWELVE[:standing])
    assert (PlayCard("an_empire_is_born") in set(match.actions())) == free


@rule(WAR + "our_faith_is_our_strength")
@pytest.mark.parametrize(("temples", "gained"), [([], 0), (["egypt"], 2), (["egypt", "kush", "roma"], 4)])
def test_two_faith_for_each_temple_of_ones_own(temples: list[str], gained: int) -> None:
    """Others' temples don't count; without a temple the card has no effect."""
    match = cast("our_faith_is_our_strength", temples=temples, faith=1)
    assert faith(match, 0) == 1 + gained
    assert where(match, "our_faith_is_our_strength") == DISCARD
    assert [one for one in happened(match) if one["fact"] == "PurseChanged"] == (
        [] if not gained else [fact("PurseChanged", seat=0, amount=gained, clause="card.our_faith_is_our_strength")]
    )


@rule(WAR + "the_temple_falls")
def test_a_temple_moves_within_the_land_of_its_owner() -> None:
    """Any player's temple may move to a land of the same player that has none."""
    match = cast("the_temple_falls", temples=["corsica", "egypt", "tritonis"], lands={"tritonis": None})
    assert places(match) == {"corsica", "egypt"}  # the one in Tritonis has no owner
    refused(match, Choose(place="tritonis"), "card.the_temple_falls", WAR + "the_temple_falls")
    match.play(Choose(place="corsica"))
    assert places(match) == {"roma"}
    refused(match, Choose(place="kush"), "card.the_temple_falls", WAR + "the_temple_falls")
    refused(match, Choose(place="corsica"), "card.the_temple_falls", WAR + "the_temple_falls")
    match.play(Choose(place="roma"))
    assert happened(match) == [fact("Razed", place="corsica"), fact("Built", place="roma")]


@rule(WAR + "the_temple_falls", "god.play.5")
def test_a_temple_with_nowhere_to_go_cannot_fall() -> None:
    """The temple's owner must have a land without a temple."""
    unplayable(table("the_temple_falls", temples=["corsica", "roma"]), "the_temple_falls")
    unplayable(table("the_temple_falls", temples=["tritonis"], lands={"tritonis": None}), "the_temple_falls")


# ------------------------------------------------------------------ armies
@rule(WAR + "champions_arise", "god.info.9")
@pytest.mark.parametrize(("held", "armies"), [(0, 0), (1, 0), (2, 1), (3, 1), (9, 4)])
def test_an_army_for_every_two_faith_which_is_kept(held: int, armies: int) -> None:
    """All of them go to one own territory; the number is rounded down."""
    match = cast("champions_arise", faith=held)
    refused(match, Choose(place="roma"), "card.champions_arise", WAR + "champions_arise")
    match.play(Choose(place="nubia"))
    assert (match.armies("nubia"), faith(match, 0)) == (1 + armies, held)
    granted = fact("ArmiesGranted", seat=0, armies=armies, clause="card.champions_arise")
    assert happened(match) == ([granted, fact("ArmiesPlaced", seat=0, place="nubia", armies=armies)] if armies else [])


@rule(WAR + "champions_arise")
def test_champions_count_the_faith_left_by_earlier_cards() -> None:
    """Faith is counted when the card works."""
    match = table("champions_arise", "the_siren_calls", faith=6)
    match.play(PlayCard("the_siren_calls"))  # costs 3
    match.play(Choose(place="corsica"))
    match.play(Choose(place="roma"))
    match.play(PlayCard("champions_arise"))
    match.play(Choose(place="nubia"))
    assert (match.armies("nubia"), faith(match, 0)) == (2, 3)


@rule(WAR + "heroes_are_born")
def test_three_armies_in_one_own_territory() -> None:
    """The armies cannot be split, and only an own land is allowed."""
    match = cast("heroes_are_born")
    assert places(match) == {"egypt", "kush", "nubia"}
    refused(match, Choose(place="roma"), "card.heroes_are_born", WAR + "heroes_are_born")
    match.play(Choose(place="nubia"))
    assert happened(match) == [
        fact("ArmiesGranted", seat=0, armies=3, clause="card.heroes_are_born"),
        fact("ArmiesPlaced", seat=0, place="nubia", armies=3),
    ]
    assert (match.armies("nubia"), faith(match, 0)) == (4, 9)


@rule("god.info.22")
@pytest.mark.parametrize(("cap", "came"), [(0, 3), (110, 2)])
def test_the_box_may_run_out_of_armies(cap: int, came: int) -> None:
    """With limited armies and 108 of them on the board, heaven included, two are left."""
    match = cast("heroes_are_born", lands={"egypt": (0, 95)}, heaven={0: 10}, options={"army_supply_cap": cap})
    match.play(Choose(place="nubia"))  # 95 + 2 + 1 in lands, 10 in heaven
    assert match.armies("nubia") == 1 + came


@rule(WAR + "prayers_are_answered")
def test_a_die_of_armies_at_a_temple() -> None:
    """Their number is the die's, whatever was there before."""
    match = cast("prayers_are_answered", temples=["nubia", "roma"], luck=faces(6))
    assert places(match) == {"nubia"}
    refused(match, Choose(place="egypt"), "card.prayers_are_answered", WAR + "prayers_are_answered")
    match.play(Choose(place="nubia"))
    assert happened(match)[:2] == [
        fact("MiracleRolled", seat=0, place="nubia", pips=6),
        fact("ArmiesGranted", seat=0, armies=6, clause="card.prayers_are_answered"),
    ]
    assert (match.armies("nubia"), faith(match, 0), script_left(match)) == (7, 9, 0)


@rule(WAR + "prayers_are_answered", "god.play.5")
def test_without_a_temple_nobody_answers() -> None:
    """Another player's temple is refused."""
    unplayable(table("prayers_are_answered", temples=["roma"]), "prayers_are_answered")


@rule(WAR + "the_faithful_gather")
def test_two_armies_at_every_temple_of_ones_own() -> None:
    """Others' temples and lands without one get none."""
    match = cast("the_faithful_gather", temples=["egypt", "nubia", "roma"])
    assert [match.armies(place) for place in ("egypt", "nubia", "kush", "roma")] == [7, 3, 2, 1]
    granted = [one for one in happened(match) if one["fact"] == "ArmiesGranted"]
    assert granted == [fact("ArmiesGranted", seat=0, armies=2, clause="card.the_faithful_gather")] * 2
    without = cast("the_faithful_gather")
    assert [match.armies(place) for place in ("kush", "roma")] == [2, 1]
    assert where(without, "the_faithful_gather") == DISCARD


@rule(WAR + "eagles_take_wing", "god.play.7")
def test_armies_and_gods_fly_to_any_own_land_and_one_army_stays() -> None:
    """Any distance is allowed and gods may go alone; moving nothing is refused."""
    match = cast("eagles_take_wing", lands={"thule": (0, 1)})
    refused(match, Move("egypt", "roma", 1), "card.eagles_take_wing", WAR + "eagles_take_wing")
    refused(match, Move("egypt", "thule", 5), "card.eagles_take_wing", WAR + "eagles_take_wing")
    refused(match, Move("egypt", "thule", 0), "card.eagles_take_wing", WAR + "eagles_take_wing")
    refused(match, Move("egypt", "egypt", 1), "card.eagles_take_wing", WAR + "eagles_take_wing")
    refused(match, Move("egypt", "thule", 1, ("death",)), "card.eagles_take_wing", WAR + "eagles_take_wing")
    offered = set(match.actions())
    assert Move("egypt", "thule", 0, ("war",)) in offered
    assert Move("kush", "thule", 1) in offered
    match.play(Move("egypt", "thule", 4, ("war",)))
    assert happened(match) == [
        fact("ArmiesMoved", source="egypt", target="thule", armies=4),
        fact("PiecePosted", seat=0, kind="war", place="thule"),
    ]
    assert (match.armies("egypt"), match.armies("thule"), faith(match, 0)) == (1, 5, 8)


@rule(WAR + "eagles_take_wing")
def test_a_god_may_fly_alone() -> None:
    """No army moves with it."""
    match = cast("eagles_take_wing")
    match.play(Move("egypt", "nubia", 0, ("war",)))
    assert happened(match) == [fact("PiecePosted", seat=0, kind="war", place="nubia")]


@rule(WAR + "eagles_take_wing")
def test_a_single_army_may_fly() -> None:
    """The army needs no god."""
    match = cast("eagles_take_wing")
    match.play(Move("egypt", "nubia", 1))
    assert happened(match) == [fact("ArmiesMoved", source="egypt", target="nubia", armies=1)]


@rule(WAR + "eagles_take_wing", "god.play.14")
def test_gods_that_fly_into_plague_are_banished_and_armies_are_not_halved() -> None:
    """Armies moved by a card suffer only in the next step 5."""
    match = table("eagles_take_wing", "crops_wither_1", plague=["nubia"])
    match.play(PlayCard("eagles_take_wing"))
    match.play(Move("egypt", "nubia", 3, ("war",)))
    assert (match.armies("nubia"), god_at(match, 0, "war")) == (4, None)


@rule(WAR + "eagles_take_wing", "god.play.5")
def test_eagles_need_something_to_carry() -> None:
    """With one army on each of two own lands and no god there is nothing to move."""
    lands = {"egypt": (0, 1), "kush": None, "nubia": (0, 1), "gaul": (1, 1)}
    match = table("eagles_take_wing", lands=lands, gods={0: {"war": "egypt"}})
    assert PlayCard("eagles_take_wing") in set(match.actions())  # the god itself can fly
    alone = table("eagles_take_wing", lands={**lands, "nubia": None}, gods={0: {"war": "egypt"}})
    unplayable(alone, "eagles_take_wing")


@rule(WAR + "the_siren_calls")
def test_two_lands_of_one_other_player_change_what_stands_there() -> None:
    """Armies and gods change places, temples and plague stay; gods that move onto plague are banished."""
    match = cast(
        "the_siren_calls",
        lands={"thule": (1, 3)},
        temples=["babylon"],
        plague=["thule"],
        gods={**GODS, 1: {"sky": "babylon", "magic": "thule"}},
    )
    assert "kush" not in places(match)
    assert "corsica" in places(match)
    refused(match, Choose(place="egypt"), "card.the_siren_calls", WAR + "the_siren_calls")
    match.play(Choose(place="babylon"))
    refused(match, Choose(place="babylon"), "card.the_siren_calls", WAR + "the_siren_calls")
    refused(match, Choose(place="corsica"), "card.the_siren_calls", WAR + "the_siren_calls")
    match.play(Choose(place="thule"))
    assert (match.armies("babylon"), match.armies("thule"), faith(match, 0)) == (3, 4, 6)
    assert (god_at(match, 1, "magic"), god_at(match, 1, "sky")) == ("babylon", None)
    assert has_temple(match, "babylon")
    assert is_plagued(match, "thule")


@rule(WAR + "the_siren_calls", "god.two.8")
def test_the_siren_calls_no_neutral_and_no_single_land() -> None:
    """The neutral army isn't a player, and an opponent with one land can't swap."""
    match = cast("the_siren_calls", seats=2, lands={"corsica": (1, 2), "roma": (1, 1)}, neutral=["thule", "rus"])
    assert "thule" not in places(match)
    assert "corsica" in places(match)
    lonely = table("the_siren_calls", rest=(0, 1), lands={"roma": None, "babylon": (1, 4)})
    unplayable(lonely, "the_siren_calls")


# ------------------------------------------------------------------ destruction
@rule(WAR + "storms_rage", "god.info.15")
@pytest.mark.parametrize(("pips", "left"), [(2, 2), (3, 1)])
def test_a_die_of_armies_goes_to_heaven(pips: int, left: int) -> None:
    """Any land with armies may be struck, even an own one."""
    match = cast("storms_rage", luck=faces(pips), lands={"tritonis": None, "anatolia": None})
    assert {"egypt", "babylon", "corsica", "roma"} <= places(match)
    assert "tritonis" not in places(match)
    for empty in ("tritonis", "anatolia"):
        refused(match, Choose(place=empty), "card.target", "god.play.5")
    refused(match, Choose(place="u01"), "card.storms_rage", WAR + "storms_rage")
    match.play(Choose(place="babylon"))
    assert happened(match) == [
        fact("MiracleRolled", seat=0, place="babylon", pips=pips),
        fact("WentToHeaven", place="babylon", heaven="avalon", armies=pips),
    ]
    assert (match.armies("babylon"), heaven(match, 1), faith(match, 0)) == (left, pips, 9)


@rule(WAR + "storms_rage", "god.play.8", "god.info.14", "god.info.20")
def test_a_storm_can_empty_a_land() -> None:
    """The land's gods are banished, and land and temple have no owner."""
    match = cast("storms_rage", luck=faces(6), temples=["babylon"], gods={**GODS, 1: {"sky": "babylon"}})
    match.play(Choose(place="babylon"))
    assert (match.owner("babylon"), match.armies("babylon"), heaven(match, 1)) == (None, 0, 4)
    assert god_at(match, 1, "sky") is None
    assert has_temple(match, "babylon")


@rule(WAR + "storms_rage", "god.elim.1", "god.elim.2")
def test_a_storm_can_eliminate() -> None:
    """A seat that loses its last land is out at once and loses its hand."""
    match = cast("storms_rage", luck=faces(3), lands={"roma": (1, 1)}, hands={2: ["heroes_are_born"]}, faith=2)
    match.play(Choose(place="corsica"))
    assert not match.state.is_alive(2)
    assert where(match, "heroes_are_born") == DISCARD


@rule("god.info.15")
@pytest.mark.parametrize(("option", "above"), [(True, 3), (False, 0)])
def test_a_table_may_send_the_dead_of_cards_to_the_reserve(option: bool, above: int) -> None:
    """The option sends them to heaven or to the reserve."""
    match = cast("storms_rage", luck=faces(3), options={"plague_and_card_dead_to_heaven": option})
    match.play(Choose(place="babylon"))
    assert (match.armies("babylon"), heaven(match, 1)) == (1, above)


@rule(WAR + "the_land_is_purged", "god.plague.6")
def test_a_plagued_land_is_purged_of_plague_and_armies() -> None:
    """The marker and all armies are removed and the gods banished; the spare marker stays beside the board."""
    match = cast(
        "the_land_is_purged",
        plague=["babylon", "tritonis"],
        lands={"tritonis": None},
        gods={**GODS, 1: {"sky": "babylon"}},
    )
    assert places(match) == {"babylon", "tritonis"}
    refused(match, Choose(place="egypt"), "card.the_land_is_purged", WAR + "the_land_is_purged")
    match.play(Choose(place="babylon"))
    assert (is_plagued(match, "babylon"), match.owner("babylon"), heaven(match, 1)) == (False, None, 4)
    assert (god_at(match, 1, "sky"), faith(match, 0)) == (None, 7)


@rule(WAR + "the_land_is_purged", "god.play.5")
def test_without_plague_nothing_is_purged() -> None:
    """The card needs a plague marker on the board."""
    unplayable(table("the_land_is_purged"), "the_land_is_purged")


@rule(WAR + "the_sun_grows_cold")
def test_an_army_for_each_god_everywhere() -> None:
    """Two gods cost two armies, even own ones; all gods are counted before any land is emptied."""
    gods = {0: {"war": "egypt", "sky": "egypt"}, 1: {"sky": "thule", "magic": "thule"}, 2: {"war": "corsica"}}
    match = cast("the_sun_grows_cold", gods=gods)
    assert [match.armies(place) for place in ("egypt", "corsica", "kush", "thule")] == [3, 2, 2, 0]
    assert (match.owner("thule"), god_at(match, 1, "sky"), god_at(match, 1, "magic")) == (None, None, None)
    assert (god_at(match, 0, "war"), heaven(match, 0), heaven(match, 1), heaven(match, 2)) == ("egypt", 2, 1, 1)


# ------------------------------------------------------------------ time and cards
@rule(WAR + "time_stands_still", "god.epoch.3")
def test_the_epoch_marker_goes_back() -> None:
    """It moves one space, for 4 faith; the count of rounds continues."""
    match = cast("time_stands_still", epoch=5)
    assert fact("AgeSet", number=4) in happened(match)
    assert (age(match.table).number, match.state.round, faith(match, 0)) == (4, 5, 5)


@rule(WAR + "time_stands_still")
@pytest.mark.parametrize(("epoch", "allowed"), [(1, False), (2, True)])
def test_before_the_first_space_there_is_none(epoch: int, allowed: bool) -> None:
    """The card can't be played in the first epoch."""
    match = table("time_stands_still", epoch=epoch)
    assert (PlayCard("time_stands_still") in set(match.actions())) == allowed
    if not allowed:
        unplayable(match, "time_stands_still")


@rule(WAR + "faith_shall_deliver", "god.obtain.2")
def test_two_cards_of_one_deck_for_a_faith() -> None:
    """Any deck may be chosen, with its god in play or not; others see the deck but not the cards."""
    match = cast("faith_shall_deliver", luck=[0, 1])
    assert set(match.actions()) == {NameKind(kind) for kind in ("death", "magic", "war", "sky")}
    match.play(NameKind("sky"))
    taken = [one for one in happened(match) if one["fact"] == "CardTaken"]
    assert taken == [
        fact("CardTaken", seat=0, kind="sky", card="1000_workers_amass_1"),
        fact("CardTaken", seat=0, kind="sky", card="enemies_convert"),
    ]
    assert (drawn(match), faith(match, 0)) == (["1000_workers_amass_1", "enemies_convert"], 8)


@rule(WAR + "faith_shall_deliver", "god.play.10")
def test_relics_it_brings_are_in_play_at_once() -> None:
    """A Magic card never enters the hand."""
    match = cast("faith_shall_deliver", luck=[0, 0])
    match.play(NameKind("magic"))
    assert (relic_of(match, "aegis"), relic_of(match, "arawns_cauldron_of_life"), drawn(match)) == (0, 0, [])


@rule(WAR + "faith_shall_deliver", "god.obtain.4")
def test_the_last_card_of_a_deck_and_no_empty_deck() -> None:
    """With one War card left it is drawn; an empty deck can't be chosen."""
    others = [
        card
        for card in table("faith_shall_deliver").game.cards[32:49]
        if card not in ("faith_shall_deliver", "storms_rage", "the_sun_grows_cold")
    ]
    match = cast("faith_shall_deliver", hands={1: others}, luck=[0])
    match.play(NameKind("war"))
    assert drawn(match) == ["storms_rage"]
    empty = cast("faith_shall_deliver", hands={1: [*others, "storms_rage"]})
    assert NameKind("war") not in set(empty.actions())
    refused(empty, NameKind("war"), "buy.empty", "god.obtain.4")
    deaths = table("faith_shall_deliver").game.cards[:17]
    deathless = cast("faith_shall_deliver", hands={1: deaths})
    refused(deathless, NameKind("death"), "buy.empty", "god.obtain.4")


@rule(WAR + "faith_shall_deliver")
def test_a_table_may_ask_for_the_god_of_the_deck() -> None:
    """With the option only decks of gods in play are offered."""
    match = cast("faith_shall_deliver", options={"faith_shall_deliver_needs_god": True})
    assert set(match.actions()) == {NameKind("war"), NameKind("death")}
    refused(match, NameKind("sky"), "card.faith_shall_deliver", WAR + "faith_shall_deliver")


@rule(WAR + "visions_become_real", "god.info.8")
def test_a_hand_is_seen_and_a_card_taken() -> None:
    """Only others with cards may be chosen; both players see the card, the third only its back."""
    match = cast("visions_become_real", hands={1: ["heroes_are_born", "lava_erupts"], 2: []})
    assert set(match.actions()) == {NameSeat(1)}
    refused(match, NameSeat(0), "card.visions_become_real", WAR + "visions_become_real")
    refused(match, NameSeat(2), "card.visions_become_real", WAR + "visions_become_real")
    match.play(NameSeat(1))
    assert set(match.actions()) == {NameCard("heroes_are_born"), NameCard("lava_erupts")}
    refused(match, NameCard("storms_rage"), "card.visions_become_real", WAR + "visions_become_real")
    match.play(NameCard("lava_erupts"))
    stolen = match.entries[-1].facts
    assert fact("CardStolen", seat=1, by=0, kind="sky", card="lava_erupts") in happened(match)
    theft = next(one for one in stolen if isinstance(one, CardStolen))
    seen = [theft.seen_by(seat) for seat in (0, 1, 2)]
    assert [isinstance(one, CardStolen) and one.card == HIDDEN for one in seen] == [False, False, True]
    assert (drawn(match), hand(match, 1)) == (["lava_erupts"], ["heroes_are_born"])
    own = age(match.table)
    assert [own.held[seat * 4 + deck] for seat in (0, 1) for deck in (2, 3)] == [1, 1, 1, 0]
    assert [match.state.hand[seat] for seat in (0, 1)] == [2, 1]


@rule(WAR + "visions_become_real", "god.info.6")
def test_a_card_taken_is_counted_with_those_already_held() -> None:
    """Seat 0 had a War card and now has two; seat 1 keeps two of three cards."""
    match = cast("visions_become_real", hands={1: ["heroes_are_born", "storms_rage", "lava_erupts"]})
    match.play(NameSeat(1))
    match.play(NameCard("storms_rage"))
    own = age(match.table)
    assert [match.state.hand[seat] for seat in (0, 1)] == [2, 2]
    assert [own.held[seat * 4 + deck] for seat in (0, 1) for deck in (2, 3)] == [2, 0, 1, 1]


def open_hand(state: State) -> tuple[int, ...]:
    """Return the hand that is shown to one player."""
    frame = state.agenda[-1]
    assert isinstance(frame, Peeking)
    return frame.hand


@rule(WAR + "visions_become_real")
def test_the_hand_shown_stays_a_secret_of_two() -> None:
    """While the card is chosen the third player learns nothing; imagined worlds agree with the known facts."""
    match = cast(
        "visions_become_real",
        hands={
            1: ["heroes_are_born", "storms_rage", "lava_erupts"],
            2: ["the_temple_falls", "champions_arise", "prayers_are_answered"],
        },
    )
    match.play(NameSeat(1))
    seen = [open_hand(view(match.table, seat).state) for seat in range(3)]
    assert seen[0] == seen[1] == (37, 41, 54)
    assert seen[2] == (HIDDEN, HIDDEN, HIDDEN)
    for seed in range(20):
        mine = imagine(match.game, view(match.table, 0), FastChance(seed))
        assert [mine.state.cards[card] for card in (37, 41, 54)] == [1, 1, 1]
        assert sum(where == 1 for where in mine.state.cards) == 3
        assert all(32 <= card < 49 for card in range(66) if mine.state.cards[card] == 2)  # three War cards still
        third = imagine(match.game, view(match.table, 2), FastChance(seed))
        assert HIDDEN not in open_hand(third.state)
        assert all(third.state.cards[card] == 1 for card in open_hand(third.state))


@rule(WAR + "visions_become_real", "god.play.1", "god.play.5")
def test_a_stolen_war_card_may_be_played_at_once() -> None:
    """In the same step, if the seat can pay and another seat holds cards."""
    match = cast("visions_become_real", hands={1: ["heroes_are_born"]})
    match.play(NameSeat(1))
    match.play(NameCard("heroes_are_born"))
    match.play(PlayCard("heroes_are_born"))
    match.play(Choose(place="nubia"))
    assert match.armies("nubia") == 4
    unplayable(table("visions_become_real"), "visions_become_real")
