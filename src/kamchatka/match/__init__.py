"""Matches: games that record every action, draw and fact, and answer questions by name."""

from kamchatka.match.facts import Facts
from kamchatka.match.legal_actions import LegalActions
from kamchatka.match.match import Match, blank_match, match_at
from kamchatka.match.queries import TableQueries
from kamchatka.match.recording import Entry, Follower, apply_entry, play_numeric, prepare
from kamchatka.match.seat_view import SeatView

__all__ = [
    "Entry",
    "Facts",
    "Follower",
    "LegalActions",
    "Match",
    "SeatView",
    "TableQueries",
    "apply_entry",
    "blank_match",
    "match_at",
    "play_numeric",
    "prepare",
]
