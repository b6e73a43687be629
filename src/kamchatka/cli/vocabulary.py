"""The words a player may type, Italian and English side by side; any beginning will do."""

from collections.abc import Collection
from dataclasses import dataclass

from kamchatka.cli.lookup import plain
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

DEEDS = {  # words that do something, with the verb they stand for
    "attack": (ATTACK, "attack attacca"),
    "fast": (FAST_ATTACK, "fast rapida lampo"),
    "place": (PLACE, "place put schiera metti"),
    "trade": (TRADE, "trade trio tris cala"),
    "defend": (DEFEND, "defend difendi dice dadi"),
    "occupy": (OCCUPY, "occupy enter occupa entra"),
    "move": (MOVE, "move sposta"),
    "colour": (COLOUR, "colour color take colore prendi"),
    "bid": (BID, "bid offri"),
    "invade": (INVADE, "invade attack invadi attacca"),
    "roll": (ROLL, "roll dice tira dadi"),
    "lose": (LOSE, "lose perdi"),
    "raise": (RAISE, "hire summon assolda evoca"),
    "build": (BUILD, "build costruisci"),
    "buy": (BUY, "buy order compra ordina"),
    "play": (PLAY_CARD, "play gioca"),
    "choose": (CHOOSE, "choose take scegli prendi"),
    "kind": (NAME_KIND, "name nomina"),
    "seat": (NAME_SEAT, "player giocatore"),
    "card": (NAME_CARD, "card carta"),
    "give": (GIVE, "give dai"),
    "hand_over": (GIVE_CARD, "hand cedi"),
    "done": (PASS, "done pass end fine basta passa"),
}
QUESTIONS = {  # words that only ask
    "map": "map mappa board tabellone",
    "near": "near vicini confini",
    "odds": "odds chances probabilita",
    "why": "why perche",
    "rule": "rule regola",
    "log": "log cronaca",
    "hand": "hand cards mano carte",
    "objective": "objective goal obiettivo",
    "options": "options all opzioni tutte",
    "again": "again ancora",
    "help": "help aiuto",
    "undo": "undo annulla",
    "quit": "quit exit esci",
}
SIGNS = {"?": "help", "!": "again"}
SOURCE = frozenset(["from", "da", "dal", "dalla", "dall", "dallo"])
TARGET = frozenset(["to", "in", "into", "on", "at", "a", "ad", "su", "contro", "against"])
FILLERS = frozenset(["with", "con", "and", "e", "the", "armies", "army", "armate", "armata", "dice", "dadi", "dado"])
WITH = frozenset(["with", "con"])  # what follows are pieces
WITHOUT = frozenset(["without", "senza"])  # so they are here, and they stay behind
UNTIL = frozenset(["until", "fino", "finche"])
MOST = frozenset(["max", "most", "all", "massimo", "tutte", "tutti"])
LEAST = frozenset(["min", "least", "minimo"])
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
                if wanted and any(alike(known, wanted) for known in words.split()):
                    return name
    return None
