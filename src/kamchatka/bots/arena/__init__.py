"""The arena: many games of bots, on several cores, and the account of them. Knows no terminal."""
from kamchatka.bots.arena.games import GameFailed, Outcome, Plan
from kamchatka.bots.arena.report import Report, Share, Spread
from kamchatka.bots.arena.workers import outcomes

__all__ = ["GameFailed", "Outcome", "Plan", "Report", "Share", "Spread", "outcomes"]
