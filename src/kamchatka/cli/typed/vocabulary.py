"""The words a player may type, those of all languages side by side; any beginning is enough."""

from collections.abc import Collection
from dataclasses import dataclass

from kamchatka.cli.typed.lookup import plain
from kamchatka.kernel.options import (
    ATTACK,
    BID,
    BUILD,
    BUY,
    CHOOSE,
    COLOUR,
    DEFEND,
    FAST_ATTACK,
    GIVE,
    GIVE_CARD,
    INVADE,
    LOSE,
    MOVE,
    NAME_CARD,
    NAME_KIND,
    NAME_SEAT,
    OCCUPY,
    PASS,
    PLACE,
    PLAY_CARD,
    RAISE,
    ROLL,
    TRADE,
)
from kamchatka.texts import languages, phrases


def _typed(table: str, name: str) -> frozenset[str]:
    """The words of all languages for one thing."""
    found = (phrases(language).say(table, name) for language in languages())
    return frozenset(word for words in found for word in plain(words).split())


VERBS = {  # what does something, with the verb it stands for
    "attack": ATTACK,
    "fast": FAST_ATTACK,
    "place": PLACE,
    "trade": TRADE,
    "defend": DEFEND,
    "occupy": OCCUPY,
    "move": MOVE,
    "colour": COLOUR,
    "bid": BID,
    "invade": INVADE,
    "roll": ROLL,
    "lose": LOSE,
    "raise": RAISE,
    "build": BUILD,
    "buy": BUY,
    "play": PLAY_CARD,
    "choose": CHOOSE,
    "kind": NAME_KIND,
    "seat": NAME_SEAT,
    "card": NAME_CARD,
    "give": GIVE,
    "hand_over": GIVE_CARD,
    "done": PASS,
}
DEEDS = {name: (verb, _typed("command", name)) for name, verb in VERBS.items()}
QUESTIONS = {  # what only asks
    name: _typed("command", name)
    for name in (
        "map",
        "near",
        "odds",
        "why",
        "rule",
        "log",
        "hand",
        "objective",
        "options",
        "again",
        "help",
        "undo",
        "quit",
    )
}
SIGNS = {"?": "help", "!": "again"}
SOURCE = _typed("particle", "source")
TARGET = _typed("particle", "target")
FILLERS = _typed("particle", "fillers")
WITH = _typed("particle", "with")  # what follows are pieces
WITHOUT = _typed("particle", "without")  # so they are here, and they stay behind
UNTIL = _typed("particle", "until")
MOST = _typed("particle", "most")
LEAST = _typed("particle", "least")
ASK = _typed("particle", "ask")  # to be asked again
RESERVED = SOURCE | TARGET | FILLERS | UNTIL | MOST | LEAST  # words that are never taken for a name


@dataclass(frozen=True)
class Typed:
    """A line taken apart: what is meant, and the rest of it word by word."""

    name: str
    rest: tuple[str, ...]
    to_the_end: bool = False  # it closes with "!"


def take_apart(line: str, offered: Collection[int]) -> Typed | None:
    """What a line means; words that can be done now come first, then questions, then the rest. None: nothing."""
    text = line.strip()
    if text in SIGNS:
        return Typed(SIGNS[text], (), text == "!")
    to_the_end = text.endswith("!")
    words = text.rstrip("!").replace("→", " to ").replace("->", " to ").split()
    if not words:
        return None
    if words[0].isdecimal():
        return Typed("number", tuple(words), to_the_end)
    name = command(words[0].rstrip("?") or "?", offered)
    return None if name is None else Typed(name, tuple(words[1:]), to_the_end)


def command(word: str, offered: Collection[int]) -> str | None:
    """The command that a word begins."""
    if word in SIGNS:
        return SIGNS[word]
    wanted = plain(word)
    now = {name: words for name, (verb, words) in DEEDS.items() if verb in offered}
    later = {name: words for name, (verb, words) in DEEDS.items() if verb not in offered}
    for group in (now, QUESTIONS, later):
        for alike in (str.__eq__, str.startswith):
            for name, words in group.items():
                if wanted and any(alike(known, wanted) for known in words):
                    return name
    return None
