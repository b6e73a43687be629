"""Computer players. They know a view, the options and the public game; never a table."""
from collections.abc import Callable

from kamchatka.bots.bot import Bot, RandomBot
from kamchatka.bots.cautious import CautiousBot
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem

MAKERS: dict[str, Callable[[Game, int], Bot]] = {
    "random": lambda game, seed: RandomBot(seed),
    "cautious": lambda game, seed: CautiousBot(game),
}
BOTS: tuple[str, ...] = tuple(MAKERS)


def bot(name: str, game: Game, seed: int) -> Bot:
    """A bot of that name for a game; a Problem lists the ones there are."""
    if name not in MAKERS:
        known = ", ".join(BOTS)
        raise Problem(f"Il bot «{name}» non esiste: ci sono {known}.",
                      f"There is no bot “{name}”: choose among {known}.")
    return MAKERS[name](game, seed)


__all__ = ["BOTS", "Bot", "bot"]
