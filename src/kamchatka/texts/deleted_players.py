"""Names of deleted players: stored data contain a mark, which readers see in their own language."""

import re

from kamchatka.texts.catalogue import phrases

MARK = "∅"  # mark in seats and journals; the second deleted player at a table is "∅ 2"
FORMER = "deleted player"  # the mark used before database version 0006
_WRITTEN = re.compile(rf"(?:{MARK}|{FORMER})( [0-9]+)?")


def is_nobody(name: str) -> bool:
    """Return True if a name stands for a deleted player.

    >>> is_nobody("∅ 2"), is_nobody("deleted player"), is_nobody("Ada")
    (True, True, False)
    """
    return _WRITTEN.fullmatch(name) is not None


def display_name(name: str, language: str) -> str:
    """Return a player's name for a reader.

    >>> display_name("∅ 2", "it"), display_name("deleted player", "en"), display_name("Ada", "en")
    ('giocatore cancellato 2', 'deleted player', 'Ada')
    """
    found = _WRITTEN.fullmatch(name)
    return name if found is None else phrases(language).say("list", "deleted") + (found[1] or "")
