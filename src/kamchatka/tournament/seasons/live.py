"""The national live ranking: (100 + tables) × class × (1.2 for the first, else e^(−place/20)), by official type."""

from collections.abc import Sequence
from decimal import Decimal
from math import exp, floor

from kamchatka.tournament.seasons.results import EventPlaces

BASE = 100
FIRST = 1.2
CLASSES = {"RDN": 5.0, "MST": 4.0, "OPN": 2.0, "ITC": 1.5}
PERIODIC = ((6, 1.0), (5, 0.8), (4, 0.7), (3, 0.5), (0, 0.2))  # class of a Campionato Periodico by its rounds
COUNTED = {"MST": (3, 30.0), "RDN": (1, 33.3), "ITC": (1, 33.3), "OPN": (3, 13.5), "CPP": (1, 100.0)}
LEAST_TABLES = 6  # of an event, from 2020
FROM = "2020"
PERIODIC_ROUNDS = 45  # of the best periodic events that count, from 2024
PERIODIC_FROM = "2024"


def class_of(event: EventPlaces) -> float:
    """Return the class of an event by its official type; 0 if it does not count."""
    if event.date[:4] >= FROM and event.tables < LEAST_TABLES:
        return 0.0
    if event.type == "CPP":
        return next(weight for rounds, weight in PERIODIC if event.rounds >= rounds)
    return CLASSES.get(event.type, 0.0)


def live_points_of(event: EventPlaces, place: int) -> Decimal:
    """Return the points of a place, to thousandths."""
    factor = FIRST if place == 1 else exp(-place / 20)
    return Decimal(str(round((BASE + event.tables) * class_of(event) * factor, 3)))


def live_results(held: Sequence[EventPlaces], played: Sequence[EventPlaces], points: Sequence[Decimal]) -> set[int]:
    """Return which of a player's results count: per type the best of a part of the events held."""
    found = set[int]()
    for type, (least, percent) in COUNTED.items():
        own = [at for at, event in enumerate(played) if event.type == type and class_of(event)]
        own.sort(key=lambda at: (-points[at], at))
        count = max(least, floor(sum(event.type == type and class_of(event) > 0 for event in held) * percent / 100))
        if any(event.date[:4] < FROM for event in played):
            count = len(own)  # until 2019 everything counts
        if type == "CPP" and any(played[at].date[:4] >= PERIODIC_FROM for at in own):
            found |= _until_rounds(own, played)
        else:
            found |= set(own[:count])
    return found


def _until_rounds(own: Sequence[int], played: Sequence[EventPlaces]) -> set[int]:
    """Return the best periodic results until the rounds of their events reach the limit."""
    found, rounds = set[int](), 0
    for at in own:
        if rounds >= PERIODIC_ROUNDS:
            break
        found.add(at)
        rounds += played[at].rounds
    return found
