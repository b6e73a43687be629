"""Edge cases: the first place, the first card, the first seat, the last card of a deck, the last MOD."""

import pytest

from kamchatka.boards import sheet
from kamchatka.editions.risk2210.turn.collect import zone_bonuses
from kamchatka.kernel.edges.wire import Choose, Invade, Lose, NameKind, Occupy, Pass, PlayCard, Raise, Roll
from kamchatka.kernel.options import INVADE, PLAY_CARD, Action
from kamchatka.kernel.state import DISCARD
from kamchatka.match import Match
from tests.ages import place_number
from tests.kit import faces
from tests.rulemark import rule
from tests.rules.modern.witness import fact, happened, refused
from tests.rules.risk2210.scene import clause_of, own_record, play, scene, step_name

FIRST, NEXT = "alberta", "canada"  # the first place of the board, and one beside it
SOUTH_AMERICA = ("amazon_desert", "andean_nations", "nuevo_timoto")  # without Argentina


def facts_named(match: Match, name: str) -> list[dict[str, object]]:
    """Return the facts with this name from the last action."""
    return [one for one in happened(match) if one["fact"] == name]


def test_a_game_begins_with_nothing_done() -> None:
    own = own_record(Match.new("risk2210", 3, seed=1))
    assert [own.declared, own.contested, own.jammed, own.truce, own.extractions] == [0] * 5
    assert sum(own.attacked) == sum(own.landfall) == 0


# ------------------------------------------------------------------ dice
@rule("2210.battle.2", "2210.battle.4")
@pytest.mark.parametrize(("roll", "sides"), [(Roll(1), 6), (Roll(0, ("land",)), 8)])
def test_mods_roll_six_sides_and_commanders_eight(roll: Roll, sides: int) -> None:
    match = scene("Invade", {"japan": (0, 4), "pevek": (1, 1)}, commanders={0: {"land": "japan"}}, luck=[sides])
    match.play(Invade("japan", "pevek"))
    with pytest.raises(ValueError, match=rf"below\({sides}\)"):
        match.play(roll)


# ------------------------------------------------------------------ the first place, the first card, the first seat
@rule("2210.invade.1")
@pytest.mark.parametrize(("source", "target"), [(FIRST, NEXT), (NEXT, FIRST)])
def test_the_first_place_invades_and_is_invaded_like_any_other(source: str, target: str) -> None:
    match = scene("Invade", {source: (0, 3), target: (1, 2), "mexico": (2, 1)})
    match.play(Invade(source, target))
    assert (step_name(match), match.awaited) == ("Invasion", [0])


@rule("2210.invade.24")
def test_the_first_place_is_out_of_the_moons_reach() -> None:
    match = scene("Invade", {"tycho": (0, 3), FIRST: (1, 1)}, commanders={0: {"space": "tycho"}})
    assert clause_of(match, Invade("tycho", FIRST)) == "invade.landfall"


@rule("2210.react.2")
def test_in_the_first_place_too_only_cards_of_its_terrain_answer() -> None:
    """With a naval card only, nobody is asked there; with others too, it is refused."""
    lands = {NEXT: (0, 3), FIRST: (1, 2), "mexico": (2, 1)}
    posts = {1: {"land": FIRST, "naval": FIRST}}
    match = scene("Invade", lands, commanders=posts, hands={1: ["naval_stealth_mods_1"]}, energy={1: 9})
    match.play(Invade(NEXT, FIRST))
    assert match.awaited == [0]
    hand = ["naval_stealth_mods_1", "land_stealth_mods_1"]
    match = scene("Invade", lands, commanders=posts, hands={1: hand}, energy={1: 9})
    match.play(Invade(NEXT, FIRST))
    assert match.awaited == [1]
    assert clause_of(match, PlayCard("naval_stealth_mods_1")) == "react.terrain"


@rule("2210.react.9")
def test_the_first_card_of_the_box_is_no_card_of_the_invader() -> None:
    match = scene("Invade", {"japan": (0, 4)}, commanders={0: {"land": "japan"}}, hands={0: ["land_stealth_mods_1"]})
    assert match.game.cards[0] == "land_stealth_mods_1"
    assert clause_of(match, PlayCard("land_stealth_mods_1")) == "react.attacker"


def test_numbers_beyond_the_board_and_the_box_are_refused_like_any_others() -> None:
    """Clients send names, but a program may play any number."""
    match = scene("Invade", {"japan": (0, 4), "tycho": (0, 4)}, hands={0: ["land_stealth_mods_1"]})
    japan, tycho, beyond = place_number(match, "japan"), place_number(match, "tycho"), match.game.board.size

    def why(verb: int, at: int = -1, to: int = -1, what: int = 0) -> str:
        return match.game.why(match.table, 0, Action(verb, at, to, 0, what))

    for nowhere in (-1, beyond):
        assert why(INVADE, japan, nowhere) == "attack.adjacent"
        assert why(INVADE, tycho, nowhere) == "attack.adjacent"
        assert why(INVADE, nowhere, japan) == "attack.own_place"
    for nothing in (-1, len(match.game.cards)):
        assert why(PLAY_CARD, what=nothing) == "card.own_hand"
    match = scene("Orders", {"japan": (0, 4)}, commanders={0: {"land": "japan"}}, hands={0: ["land_assemble_mods_1"]})
    for nothing in (-1, len(match.game.cards)):
        assert why(PLAY_CARD, what=nothing) == "card.own_hand"


@rule("2210.card.diplomat.cease_fire")
def test_two_truces_hold_together_and_the_first_seat_has_its_own() -> None:
    match = scene(
        "Invade",
        {"japan": (1, 6), "pevek": (0, 2), "khan_industrial_state": (2, 2), "mexico": (0, 1), "lesotho": (2, 1)},
        turn=1,
        energy={0: 2, 2: 2},
        commanders={0: {"diplomat": "mexico"}, 2: {"diplomat": "lesotho"}},
        hands={0: ["diplomat_cease_fire_1"], 2: ["diplomat_cease_fire_2"]},
    )
    match.play(Invade("japan", "pevek"))
    play(match, "diplomat_cease_fire_1")
    refused(match, Invade("japan", "pevek"), "invade.truce", "2210.card.diplomat.cease_fire")
    match.play(Invade("japan", "khan_industrial_state"))
    play(match, "diplomat_cease_fire_2")
    refused(match, Invade("japan", "khan_industrial_state"), "invade.truce", "2210.card.diplomat.cease_fire")
    refused(match, Invade("japan", "pevek"), "invade.truce", "2210.card.diplomat.cease_fire")


@rule("2210.elimination.5")
def test_who_was_out_before_has_no_share_when_one_effect_removes_the_rest() -> None:
    """The Mother strikes Africa long after the first seat was eliminated."""
    match = scene(
        "Orders",
        {"egypt": (1, 0), "lesotho": (2, 1)},
        turn=1,
        rest=None,
        energy={1: 3},
        luck=faces(4),
        hands={1: ["nuclear_the_mother"]},
        commanders={1: {"nuclear": "egypt"}},
    )
    assert not match.state.is_alive(0)
    play(match, "nuclear_the_mother")
    assert (match.state.ending, match.winners) == ("end.nobody_left", [1, 2])


# ------------------------------------------------------------------ neutral MODs and single units
@rule("2210.two_player.9")
def test_a_single_neutral_mod_may_be_strengthened() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 6), "mexico": (1, 3)},
        rest=None,
        seats=2,
        neutral={"pevek": 1},
        hands={1: ["land_stealth_mods_1"]},
        commanders={1: {"land": "mexico"}},
        options={"stealth_mods_for_neutral": True},
    )
    match.play(Invade("japan", "pevek"))
    assert match.awaited == [1]
    play(match, "land_stealth_mods_1")
    assert (match.armies("pevek"), match.owner("pevek")) == (4, None)


@rule("2210.conquest.3")
def test_a_commander_alone_moves_in_and_no_mod_with_it() -> None:
    match = scene(
        "Invade",
        {"japan": (0, 1), "pevek": (1, 1), "lesotho": (2, 1)},
        commanders={0: {"land": "japan"}},
        luck=[7, *faces(1)],
    )
    match.play(Invade("japan", "pevek"))
    match.play(Roll(0, ("land",)))
    assert (match.owner("pevek"), match.armies("pevek"), match.armies("japan")) == (0, 0, 1)
    assert facts_named(match, "ArmiesMoved") == []


@rule("2210.invade.4")
def test_single_units_invade_nobody_and_are_not_asked() -> None:
    match = scene("Invade", {"japan": (0, 1), "lesotho": (2, 1)})
    assert step_name(match) != "Invade"


@rule("2210.collect.5")
def test_the_only_land_left_of_a_continent_is_the_whole_of_it() -> None:
    match = scene("EnergyIncome", {"argentina": (0, 1), "japan": (0, 1)}, devastated=SOUTH_AMERICA)
    assert zone_bonuses(match.table, 0) == 2
    match = scene("EnergyIncome", {"argentina": (0, 1), "japan": (0, 1)}, devastated=SOUTH_AMERICA[1:])
    assert zone_bonuses(match.table, 0) == 0


@rule("2210.card.diplomat.mod_reduction")
def test_single_mods_are_reduced_too_and_nobody_loses_nothing() -> None:
    """Seat 1 chooses which places lose their only MOD; no facts mention the others."""
    match = scene(
        "Orders",
        dict.fromkeys(("mexico", "canada", "alberta", "nunavut", "argentina"), (1, 1)) | {"japan": (0, 1)},
        rest=None,
        seats=2,
        energy={0: 2},
        commanders={0: {"diplomat": "japan"}},
        hands={0: ["diplomat_mod_reduction_1"]},
    )
    play(match, "diplomat_mod_reduction_1")
    assert match.awaited == [1]
    for place in ("mexico", "canada", "alberta", "nunavut"):
        match.play(Lose(1, place=place))
    assert [one["armies"] for one in facts_named(match, "ArmiesLost")] == [
        1,
        1,
    ]  # Nunavut's, and that of the player of the card
    assert match.armies("argentina") == 1


# ------------------------------------------------------------------ exactly these choices
@rule("2210.card.land.reinforcements")
def test_the_places_of_reinforcements_are_offered_once_each() -> None:
    match = scene(
        "Orders",
        {"japan": (0, 1), "pevek": (0, 1), "mexico": (0, 1), "egypt": (0, 1)},
        commanders={0: {"land": "japan"}},
        hands={0: ["land_reinforcements_1"]},
    )
    play(match, "land_reinforcements_1")
    places = [place for place in match.game.board.places if match.owner(place) == 0]
    assert list(match.actions()) == [Choose(place=place) for place in places]


@rule("2210.card.diplomat.decoys_revealed")
def test_the_ways_of_a_commander_are_offered_once_each() -> None:
    match = scene(
        "Orders",
        {"japan": (0, 1), "pevek": (0, 1), "mexico": (0, 1)},
        commanders={0: {"diplomat": "japan"}},
        hands={0: ["diplomat_decoys_revealed_1"]},
    )
    play(match, "diplomat_decoys_revealed_1")
    ways = [Raise("diplomat", place) for place in match.game.board.places if place in ("pevek", "mexico")]
    assert list(match.actions()) == [*ways, Pass()]


# ------------------------------------------------------------------ energy is reported with its reason
@rule("2210.conquest.9", "2210.conquest.11")
def test_the_last_card_of_a_deck_may_be_the_bonus_and_an_empty_deck_is_not_offered() -> None:
    lands = {"japan": (0, 12), "lesotho": (2, 1)} | dict.fromkeys(("pevek", "alden", "siberia"), (1, 1))
    posts = {"land": "japan", "naval": "japan", "space": "japan"}
    match = scene("Invade", lands, luck=[*faces(6, 1) * 3, 0], commanders={0: posts})
    own = own_record(match)
    for card, back in enumerate(own.backs):
        if (back == 0 and card > 0) or back == 1:  # one land card is left, and no naval one
            match.state.cards[card] = DISCARD
    source = "japan"
    for target in ("pevek", "alden", "siberia"):
        match.play(Invade(source, target))
        match.play(Roll(1))
        match.play(Occupy(int(match.state.armies[place_number(match, source)]) - 1))
        source = target
    assert list(match.actions()) == [NameKind("land"), NameKind("space")]
    match.play(NameKind("land"))
    assert match.state.cards[0] == 0
    assert facts_named(match, "PurseChanged") == [fact("PurseChanged", seat=0, amount=1, clause="conquest.bonus")]


@rule("2210.card.naval.hidden_energy", "2210.card.space.energy_extraction", "2210.turn_end.2")
def test_energy_that_comes_due_is_told_with_its_reason() -> None:
    moon = {place.id: (0, 1) for place in sheet("moon").places}
    match = scene(
        "Orders",
        {**moon, "japan": (0, 1), "akara": (0, 1)},
        energy={0: 1},
        hands={0: ["space_energy_extraction"]},
        commanders={0: {"space": "japan"}},
        kept={"akara": 0},
    )
    play(match, "space_energy_extraction")
    while match.state.turn == 0:
        match.play(Pass())
    due = [one for one in facts_named(match, "PurseChanged") if one["seat"] == 0]
    assert due == [
        fact("PurseChanged", seat=0, amount=4, clause="energy.hidden"),
        fact("PurseChanged", seat=0, amount=7, clause="energy.extraction"),
    ]
