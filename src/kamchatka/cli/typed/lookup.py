"""Match names as people type them: any language, no accents, prefixes of the name or its words, or initials."""

import unicodedata
from collections.abc import Sequence

from kamchatka.boards import Named
from kamchatka.texts import languages


def plain(text: str) -> str:
    """Normalise text: lower case, no accents or punctuation, single spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter if letter.isalnum() else " " for letter in letters if not unicodedata.combining(letter))
    return " ".join(kept.split())


class Lookup:
    """Finds numbered things by name. The best kind of match wins: exact, prefix, prefixes of words, initials."""

    def __init__(self, things: Sequence[Named]) -> None:
        spoken = languages()
        self.spellings = [{plain(thing.id), *(plain(thing.name(one)) for one in spoken)} for thing in things]

    def find(self, typed: str) -> list[int]:
        """Return all things with the best kind of match; none if nothing matches."""
        wanted = plain(typed)
        for alike in (_is, _begins, _words_begin, _initials):
            found = [n for n, names in enumerate(self.spellings) if any(alike(wanted, name) for name in names)]
            if wanted and found:
                return found
        return []


def _is(typed: str, name: str) -> bool:
    return typed == name


def _begins(typed: str, name: str) -> bool:
    return name.startswith(typed)


def _words_begin(typed: str, name: str) -> bool:
    """Return True if each typed word is a prefix of a word of the name, in the same order."""
    rest = iter(name.split())
    return all(any(word.startswith(part) for word in rest) for part in typed.split())


def _initials(typed: str, name: str) -> bool:
    return len(typed) > 1 and "".join(word[0] for word in name.split()) == typed.replace(" ", "")
