"""Play a series of games from Python: bots by name, as classes or as functions."""

from collections.abc import Mapping, Sequence
from time import perf_counter

from kamchatka.arena.games import Plan
from kamchatka.arena.report import Report
from kamchatka.arena.workers import outcomes
from kamchatka.kernel.problem import Problem
from kamchatka.players import reference_to
from kamchatka.players.named import Source, is_reference


def play_series(
    edition: str,
    bots: Sequence[str | Source],
    games: int = 100,
    *,
    options: Mapping[str, str | int | bool] | None = None,
    turn_limit: int = 1000,
    seed: int = 0,
    workers: int = 1,
) -> Report:
    """Play games between bots, whose seats rotate, and return the report.

    A bot is a name ("captain", "marshal:1s"), a class with a method `choose`, or a function of a SeatView. Several
    workers are processes of their own, which must be able to import the classes and functions.

    >>> def first(table):
    ...     return table.legal_actions[0]
    >>> report = play_series("modern", [first, "random", "random"], games=2, turn_limit=2)
    >>> len(report.games), sorted(report.by_bot)
    (2, ['kamchatka.arena.series:first', 'random'])
    """
    names = tuple(reference_to(bot) for bot in bots)
    for name, bot in zip(names, bots, strict=True):
        if workers > 1 and not isinstance(bot, str) and (not is_reference(name) or name.startswith("__main__:")):
            raise Problem("bot.not_importable", name=name)
    plan, started = Plan.create(edition, options or {}, names, turn_limit, seed), perf_counter()
    played = list(outcomes(plan, range(seed, seed + games), workers))
    return Report(played, perf_counter() - started)
