"""The words that players can type, in all languages at once. Any prefix is enough."""

from collections.abc import Collection
from dataclasses import dataclass

from kamchatka.cli.typed.lookup import plain
from kamchatka.kernel.options import VERBS
from kamchatka.texts import languages, phrases


def _words_for(table: str, name: str) -> frozenset[str]:
    """Return the words for one thing in all languages."""
    found = (phrases(language).say(table, name) for language in languages())
    return frozenset(word for words in found for word in plain(words).split())


# The catalogue lists the commands. Those named like a verb are actions; all others are queries.
COMMANDS = {name: _words_for("command", name) for (name,) in phrases("en").branch("command").leaves()}
DEEDS = {name: (VERBS.index(name), words) for name, words in COMMANDS.items() if name in VERBS}
QUESTIONS = {name: words for name, words in COMMANDS.items() if name not in VERBS}
SIGNS = {"?": "help", "!": "again"}
SOURCE = _words_for("particle", "source")
TARGET = _words_for("particle", "target")
FILLERS = _words_for("particle", "fillers")
WITH = _words_for("particle", "with")  # words before the pieces that go along
WITHOUT = _words_for("particle", "without")  # words before the pieces that stay behind
UNTIL = _words_for("particle", "until")
MOST = _words_for("particle", "most")
LEAST = _words_for("particle", "least")
ASK = _words_for("particle", "ask")  # words that turn standing defence off
RESERVED = SOURCE | TARGET | FILLERS | UNTIL | MOST | LEAST  # words that are never part of a name


@dataclass(frozen=True)
class Typed:
    """A parsed line: its command and the remaining words."""

    name: str
    rest: tuple[str, ...]
    to_the_end: bool = False  # the line ends with "!"


def take_apart(line: str, offered: Collection[int]) -> Typed | None:
    """Parse a line; None if it isn't a command. Words for legal actions have priority, then queries."""
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
    """Return the command that a word abbreviates."""
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
