"""Analysis of a finished game: exact luck, and win chances and better choices within a time budget."""

import gzip

import msgspec

from kamchatka.analysis.analyse import analyse
from kamchatka.analysis.effort import Effort
from kamchatka.analysis.report import Reporter
from kamchatka.journal import parse


def analysis_packed(id: str, data: bytes, language: str, seconds: float) -> bytes:
    """Return the analysis of a journal as compressed JSON. It takes at most about `seconds`; run in a worker."""
    kept = parse(data, id)
    found = analyse(kept.match, Effort(seconds=seconds))
    seen = Reporter(kept.match, [player.name for player in kept.header.players], language).report(found)
    return gzip.compress(msgspec.json.encode(seen), 5, mtime=0)
