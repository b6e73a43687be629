"""Failures that simulations have found and that are fixed: seed and faults, as printed."""

from typing import NamedTuple

from tests.simulation.faults import Fault


class FixedFailure(NamedTuple):
    """A run that failed once, and the reason."""

    seed: int
    faults: list[Fault]
    why: str


FOUND = (
    FixedFailure(
        3,
        [Fault(13.182, "bus cut", "server A", 2.37), Fault(15.75, "database cut", "server A", 13.355)],
        "the lobby was not read again if the database was away when the bus came back",
    ),
    FixedFailure(
        12,
        [Fault(16.935, "message lost", "server B", 6.583, 0.094)],
        "a socket whose leaving was lost on the bus kept its room open, and messages after a gap were shown",
    ),
)
