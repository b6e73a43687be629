"""What all players see: gods, temples, plague, faith, card backs and relics; and the faces of the cards."""

from kamchatka.boards import Zone
from kamchatka.editions.display import Face, Piece
from kamchatka.editions.godstorm import GODSTORM
from kamchatka.editions.godstorm.data import WORLD, bonus_lands, costs, deck_numbers, sea_links
from kamchatka.editions.godstorm.state import AtlantisSank, FervourKindled, GroundHallowed, LinkClosed
from kamchatka.editions.holdings import territories
from tests.ages import describe_counters, place_number
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import ATLANTIS, scene


@rule("god.info.7", "god.info.8", "god.turn_end.2")
def test_the_display_shows_what_is_public() -> None:
    """The display shows pieces, marks, the closed sea, and counters of the seats and the table, but no secret."""
    match = scene(
        "Invade",
        LANDS,
        faith={0: 7},
        gods={0: {"war": "egypt", "magic": "egypt"}},
        temples=["egypt", "rus"],
        plague=["thule"],
        relics={"mjolnir": 0},
        hands={0: ["heroes_are_born", "lava_erupts"]},
        epoch=3,
    )
    match.table.note(AtlantisSank())
    match.table.note(FervourKindled(1, 4))
    match.table.note(GroundHallowed(place_number(match, "kush")))
    match.table.note(LinkClosed(place_number(match, "minoa"), place_number(match, "egypt")))
    seen = GODSTORM.display(match.game, match.view(1).state, 1)
    assert seen.pieces == {
        "egypt": (Piece("magic", 0), Piece("war", 0), Piece("temple", 0)),
        "rus": (Piece("temple", 1),),
    }
    assert seen.marks == {"thule": ("plague",), **dict.fromkeys(ATLANTIS, ("sunken",))}
    assert seen.closed == (("minoa", "egypt"),)
    assert describe_counters(seen.counters[0]) == [
        ("faith", "fede", "faith", 7),
        ("marker", "turno", "turn", 1),
        ("fervour", "in più nelle guerre tra Dei", "more in godwars", 0),
        ("cards_death", "carte Morte", "Death cards", 0),
        ("cards_magic", "carte Magia", "Magic cards", 0),
        ("cards_war", "carte Guerra", "War cards", 1),
        ("cards_sky", "carte Cielo", "Sky cards", 1),
        ("relic_mjolnir", "Mjolnir, martello di Thor", "Mjolnir, Hammer of Thor", 1),
    ]
    assert [one.value for one in seen.counters[1]] == [0, 2, 4, 0, 0, 0, 0]
    assert describe_counters(seen.public) == [
        ("temples", "templi nella scorta", "temples in stock", 10),
        ("sacred_kush", "terra sacra: Kush", "sacred ground: Kush", 1),
    ]
    assert seen.secret == ()


@rule("god.info.20")
def test_a_temple_without_an_owner_is_nobodys() -> None:
    """Such a temple stands on an empty land."""
    match = scene("Invade", {**LANDS, "thule": None}, temples=["thule"])
    assert GODSTORM.display(match.game, match.state, -1).pieces == {"thule": (Piece("temple"),)}
    assert GODSTORM.display(match.game, match.state, -1).closed == ()


def test_every_card_has_a_face() -> None:
    """The face shows deck, cost, bonus land and text, in both languages."""
    assert len(GODSTORM.faces) == len(GODSTORM.cards) == 66
    assert GODSTORM.faces[37] == Face(
        "war",
        None,
        "Scegli un territorio che controlli: vi arrivano 3 eserciti.",
        "Choose a territory you control: 3 armies come there.",
        0,
    )
    assert (GODSTORM.faces[14].kind, GODSTORM.faces[14].cost, GODSTORM.faces[22].place) == ("death", 2, "thule")


@rule("god.info.16", "god.setup.6")
def test_the_world_is_earth_underworld_and_heavens() -> None:
    """There are two sheets and five heavens, which have no links; 21 links are by water."""
    assert (WORLD.id, WORLD.it, WORLD.en) == ("godstorm", "Terra Antica e Inferi", "Ancient Earth and Underworld")
    assert WORLD.zones[-1] == Zone("heavens", "Paradisi", "Heavens")
    assert [(place.id, place.it, place.en, place.zone, place.kind) for place in WORLD.places[55:]] == [
        (name, name.capitalize(), name.capitalize(), "heavens", "underworld")
        for name in ("kurnugia", "avalon", "duat", "elysium", "valhalla")
    ]
    assert len(sea_links()) == 21
    assert (WORLD.places[8].id, WORLD.places[24].id) == ("minoa", "egypt")
    assert {8, 24} in [set(link) for link in sea_links()]
    board = WORLD.board()
    assert all(board.first[place] == board.first[place + 1] for place in range(55, 60))


def test_decks_costs_and_bonus_lands_by_card() -> None:
    """These are the numbers that the rules read from the file."""
    places = [place.id for place in WORLD.places]
    assert deck_numbers() == [0] * 17 + [1] * 15 + [2] * 17 + [3] * 17
    assert costs()[:17] == [1, 2, 2, 2, 3, 4, 2, 3, 2, 2, 3, 2, 4, 3, 2, 4, 2]
    assert costs()[17:32] == [0] * 15
    assert costs()[32:49] == [1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 2, 3, 0, 0, 4, 0]
    assert costs()[49:] == [0, 0, 2, 0, 0, 2, 1, 1, 1, 1, 0, 0, 0, 0, 3, 1, 1]
    lands = {card: places[land] for card, land in enumerate(bonus_lands(places)) if land != -1}
    assert lands == {22: "thule", 23: "graecia", 24: "anglia", 27: "egypt", 30: "babylon"}


@rule("god.collect.9", "god.underworld.7")
def test_heavens_and_spaces_below_are_no_territories() -> None:
    """Of two lands, a gate, a crypt and a heaven only two are territories."""
    match = scene("Invade", {"egypt": (0, 3), "kush": (0, 1), "corsica": (2, 1)}, below={"u01": (0, 2), "u02": (0, 1)})
    assert int(match.state.lands[0]) == 5
    assert [territories(match.game.board, match.state, seat) for seat in range(3)] == [2, 39, 1]
