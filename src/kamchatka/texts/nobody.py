"""Players whose accounts were deleted: a mark stands in their place, and readers see it in their own language."""

import re

from kamchatka.texts.catalogue import phrases

MARK = "∅"  # in seats and journals; a second one at a table is "∅ 2"
FORMER = "deleted player"  # what versions before 0006 of the database wrote instead
_WRITTEN = re.compile(rf"(?:{MARK}|{FORMER})( [0-9]+)?")


def is_nobody(name: str) -> bool:
    """Whether a name stands for somebody who was deleted.

    >>> is_nobody("∅ 2"), is_nobody("deleted player"), is_nobody("Ada")
    (True, True, False)
    """
    return _WRITTEN.fullmatch(name) is not None


def shown_name(name: str, language: str) -> str:
    """A player's name as a reader sees it.

    >>> shown_name("∅ 2", "it"), shown_name("deleted player", "en"), shown_name("Ada", "en")
    ('giocatore cancellato 2', 'deleted player', 'Ada')
    """
    found = _WRITTEN.fullmatch(name)
    return name if found is None else phrases(language).say("list", "deleted") + (found[1] or "")
