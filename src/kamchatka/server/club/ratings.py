"""Players over several events: how strong they are, and the live ranking."""

from collections.abc import Sequence
from pathlib import Path

from kamchatka.kernel.problem import Problem
from kamchatka.server.club.lookups import LiveSeen, RatingSeen, RatingsSeen
from kamchatka.server.faults import Fault
from kamchatka.tournament.events.event_file import EventFile, UnreadableEventFile
from kamchatka.tournament.standings.ratings import live_ranking, ratings


def ratings_of(paths: Sequence[Path], least: int, language: str) -> RatingsSeen:
    """For a worker: from the files of the events, the oldest first."""
    try:
        events = [EventFile(path).event() for path in paths]
    except (UnreadableEventFile, OSError) as error:
        raise Fault("storage") from error
    live = tuple(
        LiveSeen(one.place, one.player, one.points, one.tables, one.events) for one in live_ranking(events, least)
    )
    try:
        found = tuple(
            RatingSeen(one.player, one.club, one.strength, one.doubt, one.cautious, one.games)
            for one in ratings(events)
            if one.games >= least
        )
    except Problem as missing:
        return RatingsSeen((), live, missing.sentence(language))
    return RatingsSeen(found, live, "")
