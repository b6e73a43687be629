"""What everybody sees at the table: gods, temples, plague, faith, backs and relics; the faces of the cards."""
from kamchatka.editions.display import Piece
from kamchatka.editions.godstorm import GODSTORM
from kamchatka.editions.godstorm.record import AtlantisSank, LinkClosed
from tests.ages import place_number
from tests.rulemark import rule
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import ATLANTIS, scene


@rule("god.info.7", "god.info.8")
def test_the_display_shows_what_is_public() -> None:
    """Pieces, marks, the closed sea, counters by seat and of the table; nothing is secret."""
    match = scene("Invade", LANDS, faith={0: 7}, gods={0: {"war": "egypt", "magic": "egypt"}}, temples=["egypt", "rus"],
                  plague=["thule"], relics={"mjolnir": 0}, hands={0: ["heroes_are_born", "lava_erupts"]}, epoch=3)
    match.table.note(AtlantisSank())
    match.table.note(LinkClosed(place_number(match, "minoa"), place_number(match, "egypt")))
    seen = GODSTORM.display(match.game, match.view(1).state, 1)
    assert seen.pieces == {"egypt": (Piece("magic", 0), Piece("war", 0), Piece("temple", 0)),
                           "rus": (Piece("temple", 1),)}
    assert seen.marks == {"thule": ("plague",), **dict.fromkeys(ATLANTIS, ("sunken",))}
    assert seen.closed == (("minoa", "egypt"),)
    assert [(one.id, one.value) for one in seen.counters[0]] == [
        ("faith", 7), ("marker", 1), ("cards_death", 0), ("cards_magic", 0), ("cards_war", 1), ("cards_sky", 1),
        ("relic_mjolnir", 1)]
    assert [(one.id, one.value) for one in seen.public] == [("epoch", 3), ("temples", 10)]
    assert seen.secret == ()


@rule("god.info.20")
def test_a_temple_without_an_owner_is_nobodys() -> None:
    """It stands on empty land."""
    match = scene("Invade", {**LANDS, "thule": None}, temples=["thule"])
    assert GODSTORM.display(match.game, match.state, -1).pieces == {"thule": (Piece("temple"),)}
    assert GODSTORM.display(match.game, match.state, -1).closed == ()


def test_every_card_has_a_face() -> None:
    """Deck, cost, bonus land and text in both languages."""
    assert len(GODSTORM.faces) == len(GODSTORM.cards) == 66
    horse = GODSTORM.faces[14]
    assert (horse.kind, horse.cost, horse.place) == ("death", 2, None)
    assert horse.text("it") != horse.text("en")
    assert GODSTORM.faces[22].place == "thule"
