"""Find out which weights of a captain win: python -m tools.tune.breed_captains modern 3000 [rivals] (needs numpy).

Every seat of every game, or one seat against three rivals of the given name, is a captain with random weights between
0.4 and 2.5 times the usual ones. A softmax of the sum of the weights' effects is then fitted to the winners. Printed,
the clearest first: how much multiplying a weight by 2.5 raises a seat's log odds.
"""

import sys

import numpy as np
from numpy.typing import NDArray

from kamchatka.arena.games import leader
from kamchatka.bots.ages.weights import WEIGHTS as AGE_WEIGHTS
from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.goals.weights import WEIGHTS, Weights
from kamchatka.bots.table import play_bots
from kamchatka.editions import edition
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import FastChance
from kamchatka.kernel.game import Game
from kamchatka.players import bot, strategy_of

SEATS = 4
TURN_LIMIT = 60
SPREAD = 2.5
RIDGE = 2.0  # regularisation, equivalent to games without any effect of the weights
Floats = NDArray[np.float64]


def breed(game: Game, names: list[str], genes: Floats) -> Bot:
    """Return a captain with these weights, as powers of SPREAD."""
    change = {name: float(SPREAD**gene) for name, gene in zip(names, genes, strict=True)}
    return strategy_of(game).captain(change) or CaptainBot(strategy_of(game), Weights(change))


def play(game: Game, names: list[str], seed: int, rivals: str) -> tuple[Floats, Floats]:
    """Play one game; return the genes of each seat (zero for rivals) and its share of the win."""
    luck = np.random.default_rng(seed)
    genes = luck.uniform(-1, 1, (SEATS, len(names))) * (luck.random((SEATS, len(names))) < 0.5)
    for seat in range(SEATS):
        if rivals and seat != seed % SEATS:
            genes[seat] = 0
    seated = [
        breed(game, names, genes[seat]) if not rivals or seat == seed % SEATS else bot(rivals, game, seed)
        for seat in range(SEATS)
    ]
    table = game.start(SEATS, FastChance(seed))
    play_bots(game, table, seated, TURN_LIMIT)
    winners, won = members(table.state.winners) or [leader(table.state)], np.zeros(SEATS)
    won[winners] = 1 / len(winners)
    return genes, won


def fit(genes: Floats, won: Floats) -> tuple[Floats, Floats]:
    """Fit each weight's effect on a seat's score by Newton's method; return effects and standard errors."""
    weights = np.zeros(genes.shape[2])
    slope = np.eye(len(weights))
    for _ in range(50):
        likely = np.exp(genes @ weights)
        likely /= likely.sum(axis=1, keepdims=True)
        mean = np.einsum("gs,gsw->gw", likely, genes)
        slope = np.einsum("gs,gsw,gsv->wv", likely, genes, genes) - mean.T @ mean + RIDGE * np.eye(len(weights))
        weights += np.linalg.solve(slope, np.einsum("gs,gsw->w", won - likely, genes) - RIDGE * weights)
    return weights, np.sqrt(np.diag(np.linalg.inv(slope)))


def main(name: str, games: int, rivals: str = "") -> None:
    """Play, fit, and print the effects."""
    booklet = edition(name)
    game = booklet.game(booklet.table_rules({}))
    names = sorted(AGE_WEIGHTS if game.kinds else WEIGHTS)
    played = [play(game, names, seed, rivals) for seed in range(games)]
    added, doubt = fit(np.array([genes for genes, _ in played]), np.array([won for _, won in played]))
    for i in np.argsort(-np.abs(added / doubt)):
        print(f"{names[i]:10} {added[i]:+.2f} ± {doubt[i]:.2f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
