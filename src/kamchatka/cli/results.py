"""A results file of the arena: the plan, then one line a game, so that a run that was cut short goes on."""
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kamchatka.bots.arena import Outcome, Plan
from kamchatka.kernel.problem import Problem


class Results:
    """The file, or none. Games already in it are not played again."""

    def __init__(self, path: Path | None, plan: Plan) -> None:
        self.path = path
        self.games = list[Outcome]()
        if path is not None and path.exists():
            self.games = list(read(path, plan))
        elif path is not None:
            path.write_bytes(msgspec.json.encode(plan) + b"\n")

    def missing(self, plan: Plan, games: int) -> list[int]:
        """The seeds still to be played."""
        done = {game.seed for game in self.games}
        return [seed for seed in range(plan.seed, plan.seed + games) if seed not in done]

    def add(self, game: Outcome) -> None:
        """One more game, on the disk at once."""
        self.games.append(game)
        if self.path is not None:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")


def read(path: Path, plan: Plan) -> Iterator[Outcome]:
    """The games of a file with this plan; a last line cut short by a crash is dropped."""
    lines = path.read_bytes().splitlines(keepends=True)
    try:
        stored = msgspec.json.decode(lines[0], type=Plan)
        whole = [line for line in lines[1:] if line.endswith(b"\n")]
        games = [msgspec.json.decode(line, type=Outcome) for line in whole]
    except (IndexError, msgspec.DecodeError) as error:
        raise Problem(f"{path} non è un file di risultati: {error}.", f"{path} is no results file: {error}.") from None
    if stored != plan:
        raise Problem(f"{path} contiene le partite di un altro piano: {stored}.",
                      f"{path} holds the games of another plan: {stored}.")
    path.write_bytes(b"".join([lines[0], *whole]))
    yield from games
