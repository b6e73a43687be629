"""Computer players. They know a view, the options and the public game; never a table."""
from collections.abc import Callable

from kamchatka.bots.bot import Bot, RandomBot
from kamchatka.bots.captain import CaptainBot
from kamchatka.bots.cautious import CautiousBot
from kamchatka.kernel.game import Game
from kamchatka.kernel.problem import Problem

# A bot by name, perhaps with a setting after a colon: marshal:2s
MAKERS: dict[str, Callable[[Game, int, str], Bot]] = {
    "random": lambda game, seed, setting: RandomBot(seed),
    "cautious": lambda game, seed, setting: CautiousBot(game),
    "captain": lambda game, seed, setting: CaptainBot(game),
}
BOTS: tuple[str, ...] = tuple(MAKERS)


def bot(name: str, game: Game, seed: int) -> Bot:
    """A bot of that name for a game; a Problem lists the ones there are."""
    kind, _, setting = name.partition(":")
    if kind not in MAKERS:
        known = ", ".join(BOTS)
        raise Problem(f"Il bot «{name}» non esiste: ci sono {known}.",
                      f"There is no bot “{name}”: choose among {known}.")
    return MAKERS[kind](game, seed, setting)


__all__ = ["BOTS", "Bot", "bot"]
