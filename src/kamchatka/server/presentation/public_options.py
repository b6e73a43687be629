"""Which options a seat may see on a screen that several players share."""

from kamchatka.kernel.game import Game
from kamchatka.kernel.options import GIVE_CARD, NAME_CARD, PLAY_CARD, TRADE, Options
from kamchatka.kernel.state import State

OF_THE_HAND = (TRADE, PLAY_CARD, NAME_CARD, GIVE_CARD)  # verbs whose options reveal cards


def in_front_of_all(game: Game, state: State, options: Options) -> Options:
    """Return the options that do not reveal a hand; none if the answer itself is secret."""
    shown = Options()
    if not game.steps[state.agenda[-1].step].is_sealed():
        for option in options.ranges:
            if option.verb not in OF_THE_HAND:
                shown.add(option)
    return shown
