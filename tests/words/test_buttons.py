"""Buttons are imperatives in every edition and language, and every possible action has a label."""

import re

import pytest

from kamchatka.editions import EDITIONS
from kamchatka.kernel.edges import wire
from kamchatka.texts import phrases
from kamchatka.texts.phrases import Phrases

INFINITIVE = re.compile(r"[^\W\d_]+(are|ere|ire|arsi|ersi|irsi)\b")
LABELS = ("button", "choice", "pass", "answer")
# The page's own phrases on buttons and links.
ON_BUTTONS = [
    *(
        "play",
        "learn",
        "signIn",
        "signOut",
        "close",
        "playNow",
        "enter",
        "change",
        "sitDown",
        "watch",
        "goBack",
        "review",
    ),
    *("startGuide", "openClub", "addSeat", "removeSeat", "createIt", "startGame", "invite", "copy", "leave", "callOff"),
    *("agree", "playOn", "share", "fillBots", "skipShow", "sinceWatch", "showOnMap", "hideOnMap", "imBack", "cancel"),
    *(
        "confirm",
        "roll",
        "toTheEnd",
        "stopIt",
        "move",
        "placeN",
        "undo",
        "rematch",
        "replay",
        "checkDice",
        "showResult",
    ),
    *("curtainOpen", "mute", "unmute", "resign", "copyLink", "playIt", "pauseIt", "proofRun", "guideNext", "guideEnd"),
    *("guidePlay", "guideRead", "createAccount", "save", "newToken", "retry", "doIt", "home"),
]


def phrases_of(edition: str, language: str) -> Phrases:
    """Return all sentences of an edition."""
    return phrases(language, EDITIONS[edition].home)


@pytest.mark.parametrize("edition", EDITIONS)
def test_no_italian_button_is_an_infinitive(edition: str) -> None:
    """No Italian label of an action or of the page's own buttons is an infinitive."""
    words = phrases_of(edition, "it")
    labels = {path: words.find(*path) or "" for path in words.leaves() if path[0] in LABELS}
    assert len(labels) > 60
    labels |= {("page", key): words.say("page", "common", key, n=1, name="Ada") for key in ON_BUTTONS}
    assert {path: label for path, label in labels.items() if INFINITIVE.match(label)} == {}


def test_an_infinitive_is_noticed() -> None:
    """The pattern of the test above matches infinitives."""
    assert [bool(INFINITIVE.match(label)) for label in ("attaccare", "Fare un'offerta", "offri", "entra")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("language", ["it", "en"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_whatever_can_be_named_has_a_label(edition: str, language: str) -> None:
    """Every verb that an edition has sentences for has a button label too."""
    words = phrases_of(edition, language)
    verbs = {struct.__name__ for struct in wire.STRUCTS.values()}
    known = {verb for verb in verbs if words.find("verb", verb)}
    assert len(known) > 15
    assert {verb for verb in known if not (words.find("button", verb) and words.find("choice", verb))} == set()
