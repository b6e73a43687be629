"""What the board and the objective cards say about points: territories ticked, sums that can and cannot be."""

from collections.abc import Iterable
from functools import cache

from kamchatka.editions.challenge import PLANISPHERE
from kamchatka.editions.challenge.data import OBJECTIVES, ObjectiveCard
from kamchatka.kernel.problem import Problem

VALUES = {place.id: place.value for place in PLANISPHERE.places}
ALL_POINTS = sum(VALUES.values())  # of the whole board


@cache
def card(number: int) -> ObjectiveCard:
    """The objective card of that number; a Problem if there is none."""
    for known in OBJECTIVES.cards:
        if known.number == number:
            return known
    least, most = min(card_numbers()), max(card_numbers())
    raise Problem(
        f"L'obiettivo {number} non esiste: vanno da {least} a {most}.",
        f"There is no objective {number}: they go from {least} to {most}.",
        "rtu.1.5",
    )


def card_numbers() -> tuple[int, ...]:
    """The numbers of all objective cards."""
    return tuple(known.number for known in OBJECTIVES.cards)


@cache
def marked(number: int) -> frozenset[str]:
    """The territories that a card marks."""
    return frozenset(PLANISPHERE.places[place].id for place in card(number).marked(PLANISPHERE))


@cache
def objective_sum() -> int:
    """What a whole objective is worth: the same on every card, 86 with those of the edition."""
    return max(sum(VALUES[place] for place in marked(known.number)) for known in OBJECTIVES.cards)


@cache
def possible_sums() -> frozenset[int]:
    """Every sum that some territories of some card make, short of the whole card."""
    found = set[int]()
    for known in OBJECTIVES.cards:
        sums = {0}
        for place in marked(known.number):
            sums |= {total + VALUES[place] for total in sums}
        found |= sums
    return frozenset(found - {objective_sum()})


def ticked(number: int, held: Iterable[str]) -> tuple[int, int]:
    """The points of the territories held inside and outside an objective."""
    places = set(held)
    for place in sorted(places):
        if place not in VALUES:
            raise Problem(f"Il territorio «{place}» non è sul tabellone.", f"“{place}” is not on the board.", "rtu.1.1")
    inside = sum(VALUES[place] for place in places & marked(number))
    return inside, sum(VALUES[place] for place in places) - inside
