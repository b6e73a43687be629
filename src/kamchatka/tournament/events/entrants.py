"""Entrants: number, name, club, and the checks of their names."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import Annotated

import msgspec

from kamchatka.kernel.problem import Problem

Word = Annotated[str, msgspec.Meta(max_length=200)]
Id = Annotated[int, msgspec.Meta(ge=0, le=2**31)]
LONGEST = 60  # characters of a player's name, club or region
LONGEST_TITLE = 80  # characters of an event's name


class Details(msgspec.Struct, frozen=True, omit_defaults=True):
    """A club's data about a player besides the name, shown to organisers only."""

    first: Word = ""
    surname: Word = ""
    nick: Word = ""
    born: Word = ""  # as an ISO date
    member: Word = ""  # number in the register of the clubs
    id: Id = 0  # number in the club's workbook


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of the event. The number is on the badge and never changes."""

    number: int
    name: str
    club: str = ""
    region: str = ""
    withdrawn: bool = False
    wild: bool = False  # has a wild card
    details: Details = Details()


@lru_cache(65536)  # every name is compared with every other
def normalise(text: str) -> str:
    """Normalise a name for comparison: no case, no accents, single spaces."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


def check_name(name: str, longest: int = LONGEST) -> None:
    """Raise a Problem unless the name is printable, not blank, and fits on a sheet."""
    if not normalise(name) or not name.isprintable():
        raise Problem("entrant.bad_name", name=name)
    if len(name) > longest:
        raise Problem("entrant.long_name", name=name[:longest], number=len(name), longest=longest)


def check_words(name: str | None, club: str | None, region: str | None) -> None:
    """Check the words of a player. None is skipped, and so is an empty club or region."""
    for word in (name, club or None, region or None):
        if word is not None:
            check_name(word)


def check_new(entrants: Iterable[Entrant], name: str, apart_from: int = 0) -> None:
    """Raise a Problem if the name is blank or already entered."""
    if not normalise(name) or not name.isprintable():
        raise Problem("entrant.bad_name", name=name)
    for known in entrants:
        if known.number != apart_from and normalise(known.name) == normalise(name):
            club = f" ({known.club})" if known.club else ""
            raise Problem("entrant.entered", name=name, number=known.number, club=club)


def find_entrant(entrants: Iterable[Entrant], typed: str) -> Entrant:
    """Find an entrant by number, by name or by the beginning of a name; a Problem if there is no match or several."""
    known = list(entrants)
    wanted = normalise(typed)
    exact = [one for one in known if wanted in (str(one.number), normalise(one.name))]
    found = exact or [
        one
        for one in known
        if wanted and any(part.startswith(wanted) for part in (normalise(one.name), *normalise(one.name).split()))
    ]
    if len(found) == 1:
        return found[0]
    if not found:
        raise Problem("entrant.unknown", typed=typed)
    names = ", ".join(f"{one.name} ({one.number})" for one in found[:5])
    raise Problem("entrant.several", typed=typed, names=names)
