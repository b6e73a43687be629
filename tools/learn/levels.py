"""Rate the levels and characters of the admiral's network: python -m tools.learn.levels EDITION --out FILE --games N.

Four of ten bots, drawn by the seed, meet at each table: the styles, the admiral, which has 1000 points, `captain` and
`cautious`. `--focus cadet,commodore` seats these bots at every table. Games are appended to the file, so the same
command continues where it stopped. Ratings are fitted as in `tools.tune.league`.
"""

import random
import sys
from argparse import ArgumentParser
from pathlib import Path

import msgspec

from kamchatka.arena import Outcome, Plan
from kamchatka.arena.games import play_game
from kamchatka.players.admiral.styles import STYLES
from tools.tune.league import TABLE, TURN_LIMIT, section

FIXED = "admiral"
RATED = [*STYLES, "admiral", "captain", "cautious"]


class Played(msgspec.Struct):
    """The result of one game."""

    seed: int
    seated: tuple[str, ...]
    winners: tuple[int, ...]
    rounds: int


def play(edition: str, seed: int, focus: list[str]) -> Played:
    """Play the game of this seed."""
    luck = random.Random(seed)
    others = luck.sample([name for name in RATED if name not in focus], TABLE - len(focus))
    line_up = tuple(luck.sample([*focus, *others], TABLE))
    found = play_game(Plan.create(edition, {}, line_up, TURN_LIMIT, seed), seed)
    return Played(seed, found.seated, found.winners, found.rounds)


def main() -> None:
    """Play the missing games, and print the ratings from all games in the file."""
    parser = ArgumentParser(usage=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--focus", default="", help="up to three bots that sit at every table")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    focus = [name for name in args.focus.split(",") if name in RATED]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    args.out.touch()
    known = [msgspec.json.decode(line, type=Played) for line in args.out.read_bytes().splitlines()]
    with args.out.open("ab") as file:
        for seed in range(len(known), args.games):
            known.append(play(args.edition, seed, focus))
            file.write(msgspec.json.encode(known[-1]) + b"\n")
            file.flush()
    games = [Outcome(one.seed, one.seated, one.winners, one.rounds, 0, "") for one in known]
    command = f"python -m tools.learn.levels {args.edition} --games {len(games)} --out FILE"
    sys.stdout.write(section(args.edition, RATED, games, command, FIXED))


if __name__ == "__main__":
    main()
