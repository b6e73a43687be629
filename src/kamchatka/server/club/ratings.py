"""Ratings and the live ranking of players over several events."""

from collections.abc import Sequence

import msgspec

from kamchatka.kernel.problem import Problem
from kamchatka.server.club.lookups import LiveSeen, RatingSeen, RatingsSeen
from kamchatka.tournament.events.folding import fold
from kamchatka.tournament.events.trail import TrailRow, entries_of, standing_changes
from kamchatka.tournament.standings.ratings import live_ranking, ratings

_rows = msgspec.msgpack.Decoder(list[TrailRow])


def ratings_of(trails: Sequence[bytes], least: int, language: str) -> RatingsSeen:
    """Compute ratings from event logs in MessagePack, oldest first. Runs in a worker."""
    events = [fold(standing_changes(entries_of(_rows.decode(trail)))) for trail in trails]
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
