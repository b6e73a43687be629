"""Calibrate a network's values: `python -m tools.learn.judgement modern build/learn/modern.jsonl` writes the model.

Three games in four are used for fitting, the others for measuring. `tools.learn.samples` plays the games.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from kamchatka.players.admiral import calibration as product
from kamchatka.players.admiral.calibration import LATE, Calibration
from tools.learn.samples import SampleGame, read_games

MOST_SEATS = 6
HELD_OUT = 4  # every fourth game is not used for fitting
TENTHS = 10
NETWORKS = Path(product.__file__).with_name("networks")


class Rows:
    """Decisions of many games as arrays by seat."""

    def __init__(self, games: list[SampleGame]) -> None:
        moments = [(nth, game, moment) for nth, game in enumerate(games) for moment in game.moments]
        size = (len(moments), MOST_SEATS)
        self.game = np.array([nth for nth, _, _ in moments])
        self.phase = np.array([min(moment.round, LATE) / LATE for _, _, moment in moments])[:, None]
        self.own, self.asked, self.won = np.zeros(size), np.zeros(size), np.zeros(size)
        self.alive = np.zeros(size, bool)
        for row, (_, game, moment) in enumerate(moments):
            self.asked[row, moment.asked] = 1.0
            for seat in range(len(game.names)):
                self.alive[row, seat] = moment.alive[seat]
                self.own[row, seat] = moment.logits[seat][seat] if moment.alive[seat] else 0.0
            for seat in game.winners:
                self.won[row, seat] = 1.0 / len(game.winners)
        self.sure = np.log1p(np.exp(-np.maximum(self.own, -60.0)))

    def chances(self, weights: Any) -> Any:
        """Return the model's chances, as `Calibration.strength` and `softmax` do."""
        own, late, sure, asked = weights
        scores = (own + late * self.phase) * self.own - sure * self.sure + asked * self.asked
        scores = np.where(self.alive, scores, -np.inf)
        parts = np.exp(scores - scores.max(1, keepdims=True))
        return parts / parts.sum(1, keepdims=True)

    def loss(self, chances: Any, rows: Any) -> float:
        """Return the mean log loss."""
        return float(-(self.won * np.log(np.clip(chances, 1e-9, 1.0))).sum(1)[rows].mean())


def minimise(loss: Callable[[Any], float], start: Any, step: float = 0.25, least: float = 0.002) -> Any:
    """Find a minimum by steps along each weight, which are halved when none helps."""
    at, best = np.array(start, float), loss(start)
    while step > least:
        before = best
        for nth in range(len(at)):
            for way in (step, -step):
                tried = at.copy()
                tried[nth] += way
                if (found := loss(tried)) < best:
                    at, best = tried, found
                    break
        if best == before:
            step /= 2.0
    return at


def reliability(chances: Any, rows: Rows, held: Any) -> list[tuple[float, float, int]]:
    """Return predicted and actual shares, by tenths of the prediction."""
    said, won = chances[held][rows.alive[held]], rows.won[held][rows.alive[held]]
    tenth = np.minimum((said * TENTHS).astype(int), TENTHS - 1)
    return [
        (round(float(said[tenth == n].mean()), 4), round(float(won[tenth == n].mean()), 4), int((tenth == n).sum()))
        for n in range(TENTHS)
        if (tenth == n).any()
    ]


def fit(games: list[SampleGame], edition: str) -> Calibration:
    """Fit the model to decided games."""
    decided = [game for game in games if game.winners and game.moments]
    rows = Rows(decided)
    held = rows.game % HELD_OUT == 0
    weights = minimise(lambda weights: rows.loss(rows.chances(weights), ~held), [1.0, 0.0, 0.0, 0.0])
    chances = rows.chances(weights)
    table = reliability(chances, rows, held)
    estimates = sum(count for _, _, count in table)
    own, late, sure, asked = (round(float(weight), 4) for weight in weights)
    return Calibration(
        own,
        late,
        sure,
        asked,
        fitted=f"{edition}: {len(decided)} games of bots with {rows.game.size} decisions; every fourth held out",
        loss=round(rows.loss(chances, held), 4),
        even_loss=round(rows.loss(rows.alive / rows.alive.sum(1, keepdims=True), held), 4),
        error=round(sum(abs(said - won) * count for said, won, count in table) / estimates, 4),
        reliability=tuple(table),
    )


def main() -> None:
    """Fit the model, write it, and print its quality."""
    parser = ArgumentParser(prog="python -m tools.learn.judgement", description=__doc__)
    parser.add_argument("edition")
    parser.add_argument("games", type=Path, nargs="+")
    args = parser.parse_args()
    found = fit([game for path in args.games for game in read_games(path)], args.edition)
    file = NETWORKS / f"{args.edition}{product.SUFFIX}"
    file.write_bytes(msgspec.json.encode(found) + b"\n")
    print(file.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
