"""A table's result as typed: `Ada=54+12`, `Bruno=objective`, `Carla=out`, `Dino=#7:alaska,brasile`."""

from kamchatka.cli.lookup import Lookup, plain
from kamchatka.editions.challenge import PLANISPHERE
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.entrants import find
from kamchatka.tournament.event import Event
from kamchatka.tournament.report import Line

OBJECTIVE = frozenset({"objective", "obiettivo", "risiko"})
LATE = frozenset({"late", "tardi", "dopo"})
OUT = frozenset({"out", "eliminated", "fuori", "eliminato", "eliminata"})
PLACES = Lookup(PLANISPHERE.places)


def line_of(event: Event, typed: str) -> Line:
    """What one word says about one player."""
    name, sign, told = typed.partition("=")
    if not sign:
        raise Problem(f"«{typed}» non è nella forma giocatore=punti.", f"“{typed}” is not of the form player=points.")
    entrant, word = find(event.entrants.values(), name).number, plain(told)
    if word in OBJECTIVE:
        return Line(entrant, objective="in_time")
    if word in LATE:
        return Line(entrant, objective="late")
    if word in OUT:
        return Line(entrant, eliminated=True)
    if told.startswith("#"):
        return _ticked(entrant, told[1:])
    points, _, outside = told.partition("+")
    return Line(entrant, _number(points, typed), _number(outside, typed) if outside else None)


def _ticked(entrant: int, told: str) -> Line:
    """The card's number, then the territories held, by beginnings of their names."""
    card, _, places = told.partition(":")
    held = tuple(_place(word) for word in places.split(",") if word.strip())
    return Line(entrant, card=_number(card, told), held=held)


def _place(typed: str) -> str:
    found = PLACES.find(typed)
    if len(found) != 1:
        names = ", ".join(PLANISPHERE.places[number].it for number in found)
        raise Problem(
            f"«{typed}» non dice un territorio solo{f': {names}' if names else ''}.",
            f"“{typed}” does not say one territory{f': {names}' if names else ''}.",
            "rtu.1.1",
        )
    return PLANISPHERE.places[found[0]].id


def _number(text: str, typed: str) -> int:
    if not text.strip().isdecimal() or len(text) > 6:
        raise Problem(f"«{typed}»: «{text}» non è un numero di punti.", f"“{typed}”: “{text}” is no number of points.")
    return int(text)
