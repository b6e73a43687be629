"""Train a marshal's valuation on games of captains: python -m tools.tune.train_marshal modern 2000 (needs numpy).

Every turn of every game gives a position: the features of all remaining seats, and the winner. A small network gives
each seat a score, and a softmax of the scores gives win chances. It is fitted to four fifths of the games. The epoch
with the best prediction for the others is written to the edition's folder.

With `--version 0.3`, captains use that version's tempers (`learn_temper.py`), game lengths vary, and features
include rivals and the end of the game (`bots/learned/relative_features.py`). Without it, the first version's model is
trained.
`--workers N` plays in N processes, with the same result.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from kamchatka.arena.games import leader
from kamchatka.bots.ages.weights import WEIGHTS
from kamchatka.bots.bot import Bot
from kamchatka.bots.habits import LATEST, VERSIONS, Habits
from kamchatka.bots.learned.learned import Learned, Lessons
from kamchatka.bots.learned.plans import HURRY, apply_change
from kamchatka.bots.learned.relative_features import FEATURES as STANDING
from kamchatka.bots.learned.valuation import Valuation
from kamchatka.bots.marshal.manners import Manners
from kamchatka.bots.strategy import Strategy
from kamchatka.bots.table import call
from kamchatka.editions import edition
from kamchatka.kernel.bits import first, members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View
from kamchatka.players import lessons_of, model_by, strategy_of, valuation_of

EDITIONS = Path(__file__).parents[2] / "src" / "kamchatka" / "editions"
SEATS = 4
CLOCKS = {"modern": {"ending": "time_attack_clock"}}  # options of every other game in editions with a clock
LENGTHS = range(20, 101, 10)  # rounds, used in turn; afterwards time is up, or the leader counts as the winner
FIRST_LENGTH = 60  # rounds of every game for the first version
UNITS = 16  # hidden units of the first version
RIVAL_UNITS = 32  # hidden units of later versions
EPOCHS = 12
STEPS = 3500  # minimum; games of ages have few turns, so their positions are repeated more often
BATCH = 512  # positions
RATE = 1e-3  # learning rate
DECAY = 1e-4  # weight decay
LEAST = 1e-6  # minimum variation of a feature
SPREAD = 2.5  # maximum factor on a weight in games of ages, upwards or downwards
VARIED = sorted(set(WEIGHTS) - {"persist", "spent", "slope"})  # weights that are varied
Floats = NDArray[np.float64]
Anything = TypeVar("Anything")


class Positions:
    """Positions as arrays: features by seat, remaining seats, winner."""

    def __init__(self, found: list[tuple[list[int], Floats, int]]) -> None:
        width = found[0][1].shape[1]
        self.rows = np.zeros((len(found), SEATS, width))
        self.alive = np.zeros((len(found), SEATS), dtype=bool)
        self.winner = np.array([winner for _, _, winner in found])
        for i, (seats, rows, _) in enumerate(found):
            self.rows[i, seats], self.alive[i, seats] = rows, True


class Network:
    """The model of bots/valuation.py with its training state: Adam's running means of the gradients."""

    def __init__(self, width: int, units: int, luck: np.random.Generator) -> None:
        self.weights = [np.zeros(width), luck.normal(0, width**-0.5, (units, width)), np.zeros(units), np.zeros(units)]
        self.slopes = [(np.zeros_like(weight), np.zeros_like(weight)) for weight in self.weights]
        self.steps = 0

    def chances(self, rows: Floats, alive: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Return the outputs of the hidden units, and the win chances of the seats."""
        direct, hidden, bias, output = self.weights
        bent = np.tanh(rows @ hidden.T + bias)
        scores = np.where(alive, bent @ output + rows @ direct, -np.inf)
        likely = np.exp(scores - scores.max(axis=1, keepdims=True))
        return bent, likely / likely.sum(axis=1, keepdims=True)

    def learn(self, rows: Floats, alive: NDArray[np.bool_], winner: NDArray[np.int64]) -> None:
        """Take one gradient step on a batch."""
        bent, wrong = self.chances(rows, alive)
        wrong[np.arange(len(winner)), winner] -= 1
        wrong = wrong[:, :, None] / len(winner)
        back = wrong * self.weights[3] * (1 - bent * bent)
        self.step(
            [
                (rows * wrong).sum((0, 1)),
                np.einsum("psu,psf->uf", back, rows),
                back.sum((0, 1)),
                (bent * wrong).sum((0, 1)),
            ]
        )

    def step(self, slopes: list[Floats]) -> None:
        """Update the weights by Adam's rule."""
        self.steps += 1
        for weight, (mean, square), slope in zip(self.weights, self.slopes, slopes, strict=True):
            slope += DECAY * weight
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= RATE * mean / (1 - 0.9**self.steps) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)

    def loss(self, check: Positions) -> tuple[float, float]:
        """Return the log loss of the winners, and how often the favourite won."""
        _, chances = self.chances(check.rows, check.alive)
        found = chances[np.arange(len(check.winner)), check.winner]
        return float(-np.log(found).mean()), float((chances.argmax(axis=1) == check.winner).mean())


class Hurrying(Bot):
    """A bot that plays by a temper until the end is known to be near, as marshals do."""

    def __init__(self, strategy: Strategy, usual: Bot, closing: Bot) -> None:
        self.strategy = strategy
        self.usual = usual
        self.closing = closing

    def decide(self, view: View, options: Options) -> Action:
        hurries = self.strategy.rounds_left(view.state) < HURRY
        return (self.closing if hurries else self.usual).decide(view, options)


def positions(game: Game, valuation: Valuation, seed: int, habits: Habits) -> Iterator[tuple[list[int], Floats, int]]:
    """Play a game of captains with different plans, to get a variety of positions."""
    captains = seat_bots(strategy_of(game), FastChance(seed + 77), lessons_of(game, habits))
    longest = LENGTHS[seed % len(LENGTHS)] if habits.lessons else FIRST_LENGTH
    table, seen, turn = game.start(SEATS, FastChance(seed)), list[tuple[list[int], Floats]](), (0, 0)
    state, called = table.state, False
    while not state.over:
        if state.round > longest and not called:
            called = True
            game.play(table, REFEREE, Action(call(game, table)))
            continue
        now = (int(state.round), int(state.turn))
        if now != turn and now[0] > 0:
            turn = now
            seats = [seat for seat in range(SEATS) if state.lands[seat] > 0]
            seen.append((seats, np.array([list(valuation.features(state, seat)) for seat in seats])))
        seat = first(game.awaits(table))
        offered = game.options(table, seat)
        game.play_from(table, seat, captains[seat].decide(View(seat, state), offered), offered)
    winner = (members(state.winners) or [leader(state)])[0]
    yield from ((seats, rows, winner) for seats, rows in seen if winner in seats)


def seat_bots(strategy: Strategy, luck: FastChance, lessons: Lessons) -> list[Bot]:
    """Return captains with any plan, half of them with the usual one. In games of ages all weights vary randomly."""
    tempers = [kind.temper.factors for kind in lessons.kinds.values()] or [{}]
    if strategy.captain() is None:
        manners = Manners(strategy, LATEST, lessons)
        kinds = [*manners.kinds, manners.patient] if manners.kinds else [manners.own]
        usual = [kind.turns[0] for kind in kinds]
        plans = manners.captains() + [plan for kind in kinds for plan in kind.turns]
        return [
            Hurrying(strategy, _any(plans, luck) if luck.below(2) else _any(usual, luck), manners.own.turns[0])
            for _ in range(SEATS)
        ]
    changes = [
        apply_change(
            _any(tempers, luck), {name: SPREAD ** (luck.below(201) / 100 - 1) for name in VARIED if luck.below(5) < 3}
        )
        for _ in range(SEATS)
    ]
    return [captain for change in changes if (captain := strategy.captain(change)) is not None]


def _any(some: Sequence[Anything], luck: FastChance) -> Anything:
    return some[luck.below(len(some))]


def fit(learn: Positions, check: Positions, units: int) -> list[Floats]:
    """Train the network and return the weights of the epoch with the lowest loss on the check positions."""
    luck = np.random.default_rng(0)
    network = Network(learn.rows.shape[2], units, luck)
    best, kept = np.inf, network.weights
    for epoch in range(max(EPOCHS, STEPS * BATCH // len(learn.winner))):
        for batch in np.array_split(luck.permutation(len(learn.winner)), max(1, len(learn.winner) // BATCH)):
            network.learn(learn.rows[batch], learn.alive[batch], learn.winner[batch])
        loss, right = network.loss(check)
        print(f"  epoch {epoch + 1}: log loss {loss:.4f}, the favourite won {right:.1%}")
        if loss < best:
            best, kept = loss, [weight.copy() for weight in network.weights]
    return kept


def standardise(learn: Positions, check: Positions) -> tuple[Floats, Floats]:
    """Standardise the features in place; return mean and spread, to convert the weights back afterwards.

    Nothing can be learned from a constant feature. Its spread is set to infinity, so that its weight is zero.
    """
    mean, spread = learn.rows[learn.alive].mean(axis=0), learn.rows[learn.alive].std(axis=0)
    spread[spread < LEAST] = np.inf
    for positions in (learn, check):
        positions.rows = (positions.rows - mean) / spread
    return mean, spread


def blank(names: tuple[str, ...]) -> Learned:
    """Return an untrained model for these features."""
    return Learned(names, (0.0,) * len(names), (), (), ())


def former_loss(model: Learned, check: Positions) -> float:
    """Return the log loss of a model that uses only the first of these features."""
    network = Network(len(model.features), len(model.output), np.random.default_rng(0))
    known = (model.direct, model.hidden, model.bias, model.output)
    network.weights = [np.array(each).reshape(blank.shape) for each, blank in zip(known, network.weights, strict=True)]
    _, chances = network.chances(check.rows[:, :, : len(model.features)], check.alive)
    return float(-np.log(chances[np.arange(len(check.winner)), check.winner]).mean())


@cache
def game_of(name: str, has_clock: bool = False) -> Game:
    """Return the game of an edition, optionally with a clock, composed once per process."""
    booklet = edition(name)
    return booklet.game(booklet.table_rules(CLOCKS.get(name, {}) if has_clock else {}))


def seen_by(name: str, version: str) -> Valuation:
    """Return the valuation whose features a version's model uses. Games of ages keep the first version's features."""
    former = valuation_of(game_of(name), VERSIONS["0.1"])
    if not version or former.info.has_pieces:
        return former
    return strategy_of(game_of(name)).valuation(blank(STANDING))


def play_game(name: str, version: str, seed: int) -> list[tuple[list[int], Floats, int]]:
    """Return the positions of one game."""
    game = game_of(name, has_clock=bool(version) and seed % 2 == 1)
    return [*positions(game, seen_by(name, version), seed, VERSIONS[version or "0.1"])]


def main() -> None:
    """Play, train, print the quality on the last fifth of the games, and write the model."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("edition")
    parser.add_argument("games", type=int)
    parser.add_argument("--version", default="")
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    name, games, version = chosen.edition, chosen.games, chosen.version
    with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(partial(play_game, name, version), range(games), chunksize=10))
    cut = games * 4 // 5
    learn, check = (Positions([position for game in part for position in game]) for part in (found[:cut], found[cut:]))
    print(f"{name}: {len(learn.winner)} positions, {len(check.winner)} others to check")
    print(f"  the first version's model: log loss {former_loss(model_by(edition(name)), check):.4f}")
    mean, spread = standardise(learn, check)
    model = convert_model(
        seen_by(name, version).names, fit(learn, check, RIVAL_UNITS if version else UNITS), mean, spread
    )
    file = EDITIONS / edition(name).booklet / file_of(name, version)
    file.write_text(json.dumps(model) + "\n", encoding="utf-8")


def convert_model(names: Sequence[str], weights: list[Floats], mean: Floats, spread: Floats) -> dict[str, object]:
    """Convert a model from standardised to original features."""
    direct, hidden, bias, output = weights
    hidden, direct = hidden / spread, direct / spread
    return {
        "features": names,
        "direct": round_weights(direct),
        "hidden": [round_weights(unit) for unit in hidden],
        "bias": round_weights(bias - hidden @ mean),
        "output": round_weights(output),
    }


def file_of(name: str, version: str) -> str:
    """Return the file from which a version's marshals read their model."""
    if version:
        return f"marshal_{name}_{version}.json"
    shared = edition(name).booklet != name or (EDITIONS / name / f"marshal_{name}.json").is_file()
    return f"marshal_{name}.json" if shared else "marshal.json"


def round_weights(weights: Floats) -> list[float]:
    """Round to four decimals."""
    return [round(float(weight), 4) for weight in weights]


if __name__ == "__main__":
    main()
