"""Strength by the arena's rules: one admiral among equal rivals, seats rotated by seed, 95 % Wilson intervals."""

import json
import time
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from kamchatka.arena.games import Outcome, Plan, play_game
from kamchatka.arena.pace import Pace

Z = 1.96
LIMIT = 100  # rounds, after which the leader counts as winner


@dataclass(frozen=True)
class Line:
    """A measurement: an edition, a number of seats, the rivals, the number of games."""

    edition: str
    seats: int
    rival: str
    games: int

    @classmethod
    def parse(cls, text: str) -> "Line":
        """Read a line of the command.

        >>> Line.parse("modern/4/marshal@0.3:20x/400").rival
        'marshal@0.3:20x'
        """
        edition, seats, rival, games = text.split("/")
        return cls(edition, int(seats), rival, int(games))

    def plan(self, player: str, seed: int) -> Plan:
        """Return the games to play."""
        return Plan.create(self.edition, {}, (player, *[self.rival] * (self.seats - 1)), LIMIT, seed)


def wilson(won: float, games: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> [round(one, 3) for one in wilson(90, 100)]
    [0.826, 0.945]
    """
    share = won / games
    middle, spread = share + Z * Z / (2 * games), Z * (share * (1 - share) / games + Z * Z / (4 * games * games)) ** 0.5
    return (middle - spread) / (1 + Z * Z / games), (middle + spread) / (1 + Z * Z / games)


def share(player: str, outcome: Outcome) -> float:
    """Return the player's share of wins; several winners share a game."""
    mine = outcome.seated.index(player)
    return 1 / len(outcome.winners) if mine in outcome.winners else 0.0


def measure(line: Line, player: str, seed: int, pool: ProcessPoolExecutor) -> dict[str, object]:
    """Play a line's games and summarise them."""
    begun, plan = time.perf_counter(), line.plan(player, seed)
    seeds = range(seed, seed + line.games)
    outcomes = list(pool.map(play_game, [plan] * line.games, seeds, chunksize=2))
    won = sum(share(player, outcome) for outcome in outcomes)
    low, high = wilson(won, line.games)
    pace = Pace()
    for outcome in outcomes:
        pace.add(outcome.pace[player])
    return {
        "edition": line.edition, "seats": line.seats, "player": player, "rivals": line.rival, "games": line.games,
        "seed": seed, "share": round(won / line.games, 4), "interval": [round(low, 4), round(high, 4)],
        "rounds": round(sum(outcome.rounds for outcome in outcomes) / line.games, 1),
        "stopped": sum(outcome.ending == "referee.stop" for outcome in outcomes),
        "median_ms_per_decision": round(1000 * pace.within(0.5), 2),
        "seconds": round(time.perf_counter() - begun, 1),
    }  # fmt: skip


def main() -> None:
    """Measure the lines of the command, in order."""
    parser = ArgumentParser(prog="python -m tools.learn.evaluate", description=__doc__)
    parser.add_argument("lines", nargs="+", help="EDITION/SEATS/RIVAL/GAMES")
    parser.add_argument("--player", default="admiral")
    parser.add_argument("--seed", type=int, default=500_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=1e9, help="begin no line after this time")
    args = parser.parse_args()
    begun = time.perf_counter()
    with ProcessPoolExecutor(args.processes, mp_context=get_context("spawn")) as pool:
        for text in args.lines:
            if time.perf_counter() - begun < args.seconds:
                print(json.dumps(measure(Line.parse(text), args.player, args.seed, pool)), flush=True)


if __name__ == "__main__":
    main()
