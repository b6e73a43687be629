"""same_games.py INTERPRETED COMPILED --edition E --bots a,b,… [--games N] [--turn-limit T] [--seed S]

The compiled Python lets bots play whole games; the interpreted one plays every decision of theirs again through its own
rules, each checked like anybody's, and must come to the same last position. Interpreted bots would think for hours; the
rules alone need minutes: so thousands of whole games are played in both builds.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator

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


def recited(plan: Plan, told: Played) -> str:
    """The last position of the same game, played again by its decisions."""
    game, table, moves = game_of(plan), start(plan, told.seed), iter(told.moves)
    play_bots(game, table, [Reciting(moves) for _ in plan.bots], plan.turn_limit)
    return print_position(game, table.state)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("interpreted", nargs="?")
    parser.add_argument("compiled", nargs="?")
    parser.add_argument("--edition", required=True)
    parser.add_argument("--bots", required=True)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--turn-limit", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--part", choices=["play", "check"])
    return parser.parse_args()


def main() -> None:
    """Without `--part`: both parts, joined by a pipe."""
    chosen = arguments()
    plan = Plan.checked(chosen.edition, {}, tuple(chosen.bots.split(",")), chosen.turn_limit, chosen.seed)
    if chosen.part == "play":
        for seed in range(plan.seed, plan.seed + chosen.games):
            sys.stdout.buffer.write(msgspec.json.encode(played(plan, seed)) + b"\n")
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
