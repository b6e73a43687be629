"""Kamchatka: an open platform for a family of conquest games. The front door."""

from kamchatka.editions import EDITIONS, edition
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.wire import (
    Attack,
    Bid,
    Choose,
    Defend,
    Move,
    Occupy,
    Pass,
    Place,
    PlayCard,
    Stop,
    TakeColour,
    TimeUp,
    Trade,
)
from kamchatka.match import Match

__version__ = "0.1.0"

__all__ = [
    "EDITIONS",
    "Attack",
    "Bid",
    "Choose",
    "Defend",
    "Match",
    "Move",
    "Occupy",
    "Pass",
    "Place",
    "PlayCard",
    "Problem",
    "Refusal",
    "Stop",
    "TakeColour",
    "TimeUp",
    "Trade",
    "edition",
]
