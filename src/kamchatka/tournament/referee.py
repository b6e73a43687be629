"""What a referee looks up: the table clock with its last rounds, the closing throws, the check of the army cap."""

from typing import Literal

import msgspec

from kamchatka.editions.tournament import ClosingThrows
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.edition_rules import rules_of_edition
from kamchatka.tournament.events.event import ClockState

ClockPhase = Literal["stopped", "running", "over"]


class ClockReading(msgspec.Struct, frozen=True):
    """What a table's clock says; `over`: the round under way is the penultimate, the next one the last."""

    phase: ClockPhase
    left: int  # seconds; below zero: since time ran out


def read_clock(clock: ClockState | None, minutes: int, now: float) -> ClockReading:
    """The clock at a moment: 90 minutes unless the event says otherwise (rtu.8.1)."""
    clock = clock or ClockState()
    used = clock.used + (max(0.0, now - clock.since) if clock.since else 0.0)
    left = round(minutes * 60 - used)
    if left <= 0:
        return ClockReading("over", left)
    return ClockReading("running" if clock.since else "stopped", left)


class TurnAfterTime(msgspec.Struct, frozen=True):
    """A turn after time: the hand, the part of the close, and the total that ends the game (0: no throw)."""

    part: Literal["penultimate", "last", "sdadata"]
    hand: int
    threshold: int
    chance: float  # that a throw of two dice closes the game


def parse_hands(text: str) -> list[int]:
    """Hands as people write them: 1,2,4."""
    words = text.split(",")
    if not all(word in ("1", "2", "3", "4", "5") for word in words):
        raise Problem("referee.hands", rule="rtu.0.3", text=text)
    return [int(word) for word in words]


def closing_throws(edition: str) -> ClosingThrows:
    """How throws close a game of that edition; a Problem if none do."""
    throws = rules_of_edition(edition).closing
    if throws is None:
        raise Problem("referee.no_closing_throw", edition=edition)
    return throws


def turns_after_time(throws: ClosingThrows, hands: list[int], playing: int, turns: int) -> list[TurnAfterTime]:
    """The turns that follow when time runs out during the turn of a hand; `hands`: those still in the game."""
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
                lap += 1  # it has come back to who threw first
            made.append(_throw("sdadata", hand, min(throws.lowest + lap, throws.highest)))
    return made[:turns]


def _throw(part: Literal["last", "sdadata"], hand: int, threshold: int) -> TurnAfterTime:
    return TurnAfterTime(part, hand, threshold, chance_of_closing(threshold))


def chance_of_closing(threshold: int) -> float:
    """How likely two dice make no more than the threshold."""
    return sum(one + other <= threshold for one in range(1, 7) for other in range(1, 7)) / 36


def must_throw(throws: ClosingThrows, conquests: int) -> bool:
    """Whether a hand throws at the end of its turn: not after more than two conquests (rtu.9.3)."""
    return conquests < throws.exempt


class OverCap(msgspec.Struct, frozen=True):
    """A player found with too many armies, and what the event asks for it (rtu.11.2)."""

    player: str
    armies: int
    surplus: int
    penalty: int


def players_over_cap(armies: dict[str, int], cap: int, penalty: int) -> list[OverCap]:
    """The players above the cap (0: there is none). The others take the surplus off, one army each, from the left."""
    return [OverCap(player, count, count - cap, penalty) for player, count in armies.items() if cap and count > cap]
