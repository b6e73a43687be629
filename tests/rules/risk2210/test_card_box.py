"""The cards as printed: deck, copies, cost and timing; and who is asked, by what everybody can see."""

import pytest

from kamchatka.editions.risk2210 import RISK2210, Rules2210
from kamchatka.editions.risk2210.data import COMMAND_CARDS, card_backs, card_faces, card_ids, card_names
from kamchatka.editions.risk2210.state import KIND_IDS
from kamchatka.kernel.edges.wire import PlayCard
from kamchatka.match import Match
from tests.rulemark import rule
from tests.rules.risk2210.scene import EVERYBODY, clause_of, scene, step_name

ORDER, DEFENDER, ANYBODY = "before_first_invasion", "invasion_of_yours", "any_invasion"
LAST, POINTS = "end_of_turn", "end_of_game"
PRINTED = {  # copies, cost, timing
    "land_stealth_mods": (5, 0, ANYBODY),
    "land_scout_forces": (3, 0, ORDER),
    "land_frequency_jam": (2, 0, ORDER),
    "land_colony_influence": (2, 0, POINTS),
    "land_reinforcements": (3, 0, ORDER),
    "land_stealth_station": (1, 0, DEFENDER),
    "land_assemble_mods": (3, 1, ORDER),
    "land_death_trap": (1, 3, DEFENDER),
    "naval_stealth_mods": (5, 0, ANYBODY),
    "naval_hidden_energy": (5, 0, ORDER),
    "naval_frequency_jam": (2, 0, ORDER),
    "naval_colony_influence": (2, 0, POINTS),
    "naval_reinforcements": (2, 0, ORDER),
    "naval_assemble_mods": (3, 1, ORDER),
    "naval_water_death_trap": (1, 3, DEFENDER),
    "space_stealth_mods": (4, 0, ANYBODY),
    "space_invade_earth": (3, 0, ORDER),
    "space_frequency_jam": (2, 0, ORDER),
    "space_colony_influence": (2, 0, POINTS),
    "space_reinforcements": (3, 0, ORDER),
    "space_assemble_mods": (3, 1, ORDER),
    "space_energy_extraction": (1, 1, ORDER),
    "space_orbital_mines": (2, 2, DEFENDER),
    "nuclear_scatter_bomb_land": (3, 1, ORDER),
    "nuclear_scatter_bomb_water": (2, 1, ORDER),
    "nuclear_scatter_bomb_moon": (2, 1, ORDER),
    "nuclear_assassin_bomb": (3, 1, ORDER),
    "nuclear_rocket_strike_land": (2, 2, ORDER),
    "nuclear_rocket_strike_water": (2, 2, ORDER),
    "nuclear_rocket_strike_moon": (2, 2, ORDER),
    "nuclear_the_mother": (1, 3, ORDER),
    "nuclear_aqua_brother": (1, 3, ORDER),
    "nuclear_nicky_boy": (1, 3, ORDER),
    "nuclear_armageddon": (1, 4, ORDER),
    "diplomat_colony_influence": (4, 0, POINTS),
    "diplomat_evacuation": (2, 0, DEFENDER),
    "diplomat_energy_crisis": (2, 0, ORDER),
    "diplomat_redeployment": (3, 0, LAST),
    "diplomat_decoys_revealed": (2, 0, ORDER),
    "diplomat_territorial_station": (3, 1, ORDER),
    "diplomat_mod_reduction": (2, 2, ORDER),
    "diplomat_cease_fire": (2, 2, DEFENDER),
}


@rule("2210.setup.3", "2210.play.4")
def test_every_card_is_as_the_booklet_says() -> None:
    """It checks copies, cost and timing, and the terrain of the cards that answer an invasion."""
    assert {card.id: (card.copies, card.cost, card.timing) for card in COMMAND_CARDS} == PRINTED
    terrain = {"land": "land", "naval": "sea", "space": "moon"}
    for card in COMMAND_CARDS:
        answers = card.timing in (DEFENDER, ANYBODY)
        assert card.attacked == (terrain.get(card.deck) if answers else None)


def test_cards_have_numbers_names_and_texts_in_one_order() -> None:
    """Copies are adjacent, deck after deck, each with its own id."""
    ids, backs, names, faces = (
        card_ids(COMMAND_CARDS),
        card_backs(COMMAND_CARDS),
        card_names(COMMAND_CARDS),
        card_faces(COMMAND_CARDS, Rules2210()),
    )
    assert len(ids) == len(set(ids)) == len(backs) == len(names) == len(faces) == 100
    assert backs == sorted(backs)
    assert ids[:2] == ["land_stealth_mods_1", "land_stealth_mods_2"]
    assert "land_death_trap" in ids
    assert (names[0].it, names[0].en) == ("MOD Nascosti (terrestre)", "Stealth MODs (land)")
    assert all(face.it and face.en and face.it != face.en for face in faces)
    assert [KIND_IDS[back] for back in backs[::20]] == KIND_IDS


TRAPS = {
    "2210.card.land.land_death_trap": "land_death_trap",
    "2210.card.naval.water_death_trap": "naval_water_death_trap",
    "2210.card.space.orbital_mines": "space_orbital_mines_1",
}


@rule(*TRAPS)
@pytest.mark.parametrize("card", TRAPS.values())
@pytest.mark.parametrize(("hits", "it", "en"), [("mods", "MOD", "MODs"), ("units", "unità", "units")])
def test_a_trap_says_what_it_hits_at_this_table(card: str, hits: str, it: str, en: str) -> None:
    """The card's text says MODs, or units where the table counts them; other cards have fixed texts."""
    match = Match.new("risk2210", 3, {"death_trap_hits": hits}, seed=1)
    faces = dict(zip(match.game.cards, match.edition.faces, strict=True))
    halves = (
        faces[card].it.split("metà, per eccesso, ")[1].split()[1],
        faces[card].en.split("half of the ")[1].split(",")[0],
    )
    assert halves == (it, en)
    assert faces["land_stealth_mods_1"] == RISK2210.faces[0]
    assert [name.en for name in match.edition.cards] == [name.en for name in RISK2210.cards]


@rule("2210.card.diplomat.evacuation", "2210.invade.12")
@pytest.mark.parametrize(
    ("must", "it", "en"),
    [
        (True, "l’attaccante vi entra.", "the attacker enters."),
        (False, "può entrarvi o rinunciare.", "may enter or give up."),
    ],
)
def test_evacuation_says_whether_the_attacker_enters_at_this_table(must: bool, it: str, en: str) -> None:
    """The card's text follows the option must_follow_through on both copies."""
    match = Match.new("risk2210", 3, {"must_follow_through": must}, seed=1)
    faces = dict(zip(match.game.cards, match.edition.faces, strict=True))
    for card in ("diplomat_evacuation_1", "diplomat_evacuation_2"):
        assert faces[card].it.endswith(it)
        assert faces[card].en.endswith(en)


def test_what_a_card_says_otherwise_goes_with_a_choice_of_the_table() -> None:
    """Each such text belongs to an option of the booklet and to one of its values."""
    known = {option.name: option for option in RISK2210.rulebook.options}
    for card in COMMAND_CARDS:
        for other in card.otherwise:
            assert known[other.option].allows(other.value)
            assert other.value != known[other.option].default


@rule("2210.play.6", "2210.info.6")
@pytest.mark.parametrize(
    ("card", "energy", "asked"),
    [
        ("nuclear_armageddon", 0, False),
        ("nuclear_armageddon", 1, True),  # an Assassin Bomb costs one
        ("naval_assemble_mods_1", 0, True),  # a Frequency Jam is free
    ],
)
def test_who_could_pay_for_some_card_of_a_back_is_asked(card: str, energy: int, asked: bool) -> None:
    """The cheapest card of the deck decides, whatever is in the hand."""
    match = scene(
        "Orders", {"japan": (0, 3), "mexico": (2, 1)}, energy={0: energy}, hands={0: [card]}, commanders={0: EVERYBODY}
    )
    assert (step_name(match) == "Orders") == asked


@rule("2210.play.1")
def test_nobody_without_cards_or_commanders_is_asked() -> None:
    """A seat without cards, or without the commander of their deck, is not asked."""
    match = scene("Orders", {"japan": (0, 3), "mexico": (2, 1)}, commanders={0: EVERYBODY})
    assert step_name(match) == "Invade"
    match = scene(
        "Orders",
        {"japan": (0, 3), "mexico": (2, 1)},
        commanders={0: {"naval": "japan"}},
        hands={0: ["land_frequency_jam_1"]},
    )
    assert step_name(match) == "Invade"


@rule("2210.play.1")
def test_a_card_is_played_by_its_name_alone() -> None:
    """The targets are asked for afterwards; an unknown card number is refused."""
    match = scene(
        "Orders", {"japan": (0, 3), "mexico": (2, 1)}, hands={0: ["land_scout_forces_1"]}, commanders={0: EVERYBODY}
    )
    assert clause_of(match, PlayCard("land_scout_forces_1", "mexico")) == "card.alone"
    assert clause_of(match, PlayCard("land_frequency_jam_2")) == "card.own_hand"
