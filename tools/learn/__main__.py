"""The command: python -m tools.learn train|curves … (docs/learn.md)."""

import os
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from kamchatka.editions import edition as find_edition
from tools.learn.record import curves, draw, read_record


def parser() -> ArgumentParser:
    """Define all options."""
    whole = ArgumentParser(prog="python -m tools.learn", description=__doc__)
    commands = whole.add_subparsers(dest="command", required=True)
    train = commands.add_parser("train", help="train a network; the same command continues it")
    train.add_argument("--edition", required=True)
    train.add_argument("--out", type=Path, required=True, help="folder of the network, the log and the curves")
    train.add_argument("--seconds", type=float, default=540, help="the whole run, compiling included")
    train.add_argument("--first", type=Path, help="a network to begin with, perhaps of another edition")
    train.add_argument("--seats", default="", help="numbers of seats, as 4,4,6,5,3; default: all that may play")
    train.add_argument("--workers", default="selves=7,past=2,captains=5,marshals=1", help="actor processes by casts")
    train.add_argument("--collect", type=float, default=0, help="seconds in which teachers play")
    train.add_argument("--imitate", type=float, default=0, help="seconds of learning from them")
    train.add_argument("--lessons", type=int, default=16_000_000, help="decisions of teachers at most, 3 KB each")
    train.add_argument("--games", type=int, default=128, help="games in a batch; an actor has two batches")
    train.add_argument("--rounds", type=int, default=60, help="then the referee calls")
    train.add_argument("--hurry", type=float, default=0.15, help="part of a win that the longest game costs")
    train.add_argument("--departures", type=float, default=0.15, help="chance that a batch plays another table option")
    train.add_argument("--seed", type=int, default=1)
    train.add_argument("--rate", type=float, default=2.5e-4)
    train.add_argument("--last-rate", type=float, default=0.2)
    train.add_argument("--batch", type=int, default=600_000)
    train.add_argument("--window", type=int, default=256)
    train.add_argument("--minibatch", type=int, default=16384)
    train.add_argument("--epochs", type=int, default=2)
    train.add_argument("--value-only", type=int, default=5, help="updates before the policy learns")
    train.add_argument("--plain", action="store_true", help="do not compile the network")
    picture = commands.add_parser("curves", help="draw the curves of a log")
    picture.add_argument("log", type=Path)
    picture.add_argument("picture", type=Path)
    return whole


def train(args: Namespace) -> None:
    """Run a training with these options."""
    import torch

    from tools.learn.actors import Tables
    from tools.learn.imitation import Imitation
    from tools.learn.learner import Habits
    from tools.learn.training import Plan, Training

    torch.set_num_threads(1)
    torch.backends.cuda.matmul.allow_tf32 = True
    sys.setswitchinterval(0.0005)
    seats = [int(one) for one in args.seats.split(",")] if args.seats else list(find_edition(args.edition).seats)
    tables = Tables(args.edition, tuple(seats), args.games, args.rounds, args.hurry, args.departures, args.seed)
    workers = {name: int(count) for name, count in (one.split("=") for one in args.workers.split(","))}
    lessons = Imitation(args.collect, args.imitate, args.lessons, args.minibatch) if args.collect else None
    plan = Plan(
        tables, args.out, args.seconds, workers, lessons, args.first, args.rate, args.last_rate, args.batch,
        args.window, args.value_only, compiled=not args.plain, habits=Habits(args.minibatch, args.epochs),
    )  # fmt: skip
    Training(plan).run()


def main() -> None:
    """Run the command."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    args = parser().parse_args()
    if args.command == "train":
        train(args)
    else:
        args.picture.write_text(draw(curves(read_record(args.log)), args.log.stem), encoding="utf-8")


if __name__ == "__main__":
    main()
