"""Questions about a miracle card name it."""
import pytest

from kamchatka.kernel.wire import Choose
from kamchatka.match import Match
from kamchatka.words import Words
from tests.rules.godstorm.cards import cast


def question(match: Match, language: str) -> str:
    """What the seat asked reads."""
    words = Words(language, match.edition, ["Ada", "Bruno", "Carla"])
    seat = match.awaited[0]
    return words.question(match.game, match.state, match.options(seat), seat)


@pytest.mark.parametrize(("language", "target", "shield"), [
    ("en", "Storms Rage: which territory?",
     "Storms Rage has been announced. Give up Aegis to cancel it? “done” lets it work."),
    ("it", "Infuriano le tempeste: quale territorio?",
     "È annunciata Infuriano le tempeste. Rinunci all'Egida per annullarla? Con «fine» la lasci agire.")])
def test_the_card_under_way_is_named(language: str, target: str, shield: str) -> None:
    """While its targets are chosen, and when Aegis may cancel it."""
    match = cast("storms_rage", relics={"aegis": 2})
    assert question(match, language) == target
    match.play(Choose(place="babylon"))
    assert question(match, language) == shield
