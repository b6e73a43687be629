"""A bot: it sees what a seat sees and says what that seat does."""

from typing import Final, final

from mypy_extensions import mypyc_attr

from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.options import Action, Options
from kamchatka.kernel.view import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """The port. Honest by its types: a view, the options, and the game's rules that it was made with."""

    def decide(self, view: View, options: Options) -> Action:
        """One of the options.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.options(0).allows(RandomBot(7).decide(match.view(0), match.options(0)))
        True
        """
        raise NotImplementedError

    def close(self) -> list[str]:
        """The game is over for it: a sentence for everything that went wrong on its side."""
        return []


@final
class RandomBot(Bot):
    """Anything, each main choice as likely as the others."""

    def __init__(self, seed: int) -> None:
        self.luck: Final[Chance] = FastChance(seed)

    def decide(self, view: View, options: Options) -> Action:
        return options.sample(self.luck)
