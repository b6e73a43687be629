"""A seed gives the same record, byte for byte: in another process, in another order, with other hashes."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
SEEDS = ("1", "11")
SCRIPT = """
import sys
from tests.simulation.simulate import run
for seed in sys.argv[1:]:
    print(seed, run(int(seed)).digest)
"""


def digests(seeds: tuple[str, ...], hash_seed: str) -> list[str]:
    """Run simulations in a separate process."""
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *seeds],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(done.stdout.splitlines())


def test_the_same_seed_gives_the_same_record() -> None:
    first = digests(SEEDS, "0")
    assert len({line.split()[1] for line in first}) == len(SEEDS), "different seeds give different records"
    assert digests(SEEDS[::-1], "1") == first
