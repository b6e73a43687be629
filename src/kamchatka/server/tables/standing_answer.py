"""What a seat has answered once for all: with how many dice it defends, where its player is not asked each time."""

from kamchatka.kernel.bits import size
from kamchatka.kernel.options import DEFEND, Action, Options


def most_dice(options: Options) -> Action | None:
    """The defence with the most dice, and among those with the most pieces; None where something else is asked."""
    if len(options.ranges) != 1 or options.ranges[0].verb != DEFEND:
        return None
    return max(options.expand(), key=lambda action: (action.n + size(action.what), size(action.what)))
