"""Compare the games that an interpreted and a compiled build play.

same_games.py INTERPRETED COMPILED --edition E --bots a,b,… [--games N] [--turn-limit T] [--seed S]
same_games.py --part digest --edition E --bots a,b,… [--games N] [--turn-limit T] [--seed S]
same_games.py --part kept

In the compiled Python, bots play whole games. The interpreted Python replays and validates every decision with its own
rules and must reach the same final position. Interpreted bots would think for hours, but the rules alone need only
minutes, so thousands of whole games can be compared.

A digest is one line for all decisions of a number of games: programs with equal digests play equal games. `kept`
replays the games of tests/bots/kept_games.json, which record the play of former bot versions, and compares.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import msgspec

from kamchatka.arena.games import APART, Plan, game_of
from kamchatka.bots.bot import Bot
from kamchatka.bots.table import play_bots
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import View
from kamchatka.players import bot

KEPT = Path(__file__).parents[2] / "tests" / "bots" / "kept_games.json"
Moves = list[tuple[int, int, int, int, int]]


class Played(msgspec.Struct):
    """One whole game: its seed, every decision in order, and the final position."""

    seed: int
    moves: Moves
    end: str


class Recording(Bot):
    """Records the decisions of another bot."""

    def __init__(self, thinker: Bot, moves: Moves) -> None:
        self.thinker = thinker
        self.moves = moves

    def decide(self, view: View, options: Options) -> Action:
        action = self.thinker.decide(view, options)
        self.moves.append(action.key())
        return action


class Reciting(Bot):
    """Repeats recorded decisions."""

    def __init__(self, moves: Iterator[tuple[int, int, int, int, int]]) -> None:
        self.moves = moves

    def decide(self, view: View, options: Options) -> Action:
        return Action(*next(self.moves))


def start(plan: Plan, seed: int) -> Table:
    """Return the starting table of a game."""
    return game_of(plan).start(len(plan.bots), FastChance(seed))


def played(plan: Plan, seed: int) -> Played:
    """Play a game between the bots."""
    game, table, moves = game_of(plan), start(plan, seed), Moves()
    bots: list[Bot] = [
        Recording(bot(name, game, (seed + 1) * APART + seat), moves) for seat, name in enumerate(plan.line_up(seed))
    ]
    play_bots(game, table, bots, plan.turn_limit)
    return Played(seed, moves, print_position(game, table.state))


def digest(plan: Plan, games: int) -> str:
    """Return a 16-character digest of all decisions and final positions of these games."""
    whole = sha256()
    for seed in range(plan.seed, plan.seed + games):
        whole.update(msgspec.json.encode(played(plan, seed)))
    return whole.hexdigest()[:16]


class KeptGames(msgspec.Struct, frozen=True):
    """Stored games: their plan, and the digest from the time when these bot versions were new."""

    edition: str
    bots: str
    turn_limit: int
    seed: int
    games: int
    digest: str
    is_long: bool  # too long for daily runs

    def plan(self) -> Plan:
        return Plan.create(self.edition, {}, tuple(self.bots.split(",")), self.turn_limit, self.seed)


def stored_games() -> list[KeptGames]:
    """Read all stored games."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[KeptGames])


def check_kept() -> None:
    """Replay all stored games: half a minute in the compiled build, much longer in the other."""
    differ = [each for each in stored_games() if digest(each.plan(), each.games) != each.digest]
    sys.exit(f"These are no longer the same: {differ}." if differ else None)


def recited(plan: Plan, told: Played) -> str:
    """Replay a game by its decisions and return the final position."""
    game, table, moves = game_of(plan), start(plan, told.seed), iter(told.moves)
    play_bots(game, table, [Reciting(moves) for _ in plan.bots], plan.turn_limit)
    return print_position(game, table.state)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("interpreted", nargs="?")
    parser.add_argument("compiled", nargs="?")
    parser.add_argument("--edition")
    parser.add_argument("--bots")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--turn-limit", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", choices=["play", "check", "digest", "kept"])
    chosen = parser.parse_args()
    if chosen.part != "kept" and not (chosen.edition and chosen.bots):
        parser.error("--edition and --bots say what is played")
    return chosen


def main() -> None:
    """Run one part, or without `--part` both parts connected by a pipe."""
    chosen = arguments()
    if chosen.part == "kept":
        return check_kept()
    plan = Plan.create(chosen.edition, {}, tuple(chosen.bots.split(",")), chosen.turn_limit, chosen.seed)
    if chosen.part == "play":
        for seed in range(plan.seed, plan.seed + chosen.games):
            sys.stdout.buffer.write(msgspec.json.encode(played(plan, seed)) + b"\n")
    elif chosen.part == "digest":
        print(digest(plan, chosen.games))
    elif chosen.part == "check":
        differ = [
            told.seed
            for told in map(msgspec.json.Decoder(Played).decode, sys.stdin.buffer)
            if recited(plan, told) != told.end
        ]
        sys.exit(f"These seeds end elsewhere: {differ}." if differ else None)
    else:
        both(chosen)


def both(chosen: argparse.Namespace) -> None:
    """Run the parts in their own Pythons."""
    words = [__file__, *(word for word in sys.argv[1:] if word not in (chosen.interpreted, chosen.compiled))]
    play = subprocess.Popen([chosen.compiled, *words, "--part", "play"], stdout=subprocess.PIPE)
    check = subprocess.run([chosen.interpreted, *words, "--part", "check"], stdin=play.stdout)
    if play.wait() or check.returncode:
        sys.exit(1)
    print(f"{chosen.edition}, {chosen.bots}: {chosen.games} games are the same in both builds.")


if __name__ == "__main__":
    main()
