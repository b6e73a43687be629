"""Train the classification of rivals: python -m tools.tune.learn_rivals modern [--write 0.3] (needs numpy).

A captain with a learned temper plays against three rivals of one kind: `cautious` bots, captains, patient players or
real marshals of the first version. A softmax regression learns to identify the kind from the signs at the beginning of
its turns (`bots/marshal/rivals.py`). It is fitted to four fifths of the games. Its accuracy on the others is printed by
round.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from kamchatka.bots.bot import Bot
from kamchatka.bots.learned.learned import Kind, Lessons
from kamchatka.bots.marshal.rehearsal import is_bid
from kamchatka.bots.marshal.rivals import SIGNS, signs
from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.players import lessons_by
from tools.tune.learn_temper import SEATS, Seated, game_of, write

BOTS = {"cautious": ("weak", "hasty"), "captain": ("hasty",), "patient": ("wary",), "marshal@0.1:20x": ("wary",)}
LONGEST = 40  # rounds
DECAY = 1e-3  # weight decay
STEPS = 4000
RATE = 0.5  # learning rate
FIFTH = 5
Floats = NDArray[np.float64]


class Watching(Bot):
    """A bot that records the rivals' signs at the beginning of its turns and bids."""

    def __init__(self, player: Bot) -> None:
        self.player = player
        self.seen: dict[tuple[int, bool], list[float]] = {}

    def decide(self, view: View, options: Options) -> Action:
        state, bids = view.state, is_bid(options)
        if state.round > 0 and (bids or state.turn == view.seat) and (state.round, bids) not in self.seen:
            self.seen[state.round, bids] = list(signs(state, view.seat))
        return self.player.decide(view, options)


class Seen:
    """The recorded rows: game, round, signs, and the number of the rivals' kind."""

    def __init__(self, rows: list[tuple[int, int, int, list[float]]]) -> None:
        self.game, self.round, self.kind = (np.array([row[i] for row in rows]) for i in range(3))
        self.signs = np.array([row[3] for row in rows])


def watch(name: str, games: int) -> Seen:
    """Play games against each bot, with each temper in turn."""
    kinds, game, rows = lessons_by(edition(name), "0.3").kinds, game_of(name), list[tuple[int, int, int, list[float]]]()
    tempers, names = [kind.temper.factors for kind in kinds.values()], [*kinds]
    for rival, called in BOTS.items():
        kind = names.index(next(each for each in called if each in kinds))
        for seed in range(games):
            seats = [Seated(name=rival).player(game, SEATS * seed + seat) for seat in range(SEATS)]
            watching = Watching(Seated(tempers[seed % len(tempers)]).player(game, seed))
            seats[seed % SEATS] = watching
            play_bots(game, game.start(SEATS, FastChance(seed)), seats, LONGEST)
            rows += [(seed, round, kind, seen) for (round, _), seen in watching.seen.items()]
    return Seen(rows)


def fit(seen: Seen, which: NDArray[np.bool_]) -> Floats:
    """Fit by kind the weights of the signs and, last, the bias. In each round every kind has the same total weight."""
    mean, spread = seen.signs[which].mean(axis=0), seen.signs[which].std(axis=0)
    rows = np.column_stack([(seen.signs[which] - mean) / spread, np.ones(which.sum())])
    kinds = np.eye(seen.kind.max() + 1)[seen.kind[which]]
    cell = seen.round[which] * kinds.shape[1] + seen.kind[which]
    heavy = 1 / np.bincount(cell)[cell]
    heavy = heavy[:, None] / heavy.sum()
    weights = np.zeros((kinds.shape[1], rows.shape[1]))
    for _ in range(STEPS):
        likely = np.exp(rows @ weights.T)
        likely /= likely.sum(axis=1, keepdims=True)
        weights += RATE * ((heavy * (kinds - likely)).T @ rows - DECAY * weights)
    weights[:, :-1] /= spread
    weights[:, -1] -= weights[:, :-1] @ mean
    return weights


def rightness(seen: Seen, weights: Floats, which: NDArray[np.bool_]) -> str:
    """Describe the accuracy by round."""
    told = (seen.signs @ weights[:, :-1].T + weights[:, -1]).argmax(axis=1)
    right, rounds = (told == seen.kind)[which], seen.round[which]
    each = [f"round {n} {right[rounds == n].mean():.0%}" for n in (1, 2, 3, 4, 5, 8, 12, 20) if (rounds == n).any()]
    return f"right in {right.mean():.1%} of {len(right)}: " + ", ".join(each)


def main() -> None:
    """Watch, fit, print the accuracy, and optionally write."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("edition")
    parser.add_argument("--games", type=int, default=60, help="against each bot")
    parser.add_argument("--write", default="")
    chosen = parser.parse_args()
    seen = watch(chosen.edition, chosen.games)
    is_kept = seen.game % FIFTH == 0
    weights = fit(seen, ~is_kept)
    print(chosen.edition, rightness(seen, weights, is_kept))
    if chosen.write:
        known = lessons_by(edition(chosen.edition), chosen.write)
        kinds = {
            name: Kind(
                kind.temper, {sign: round(float(row[i]), 3) for i, sign in enumerate(SIGNS)}, round(float(row[-1]), 3)
            )
            for (name, kind), row in zip(known.kinds.items(), weights, strict=True)
        }
        command = f"python -m tools.tune.learn_rivals {chosen.edition} --games {chosen.games}"
        write(Lessons(kinds, command, known.rounds), chosen.edition, chosen.write)


if __name__ == "__main__":
    main()
