"""A short campaign against every target, in its own process, and proof that the fuzzer finds planted bugs."""

import subprocess
import sys
from pathlib import Path

import pytest

from kamchatka.kernel.problem import Problem
from tests.fuzz.seed import SEED
from tests.server.running import ROOT
from tools.fuzz.campaign import REFUSED, run, verdict
from tools.fuzz.guard import Guard
from tools.fuzz.mutation import Mutator
from tools.fuzz.target import Target
from tools.fuzz.targets import TARGETS

SECONDS = "18"


def test_every_target_answers_or_refuses(tmp_path: Path) -> None:
    """Every target survives half a minute of mutated inputs."""
    asked = ["--inputs", "10000000", "--seconds", SECONDS, "--seed", str(SEED), "--corpus", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", "tools.fuzz", *asked], cwd=ROOT, text=True, capture_output=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_was_found_once_is_mutated_too() -> None:
    """A campaign mutates the corpus too, although some of its inputs are invalid JSON or too deeply nested."""
    asked = ["--inputs", "60", "--seed", str(SEED), "--workers", "2", "--target", "form", "--target", "socket"]
    done = subprocess.run([sys.executable, "-m", "tools.fuzz", *asked], cwd=ROOT, text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"seeds {SEED} to {SEED + 1}: 0 findings" in done.stdout


def _stumbles(data: bytes) -> None:
    """Fail on one word among others."""
    if b"!" in data:
        raise Problem("file.empty")
    if b"kam" in data and b"9" in data:
        [].pop()


def _hangs(data: bytes) -> None:
    while b"\x00" in data:
        pass


PLANTED = Target("planted", "a bug for the test", "text", lambda: [b"kam 1 chatka 22"], lambda: _stumbles)


def test_what_is_planted_is_found_shortened_and_kept(tmp_path: Path) -> None:
    """A planted bug is found with a short input and the exception's name, and again with the same seed."""
    report = run(PLANTED, 5000, SEED, tmp_path)
    assert [what.partition(" ")[0] for what in report.findings] == ["IndexError"]
    (kept,) = report.findings.values()
    assert len(kept.read_bytes()) == len(b"kam9")
    again = run(PLANTED, 5000, SEED, tmp_path / "again")
    assert [path.name for path in again.findings.values()] == [kept.name]
    assert verdict(PLANTED, _stumbles, kept.read_bytes(), Guard()).startswith("IndexError")
    assert verdict(PLANTED, _stumbles, b"kam!9", Guard()) == REFUSED


def test_what_never_ends_is_ended() -> None:
    """CPU time is limited, so that an endless loop is a finding, not an endless test."""
    assert verdict(PLANTED, _hangs, b"\x00", Guard(0.2)).startswith("TooSlow")


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_seeds_are_valid_and_mutations_are_reproducible(name: str) -> None:
    """Targets accept their seeds, since rejected ones would fuzz only a first line; mutations are reproducible."""
    target = TARGETS[name]
    seeds, eat = target.seeds(), target.prepare()
    taken = [verdict(target, eat, data, Guard()) for data in seeds[:60]]
    assert set(taken) <= {"", REFUSED}
    assert "" in taken
    first, second = (Mutator(target.form, seeds, "7", target.largest) for _ in range(2))
    assert [first.next() for _ in range(50)] == [second.next() for _ in range(50)]
