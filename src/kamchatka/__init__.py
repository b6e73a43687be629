"""Public API of Kamchatka, an open platform for a family of conquest games.

Names are imported when they are first used, so that `import kamchatka` is fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kamchatka.editions import EDITIONS, edition
    from kamchatka.kernel.edges.wire import (
        Attack,
        Bid,
        Build,
        Buy,
        Choose,
        Defend,
        FastAttack,
        Give,
        GiveCard,
        Invade,
        Lose,
        Move,
        NameCard,
        NamedAction,
        NameKind,
        NameSeat,
        Occupy,
        Pass,
        Place,
        PlayCard,
        Raise,
        Roll,
        Stop,
        TakeColour,
        TimeUp,
        Trade,
    )
    from kamchatka.kernel.problem import Problem
    from kamchatka.kernel.refusal import Refusal
    from kamchatka.match import Facts, LegalActions, Match, SeatView
    from kamchatka.players import NamedBot as Bot
    from kamchatka.players import make_bot

__version__ = "0.1.0"

__all__ = [
    "EDITIONS",
    "Attack",
    "Bid",
    "Bot",
    "Build",
    "Buy",
    "Choose",
    "Defend",
    "Facts",
    "FastAttack",
    "Give",
    "GiveCard",
    "Invade",
    "LegalActions",
    "Lose",
    "Match",
    "Move",
    "NameCard",
    "NameKind",
    "NameSeat",
    "NamedAction",
    "Occupy",
    "Pass",
    "Place",
    "PlayCard",
    "Problem",
    "Raise",
    "Refusal",
    "Roll",
    "SeatView",
    "Stop",
    "TakeColour",
    "TimeUp",
    "Trade",
    "edition",
    "make_bot",
]

# The module that defines each public name other than the actions.
_HOMES = {
    "EDITIONS": "kamchatka.editions",
    "edition": "kamchatka.editions",
    "Problem": "kamchatka.kernel.problem",
    "Refusal": "kamchatka.kernel.refusal",
    "Facts": "kamchatka.match",
    "LegalActions": "kamchatka.match",
    "Match": "kamchatka.match",
    "SeatView": "kamchatka.match",
    "Bot": "kamchatka.players",
    "make_bot": "kamchatka.players",
}
_ACTIONS = "kamchatka.kernel.edges.wire"
_RENAMED = {"Bot": "NamedBot"}


def __getattr__(name: str) -> object:
    """Import a public name and keep it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOMES.get(name, _ACTIONS)), _RENAMED.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
