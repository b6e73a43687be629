"""The arena: play many bot games on several cores or machines and summarise them. It uses no terminal and no files."""

from kamchatka.arena.cluster import outcomes_on_ray
from kamchatka.arena.games import GameFailed, Outcome, Plan
from kamchatka.arena.pace import Pace
from kamchatka.arena.report import Report, Share, Spread
from kamchatka.arena.series import play_series
from kamchatka.arena.workers import outcomes

__all__ = [
    "GameFailed",
    "Outcome",
    "Pace",
    "Plan",
    "Report",
    "Share",
    "Spread",
    "outcomes",
    "outcomes_on_ray",
    "play_series",
]
