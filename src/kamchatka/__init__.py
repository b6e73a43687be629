"""Public API of Kamchatka, an open platform for a family of conquest games."""

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
