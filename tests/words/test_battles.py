"""Battles of several editions as one sentence each: heavens, gods that help, cards won by a roll."""

import pytest

from kamchatka.editions.godstorm.state import DefendersBeaten
from kamchatka.kernel.edges.wire import Defend, Invade, NamedAction, Occupy, Roll
from kamchatka.match import Match
from kamchatka.words import Story, Words
from tests.kit import faces
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import scene


def told(match: Match, actions: list[NamedAction], language: str = "en") -> list[str]:
    """What these actions bring, as the story of the table tells it."""
    story = Story(Words(language, match.edition, ["Ada", "Bruno", "Carla"]), match, None)
    story.hear(match.journal)
    before = len(story.groups)
    for action in actions:
        story.hear(match.play(action))
    return [sentence.text for sentence in story.tell(before)]


def test_armies_gone_to_heaven_are_the_losses_of_the_roll() -> None:
    """Two rolls, the conquest and the way in are one sentence."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, luck=faces(6, 2, 5, 4, 6, 1))
    actions = [Invade("egypt", "phoenicia"), Roll(2), Defend(2), Roll(1), Occupy(2)]
    assert told(match, actions) == [
        "Ada conquers Phoenicia (Bruno) from Egypt and moves in with 2 armies: 6·2 against 5·4 (−1 −1); "
        "6 against 1 (−0 −1)"
    ]


def test_a_card_earned_by_a_conquest_is_told_after_it() -> None:
    """The third conquest of a turn brings a War card between the last loss and the capture."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 1)}, gods={0: {"war": "nubia"}}, luck=[*faces(6, 1), 0])
    for _ in range(2):
        match.table.note(DefendersBeaten())
    assert told(match, [Invade("egypt", "phoenicia"), Roll(1), Occupy(2)]) == [
        "Ada conquers Phoenicia (Bruno) from Egypt and moves in with 2 armies: 6 against 1 (−0 −1)",
        "Ada draws A Shrine Is Plundered",
    ]


@pytest.mark.parametrize(
    ("language", "battle", "god"),
    [
        ("en", "Ada attacks Phoenicia (Bruno) from Egypt: 5 against 5·2 (−0 −1)", "Ada's god of War lends its power"),
        (
            "it",
            "Ada attacca Phoenicia (Bruno) da Egypt: 5 contro 5·2 (−0 −1)",
            "La divinità di Ada (Guerra) presta il suo potere",
        ),
    ],
)
def test_a_god_that_helps_does_not_part_a_roll_from_its_losses(language: str, battle: str, god: str) -> None:
    """The War god wins the tie: told after the battle."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, gods={0: {"war": "egypt"}}, luck=faces(5, 5, 2))
    assert told(match, [Invade("egypt", "phoenicia", 0, ("war",)), Roll(1), Defend(2)], language) == [battle, god]
