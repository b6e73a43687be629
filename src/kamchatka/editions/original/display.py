"""What the table of the original game shows beside the board: how many exchanges have been made (orig.cards.p10)."""

from kamchatka.editions.display import Counter, Display
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text


def shown(game: Game, state: State, viewer: int) -> Display:
    """The tally of exchanges, for everybody."""
    assert isinstance(state.edition_state, Tally)
    return Display(
        public=(Counter("exchanges", Text("counter", "original.exchanges"), int(state.edition_state.exchanges)),)
    )
