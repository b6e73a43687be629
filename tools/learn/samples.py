"""Games of bots as samples: the network's values at some decisions, and public snapshots after every turn.

`python -m tools.learn.samples modern --games 400 --seed 0 --out build/learn/modern.jsonl` plays them;
`tools.learn.judgement` and `tools.learn.beliefs` fit models to the files.
"""

import random
from argparse import ArgumentParser
from pathlib import Path

import msgspec

from kamchatka.editions import edition as find_edition
from kamchatka.kernel.bits import first, members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.table import Table
from kamchatka.kernel.view import view
from kamchatka.players import bot
from kamchatka.players.admiral.judge import Judge, judge_of

TABLES = (
    ("captain",),
    ("admiral",),
    ("captain", "admiral"),
    ("captain", "cautious", "admiral"),
    ("captain@0.1", "cautious"),
)  # players are drawn from one of these
SHARE = 0.05  # fraction of decisions whose values are stored
LIMIT = 60  # rounds; games that last longer don't count
FAR = 104_729  # distance between the seeds of bots


class Moment(msgspec.Struct):
    """The network's logits at one decision, by viewer and seat."""

    round: int
    asked: int
    alive: tuple[bool, ...]
    lands: tuple[int, ...]
    logits: tuple[tuple[float, ...], ...]


class Snapshot(msgspec.Struct):
    """Public facts when a turn begins."""

    round: int
    turn: int
    owner: tuple[int, ...]
    armies: tuple[int, ...]


class SampleGame(msgspec.Struct):
    """One game of bots."""

    seed: int
    names: tuple[str, ...]
    objectives: tuple[int, ...] = ()
    colours: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    out_by: tuple[int, ...] = ()
    rounds: int = 0
    moments: list[Moment] = []
    snapshots: list[Snapshot] = []


def play(game: Game, seats: int, seed: int, share: float) -> SampleGame:
    """Play one game; return it without winners if it lasts too long."""
    luck = random.Random(seed)
    names = tuple(luck.choice(kinds) for kinds in [luck.choice(TABLES)] for _ in range(seats))
    table = game.start(seats, FastChance(seed))
    players = [bot(name, game, seed * FAR + nth) for nth, name in enumerate(names)]
    told, judge, turn, state = SampleGame(seed, names), judge_of(game, seats), (-1, -1), table.state
    while not state.over and state.round <= LIMIT:
        seat = first(game.awaits(table))
        offered = game.options(table, seat)
        if state.round > 0 and (int(state.round), int(state.turn)) != turn:
            turn = (int(state.round), int(state.turn))
            told.snapshots.append(Snapshot(*turn, tuple(map(int, state.owner)), tuple(map(int, state.armies))))
        if state.round > 0 and luck.random() < share:
            told.moments.append(moment(game, judge, table, int(seat)))
        game.play_from(table, seat, players[seat].decide(view(table, seat), offered), offered)
    told.winners = tuple(members(state.winners)) if state.over else ()
    told.objectives, told.colours = tuple(map(int, state.objective)), tuple(map(int, state.colour))
    told.out_by, told.rounds = tuple(map(int, state.out_by)), int(state.round)
    return told


def moment(game: Game, judge: Judge, table: Table, asked: int) -> Moment:
    """Evaluate the network from every seat's view."""
    state = table.state
    seats = range(int(state.seats))
    alive = tuple(bool(state.is_alive(seat)) for seat in seats)
    logits = tuple(
        judge.logits(view(table, seat), game.options(table, seat) if seat == asked else None) for seat in seats
    )
    return Moment(int(state.round), asked, alive, tuple(map(int, state.lands)), logits)


def main() -> None:
    """Play and store games; the seats are rotated from game to game."""
    parser = ArgumentParser(prog="python -m tools.learn.samples", description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    booklet = find_edition(args.edition)
    game = booklet.game(booklet.table_rules({}))
    seats = [count for count in booklet.seats if count > 2] + [4]
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("ab") as file:
        for seed in range(args.seed, args.seed + args.games):
            file.write(msgspec.json.encode(play(game, seats[seed % len(seats)], seed, SHARE)) + b"\n")
            file.flush()


def read_games(path: Path) -> list[SampleGame]:
    """Read the games of a file."""
    return [msgspec.json.decode(line, type=SampleGame) for line in path.read_bytes().splitlines()]


if __name__ == "__main__":
    main()
