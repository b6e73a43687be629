"""The display of the original game: the number of exchanges made (orig.cards.p10)."""

from kamchatka.editions.display import Counter, Display
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text


def show(game: Game, state: State, viewer: int) -> Display:
    """Show the tally of exchanges to all viewers."""
    assert isinstance(state.edition_state, Tally)
    return Display(
        public=(Counter("exchanges", Text("counter", "original.exchanges"), int(state.edition_state.exchanges)),)
    )
