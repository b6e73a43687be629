"""Learns a marshal's valuation from games of captains: python -m tools.train_marshal modern 400 (needs numpy).

Every turn of every game gives a position: the features of all seats that are still in, and who won in the end. A weight
for each feature is fitted so that the winners were likely (a conditional logit), and written to bots/models.
"""
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kamchatka.bots import valuation_of
from kamchatka.bots.arena.games import leader
from kamchatka.bots.marshal import captains_by_plan
from kamchatka.bots.valuation import Valuation
from kamchatka.editions import edition
from kamchatka.kernel.bits import first, members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.kernel.view import View

MODELS = Path(__file__).parents[1] / "src" / "kamchatka" / "bots" / "models"
SEATS = 4
LONGEST = 60                # rounds; then whoever leads counts as the winner
STEPS = 60                  # of the fit
RIDGE = 2.0                 # keeps weights small that the games say little about
Floats = NDArray[np.float64]
Position = tuple[Floats, int]                           # the features of every seat in the game, and the winner's row


def positions(game: Game, valuation: Valuation, seed: int) -> Iterator[Position]:
    """One game of captains, each by a plan of its own so that many kinds of positions come up."""
    luck = FastChance(seed + 77)
    plans = captains_by_plan(game, valuation.lore)
    captains = [plans[luck.below(len(plans)) if luck.below(2) else 0] for _ in range(SEATS)]
    table, seen, turn = game.start(SEATS, FastChance(seed)), list[tuple[list[int], Floats]](), (0, 0)
    state = table.state
    while not state.over and state.round <= LONGEST:
        now = (int(state.round), int(state.turn))
        if now != turn and now[0] > 0:
            turn = now
            seats = [seat for seat in range(SEATS) if state.lands[seat] > 0]
            seen.append((seats, np.array([list(valuation.features(state, seat)) for seat in seats])))
        seat = first(game.awaits(table))
        offered = game.options(table, seat)
        game.play_from(table, seat, captains[seat].decide(View(seat, state), offered), offered)
    winner = (members(state.winners) or [leader(state)])[0]
    yield from ((rows, seats.index(winner)) for seats, rows in seen if winner in seats)


def fit(found: list[Position]) -> Floats:
    """Newton's steps on the likelihood of the winners."""
    count = found[0][0].shape[1]
    weights = np.zeros(count)
    for _ in range(STEPS):
        slope, bend = -RIDGE * weights, RIDGE * np.eye(count)
        for rows, winner in found:
            chances = likely(rows, weights)
            mean = chances @ rows
            slope = slope + rows[winner] - mean
            bend = bend + (rows - mean).T @ ((rows - mean) * chances[:, None])
        step = np.linalg.solve(bend, slope)
        weights = weights + step
        if float(np.abs(step).max()) < 1e-4:
            break
    return weights


def likely(rows: Floats, weights: Floats) -> Floats:
    """The chances of the seats."""
    scores: Floats = np.exp(rows @ weights - (rows @ weights).max())
    chances: Floats = scores / scores.sum()
    return chances


def main(name: str, games: int) -> None:
    """Play, fit, say how good it is on the last fifth of the games, write."""
    booklet = edition(name)
    game = booklet.game(booklet.table_rules({}))
    valuation, cut = valuation_of(game), games * 4 // 5
    learn = [position for seed in range(cut) for position in positions(game, valuation, seed)]
    check = [position for seed in range(cut, games) for position in positions(game, valuation, seed)]
    weights = fit(learn)
    chances = [likely(rows, weights)[winner] for rows, winner in check]
    right = np.mean([likely(rows, weights).argmax() == winner for rows, winner in check])
    print(f"{name}: {len(learn)} positions; on {len(check)} others the leader by the model won {right:.1%}, "
          f"log loss {-np.log(chances).mean():.3f}")
    print("  ".join(f"{feature} {weight:.2f}" for feature, weight in zip(valuation.names, weights, strict=True)))
    model = {feature: round(float(weight), 4) for feature, weight in zip(valuation.names, weights, strict=True)}
    (MODELS / f"{name}.json").write_text(json.dumps(model, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
