"""Matches: games that record every action, draw and fact, and answer questions by name."""

from kamchatka.match.facts import Facts
from kamchatka.match.legal_actions import LegalActions
from kamchatka.match.match import Match, blank_match, match_at
from kamchatka.match.queries import TableQueries
from kamchatka.match.recording import Entry, Follower, apply_entry, play_numeric, prepare
from kamchatka.match.seat_view import SeatView
from kamchatka.match.undoing import UndoStack, is_undo

__all__ = [
    "Entry",
    "Facts",
    "Follower",
    "LegalActions",
    "Match",
    "SeatView",
    "TableQueries",
    "UndoStack",
    "apply_entry",
    "blank_match",
    "is_undo",
    "match_at",
    "play_numeric",
    "prepare",
]
