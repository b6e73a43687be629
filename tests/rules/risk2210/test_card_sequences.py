"""Custom cards with interfering effects: an effect that an earlier one has made impossible is skipped."""

import pytest

from kamchatka.kernel.edges.wire import Choose, Invade, Pass, PlayCard
from kamchatka.kernel.state import DECK, DISCARD
from kamchatka.match import Match
from tests.ages import place_number
from tests.rulemark import rule
from tests.rules.risk2210.scene import clause_of, energy_of, own_record, play, scene, step_name, where

CARD = """[[card]]
id = "blank"
deck = "land"
cost = 0
timing = "{timing}"
it = "Bianca"
en = "Blank"
text_it = "a"
text_en = "b"
"""
EVACUATE, SCOUT, SECRET = 'do = "evacuate"', 'do = "scout"', 'do = "hidden_energy"'
KILL, BOMBS = 'do = "kill_commander"\nleast = 1', 'do = "scatter"\nterrain = "land"\ncards = 10'


def written(timing: str, *effects: str) -> dict[str, object]:
    """Return the options of a table with one free land card of these effects."""
    return {"custom_cards": CARD.format(timing=timing) + "".join(f"[[card.effect]]\n{effect}\n" for effect in effects)}


def invaded(*effects: str) -> Match:
    """Let seat 0 invade Pevek from Japan; seat 1, in Pevek and Mexico, answers with the card."""
    match = scene(
        "Invade",
        {"japan": (0, 3), "pevek": (1, 2), "mexico": (1, 1), "alden": (2, 1)},
        rest=None,
        hands={1: ["blank"]},
        commanders={1: {"land": "mexico"}},
        options=written("invasion_of_yours", *effects),
    )
    match.play(Invade("japan", "pevek"))
    play(match, "blank")
    return match


@rule("2210.card.blank", "2210.play.12")
@pytest.mark.parametrize("effect", ['do = "defend_mods"\nmods = 2', 'do = "defend_station"'])
def test_nothing_joins_the_defence_of_a_place_just_left(effect: str) -> None:
    """Evacuated Pevek has no owner: it gets neither MODs nor a station, and the invader enters."""
    match = invaded(EVACUATE, effect)
    assert (match.owner("pevek"), match.armies("pevek"), match.armies("mexico")) == (None, 0, 3)
    assert own_record(match).built[place_number(match, "pevek")] == 0
    assert step_name(match) == "MoveIn"


@rule("2210.card.blank", "2210.play.5")
def test_defenders_who_came_first_leave_with_the_others() -> None:
    """With the two effects in reverse order five MODs reach Mexico."""
    assert invaded('do = "defend_mods"\nmods = 2', EVACUATE).armies("mexico") == 5


def ordered(*effects: str, deck: dict[str, list[str]] | None = None, luck: tuple[int, ...] = ()) -> Match:
    """Let seat 0, in Japan, play the card in its turn; seat 1 has one commander, in Mexico."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "akara": (0, 1), "mexico": (1, 1), "alden": (2, 1)},
        rest=None,
        hands={0: ["blank"]},
        commanders={0: {"land": "japan"}, 1: {"land": "mexico"}},
        deck=deck or {},
        luck=luck,
        options=written("before_first_invasion", *effects),
    )
    play(match, "blank")
    return match


@rule("2210.card.blank", "2210.play.12")
def test_a_second_assassin_finds_nobody() -> None:
    """The others' only commander is dead, so nobody is asked for a second victim."""
    match = ordered(KILL, KILL, luck=(7,))
    assert (where(match, 1, "land"), step_name(match)) == (None, "Invade")


@rule("2210.card.blank", "2210.play.8")
def test_scouts_find_no_card_after_the_bombs() -> None:
    """Ten cards are drawn from a deck of two: no scouts are sent, and nobody keeps a card."""
    match = ordered(BOMBS, SCOUT, deck={"land": ["pevek", "alden"]}, luck=(0, 0))
    assert list(own_record(match).kept) == [0] * 9
    assert step_name(match) == "Invade"


@rule("2210.card.blank", "2210.play.8", "2210.card.naval.hidden_energy")
def test_one_sea_card_hides_energy_once() -> None:
    """One card with two such effects and one sea card in the deck pays four energy at the end of the turn."""
    match = ordered(SECRET, SECRET, deck={"sea": ["akara"]}, luck=(0,))
    assert list(own_record(match).kept)[:3] == [0, 1, 0]
    while match.state.turn == 0:
        match.play(Pass())
    assert energy_of(match)[0] == 4


@rule("2210.card.blank", "2210.play.5")
def test_choices_under_way_are_not_passed_over() -> None:
    """After the first of two lands has been chosen the second is asked for."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "pevek": (0, 1), "siberia": (0, 1), "mexico": (1, 1)},
        rest=None,
        seats=2,
        hands={0: ["blank"]},
        commanders={0: {"land": "japan"}},
        options=written("before_first_invasion", 'do = "place_mods"\nterrain = "land"\nmods = 1\nplaces = 2'),
    )
    play(match, "blank", Choose(place="pevek"), Choose(place="japan"))
    assert [match.armies(place) for place in ("japan", "pevek", "siberia")] == [4, 2, 1]


@rule("2210.card.blank", "2210.play.12")
def test_of_several_effects_those_that_can_do_nothing_are_passed_over() -> None:
    """Nobody has energy and nothing stands at sea, but the commander still dies."""
    rain = 'do = "scatter"\nterrain = "sea"\ncards = 2'
    match = ordered('do = "take_energy"\nenergy = 1', rain, KILL, luck=(7,))
    assert where(match, 1, "land") is None
    assert DECK in own_record(match).card
    assert not any(card == DISCARD for card in own_record(match).card)


@rule("2210.card.blank", "2210.play.12")
def test_a_card_none_of_whose_effects_can_do_anything_is_not_played() -> None:
    """The refusal is that of its first effect."""
    match = scene(
        "Orders",
        {"japan": (0, 3), "mexico": (1, 1)},
        rest=None,
        seats=2,
        hands={0: ["blank"]},
        commanders={0: {"land": "japan"}},
        deck={"land": []},
        options=written("before_first_invasion", SCOUT, 'do = "take_energy"\nenergy = 1', KILL),
    )
    assert clause_of(match, PlayCard("blank")) == "card.no_territory"
