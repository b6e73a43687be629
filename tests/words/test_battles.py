"""Battles of every kind of edition are one sentence each, with the losses in words and the dice as detail."""

import pytest

from kamchatka.editions.godstorm.state import DefendersBeaten
from kamchatka.kernel.edges.wire import (
    Attack,
    Build,
    Buy,
    Defend,
    Invade,
    Lose,
    NamedAction,
    NameKind,
    Occupy,
    Pass,
    Raise,
    Roll,
)
from kamchatka.match import Match
from kamchatka.words import Sentence, Story, Words
from tests.kit import faces, position
from tests.rules.godstorm.cards import LANDS
from tests.rules.godstorm.scene import scene
from tests.rules.risk2210.scene import scene as war

PLAYERS = ["Ada", "Bruno", "Carla", "Dino"]


def sentences(
    match: Match, actions: list[NamedAction], language: str = "en", seat: int | None = None
) -> list[Sentence]:
    """Return the sentences of the story after these actions."""
    story = Story(Words(language, match.edition, PLAYERS), match, seat)
    story.hear(match.journal)
    before = len(story.groups)
    for action in actions:
        story.hear(match.play(action))
    return story.tell(before)


def plain_lines(match: Match, actions: list[NamedAction], language: str = "en", seat: int | None = None) -> list[str]:
    """Return the same without dice and rules."""
    return [sentence.text for sentence in sentences(match, actions, language, seat)]


# ------------------------------------------------------------------ armies against armies
@pytest.mark.parametrize("edition", ["modern", "challenge"])
@pytest.mark.parametrize(
    ("language", "text", "dice"),
    [
        (
            "en",
            "Ada conquers Kamchatka (Bruno) from Alaska and moves in with 3 armies: Ada loses 1 army, Bruno 1 army",
            "1·1·1 against 6; 6·5·2 against 1",
        ),
        (
            "it",
            "Ada conquista la Kamchatka (Bruno) dall’Alaska e vi porta 3 armate: Ada perde 1 armata, Bruno 1 armata",
            "1·1·1 contro 6; 6·5·2 contro 1",
        ),
    ],
)
def test_several_rolls_are_one_sentence(edition: str, language: str, text: str, dice: str) -> None:
    """Several rolls are one sentence with the total losses of each side."""
    luck = faces(1, 1, 1, 6, 6, 5, 2, 1)
    match = position({"alaska": (0, 5), "kamchatka": (1, 1)}, edition=edition, luck=luck)
    attack = Attack("alaska", "kamchatka", 3)
    fight = sentences(match, [attack, attack], language)[0]
    assert (fight.text, fight.detail) == (text, dice)


def test_a_fight_without_end_names_who_lost() -> None:
    """The sentence about an unfinished battle names only the side that lost armies."""
    match = position({"alaska": (0, 3), "kamchatka": (1, 2)}, luck=faces(1, 1, 6, 5))
    fight = plain_lines(match, [Attack("alaska", "kamchatka", 2), Defend(2)])[0]
    assert fight == "Ada attacks Kamchatka (Bruno) from Alaska: Ada loses 2 armies"


# ------------------------------------------------------------------ gods and heavens
def test_armies_gone_to_heaven_are_the_losses_of_the_roll() -> None:
    """Two rolls, the conquest and the move in are one sentence, and armies in heaven are its losses."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, luck=faces(6, 2, 5, 4, 6, 1))
    actions = [Invade("egypt", "phoenicia"), Roll(2), Defend(2), Roll(1), Occupy(2)]
    assert plain_lines(match, actions) == [
        "Ada conquers Phoenicia (Bruno) from Egypt and moves in with 2 armies: Ada loses 1 army, Bruno 2 armies"
    ]


def test_a_card_earned_by_a_conquest_is_told_after_it() -> None:
    """A War card for the third conquest of a turn is mentioned after the conquest."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 1)}, gods={0: {"war": "nubia"}}, luck=[*faces(6, 1), 0])
    for _ in range(2):
        match.table.note(DefendersBeaten())
    assert plain_lines(match, [Invade("egypt", "phoenicia"), Roll(1), Occupy(2)]) == [
        "Ada conquers Phoenicia (Bruno) from Egypt and moves in with 2 armies: Bruno loses 1 army",
        "Ada draws A Shrine Is Plundered",
    ]


@pytest.mark.parametrize(
    ("language", "battle", "dice"),
    [
        (
            "en",
            "Ada attacks Phoenicia (Bruno) from Egypt: Bruno loses 1 army",
            "5 against 5·2; Ada invokes the god of War",
        ),
        (
            "it",
            "Ada attacca la Fenicia (Bruno) dall’Egitto: Bruno perde 1 esercito",
            "5 contro 5·2; Ada invoca il Dio della Guerra",
        ),
    ],
)
def test_a_god_that_helps_is_told_with_the_dice(language: str, battle: str, dice: str) -> None:
    """The War god, which wins a tie, is mentioned with the dice."""
    match = scene("Invade", {**LANDS, "phoenicia": (1, 2)}, gods={0: {"war": "egypt"}}, luck=faces(5, 5, 2))
    (sentence,) = sentences(match, [Invade("egypt", "phoenicia", 0, ("war",)), Roll(1), Defend(2)], language)
    assert (sentence.text, sentence.detail) == (battle, dice)


def test_dice_thrown_again_belong_to_the_roll_they_led_to() -> None:
    """Rerolled dice belong to their own roll, also in the second battle of a turn."""
    lands = {**LANDS, "phoenicia": (1, 2), "kush": (0, 4), "sheba": (1, 1)}
    luck = faces(6, 5, 4, 1, 5, 2)  # a roll at Phoenicia; at Sheba a 1, rerolled as 5
    match = scene("Invade", lands, gods={0: {"magic": "kush"}}, luck=luck)
    actions = [
        Invade("egypt", "phoenicia"),
        Roll(1),
        Defend(2),
        Pass(),
        Invade("kush", "sheba", 0, ("magic",)),
        Roll(1),
    ]
    first, second = sentences(match, actions)
    assert first.detail == "6 against 5·4"
    assert second.detail == "Ada throws 1, and the goddess of Magic rerolls the ones; 5 against 2"


def test_gods_that_fight_first_are_part_of_the_fight() -> None:
    """A god war and the battle after it are one sentence, in which the lost god is among the losses."""
    gods = {0: {"war": "egypt"}, 1: {"sky": "phoenicia"}}
    luck = faces(6, 6, 6, 1, 1, 1, 1, 6, 1)
    match = scene("Invade", {**LANDS, "phoenicia": (1, 1)}, gods=gods, luck=luck)
    (fight,) = sentences(match, [Invade("egypt", "phoenicia", 0, ("war",)), NameKind("war"), Roll(1)])
    assert fight.text == "Ada conquers Phoenicia (Bruno) from Egypt: Bruno loses 1 army and the god of the Sky"
    assert fight.detail == (
        "Bruno invokes the god of the Sky; godwar, 6·6·6 against 1·1·1·1, 23 to 5 in all; 6 against 1"
    )


# ------------------------------------------------------------------ the year 2210
@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "Ada conquers Pevek (Bruno) from Japan and moves in with 2 MODs and the land commander: "
            "Ada loses 1 MOD, Bruno 1 MOD and the diplomat",
        ),
        (
            "it",
            "Ada conquista Pevek (Bruno) dal Giappone e vi porta 2 MOD e il comandante terrestre: "
            "Ada perde 1 MOD, Bruno 1 MOD e il diplomatico",
        ),
    ],
)
def test_an_invasion_of_2210_is_one_sentence(language: str, text: str) -> None:
    """An invasion of 2210 with two declarations and two rolls is one sentence with all losses and the move in."""
    lands = {"japan": (0, 5), "pevek": (1, 1), "lesotho": (2, 1)}
    commanders = {0: {"land": "japan"}, 1: {"diplomat": "pevek"}}
    match = war("Invade", lands, commanders=commanders, luck=faces(1, 1, 4, 8, 6, 5, 2, 1))
    again, last = Invade("japan", "pevek"), [Roll(2, ("land",)), Defend(1, ("diplomat",)), Occupy(2, ("land",))]
    fight, *rest = sentences(match, [again, Roll(2), Defend(1), Lose(1), again, *last], language)
    assert fight.text == text
    assert fight.detail.count(";") == 1
    assert rest == []


@pytest.mark.parametrize(
    ("seat", "text"),
    [
        (0, "Ada buys 2 command cards for 2 energy: Stealth MODs (land), Colony Influence (diplomat)"),
        (1, "Ada buys 2 command cards for 2 energy: 1 land card, 1 diplomat card"),
    ],
)
def test_cards_bought_together_are_one_sentence(seat: int, text: str) -> None:
    """Cards bought together are one sentence, with faces for the buyer and backs for the others."""
    commanders = {0: {"land": "japan", "diplomat": "japan"}}
    match = war("Market", {"japan": (0, 5), "pevek": (2, 1)}, energy={0: 5}, commanders=commanders, luck=[0, 0])
    assert plain_lines(match, [Buy("land"), Buy("diplomat"), Pass()], seat=seat)[0] == text


@pytest.mark.parametrize(
    ("language", "hired", "built"),
    [
        ("en", "Ada hires the diplomat for 3 energy, in Japan", "Ada builds a space station in Japan for 5 energy"),
        (
            "it",
            "Ada assolda il diplomatico per 3 punti energia, in Giappone",
            "Ada costruisce una stazione spaziale in Giappone per 5 punti energia",
        ),
    ],
)
def test_what_is_paid_is_told_with_what_it_brings(language: str, hired: str, built: str) -> None:
    """The energy for a commander or a station is mentioned with it, without a line of its own."""
    match = war("Recruit", {"japan": (0, 5), "pevek": (2, 1)}, energy={0: 9})
    assert plain_lines(match, [Raise("diplomat", "japan"), Build("japan")], language)[:2] == [hired, built]


def test_nobody_to_fight_is_told_as_such() -> None:
    """An empty sea is occupied, not conquered from anybody."""
    match = war("Invade", {"japan": (0, 5), "pevek": (2, 1)}, commanders={0: {"naval": "japan"}})
    assert plain_lines(match, [Invade("japan", "neo_tokyo"), Occupy(2)]) == [
        "Ada occupies Neo Tokyo from Japan with 2 MODs"
    ]


def test_an_invasion_called_off_is_one_sentence() -> None:
    """An invasion that is called off is one sentence, apart from the battle between."""
    match = war("Invade", {"japan": (0, 5), "pevek": (1, 5), "lesotho": (2, 1)}, luck=faces(1, 6, 1, 6))
    pevek, khan = Invade("japan", "pevek"), Invade("japan", "khan_industrial_state")
    assert plain_lines(match, [pevek, Roll(1), Defend(1), khan, Roll(1), pevek, Pass()]) == [
        "Ada attacks Pevek (Bruno) from Japan: Ada loses 1 MOD",
        "Ada attacks the Khan Industrial State (Bruno) from Japan: Ada loses 1 MOD",
        "Ada calls off the invasion of Pevek (Bruno) from Japan",
    ]
