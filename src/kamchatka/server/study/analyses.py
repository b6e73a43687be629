"""Analysis of a finished game: exact luck, and win chances and better choices within a time budget."""

import gzip

import msgspec

from kamchatka.analysis.analyse import analyse_journal
from kamchatka.analysis.effort import Effort
from kamchatka.analysis.report import Reporter


def analysis_packed(id: str, data: bytes, language: str, seconds: float) -> bytes:
    """Return the analysis of a journal as compressed JSON. It takes about `seconds` at most. Runs in a worker."""
    found = analyse_journal(data, id, Effort(seconds=seconds))
    seen = Reporter(found.game.match, found.game.names, language).report(found)
    return gzip.compress(msgspec.json.encode(seen), 5, mtime=0)
