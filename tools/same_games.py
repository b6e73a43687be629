"""same_games.py INTERPRETED COMPILED --edition E --bots a,b,… [--games N] [--turn-limit T] [--seed S]
same_games.py --part digest --edition E --bots a,b,… [--games N] [--turn-limit T] [--seed S]
same_games.py --part kept

The compiled Python lets bots play whole games; the interpreted one plays every decision of theirs again through its own
rules, each checked like anybody's, and must come to the same last position. Interpreted bots would think for hours; the
rules alone need minutes: so thousands of whole games are played in both builds.

A digest is one line for all decisions of a number of games: two programs that print the same one play the same games.
`kept` plays the games of tests/bots/kept_games.json, which hold what former versions of bots did, and compares.
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

KEPT = Path(__file__).parents[1] / "tests" / "bots" / "kept_games.json"
Moves = list[tuple[int, int, int, int, int]]


class Played(msgspec.Struct):
    """One whole game: its seed, every decision in order, where it ended."""

    seed: int
    moves: Moves
    end: str


class Recording(Bot):
    """Another bot, with a pen."""

    def __init__(self, thinker: Bot, moves: Moves) -> None:
        self.thinker = thinker
        self.moves = moves

    def decide(self, view: View, options: Options) -> Action:
        action = self.thinker.decide(view, options)
        self.moves.append(action.key())
        return action


class Reciting(Bot):
    """Says again what was decided."""

    def __init__(self, moves: Iterator[tuple[int, int, int, int, int]]) -> None:
        self.moves = moves

    def decide(self, view: View, options: Options) -> Action:
        return Action(*next(self.moves))


def start(plan: Plan, seed: int) -> Table:
    """The table of one game."""
    return game_of(plan).start(len(plan.bots), FastChance(seed))


def played(plan: Plan, seed: int) -> Played:
    """One game by the bots."""
    game, table, moves = game_of(plan), start(plan, seed), Moves()
    bots: list[Bot] = [
        Recording(bot(name, game, (seed + 1) * APART + seat), moves) for seat, name in enumerate(plan.seated(seed))
    ]
    play_bots(game, table, bots, plan.turn_limit)
    return Played(seed, moves, print_position(game, table.state))


def digest(plan: Plan, games: int) -> str:
    """All decisions of the games from the plan's seed on, and where they ended, in sixteen characters."""
    whole = sha256()
    for seed in range(plan.seed, plan.seed + games):
        whole.update(msgspec.json.encode(played(plan, seed)))
    return whole.hexdigest()[:16]


class KeptGames(msgspec.Struct, frozen=True):
    """Games that are kept: what is played, and the digest it had when these versions of bots were new."""

    edition: str
    bots: str
    turn_limit: int
    seed: int
    games: int
    digest: str
    is_long: bool  # too long for every day

    def plan(self) -> Plan:
        return Plan.checked(self.edition, {}, tuple(self.bots.split(",")), self.turn_limit, self.seed)


def kept() -> list[KeptGames]:
    """All that is kept."""
    return msgspec.json.decode(KEPT.read_bytes(), type=list[KeptGames])


def check_kept() -> None:
    """Play all of them: half a minute in the compiled build, many in the other."""
    differ = [each for each in kept() if digest(each.plan(), each.games) != each.digest]
    sys.exit(f"These are no longer the same: {differ}." if differ else None)


def recited(plan: Plan, told: Played) -> str:
    """The last position of the same game, played again by its decisions."""
    game, table, moves = game_of(plan), start(plan, told.seed), iter(told.moves)
    play_bots(game, table, [Reciting(moves) for _ in plan.bots], plan.turn_limit)
    return print_position(game, table.state)


def arguments() -> argparse.Namespace:
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
    """Without `--part`: both parts, joined by a pipe."""
    chosen = arguments()
    if chosen.part == "kept":
        return check_kept()
    plan = Plan.checked(chosen.edition, {}, tuple(chosen.bots.split(",")), chosen.turn_limit, chosen.seed)
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
