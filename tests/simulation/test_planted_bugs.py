"""Bugs that simulations must find: each is planted, and a seed detects it."""

from typing import NamedTuple

import pytest

from tests.simulation.faults import Fault
from tests.simulation.planted import planted
from tests.simulation.simulate import run


class Find(NamedTuple):
    """A planted bug, and the run that detects it: the first of a series of seeds, with its faults shrunk."""

    bug: str
    seed: int  # seeds from 1 on were run until one failed, so it is also the number of runs needed
    faults: list[Fault]
    symptom: str


LATE_AND_CUT = [
    *(Fault(3.0, "late commit", server, 40.0, 0.3) for server in ("server A", "server B")),
    *(Fault(6.0 + 5 * n, "bus cut", f"server {'AB'[n % 2]}", 4.0) for n in range(7)),
]  # commits that arrive after another server has taken the table: few plans have both faults at one server
FINDS = (
    Find("fencing off", 1, LATE_AND_CUT, "was written by"),
    Find("acknowledged before commit", 1, [Fault(25.612, "database away", "database", 3.553)], "not playing"),
    Find("gaps unnoticed", 12, [Fault(16.935, "message lost", "server B", 6.583, 0.094)], "was shown as"),
    Find("nonces forgotten", 1, [], "is there 2 times"),
    Find("owners ignored", 1, [], "is held by server A and server B"),
    Find("rated twice", 7, [Fault(22.499, "crash", "server C", 0.0)], "has 2 rated games of modern, and 1 results"),
    Find(
        "released too early",
        2,
        [Fault(12.409, "crash", "server B", 0.0), Fault(13.501, "slow", "server A", 14.046, 0.258)],
        "is held by server A and server B",
    ),
    Find("secret when resumed", 1, [Fault(25.612, "database away", "database", 3.553)], "was sent the hand of seat"),
)


MORE = range(1, 31)  # seeds to run when a change of the program has moved the moment at which the fault mattered


def shows(find: Find) -> bool:
    """Return whether the stored run, or else one of the first seeds, detects the bug."""
    kept = run(find.seed, find.faults).wrong
    plan = find.faults if find.faults is LATE_AND_CUT else None
    return any(find.symptom in one for one in kept) or any(run(seed, plan).wrong for seed in MORE)


@pytest.mark.parametrize("find", FINDS, ids=lambda find: find.bug)
def test_a_planted_bug_is_found(find: Find) -> None:
    with planted(find.bug):
        assert shows(find)
