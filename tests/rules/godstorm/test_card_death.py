"""Death cards: what each asks, does and refuses."""

from typing import Any

import pytest

from kamchatka.editions.godstorm.state import edition_state
from kamchatka.kernel.edges.wire import Choose, Invade, Move, NameSeat, Pass, PlayCard
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from kamchatka.words import Words
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import GODS, cast, table
from tests.rules.godstorm.scene import ATLANTIS, faith, god_at, hand, has_temple, heaven, is_plagued, relic_of, where
from tests.rules.godstorm.test_card_war import places, unplayable
from tests.rules.modern.witness import fact, happened, refused

DEATH = "god.card.death."
AFRICA = ("atlas", "carthage", "cyrenaica", "egypt", "gaitulia", "kush", "nubia")


def struck(name: str, **more: Any) -> Match:
    """Let seat 0 play a card that strikes Africa, the third of six continents."""
    return cast(name, luck=[2], **more)


def africa(match: Match) -> list[int]:
    """Return the armies of Africa."""
    return [match.armies(place) for place in AFRICA]


# ------------------------------------------------------------------ continents
@rule(DEATH + "blood_coats_the_land", "god.play.13")
def test_an_army_of_every_land_of_a_random_continent() -> None:
    """All owners lose armies, lands may be emptied and their gods banished; other continents are unharmed."""
    match = struck("blood_coats_the_land", gods={**GODS, 1: {"sky": "atlas"}})
    assert fact("ZoneStruck", zone="africa") in happened(match)
    assert match.entries[-1].draws == ((6, 2),)
    assert africa(match) == [0, 0, 0, 4, 0, 1, 0]
    assert (match.owner("atlas"), match.owner("nubia"), god_at(match, 1, "sky")) == (None, None, None)
    assert (god_at(match, 0, "death"), match.armies("babylon"), heaven(match, 1), heaven(match, 0)) == ("kush", 4, 4, 3)
    assert faith(match, 0) == 8


@rule(DEATH + "the_ground_shakes", "god.info.9")
def test_half_of_every_land_of_a_random_continent() -> None:
    """The loss is rounded down, so single armies and gods stay."""
    match = struck("the_ground_shakes", lands={"atlas": (1, 7)})
    assert africa(match) == [4, 1, 1, 3, 1, 1, 1]
    assert (heaven(match, 0), heaven(match, 1), faith(match, 0)) == (3, 3, 7)
    assert god_at(match, 0, "war") == "egypt"


@rule("god.play.13", "god.info.18")
@pytest.mark.parametrize(("luck", "zone"), [(3, "asia_minor"), (4, "hyrkania")])
def test_a_sunken_continent_is_never_struck(luck: int, zone: str) -> None:
    """Five continents are left after Atlantis has sunk."""
    match = table("the_sea_is_your_tomb", "the_ground_shakes", luck=[luck])
    match.play(PlayCard("the_sea_is_your_tomb"))
    match.play(PlayCard("the_ground_shakes"))
    assert fact("ZoneStruck", zone=zone) in happened(match)
    assert match.entries[-1].draws == ((5, luck),)


# ------------------------------------------------------------------ cards and relics
@rule(DEATH + "crops_wither", "god.info.6")
def test_a_whole_hand_is_lost_and_relics_stay() -> None:
    """Any living player may be chosen; the cards are shown and leave the game."""
    match = cast("crops_wither_2", hands={1: ["heroes_are_born", "lava_erupts"]}, relics={"mjolnir": 1})
    assert set(match.actions()) == {NameSeat(0), NameSeat(1), NameSeat(2)}
    refused(match, NameSeat(3), "card.crops_wither", DEATH + "crops_wither")
    match.play(NameSeat(1))
    assert happened(match) == [
        fact("CardGivenUp", seat=1, card="heroes_are_born"),
        fact("CardGivenUp", seat=1, card="lava_erupts"),
    ]
    assert (hand(match, 1), relic_of(match, "mjolnir"), faith(match, 0)) == ([], 1, 7)
    assert [where(match, card) for card in ("heroes_are_born", "lava_erupts")] == [DISCARD, DISCARD]
    assert hand(match, 0) == ["the_sun_grows_cold"]


@rule(DEATH + "crops_wither")
@pytest.mark.parametrize(
    ("language", "idle", "own"),
    [
        ("en", "nothing to lose: Carla.", "If you choose yourself you give up your own cards."),
        ("it", "quindi nulla da perdere: Carla.", "Se scegli te, rinunci alle tue carte."),
    ],
)
def test_the_question_warns_of_a_pointless_choice(language: str, idle: str, own: str) -> None:
    """The question mentions the empty hands of others but not the own; every target may still be chosen."""
    match = cast("crops_wither_2", hands={1: ["heroes_are_born"]})
    words = Words(language, match.edition, ["Ada", "Bruno", "Carla"])
    question = words.question(match.game, match.view(0).state, match.options(), 0)
    assert question.endswith(f"{idle} {own}")
    match.play(NameSeat(2))
    assert (happened(match), hand(match, 1)) == ([], ["heroes_are_born"])


@rule(DEATH + "crops_wither")
def test_an_empty_hand_of_ones_own_is_named_too() -> None:
    """Seat 0 has no other card and is the only one with nothing to lose."""
    match = table("crops_wither_1", hands={1: ["heroes_are_born"], 2: ["lava_erupts"]})
    match.play(PlayCard("crops_wither_1"))
    words = Words("en", match.edition, ["Ada", "Bruno", "Carla"])
    question = words.question(match.game, match.state, match.options(), 0)
    assert question.endswith("choose a player. No card in hand, nothing to lose: Ada.")


@rule(DEATH + "crops_wither")
def test_nobody_who_is_out_can_be_chosen() -> None:
    """An eliminated player has no hand."""
    match = table("crops_wither_1", "storms_rage", lands={"roma": (1, 1)}, luck=faces(3))
    match.play(PlayCard("storms_rage"))
    match.play(Choose(place="corsica"))
    match.play(PlayCard("crops_wither_1"))
    assert set(match.actions()) == {NameSeat(0), NameSeat(1)}


@rule(DEATH + "diamonds_turn_to_rust")
def test_every_relic_leaves_the_game() -> None:
    """The lost relics include the player's own relics; the card may be played even when there are none."""
    match = cast("diamonds_turn_to_rust", relics={"mjolnir": 1, "gungnir": 0})
    assert [one for one in happened(match) if one["fact"] == "RelicLost"] == [
        fact("RelicLost", card="gungnir"),
        fact("RelicLost", card="mjolnir"),
    ]
    assert (relic_of(match, "mjolnir"), relic_of(match, "gungnir"), faith(match, 0)) == (None, None, 6)
    assert where(cast("diamonds_turn_to_rust"), "diamonds_turn_to_rust") == DISCARD


# ------------------------------------------------------------------ the Underworld
@rule(DEATH + "deaths_door_closes", "god.play.9", "god.underworld.5")
def test_crypts_and_altars_lose_half_to_the_reserve() -> None:
    """Gates, plain spaces and heavens are spared; a single army survives; no army goes to heaven."""
    below = {"u02": (0, 5), "u05": (1, 1), "u03": (1, 4), "u09": (0, 3), "u01": (0, 6), "u11": (1, 6)}
    match = cast("deaths_door_closes", below=below, heaven={0: 4})
    assert [match.armies(space) for space in below] == [3, 1, 2, 2, 6, 6]
    assert (heaven(match, 0), heaven(match, 1), faith(match, 0)) == (4, 0, 7)


@rule(DEATH + "the_dead_walk", "god.play.7")
@pytest.mark.parametrize(("there", "most"), [(2, 1), (7, 6), (9, 6)])
def test_up_to_six_armies_walk_to_a_temple(there: int, most: int) -> None:
    """The armies leave one Underworld space, where one army stays, but not heaven; plague doesn't halve them."""
    match = cast(
        "the_dead_walk_1",
        below={"u12": (0, there), "u01": (0, 1), "u03": (1, 5)},
        heaven={0: 5},
        temples=["nubia", "roma"],
        plague=["nubia"],
    )
    assert set(match.actions()) == {Move("u12", "nubia", n) for n in range(1, most + 1)}
    for source, target, armies in (
        ("u12", "nubia", most + 1),
        ("u12", "nubia", 0),
        ("kurnugia", "nubia", 1),
        ("u12", "kush", 1),
        ("u03", "nubia", 1),
        ("egypt", "nubia", 1),
    ):
        refused(match, Move(source, target, armies), "card.the_dead_walk", DEATH + "the_dead_walk")
    match.play(Move("u12", "nubia", most))
    assert (match.armies("u12"), match.armies("nubia"), faith(match, 0)) == (there - most, 1 + most, 7)


@rule(DEATH + "the_dead_walk")
def test_the_dead_walk_from_a_gate_too() -> None:
    """The card works from the first space of the Underworld as from any other."""
    match = cast("the_dead_walk_1", below={"u01": (0, 3)}, temples=["nubia"])
    assert set(match.actions()) == {Move("u01", "nubia", 1), Move("u01", "nubia", 2)}


@rule(DEATH + "the_dead_walk", "god.play.5")
@pytest.mark.parametrize(("armies", "temples"), [(1, ["nubia"]), (5, []), (5, ["roma"])])
def test_the_dead_need_a_space_and_a_temple(armies: int, temples: list[str]) -> None:
    """The card needs two armies in the Underworld and an own temple."""
    unplayable(table("the_dead_walk_2", below={"u12": (0, armies)}, temples=temples), "the_dead_walk_2")


# ------------------------------------------------------------------ temples, plague, the largest
@rule(DEATH + "fire_rains_down")
def test_a_temple_burns_and_an_army_in_every_land_around() -> None:
    """Neighbours by land and by open water count; a temple without owner may be chosen; it returns to the stock."""
    match = cast("fire_rains_down", temples=["egypt", "tritonis"], lands={"tritonis": None, "minoa": (2, 2)})
    assert places(match) == {"egypt", "tritonis"}
    refused(match, Choose(place="kush"), "card.fire_rains_down", DEATH + "fire_rains_down")
    match.play(Choose(place="egypt"))
    around = ("egypt", "cyrenaica", "kush", "nubia", "phoenicia", "minoa", "gaitulia")
    assert [match.armies(place) for place in around] == [4, 0, 1, 0, 0, 1, 1]
    assert (has_temple(match, "egypt"), match.owner("nubia"), faith(match, 0)) == (False, None, 5)


@rule(DEATH + "fire_rains_down", "god.card.death.the_waters_boil")
def test_fire_does_not_cross_a_closed_sea() -> None:
    """A link closed by the maelstrom doesn't count."""
    match = table("the_waters_boil", "fire_rains_down", temples=["egypt"], lands={"minoa": (2, 2)})
    match.play(PlayCard("the_waters_boil"))
    match.play(Choose(place="minoa"))
    match.play(Choose(place="egypt"))
    match.play(PlayCard("fire_rains_down"))
    match.play(Choose(place="egypt"))
    assert (match.armies("minoa"), match.armies("egypt"), faith(match, 0)) == (2, 4, 1)


@rule(DEATH + "fire_rains_down", "god.play.5")
def test_fire_needs_a_temple() -> None:
    """Without a temple on the board the card cannot be played."""
    unplayable(table("fire_rains_down"), "fire_rains_down")


@rule(DEATH + "paradise_is_lost", "god.play.6", "god.info.23")
def test_a_plague_marker_moves_to_a_land_turned_up() -> None:
    """Plagued lands are put back before drawing, even the first; the plague kills nothing now."""
    luck = [24, 0, 0]  # egypt, then anatolia, then apulia of the remaining cards
    match = cast(
        "paradise_is_lost",
        plague=["egypt", "anatolia"],
        luck=luck,
        lands={"apulia": (1, 6)},
        gods={0: {"war": "kush", "death": "kush"}},
    )
    assert places(match) == {"egypt", "anatolia"}
    refused(match, Choose(place="kush"), "card.paradise_is_lost", DEATH + "paradise_is_lost")
    match.play(Choose(place="egypt"))
    turned = [one["place"] for one in happened(match) if one["fact"] == "LandTurnedUp"]
    assert turned == ["egypt", "anatolia", "apulia"]
    assert [is_plagued(match, place) for place in ("egypt", "anatolia", "apulia")] == [False, True, True]
    assert (match.armies("apulia"), faith(match, 0), match.entries[-1].draws) == (6, 7, ((42, 24), (41, 0), (40, 0)))


@rule(DEATH + "paradise_is_lost", "god.info.18", "god.play.5")
def test_sunken_lands_are_not_in_the_territory_deck() -> None:
    """The four cards of Atlantis are out of it; without plague on the board the card can't be played."""
    match = table(
        "the_sea_is_your_tomb",
        "paradise_is_lost",
        plague=["egypt"],
        luck=[37],
        gods={0: {"war": "kush", "death": "kush"}},
    )
    match.play(PlayCard("the_sea_is_your_tomb"))
    match.play(PlayCard("paradise_is_lost"))
    match.play(Choose(place="egypt"))
    assert match.entries[-1].draws == ((38, 37),)
    assert is_plagued(match, "scythia")
    unplayable(table("paradise_is_lost"), "paradise_is_lost")


@rule(DEATH + "the_gods_forsake_us", "god.setup.4", "god.plague.6")
def test_the_fifth_plague_strikes_at_once() -> None:
    """The card needs land without temple or plague: half the armies die, gods are banished, the marker stays."""
    match = cast(
        "the_gods_forsake_us",
        temples=["kush"],
        plague=["nubia"],
        lands={"babylon": (1, 5), "atlas": None},
        gods={**GODS, 1: {"sky": "babylon"}},
    )
    assert {"kush", "nubia"} & places(match) == set()
    assert {"babylon", "atlas", "egypt"} <= places(match)
    refused(match, Choose(place="kush"), "card.the_gods_forsake_us", DEATH + "the_gods_forsake_us")
    refused(match, Choose(place="nubia"), "card.the_gods_forsake_us", DEATH + "the_gods_forsake_us")
    match.play(Choose(place="babylon"))
    assert (match.armies("babylon"), heaven(match, 1), god_at(match, 1, "sky")) == (3, 2, None)
    assert (is_plagued(match, "babylon"), edition_state(match.table).spare_plague, faith(match, 0)) == (True, 0, 6)


@rule(DEATH + "the_gods_forsake_us", "god.play.5")
def test_there_is_only_one_fifth_plague() -> None:
    """Without the spare marker the card cannot be played."""
    match = table("the_gods_forsake_us", "the_sun_grows_cold")
    edition_state(match.table).spare_plague = 0
    unplayable(match, "the_gods_forsake_us")


@rule(DEATH + "the_mighty_have_fallen", "god.info.9")
def test_the_three_largest_armies_lose_half() -> None:
    """Without ties no seat is asked; own and neutral armies count, and gods stay."""
    match = cast(
        "the_mighty_have_fallen",
        seats=2,
        neutral=["thule"],
        below={"u01": (1, 50)},
        lands={"corsica": (1, 3), "roma": (1, 1), "thule": (1, 9), "egypt": (0, 5), "babylon": (1, 4)},
    )
    assert [match.armies(place) for place in ("thule", "egypt", "babylon", "corsica", "u01")] == [5, 3, 2, 3, 50]
    assert (god_at(match, 0, "war"), heaven(match, 0), heaven(match, 1), faith(match, 0)) == ("egypt", 2, 2, 5)


@rule(DEATH + "the_mighty_have_fallen", "god.order.2")
def test_aegis_hears_of_the_largest_armies_though_nothing_was_chosen() -> None:
    match = cast(
        "the_mighty_have_fallen", lands={"thule": (1, 9), "egypt": (0, 6), "babylon": (1, 5)}, relics={"aegis": 1}
    )
    assert match.awaited == [1]
    assert match.armies("thule") == 9


@rule(DEATH + "the_mighty_have_fallen")
def test_among_equal_armies_the_player_chooses() -> None:
    """There is one place left for three armies of four."""
    match = cast("the_mighty_have_fallen", lands={"thule": (1, 9), "egypt": (0, 5), "rus": (1, 4), "gaul": (2, 4)})
    assert places(match) == {"babylon", "rus", "gaul"}
    refused(match, Choose(place="egypt"), "card.the_mighty_have_fallen", DEATH + "the_mighty_have_fallen")
    match.play(Choose(place="rus"))
    assert [match.armies(place) for place in ("thule", "egypt", "rus", "gaul", "babylon")] == [5, 3, 2, 4, 4]


@rule(DEATH + "the_mighty_have_fallen")
def test_two_of_three_equal_armies_are_chosen_one_by_one() -> None:
    """The second question omits the first choice; ties that need no choice aren't asked about."""
    lands = {"thule": (1, 9), "egypt": (0, 4), "rus": (1, 4)}
    match = cast("the_mighty_have_fallen", lands=lands)
    match.play(Choose(place="babylon"))
    assert places(match) == {"egypt", "rus"}
    refused(match, Choose(place="babylon"), "card.the_mighty_have_fallen", DEATH + "the_mighty_have_fallen")
    match.play(Choose(place="egypt"))
    assert [match.armies(place) for place in ("thule", "egypt", "rus", "babylon")] == [5, 2, 4, 2]
    level = cast("the_mighty_have_fallen", lands={**lands, "rus": (1, 1)})
    assert [level.armies(place) for place in ("thule", "egypt", "babylon")] == [5, 2, 2]


@rule(DEATH + "ragnarok_cometh", "god.info.13", "god.labour.sky")
def test_war_and_sky_gods_of_all_are_banished() -> None:
    """Death and Magic gods stay; it is no godwar; no War card can follow it."""
    gods = {
        0: {"war": "egypt", "death": "kush", "sky": "egypt"},
        1: {"war": "thule", "magic": "thule"},
        2: {"sky": "corsica"},
    }
    match = table("ragnarok_cometh", "heroes_are_born", "crops_wither_1", gods=gods)
    match.play(PlayCard("ragnarok_cometh"))
    assert [god_at(match, seat, kind) for seat, kind in ((0, "war"), (0, "sky"), (1, "war"), (2, "sky"))] == [None] * 4
    assert (god_at(match, 0, "death"), god_at(match, 1, "magic")) == ("kush", "thule")
    assert (hand(match, 0), faith(match, 0)) == (["crops_wither_1", "heroes_are_born"], 6)
    refused(match, PlayCard("heroes_are_born"), "card.god", "god.play.2")


@rule(DEATH + "the_young_grow_old")
def test_an_army_of_every_land_with_two_or_more() -> None:
    """The card empties no land; neutral armies lose one too."""
    match = cast(
        "the_young_grow_old", seats=2, neutral=["thule"], lands={"corsica": (1, 3), "roma": (1, 1), "thule": (1, 2)}
    )
    assert [match.armies(place) for place in ("egypt", "kush", "nubia", "corsica", "roma", "thule")] == [
        4,
        1,
        1,
        2,
        1,
        1,
    ]
    assert (heaven(match, 0), faith(match, 0)) == (2, 7)


# ------------------------------------------------------------------ Atlantis, the sea, the horse
@rule(DEATH + "the_sea_is_your_tomb", "god.info.18", "god.collect.3")
def test_atlantis_sinks_with_all_upon_it() -> None:
    """Armies go to heaven, gods are banished, temples return to the stock and plague leaves the game."""
    lands = {"hesperide": (1, 3), "oricalcos": (0, 2), "tritonis": (1, 1), "poseidonis": None}
    match = cast(
        "the_sea_is_your_tomb",
        lands=lands,
        temples=["oricalcos", "poseidonis"],
        plague=["hesperide"],
        gods={**GODS, 1: {"sky": "hesperide"}},
    )
    assert [(match.owner(place), match.armies(place)) for place in ATLANTIS] == [(None, 0)] * 4
    assert (heaven(match, 0), heaven(match, 1), god_at(match, 1, "sky")) == (2, 4, None)
    assert not any(has_temple(match, place) or is_plagued(match, place) for place in ATLANTIS)
    assert (edition_state(match.table).sunk, edition_state(match.table).spare_plague, faith(match, 0)) == (True, 1, 6)


@rule(DEATH + "the_sea_is_your_tomb", "god.info.15")
def test_the_card_itself_names_the_heavens() -> None:
    """Even where armies killed by cards go to the reserve, those of Atlantis go to heaven."""
    match = cast("the_sea_is_your_tomb", options={"plague_and_card_dead_to_heaven": False})
    assert heaven(match, 1) == 4


@rule(DEATH + "the_sea_is_your_tomb", "god.info.18", "god.invade.5")
def test_nobody_comes_to_atlantis_any_more() -> None:
    """The sunken lands can't be targets of cards, invasions or marches."""
    match = table("the_sea_is_your_tomb", "the_gods_forsake_us", lands={"atlas": (0, 4), "iberia": (1, 1)})
    match.play(PlayCard("the_sea_is_your_tomb"))
    match.play(PlayCard("the_gods_forsake_us"))
    assert not places(match) & set(ATLANTIS)
    match.play(Choose(place="thule"))
    while Pass() in set(match.actions()) and not any(isinstance(one, Invade) for one in match.actions()):
        match.play(Pass())
    assert not any(isinstance(one, Invade) and one.target in ATLANTIS for one in match.actions())
    refused(match, Invade("atlas", "oricalcos", 1), "invade.closed", "god.invade.5")


@rule(DEATH + "the_sea_is_your_tomb", "god.elim.1")
def test_who_lived_in_atlantis_alone_is_out() -> None:
    """The elimination is checked after everything has sunk."""
    lands = {"corsica": (1, 3), "roma": (1, 1), "tritonis": (2, 5)}
    match = cast("the_sea_is_your_tomb", lands=lands, below={"u05": (2, 3)})
    assert not match.state.is_alive(2)
    assert (match.owner("u05"), match.armies("u05")) == (None, 0)


@rule(DEATH + "the_waters_boil", "god.info.16", "god.invade.5")
def test_the_maelstrom_closes_a_water_link() -> None:
    """Any open water link may be closed, and is closed for every purpose."""
    match = cast("the_waters_boil")
    assert {"corsica", "roma", "kush", "sheba"} <= places(match)
    assert not {"babylon", "nubia"} & places(match)
    refused(match, Choose(place="babylon"), "card.the_waters_boil", DEATH + "the_waters_boil")
    match.play(Choose(place="kush"))
    assert places(match) == {"sheba"}
    refused(match, Choose(place="egypt"), "card.the_waters_boil", DEATH + "the_waters_boil")
    match.play(Choose(place="sheba"))
    assert happened(match) == [fact("LinkClosed", source="kush", target="sheba")]
    assert faith(match, 0) == 5
    match.play(Pass())
    refused(match, Invade("kush", "sheba"), "invade.closed", "god.invade.5")
    assert Invade("egypt", "phoenicia") in set(match.actions())


@rule(DEATH + "the_waters_boil")
def test_twenty_one_water_links_can_be_closed_and_fewer_after_the_sinking() -> None:
    """Three of them lead to Atlantis."""
    for sunk, links in ((False, 21), (True, 18)):
        match = table("the_waters_boil", "the_sea_is_your_tomb")
        if sunk:
            match.play(PlayCard("the_sea_is_your_tomb"))
        match.play(PlayCard("the_waters_boil"))
        pairs = set()
        for end in places(match):
            assert end is not None
            twin = Match.from_position(match.position(), seed=1)
            twin.play(Choose(place=end))
            pairs |= {frozenset((end, other)) for other in places(twin) if other}
        assert len(pairs) == links


@rule(DEATH + "the_trojan_horse_is_revealed", "god.play.14")
def test_a_single_army_is_replaced_by_a_die_of_ones_own() -> None:
    """The card works anywhere, with gods banished and the temple kept; plague doesn't halve, and it is no invasion."""
    match = cast(
        "the_trojan_horse_is_revealed",
        luck=faces(4),
        temples=["thule"],
        plague=["thule"],
        gods={**GODS, 1: {"magic": "thule"}},
        seats=3,
        neutral=["rus"],
    )
    assert "thule" in places(match)
    assert not {"babylon", "rus", "nubia", "corsica"} & places(match)
    for wrong in ("babylon", "rus", "nubia"):
        refused(match, Choose(place=wrong), "card.the_trojan_horse_is_revealed", DEATH + "the_trojan_horse_is_revealed")
    match.play(Choose(place="thule"))
    assert (match.owner("thule"), match.armies("thule"), heaven(match, 1)) == (0, 4, 1)
    assert (god_at(match, 1, "magic"), faith(match, 0), script_left(match)) == (None, 7, 0)
    granted = fact("ArmiesGranted", seat=0, armies=4, clause="card.the_trojan_horse_is_revealed")
    assert granted in happened(match)
    assert edition_state(match.table).beaten == 0


@rule(DEATH + "the_trojan_horse_is_revealed")
def test_one_army_out_of_the_horse_is_enough() -> None:
    """The lowest die is enough to take the land."""
    match = cast("the_trojan_horse_is_revealed", luck=faces(1))
    match.play(Choose(place="thule"))
    assert (match.owner("thule"), match.armies("thule")) == (0, 1)
    assert [one["fact"] for one in happened(match)] == [
        "WentToHeaven",
        "Vacated",
        "MiracleRolled",
        "ArmiesGranted",
        "ArmiesPlaced",
        "Conquered",
    ]


@rule(DEATH + "the_trojan_horse_is_revealed", "god.two.8")
@pytest.mark.parametrize(("guarded", "offered"), [(False, {"thule", "rus", "gaul"}), (True, {"gaul"})])
def test_a_table_may_let_gods_and_temples_keep_guard(guarded: bool, offered: set[str]) -> None:
    """With the option the horse can't take lands with a god or a temple."""
    match = cast(
        "the_trojan_horse_is_revealed",
        rest=(1, 2),
        temples=["thule"],
        gods={**GODS, 1: {"sky": "rus"}},
        lands={"thule": (1, 1), "rus": (1, 1), "gaul": (1, 1), "roma": (2, 2)},
        options={"trojan_horse_protected_lands": guarded},
    )
    assert places(match) == offered


@rule(DEATH + "the_trojan_horse_is_revealed", "god.play.5")
def test_the_horse_needs_a_lonely_army() -> None:
    """Without an opponent's land with exactly one army there is no target."""
    unplayable(
        table("the_trojan_horse_is_revealed", rest=(1, 2), lands={"roma": (2, 2)}), "the_trojan_horse_is_revealed"
    )


@rule(DEATH + "the_trojan_horse_is_revealed", "god.info.22")
def test_an_empty_reserve_leaves_an_empty_land() -> None:
    """With limited armies, all on the board, none comes out of the horse."""
    match = cast(
        "the_trojan_horse_is_revealed", luck=faces(4), options={"army_supply_cap": 110}, lands={"egypt": (0, 107)}
    )
    match.play(Choose(place="thule"))
    assert (match.owner("thule"), match.armies("thule")) == (None, 0)
