"""Dice that one seat rolls alone are described as its own, not as a roll of the whole table."""

import pytest

from kamchatka.kernel.facts import DieThrown
from kamchatka.match import Match
from kamchatka.words import Words
from kamchatka.words.story import Story


def dice_lines(language: str, dice: list[DieThrown]) -> list[str]:
    """Return the sentences about these dice."""
    match = Match.new("risk2210", 2, seed=1)
    story = Story(Words(language, match.edition, ["Ada", "Bruno"]), match, None)
    story.hear(dice)
    return [sentence.text for sentence in story.tell()]


@pytest.mark.parametrize(
    ("language", "alone", "together"),
    [
        ("en", ["Ada rolls a die: 6", "Ada rolls a die: 2"], ["A die each: Ada 6 and Bruno 2"]),
        ("it", ["Ada lancia un dado: 6", "Ada lancia un dado: 2"], ["Un dado a testa: Ada 6 e Bruno 2"]),
    ],
)
def test_one_seat_or_all(language: str, alone: list[str], together: list[str]) -> None:
    """A card's die belongs to one seat, even rerolled; the roll for the order belongs to all."""
    assert dice_lines(language, [DieThrown(0, 6), DieThrown(0, 2)]) == alone
    assert dice_lines(language, [DieThrown(0, 6), DieThrown(1, 2)]) == together
