"""Referee tools: the table clock with its last rounds, the closing throws, and the check of the army cap."""

from typing import Literal

import msgspec

from kamchatka.editions.tournament import ClosingThrows
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.events.event import ClockState
from kamchatka.tournament.settings.edition_rules import rules_of_edition

ClockPhase = Literal["stopped", "running", "over"]


class ClockReading(msgspec.Struct, frozen=True):
    """A reading of a table's clock. `over`: the current round is the penultimate, the next one the last."""

    phase: ClockPhase
    left: int  # seconds; negative after time has run out


def read_clock(clock: ClockState | None, minutes: int, now: float) -> ClockReading:
    """Read the clock at a time. A game lasts 90 minutes unless the event sets another duration (rtu.8.1)."""
    clock = clock or ClockState()
    used = clock.used + (max(0.0, now - clock.since) if clock.since else 0.0)
    left = round(minutes * 60 - used)
    if left <= 0:
        return ClockReading("over", left)
    return ClockReading("running" if clock.since else "stopped", left)


class TurnAfterTime(msgspec.Struct, frozen=True):
    """A turn after time: its part of the close, the hand, and the highest total that ends the game (0: no throw)."""

    part: Literal["penultimate", "last", "sdadata"]
    hand: int
    threshold: int
    chance: float  # probability that a throw of two dice closes the game


def parse_hands(text: str) -> list[int]:
    """Parse hands such as `1,2,4`."""
    words = text.split(",")
    if not all(word in ("1", "2", "3", "4", "5") for word in words):
        raise Problem("referee.hands", rule="rtu.0.3", text=text)
    return [int(word) for word in words]


def closing_throws(edition: str) -> ClosingThrows:
    """Return the closing throws of an edition; a Problem if it has none."""
    throws = rules_of_edition(edition).closing
    if throws is None:
        raise Problem("referee.no_closing_throw", edition=edition)
    return throws


def turns_after_time(throws: ClosingThrows, hands: list[int], playing: int, turns: int) -> list[TurnAfterTime]:
    """List the turns that follow when time runs out during the turn of hand `playing`.

    `hands`: players still in the game.
    """
    if playing not in hands:
        raise Problem("referee.no_hand", rule="rtu.9.1", playing=playing)
    order = sorted(set(hands))
    rest = [hand for hand in order if hand >= playing]
    made = [TurnAfterTime("penultimate", hand, 0, 0.0) for hand in rest]
    made += [TurnAfterTime("last", hand, 0, 0.0) for hand in order[:-1]]
    made.append(_throw("last", order[-1], throws.lowest))  # the last hand of the last round throws first (rtu.9.4a)
    lap = 0
    while len(made) < turns:
        for hand in order:
            if hand == order[-1]:
                lap += 1  # back at the hand that threw first
            made.append(_throw("sdadata", hand, min(throws.lowest + lap, throws.highest)))
    return made[:turns]


def _throw(part: Literal["last", "sdadata"], hand: int, threshold: int) -> TurnAfterTime:
    return TurnAfterTime(part, hand, threshold, chance_of_closing(threshold))


def chance_of_closing(threshold: int) -> float:
    """Return the probability that two dice total at most the threshold."""
    return sum(one + other <= threshold for one in range(1, 7) for other in range(1, 7)) / 36


def must_throw(throws: ClosingThrows, conquests: int) -> bool:
    """Return True if a hand throws at the end of its turn: not after more than two conquests (rtu.9.3)."""
    return conquests < throws.exempt


class OverCap(msgspec.Struct, frozen=True):
    """A player above the army cap, and the event's penalty (rtu.11.2)."""

    player: str
    armies: int
    surplus: int
    penalty: int


def players_over_cap(armies: dict[str, int], cap: int, penalty: int) -> list[OverCap]:
    """List the players above the cap (0: no cap).

    The other players remove the surplus, one army each, from the left.
    """
    return [OverCap(player, count, count - cap, penalty) for player, count in armies.items() if cap and count > cap]
