"""Parse a table's result as it is typed: `Ada=54+12`, `Bruno=objective`, `Carla=out`, `Dino=#7:alaska,brasile`."""

from collections.abc import Sequence
from functools import cache

from kamchatka.cli.typed.lookup import Lookup, plain
from kamchatka.editions.tournament import PlayerResult
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.text import Listed
from kamchatka.tournament.events.entrants import find_entrant
from kamchatka.tournament.events.event import Event
from kamchatka.tournament.settings.edition_rules import rules_of_edition

OBJECTIVE = frozenset({"objective", "obiettivo", "risiko", "won", "vinto", "vittoria"})
LATE = frozenset({"late", "tardi", "dopo"})
OUT = frozenset({"out", "eliminated", "fuori", "eliminato", "eliminata"})


def parse_result(event: Event, typed: str, seats: Sequence[int] = ()) -> PlayerResult:
    """Parse the result of one player. If the table is known, the name is looked up among its players."""
    name, sign, told = typed.partition("=")
    if not sign:
        raise Problem("command.player_points", typed=typed)
    entrant, word = _find(event, name, seats), plain(told)
    if word in OBJECTIVE:
        return PlayerResult(entrant, objective="in_time")
    if word in LATE:
        return PlayerResult(entrant, objective="late")
    if word in OUT:
        return PlayerResult(entrant, eliminated=True)
    if told.startswith("#"):
        return _parse_ticked(event.settings.edition, entrant, told[1:])
    how, sign, order = told.partition(":")
    if sign and plain(how) in OUT:
        return PlayerResult(entrant, eliminated=True, fell=_number(order, typed))
    points, _, outside = told.partition("+")
    return PlayerResult(entrant, _number(points, typed), _number(outside, typed) if outside else None)


def _find(event: Event, name: str, seats: Sequence[int]) -> int:
    """Return the entrant with that name, at the table if it is known, else in the event."""
    try:
        return find_entrant([event.entrants[seat] for seat in seats], name).number
    except Problem as problem:
        if seats and problem.key == "entrant.several":
            raise
        return find_entrant(event.entrants.values(), name).number


def _parse_ticked(edition: str, entrant: int, told: str) -> PlayerResult:
    """Parse the number of the objective card, if cards score points, and the territories as prefixes of their names."""
    card, _, places = told.partition(":")
    held = tuple(_place(edition, word) for word in places.split(",") if word.strip())
    return PlayerResult(entrant, card=_number(card, told) if card else 0, held=held)


@cache
def _lookup(edition: str) -> Lookup:
    return Lookup(rules_of_edition(edition).sheet.places)


def _place(edition: str, typed: str) -> str:
    found, rules = _lookup(edition).find(typed), rules_of_edition(edition)
    if len(found) != 1:
        key = "command.several_territories" if found else "command.one_territory"
        names = Listed([rules.sheet.places[number] for number in found])
        raise Problem(key, rule="rtu.1.1" if rules.has_regulations else "", typed=typed, names=names)
    return rules.sheet.places[found[0]].id


def _number(text: str, typed: str) -> int:
    if not text.strip().isdecimal() or len(text) > 6:
        raise Problem("command.no_points", typed=typed, text=text)
    return int(text)
