"""Attack two versions of the server in one run: `python -m tools.attacks.compare --before TREE [--only 7 9]`.

TREE is a checkout of the earlier version: `git worktree add --detach TREE COMMIT`. Each probe of `probes.py`
attacks a fresh server of either version, with the same clients, and a row of a table is printed.
"""

import argparse
import asyncio
import os
import tempfile
from collections.abc import Awaitable
from contextlib import ExitStack
from pathlib import Path

from tests.server.running import ROOT, Server
from tools.attacks.probes import PROBES, Probe, database_in


class VersionServer(Server):
    """A server whose package comes from a tree."""

    tree: Path = ROOT

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of other servers, with another package."""
        paths = os.pathsep.join([str(self.tree / "src"), str(ROOT)])
        return {**super().environment, "PYTHONPATH": paths}


def run(probe: Probe, tree: Path) -> str:
    """Run one probe against a version; an error is its result."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)

        def start(**settings: str) -> Server:
            server = VersionServer(database_in(folder), folder / "log", **settings)
            server.tree = tree
            stack.callback(server.stop)
            return server.start()

        try:
            return asyncio.run(_limit_time(probe(start)))
        except Exception as error:
            return f"failed: {type(error).__name__} {str(error)[:300]}"


async def _limit_time(probe: Awaitable[str]) -> str:
    async with asyncio.timeout(600):
        return await probe


def main() -> None:
    """Print a row for each probe."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True, help="a checkout of the earlier version")
    parser.add_argument("--only", nargs="*", default=[], help="numbers of probes")
    asked = parser.parse_args()
    print("| attack | before | now |\n| --- | --- | --- |", flush=True)
    for name, probe in PROBES.items():
        if not asked.only or name.split(" ")[0] in asked.only:
            before, now = (run(probe, tree.resolve()) for tree in (asked.before, ROOT))
            print(f"| {name} | {before} | {now} |", flush=True)


if __name__ == "__main__":
    main()
