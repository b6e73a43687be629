"""Questions about a miracle card name it, and its effect is described correctly."""

import pytest

from kamchatka.kernel.edges.wire import Choose, NameSeat, PlayCard
from kamchatka.match import Match
from kamchatka.words import Words
from tests.kit import Holding, faces
from tests.rules.godstorm.cards import attacked, cast


def question(match: Match, language: str) -> str:
    """Return the question of the asked seat."""
    words = Words(language, match.edition, ["Ada", "Bruno", "Carla"])
    seat = match.awaited[0]
    return words.question(match.game, match.state, match.options(seat), seat)


@pytest.mark.parametrize(
    ("language", "target", "shield"),
    [
        (
            "en",
            "Storms Rage: choose a territory.",
            "Storms Rage has been announced. Give up Aegis to cancel it, or let it work.",
        ),
        (
            "it",
            "Infuriano le tempeste: scegli un territorio.",
            "È annunciata Infuriano le tempeste. Rinuncia all’Egida per annullarla, o lasciala agire.",
        ),
    ],
)
def test_the_card_under_way_is_named(language: str, target: str, shield: str) -> None:
    """The card is named while its targets are chosen, and when Aegis may cancel it."""
    match = cast("storms_rage", relics={"aegis": 2})
    assert question(match, language) == target
    match.play(Choose(place="babylon"))
    assert question(match, language) == shield


def told_sentences(match: Match, language: str) -> list[str]:
    """Return the sentences about the last action."""
    words = Words(language, match.edition, ["Ada", "Bruno", "Carla"])
    return [sentence.text for fact in match.entries[-1].facts if (sentence := words.fact(fact))]


@pytest.mark.parametrize(
    ("language", "lost"),
    [("en", ["Bruno must give up Heroes Are Born"]), ("it", ["Bruno deve lasciare Nascono gli eroi"])],
)
def test_a_card_taken_out_of_a_hand_is_not_told_as_played(language: str, lost: list[str]) -> None:
    """A card that Crops Wither takes out of a hand is not described as played by its victim."""
    match = cast("crops_wither_1", hands={1: ["heroes_are_born"]})
    match.play(NameSeat(1))
    assert told_sentences(match, language) == lost


@pytest.mark.parametrize(
    ("language", "other", "own"),
    [
        ("en", "Bruno eliminates Carla", "Bruno is eliminated"),
        ("it", "Bruno elimina Carla", "Bruno è fuori dalla partita"),
    ],
)
def test_nobody_falls_by_its_own_hand_in_words(language: str, other: str, own: str) -> None:
    """Nobody is eliminated by themselves: Lava takes the last armies of its player and of a third seat."""
    lands: dict[str, Holding | None] = {
        "kush": (0, 2),
        "nubia": (2, 1),
        "corsica": (0, 1),
        "roma": (0, 1),
        "thule": (0, 1),
        "babylon": (0, 1),
    }
    match = attacked("lava_erupts", lands=lands, rest=(0, 1), gods={1: {"sky": "phoenicia"}}, luck=faces(*[6] * 8))
    match.play(PlayCard("lava_erupts"))
    assert [sentence for sentence in told_sentences(match, language) if sentence in (other, own)] == [own, other]
