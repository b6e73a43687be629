"""compare_builds.py INTERPRETED COMPILED: play the same seeds in two Pythons and compare the final positions.

Each argument is a Python in whose environment kamchatka is installed, the first interpreted, the second compiled.
"""

import json
import subprocess
import sys
from typing import Any

CHECKSUMS = ["-m", "kamchatka.cli", "bench", "--checksums", "--json"]
BUILDS = ("interpreted", "compiled")

Playing = subprocess.Popen[str]


def playing(python: str) -> Playing:
    """Start playing in a Python."""
    return subprocess.Popen([python, *CHECKSUMS], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def checksums_of(python: str, build: str, games: Playing) -> dict[str, dict[str, Any]]:
    """Return edition → seats → checksum of whole games, from a Python that must have the named build."""
    told, complaints = games.communicate()
    if games.returncode:
        sys.exit(f"{python} could not play the games to compare:\n{told}{complaints}")
    report = json.loads(told)
    if report["build"] != build:
        sys.exit(f"{python} should hold the {build} build and holds the {report['build']} one.")
    if not report["checksums"]:
        sys.exit(f"{python} played no game: there is nothing to compare.")
    return dict(report["checksums"])


def flat(checksums: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Flatten to `modern, 4 seats` → checksum."""
    return {f"{edition}, {seats} seats": value for edition, sums in checksums.items() for seats, value in sums.items()}


def main() -> None:
    """Compare the builds and report differences."""
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    both = [(python, build, playing(python)) for python, build in zip(sys.argv[1:], BUILDS, strict=True)]
    interpreted, compiled = (flat(checksums_of(*one)) for one in both)
    differ = [game for game in sorted(interpreted | compiled) if interpreted.get(game) != compiled.get(game)]
    for game in differ:
        print(f"{game}: interpreted {interpreted.get(game)}, compiled {compiled.get(game)}")
    if differ:
        sys.exit("The compiled kernel plays other games than the interpreted one: a compiler trap or a stale wheel.")
    print(f"Interpreted and compiled play the same games: {'; '.join(sorted(interpreted))}.")


if __name__ == "__main__":
    main()
