"""The display of the classic game: the value of the next set (classic.setup.6)."""

from kamchatka.editions.classic.data import WORTH_OF_SETS
from kamchatka.editions.display import Counter, Display
from kamchatka.kernel.game import Game
from kamchatka.kernel.rules.cards import Tally
from kamchatka.kernel.state import State
from kamchatka.kernel.text import Text


def show(game: Game, state: State, viewer: int) -> Display:
    """Show the value of the next set to all viewers."""
    assert isinstance(state.edition_state, Tally)
    value = int(WORTH_OF_SETS.worth(state.edition_state.exchanges + 1))
    return Display(
        public=(Counter("next_set", Text("counter", "classic.next_set"), value),),
        neutral=int(state.edition_state.neutrals().colour),
    )
