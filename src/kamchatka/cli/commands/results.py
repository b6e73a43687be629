"""Results file of the arena: the plan, then one line per game. An interrupted run continues from it."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from kamchatka.arena import Outcome, Plan
from kamchatka.journal import keep_alone
from kamchatka.kernel.problem import Problem


class Results:
    """Results, optionally in a file that is locked against other processes. Games in the file aren't played again."""

    def __init__(self, path: Path | None, plan: Plan) -> None:
        self.file: BinaryIO | None = None
        self.games = list[Outcome]()
        if path is not None:
            self.file = path.open("ab")
            keep_alone(self.file, path)
            if not path.stat().st_size:
                self._write(plan)
            try:
                self.games += read(path, plan)
            except Problem:
                self.close()
                raise

    def missing(self, plan: Plan, games: int) -> list[int]:
        """Return the seeds still to be played."""
        done = {game.seed for game in self.games}
        return [seed for seed in range(plan.seed, plan.seed + games) if seed not in done]

    def add(self, game: Outcome) -> None:
        """Record a game and sync it to disk."""
        self.games.append(game)
        self._write(game)

    def close(self) -> None:
        """Close the file and release its lock."""
        if self.file is not None:
            self.file.close()

    def _write(self, line: Plan | Outcome) -> None:
        if self.file is not None:
            self.file.write(msgspec.json.encode(line) + b"\n")
            self.file.flush()


def read(path: Path, plan: Plan) -> Iterator[Outcome]:
    """Read the games of a file with this plan. Drop a last line that was cut short by a crash."""
    lines = path.read_bytes().splitlines(keepends=True)
    try:
        stored = msgspec.json.decode(lines[0], type=Plan)
        whole = [line for line in lines[1:] if line.endswith(b"\n")]
        games = [msgspec.json.decode(line, type=Outcome) for line in whole]
    except (IndexError, msgspec.DecodeError) as error:
        raise Problem("results.not_results", path=path, error=error) from None
    if stored != plan:
        raise Problem("results.another_plan", path=path, stored=stored)
    path.write_bytes(b"".join([lines[0], *whole]))
    yield from games
