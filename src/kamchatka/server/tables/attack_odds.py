"""The chances of an attack that somebody plans at a table, fought to the end with all dice."""

from kamchatka.kernel.bits import bit
from kamchatka.kernel.edges.wire import number_of
from kamchatka.match import Match
from kamchatka.odds.forecast import Forecast
from kamchatka.server.faults import Fault
from kamchatka.server.protocol.messages import Odds


def chances(match: Match, asked: Odds) -> Forecast:
    """What an attack would bring. All that it depends on is public: anybody may ask."""
    game = match.game
    source, target = number_of(game, "place", asked.source), number_of(game, "place", asked.target)
    pieces = None
    if asked.pieces is not None:
        pieces = sum({int(bit(number_of(game, "kind", piece))) for piece in asked.pieces})
    found = match.edition.battles.forecast(game, match.table, source, target, pieces, fast=asked.fast)
    if found is None:
        raise Fault("problem", "no_attack", source=asked.source, target=asked.target)
    return found
