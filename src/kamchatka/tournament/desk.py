"""The referee's desk: the table clock with its last rounds, the closing throws, the check of the army cap."""

from typing import Literal

import msgspec

from kamchatka.editions.challenge.closing import EXEMPT, HIGHEST, LOWEST
from kamchatka.kernel.problem import Problem
from kamchatka.tournament.event import Clock

Phase = Literal["stopped", "running", "over"]


class Reading(msgspec.Struct, frozen=True):
    """What a table's clock says; `over`: the round under way is the penultimate, the next one the last."""

    phase: Phase
    left: int  # seconds; below zero: since time ran out


def reading(clock: Clock | None, minutes: int, now: float) -> Reading:
    """The clock at a moment: 90 minutes unless the event says otherwise (rtu.8.1)."""
    clock = clock or Clock()
    used = clock.used + (max(0.0, now - clock.since) if clock.since else 0.0)
    left = round(minutes * 60 - used)
    if left <= 0:
        return Reading("over", left)
    return Reading("running" if clock.since else "stopped", left)


class Turn(msgspec.Struct, frozen=True):
    """A turn after time: the hand, the part of the close, and the total that ends the game (0: no throw)."""

    part: Literal["penultimate", "last", "sdadata"]
    hand: int
    threshold: int
    chance: float  # that a throw of two dice closes the game


def hands_told(text: str) -> list[int]:
    """Hands as people write them: 1,2,4."""
    words = text.split(",")
    if not all(word in ("1", "2", "3", "4", "5") for word in words):
        raise Problem(f"«{text}» non sono mani dalla 1 alla 5.", f"“{text}” are no hands from 1 to 5.", "rtu.0.3")
    return [int(word) for word in words]


def closing(hands: list[int], playing: int, turns: int) -> list[Turn]:
    """The turns that follow when time runs out during the turn of a hand; `hands`: those still in the game."""
    if playing not in hands:
        raise Problem(f"La mano {playing} non è fra quelle in gioco.", f"Hand {playing} is not in the game.", "rtu.9.1")
    order = sorted(set(hands))
    rest = [hand for hand in order if hand >= playing]
    made = [Turn("penultimate", hand, 0, 0.0) for hand in rest]
    made += [Turn("last", hand, 0, 0.0) for hand in order[:-1]]
    made.append(_throw("last", order[-1], LOWEST))  # the last hand of the last round throws first (rtu.9.4a)
    lap = 0
    while len(made) < turns:
        for hand in order:
            if hand == order[-1]:
                lap += 1  # it has come back to who threw first
            made.append(_throw("sdadata", hand, min(LOWEST + lap, HIGHEST)))
    return made[:turns]


def _throw(part: Literal["last", "sdadata"], hand: int, threshold: int) -> Turn:
    return Turn(part, hand, threshold, chance(threshold))


def chance(threshold: int) -> float:
    """How likely two dice make no more than the threshold."""
    return sum(one + other <= threshold for one in range(1, 7) for other in range(1, 7)) / 36


def must_throw(conquests: int) -> bool:
    """Whether a hand throws at the end of its turn: not after more than two conquests (rtu.9.3)."""
    return conquests < EXEMPT


class OverCap(msgspec.Struct, frozen=True):
    """A player found with too many armies, and what the event asks for it (rtu.11.2)."""

    player: str
    armies: int
    surplus: int
    penalty: int


def over_cap(armies: dict[str, int], cap: int, penalty: int) -> list[OverCap]:
    """Who is above the cap (0: there is none). The others take the surplus off, one army each, from the left."""
    return [OverCap(player, count, count - cap, penalty) for player, count in armies.items() if cap and count > cap]
