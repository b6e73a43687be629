"""Decides for which players a finished rated game counts.

A game counts for those who really played it: players who took at least three turns in person, or who were present when
the game was decided. Among them it counts fully, however early others left. A player who leaves earlier only loses
points, as many as for last place, and nobody gains from that.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from kamchatka.server.ratings.outcome import GameOutcome
from kamchatka.server.storage.results import SETTLED

TURNS = 3
CALLED_OFF, TOO_SHORT = "called_off", "too_short"


class CountedSeats(NamedTuple):
    """Seats that are rated against each other, and seats that only lose points."""

    players: tuple[int, ...]
    deserters: tuple[int, ...]


def count_seats(outcome: GameOutcome, seats: Iterable[int], gone: Collection[int]) -> CountedSeats:
    """Return the seats for which a game counts. `seats` have accounts; the players of `gone` have left."""
    rated = tuple(seats)
    players = tuple(seat for seat in rated if has_played(outcome, seat, gone))
    deserters = tuple(seat for seat in rated if seat in gone and seat not in players)
    has_result = outcome.is_decided or any(seat in gone for seat in players)
    return CountedSeats(
        players if len(players) > 1 and has_result else (), deserters if len(deserters) < len(rated) else ()
    )


def has_played(outcome: GameOutcome, seat: int, gone: Collection[int]) -> bool:
    """Return True if a seat's player took three turns, or at least one and was present at the decision."""
    turns = outcome.seats[seat].turns
    return turns >= TURNS or (turns > 0 and outcome.is_decided and seat not in gone)


def verdict_on(outcome: GameOutcome, counted: CountedSeats, gone: Collection[int]) -> str:
    """Return SETTLED, or why the game counts for nobody but the deserters."""
    if counted.players:
        return SETTLED
    return TOO_SHORT if outcome.is_decided or gone else CALLED_OFF
