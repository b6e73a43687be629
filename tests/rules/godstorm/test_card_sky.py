"""Sky cards and the window in which they are played."""

import pytest

from kamchatka.editions.godstorm.state import edition_state
from kamchatka.kernel.edges.wire import Choose, Defend, Invade, Move, NameKind, Pass, PlayCard, Roll
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from tests.kit import faces, script_left
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS, TWELVE, attacked, play_defence
from tests.rules.godstorm.scene import faith, god_at, hand, has_temple, heaven, scene, where
from tests.rules.godstorm.test_card_war import places
from tests.rules.modern.witness import fact, happened, refused

SKY = "god.card.sky."
ATTACKED = "phoenicia"


def phase(match: Match) -> str:
    """Return the step that asks now."""
    return match.game.steps[match.state.agenda[-1].step].name()


# ------------------------------------------------------------------ the window
@rule("god.sky.1", "god.order.1")
def test_the_defender_answers_a_declaration_before_any_roll() -> None:
    """The Sky god may stand anywhere; the card is paid and takes effect, and the defender is asked again."""
    match = attacked("men_become_warriors_1", "lava_erupts", faith=1)
    assert (match.awaited, phase(match), match.entries[-1].draws) == ([1], "SkyWindow", ())
    assert set(match.actions()) == {PlayCard("men_become_warriors_1"), Pass()}
    match.play(PlayCard("men_become_warriors_1"))
    assert (faith(match, 1), where(match, "men_become_warriors_1"), match.awaited) == (0, DISCARD, [1])
    refused(match, PlayCard("lava_erupts"), "card.cost", "god.play.2")
    match.play(Pass())
    assert (match.awaited, phase(match)) == ([0], "Invasion")


@rule("god.sky.1", "god.sky.2")
def test_several_cards_one_at_a_time() -> None:
    """Each takes effect and is removed before the next; passing closes the window."""
    match = attacked("men_become_warriors_1", "men_become_warriors_2")
    for card, armies in (("men_become_warriors_1", 5), ("men_become_warriors_2", 8)):
        match.play(PlayCard(card))
        assert match.armies(ATTACKED) == armies
    assert (match.awaited, phase(match), hand(match, 1)) == ([0], "Invasion", [])  # no Sky card left, so no question


@rule("god.sky.1")
@pytest.mark.parametrize(
    ("cards", "gods", "asked"),
    [
        (["lava_erupts"], {"sky": "thule"}, True),
        (["lava_erupts"], {"war": "thule"}, False),
        (["heroes_are_born"], {"sky": "thule", "war": "thule"}, False),
        ([], {"sky": "thule"}, False),
    ],
)
def test_who_is_asked_depends_on_what_everybody_sees(cards: list[str], gods: dict[str, str], asked: bool) -> None:
    """A player with a Sky card's back in hand and the Sky god in play is asked, even without enough faith."""
    match = attacked(*cards, gods={0: {"war": "egypt"}, 1: gods}, faith=0)
    assert (phase(match) == "SkyWindow") == asked


@rule("god.sky.1", "god.play.2")
def test_only_sky_cards_of_ones_own_hand() -> None:
    """War cards, others' cards and unaffordable cards are refused with the reason."""
    match = attacked(
        "lava_erupts",
        "heroes_are_born",
        faith=1,
        hands={2: ["enemies_convert"]},
        gods={0: {}, 1: {"sky": "thule", "war": "thule"}},
    )
    refused(match, PlayCard("heroes_are_born"), "sky.cards_only", "god.sky.1")
    refused(match, PlayCard("enemies_convert"), "card.hand", "god.obtain.7")
    refused(match, PlayCard("lava_erupts"), "card.cost", "god.play.2")
    refused(match, Roll(1), "turn.not_now", "god.order.1")


@rule("god.sky.3", "god.invade.4")
def test_the_window_opens_once_for_each_invasion() -> None:
    """The window doesn't open between rolls; a new declaration opens it again."""
    match = attacked("men_become_warriors_1", luck=faces(1, 1, 1, 6, 6), lands={"egypt": (0, 8)})
    match.play(Pass())
    match.play(Roll(3))
    assert match.awaited == [1]
    refused(match, PlayCard("men_become_warriors_1"), "turn.not_now", "god.sky.3")
    match.play(Defend(2))
    assert (match.awaited, phase(match)) == ([0], "Invasion")
    match.play(Pass())
    match.play(Invade("egypt", ATTACKED))
    assert (match.awaited, phase(match)) == ([1], "SkyWindow")


@rule("god.sky.4")
def test_no_sky_cards_in_ones_own_turn() -> None:
    """Sky cards are refused even with the Sky god in play and a Sky card in hand."""
    match = scene(
        "PlayMiracles",
        LANDS,
        faith={0: 9},
        hands={0: ["men_become_warriors_1", "heroes_are_born"]},
        gods={0: {"sky": "egypt", "war": "egypt"}},
    )
    refused(match, PlayCard("men_become_warriors_1"), "sky.when", "god.sky.4")
    assert PlayCard("heroes_are_born") in set(match.actions())


@rule("god.sky.4", "god.order.4")
def test_no_sky_cards_for_others_for_neutrals_or_for_empty_land() -> None:
    """Only the owner of the attacked land is asked; without an owner nobody is."""
    cards = {1: ["lava_erupts"], 2: ["enemies_convert"]}
    gods = {0: {}, 1: {"sky": "thule"}, 2: {"sky": "corsica"}}
    third = attacked("lava_erupts", hands=cards, gods=gods, lands={ATTACKED: (2, 2)})
    assert third.awaited == [2]
    neutral = attacked("lava_erupts", gods=gods, neutral=[ATTACKED])
    assert (neutral.awaited, phase(neutral)) == ([0], "Invasion")
    empty = attacked("lava_erupts", gods=gods, lands={ATTACKED: None}, attacks=False)
    empty.play(Invade("egypt", ATTACKED, 2))
    assert (empty.owner(ATTACKED), empty.awaited, phase(empty)) == (0, [0], "Invade")


@rule("god.sky.4", "god.underworld.1", "god.underworld.8")
def test_no_sky_cards_in_the_underworld() -> None:
    """In an attack below players only choose dice."""
    match = scene(
        "InvadeBelow",
        LANDS,
        below={"u12": (0, 4), "u13": (1, 2)},
        faith={1: 9},
        hands={1: ["men_become_warriors_1"]},
        gods={1: {"sky": "thule"}},
    )
    match.play(Invade("u12", "u13"))
    assert (match.awaited, phase(match)) == ([0], "Invasion")


# ------------------------------------------------------------------ the cards
@rule(SKY + "1000_workers_amass")
def test_a_temple_in_the_attacked_land_protects_at_once() -> None:
    """The temple's owner rerolls ones in this attack already."""
    match = play_defence("1000_workers_amass_1", luck=[*faces(6, 5, 1, 1), *faces(4, 3)])
    assert has_temple(match, ATTACKED)
    assert faith(match, 1) == 9
    match.play(Roll(2))
    match.play(Defend(2))
    assert script_left(match) == 0
    assert match.armies("egypt") == 5


@rule(SKY + "1000_workers_amass", "god.play.5", "god.summon.8")
def test_no_second_temple_and_no_thirteenth() -> None:
    """The land must have no temple, and the stock must have one."""
    here = attacked("1000_workers_amass_1", temples=[ATTACKED])
    refused(here, PlayCard("1000_workers_amass_1"), "card.target", "god.play.5")
    none = attacked("1000_workers_amass_1", temples=TWELVE)
    refused(none, PlayCard("1000_workers_amass_1"), "card.target", "god.play.5")
    assert PlayCard("1000_workers_amass_1") in set(attacked("1000_workers_amass_1", temples=TWELVE[1:]).actions())


@rule(SKY + "enemies_convert", "god.info.15")
@pytest.mark.parametrize(("attackers", "left", "goes_on"), [(5, 3, True), (4, 2, True), (3, 1, False), (2, 0, False)])
def test_two_attackers_become_defenders(attackers: int, left: int, goes_on: bool) -> None:
    """The attackers go to the reserve, not to heaven; with fewer than two left the invasion ends."""
    match = play_defence("enemies_convert", lands={"egypt": (0, attackers)})
    assert (match.armies("egypt"), match.armies(ATTACKED), heaven(match, 0), faith(match, 1)) == (left, 4, 0, 7)
    assert (phase(match) == "Invasion") == goes_on
    assert match.owner("egypt") == (0 if left else None)
    assert (god_at(match, 0, "war") is None) == (left == 0)
    assert fact("ArmiesGranted", seat=1, armies=2, clause="card.enemies_convert") in happened(match)


@rule(SKY + "fire_sears_the_sky", "god.turn_end.2")
def test_four_more_in_godwars_for_the_rest_of_the_turn() -> None:
    """Two cards add up; the card may be played even when no godwar follows."""
    match = play_defence("fire_sears_the_sky_1", hands={})
    assert (edition_state(match.table).fervour[1], faith(match, 1)) == (4, 9)
    both = attacked("fire_sears_the_sky_1", "fire_sears_the_sky_2")
    both.play(PlayCard("fire_sears_the_sky_1"))
    both.play(PlayCard("fire_sears_the_sky_2"))
    assert [edition_state(both.table).fervour[seat] for seat in range(3)] == [0, 8, 0]


@rule(SKY + "fire_sears_the_sky", "god.godwar.13")
def test_the_fire_counts_in_the_godwar() -> None:
    """3 dice, 2 armies and 4 more fight against 3 dice and 5 armies."""
    match = play_defence(
        "fire_sears_the_sky_1",
        pieces=("war",),
        gods={0: {"war": "egypt"}, 1: {"sky": ATTACKED}},
        luck=faces(2, 2, 2, 2, 2, 2, 2),
    )
    match.play(NameKind("war"))  # the defender's only god is named by itself
    fought = next(one for one in happened(match) if one["fact"] == "GodsFought")
    assert (fought["total"], fought["against"]) == (6 + 5, 8 + 2 + 4)


@rule(SKY + "lava_erupts", "god.elim.1")
def test_a_die_for_the_attacker_and_for_every_land_around_it() -> None:
    """The attacked land loses some too; dead go to heaven, emptied lands have no owner, closed links don't count."""
    lands = {"egypt": (0, 8), "cyrenaica": (2, 3), "minoa": (1, 6), "nubia": None}
    match = play_defence("lava_erupts", lands=lands, luck=faces(2, 1, 1, 1, 6))
    rolled = [(one["place"], one["pips"]) for one in happened(match) if one["fact"] == "MiracleRolled"]
    assert rolled == [("egypt", 2), ("minoa", 1), ("cyrenaica", 1), ("kush", 1), ("phoenicia", 6)]
    assert [match.armies(place) for place in ("egypt", "minoa", "cyrenaica", "kush", "phoenicia", "babylon")] == [
        6,
        5,
        2,
        1,
        0,
        4,
    ]
    assert (heaven(match, 0), heaven(match, 1), heaven(match, 2), faith(match, 1)) == (3, 3, 1, 7)


@rule(SKY + "lava_erupts", "god.invade.12", "god.labour.war.2")
def test_an_attacked_land_emptied_by_lava_may_be_entered() -> None:
    """The attacker enters without dice or stops; it counts for no labour."""
    for enters in (True, False):
        match = play_defence("lava_erupts", luck=faces(1, 1, 1, 1, 1, 6), lands={"egypt": (0, 8), "kush": (0, 5)})
        assert (match.owner(ATTACKED), match.awaited, phase(match)) == (None, [0], "Enter")
        match.play(next(one for one in match.actions() if (one == Pass()) != enters))
        assert match.owner(ATTACKED) == (0 if enters else None)
        assert edition_state(match.table).beaten == 0


@rule(SKY + "lava_erupts", "god.invade.10")
def test_lava_that_leaves_one_attacker_ends_the_invasion() -> None:
    """The duty to make one attack lapses."""
    match = play_defence("lava_erupts", luck=faces(4, 1, 1, 1, 1, 1), lands={"kush": (0, 5)})
    assert (match.armies("egypt"), phase(match)) == (1, "Invade")


@rule(SKY + "men_become_warriors", "god.invade.9")
def test_three_armies_join_the_defence() -> None:
    """The armies count for dice and godwars; the attacker must still roll once."""
    match = play_defence("men_become_warriors_2")
    assert (match.armies(ATTACKED), faith(match, 1)) == (5, 8)
    assert happened(match)[2:4] == [
        fact("ArmiesGranted", seat=1, armies=3, clause="card.men_become_warriors"),
        fact("ArmiesPlaced", seat=1, place=ATTACKED, armies=3),
    ]
    refused(match, Pass(), "invade.one_attack", "god.invade.9")


@rule(SKY + "swords_become_plowshares", "god.invade.10")
@pytest.mark.parametrize(("pips", "left"), [(1, 4), (3, 2), (4, 1), (6, 0)])
def test_a_die_of_attackers_goes_to_the_reserve(pips: int, left: int) -> None:
    """They don't go to heaven; with fewer than two left the invasion ends, with none the gods are banished."""
    match = play_defence("swords_become_plowshares_1", luck=faces(pips))
    assert (match.armies("egypt"), heaven(match, 0), faith(match, 1)) == (left, 0, 8)
    assert (phase(match) == "Invasion") == (left >= 2)
    assert (match.owner("egypt"), god_at(match, 0, "war")) == ((0, "egypt") if left else (None, None))


@rule("god.sky.2", "god.invade.10")
@pytest.mark.parametrize(("pips", "left"), [(4, 1), (6, 0)])
def test_the_window_closes_when_the_attack_has_become_impossible(pips: int, left: int) -> None:
    """With one attacker or none left the defender is asked for no more cards."""
    match = attacked("swords_become_plowshares_1", "men_become_warriors_1", luck=faces(pips))
    match.play(PlayCard("swords_become_plowshares_1"))
    assert (match.armies("egypt"), phase(match), hand(match, 1)) == (left, "Invade", ["men_become_warriors_1"])


@rule("god.sky.1", "god.invade.12")
def test_nobody_defends_a_land_that_has_been_emptied() -> None:
    """The land's former owner is asked for no more Sky cards."""
    match = attacked(
        "lava_erupts", "men_become_warriors_1", luck=faces(1, 1, 1, 1, 1, 6), lands={"egypt": (0, 8), "kush": (0, 5)}
    )
    match.play(PlayCard("lava_erupts"))
    assert (match.awaited, phase(match), hand(match, 1)) == ([0], "Enter", ["men_become_warriors_1"])


@rule(SKY + "the_fog_lifts", "god.play.7")
@pytest.mark.parametrize(("there", "most"), [(2, 1), (5, 4), (9, 4)])
def test_up_to_four_armies_come_from_one_other_land(there: int, most: int) -> None:
    """The armies come from any own land, where one stays, but not from the attacked land; gods don't move."""
    match = play_defence("the_fog_lifts_1", lands={"thule": (1, there), ATTACKED: (1, 3), "babylon": (2, 4)})
    assert set(match.actions()) == {Move("thule", ATTACKED, n) for n in range(1, most + 1)}
    for source, target, armies in (
        ("thule", ATTACKED, most + 1),
        (ATTACKED, ATTACKED, 1),
        ("egypt", ATTACKED, 1),
        ("thule", "rus", 1),
    ):
        refused(match, Move(source, target, armies), "card.the_fog_lifts", SKY + "the_fog_lifts")
    match.play(Move("thule", ATTACKED, most))
    assert (match.armies("thule"), match.armies(ATTACKED)) == (there - most, 3 + most)
    assert (god_at(match, 1, "sky"), faith(match, 1)) == ("thule", 9)


@rule(SKY + "the_fog_lifts", "god.play.5", "god.play.9")
def test_the_fog_needs_armies_to_spare_on_earth() -> None:
    """Armies in the Underworld don't count."""
    match = attacked(
        "the_fog_lifts_1", lands={"thule": (1, 1), "babylon": (2, 4)}, below={"u01": (1, 6), "u05": (1, 6)}
    )
    refused(match, PlayCard("the_fog_lifts_1"), "card.target", "god.play.5")


@rule(SKY + "the_mighty_turn_meek")
def test_a_god_is_sent_to_a_temple_of_the_attacker() -> None:
    """Any god in the attacking land goes to another land with a temple of its owner and leaves the invasion."""
    match = play_defence(
        "the_mighty_turn_meek_1",
        pieces=("war",),
        temples=["nubia", "egypt", "roma"],
        gods={0: {"war": "egypt", "magic": "egypt", "death": "kush"}, 1: {"sky": ATTACKED}},
    )
    assert set(match.actions()) == {NameKind("war"), NameKind("magic")}
    refused(match, NameKind("death"), "card.the_mighty_turn_meek", SKY + "the_mighty_turn_meek")
    match.play(NameKind("war"))
    assert places(match) == {"nubia"}
    for wrong in ("egypt", "roma", "kush"):
        refused(match, Choose(place=wrong), "card.the_mighty_turn_meek", SKY + "the_mighty_turn_meek")
    match.play(Choose(place="nubia"))
    assert (god_at(match, 0, "war"), god_at(match, 0, "magic"), faith(match, 1)) == ("nubia", "egypt", 9)
    match.play(Roll(1))  # the invaders have no god left, so there is no godwar


@rule(SKY + "the_mighty_turn_meek", "god.play.14")
def test_a_god_sent_into_plague_is_banished() -> None:
    """A temple may stand on plagued land."""
    match = play_defence("the_mighty_turn_meek_2", temples=["nubia"], plague=["nubia"])
    match.play(NameKind("war"))
    match.play(Choose(place="nubia"))
    assert god_at(match, 0, "war") is None


@rule(SKY + "the_mighty_turn_meek", "god.play.5")
@pytest.mark.parametrize(
    ("god", "temples"), [("egypt", []), ("egypt", ["egypt"]), ("egypt", ["roma"]), ("kush", ["nubia"])]
)
def test_the_meek_need_a_god_and_another_temple(god: str, temples: list[str]) -> None:
    """The card needs a god in the attacking land and a temple of the attacker elsewhere."""
    match = attacked("the_mighty_turn_meek_1", gods={0: {"war": god}, 1: {"sky": "thule"}}, temples=temples)
    refused(match, PlayCard("the_mighty_turn_meek_1"), "card.target", "god.play.5")


@rule(SKY + "this_ground_is_sacred", "god.invade.5", "god.invade.10")
def test_sacred_ground_stops_the_invasion_and_the_next_ones() -> None:
    """No roll is made; until the turn ends nobody may attack that land, while others may be attacked."""
    match = play_defence("this_ground_is_sacred", hands={})
    assert (phase(match), match.awaited, faith(match, 1)) == ("Invade", [0], 6)
    refused(match, Invade("egypt", ATTACKED), "invade.sacred", "god.invade.5")
    assert Invade("egypt", "cyrenaica") in set(match.actions())
    assert (match.armies("egypt"), god_at(match, 0, "war")) == (5, "egypt")
    match.play(Pass())
    while match.state.turn == 0:
        match.play(Pass())
    assert edition_state(match.table).sacred == 0


@rule(SKY + "this_ground_is_sacred", "god.sky.2")
def test_earlier_cards_of_the_window_keep_their_effect() -> None:
    """The defender is asked for no more cards once the ground is sacred."""
    match = attacked("men_become_warriors_1", "this_ground_is_sacred", "lava_erupts")
    match.play(PlayCard("men_become_warriors_1"))
    match.play(PlayCard("this_ground_is_sacred"))
    assert (match.armies(ATTACKED), phase(match), hand(match, 1)) == (5, "Invade", ["lava_erupts"])


@rule(SKY + "your_idol_is_false", "god.labour.sky")
def test_a_god_of_the_attacker_is_banished() -> None:
    """The god may be declared or not; the card earns no Sky card."""
    match = play_defence(
        "your_idol_is_false_2", gods={0: {"war": "egypt", "magic": "egypt", "death": "kush"}, 1: {"sky": "thule"}}
    )
    assert set(match.actions()) == {NameKind("war"), NameKind("magic")}
    refused(match, NameKind("death"), "card.your_idol_is_false", SKY + "your_idol_is_false")
    match.play(NameKind("magic"))
    assert (god_at(match, 0, "magic"), god_at(match, 0, "war")) == (None, "egypt")
    assert (faith(match, 1), hand(match, 1)) == (8, [])


@rule(SKY + "your_idol_is_false", "god.play.5")
def test_without_a_god_there_no_idol_is_false() -> None:
    """The card needs a god in the attacking land."""
    match = attacked("your_idol_is_false_1", gods={0: {"war": "kush"}, 1: {"sky": "thule"}})
    refused(match, PlayCard("your_idol_is_false_1"), "card.target", "god.play.5")


@rule(SKY + "your_idol_is_false")
@pytest.mark.parametrize(("filler", "cards"), [(True, 66), (False, 65)])
def test_a_table_may_play_without_the_filler(filler: bool, cards: int) -> None:
    """By option the seventeenth Sky card, a second copy of this one, is left out."""
    match = scene("Invade", LANDS, options={"sky_deck_filler": filler})
    assert len(match.game.cards) == len(match.state.cards) == cards
    assert ("your_idol_is_false_2" in match.game.cards) == filler
