"""Only two modules of the server read the machine's clocks or draw random numbers, and a context can replace both."""

import contextvars
import random
import subprocess
import sys
from pathlib import Path

from kamchatka.server import clock, randomness

ROOT = Path(__file__).parents[2]
SOURCE = """import random
import secrets
import time
import uuid
from datetime import date, datetime
from os import urandom
from time import monotonic as now

VALUES = (
    time.time(),
    time.perf_counter(),
    now(),
    datetime.now(),
    date.today(),
    urandom(3),
    random,
    secrets,
    uuid,
)
"""


def refused(file: str) -> int:
    """Return the number of banned names that ruff finds in a module at this path."""
    command = [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--output-format", "concise"]
    checked = subprocess.run(
        [*command, "--stdin-filename", file, "-"], input=SOURCE, capture_output=True, text=True, cwd=ROOT
    )
    return checked.stdout.count("TID251")


def test_server_modules_read_no_clock_of_their_own() -> None:
    """`make check` rejects each banned name in server/, except in the two modules that may use it."""
    assert refused("src/kamchatka/server/tables/example.py") >= 9
    assert refused("src/kamchatka/server/http/routes/example.py") >= 9
    assert refused("src/kamchatka/server/clock.py") == 0
    assert refused("src/kamchatka/server/randomness.py") == 0
    assert refused("src/kamchatka/cli/example.py") == 0


class Stopped(clock.Clock):
    """A stopped clock."""

    def wall(self) -> float:
        """Return noon of a day in 2026."""
        return 1_770_000_000.0

    def since_boot(self) -> float:
        """Return the same number every time."""
        return 7.0


def test_a_context_has_a_clock_and_a_generator_of_its_own() -> None:
    """A clock and a generator that are set in one context don't affect another."""

    def inside() -> tuple[float, float, str]:
        clock.use(Stopped())
        randomness.use(random.Random(1))
        return clock.wall_time(), clock.time_since_boot(), randomness.token_hex(8)

    first, second = (contextvars.Context().run(inside) for _ in range(2))
    assert first == second == (1_770_000_000.0, 7.0, random.Random(1).randbytes(8).hex())
    assert clock.wall_time() != 1_770_000_000.0
    assert clock.today().isoformat() >= "2026"


def test_tokens_have_the_lengths_of_the_standard_library() -> None:
    """Tokens are as long as those of the standard library, so stored digests and links stay valid."""
    assert len(randomness.token_hex(16)) == 32
    assert len(randomness.token_bytes(16)) == 16
    assert len(randomness.token_urlsafe(32)) == 43
    assert randomness.randbelow(1) == 0
    assert randomness.choice(["only"]) == "only"
    assert sorted(randomness.sample([1, 2, 3], 3)) == [1, 2, 3]
