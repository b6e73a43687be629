"""Rate bots with openskill (Plackett–Luce), game by game in the order of their seeds."""

import importlib
from collections.abc import Sequence
from statistics import fmean
from typing import Any

from kamchatka.arena.games import Outcome
from kamchatka.kernel.edges.plain import JsonObject


def ratings(games: Sequence[Outcome]) -> dict[str, tuple[float, float]] | None:
    """Return skill and uncertainty of each bot, or None if the optional openskill package is not installed.

    Several seats with the same bot play with one rating, which is updated by the mean of their changes.
    """
    try:
        models: Any = importlib.import_module("openskill.models")
    except ImportError:
        return None
    model = models.PlackettLuce()
    known: JsonObject = {name: model.rating() for name in sorted({name for game in games for name in game.seated})}
    for game in sorted(games, key=lambda game: game.seed):
        teams = [[known[name]] for name in game.seated]
        ranks = [0 if seat in game.winners else 1 for seat in range(len(game.seated))]
        after = model.rate(teams, ranks=ranks)
        for name in set(game.seated):
            same = [after[seat][0] for seat, other in enumerate(game.seated) if other == name]
            known[name] = model.rating(mu=fmean(r.mu for r in same), sigma=fmean(r.sigma for r in same))
    return {name: (rating.mu, rating.sigma) for name, rating in known.items()}
