"""The interface of bots: a bot sees what its seat sees and decides for that seat."""

from typing import Final, final

from mypy_extensions import mypyc_attr

from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Base class of bots. A bot receives only a view and the options, plus the game rules it was created with."""

    def decide(self, view: View, options: Options) -> Action:
        """Choose one of the options.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.options(0).allows(RandomBot(7).decide(match.view(0), match.options(0)))
        True
        """
        raise NotImplementedError

    def needs_view(self) -> bool:
        """Return False if decisions depend on the options alone; the view may then be one of another table."""
        return True

    def close(self) -> list[str]:
        """Release resources after the game and return one sentence per fault of the bot."""
        return []


@final
class RandomBot(Bot):
    """Choose at random, with equal probability for each main choice."""

    def __init__(self, seed: int) -> None:
        self.luck: Final[Chance] = FastChance(seed)

    def decide(self, view: View, options: Options) -> Action:
        return options.sample(self.luck)

    def needs_view(self) -> bool:
        return False
