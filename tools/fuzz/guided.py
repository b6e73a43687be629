"""`python -m tools.fuzz.guided TARGET`: the same targets under atheris, guided by code coverage.

For the environment of `make fuzz-guided` (.venv-fuzz). Arguments after the target go to libFuzzer: -max_total_time=600,
-runs=100000, -seed=7. A finding is stored in tests/fuzz/corpus like any other, and ends the run.
"""

import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["kamchatka"]):
    from tools.fuzz.campaign import REFUSED, verdict
    from tools.fuzz.targets import TARGETS
from tools.fuzz.corpus import keep, read_inputs
from tools.fuzz.guard import Guard


def main() -> None:
    """Write seeds into a folder that libFuzzer extends, and run it until it is told to end."""
    name, *words = sys.argv[1:] or ["position"]
    target = TARGETS[name]
    eat, guard = target.prepare(), Guard()
    folder = Path(tempfile.mkdtemp(prefix=f"kamchatka-{name}-"))
    for number, data in enumerate([*target.seeds(), *read_inputs(name).values()]):
        (folder / f"seed-{number}").write_bytes(data)

    def try_one(data: bytes) -> None:
        found = verdict(target, eat, data, guard)
        if found not in ("", REFUSED):
            raise AssertionError(f"{found}: {keep(name, found.partition(' ')[0], data)}")

    atheris.Setup([sys.argv[0], str(folder), f"-max_len={min(target.largest, 16_384)}", *words], try_one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
