"""Second readers' verdicts: whether the cited paragraph forbids the action, stored as data.

A verdict is about one example and the text of one paragraph, and becomes invalid when either changes.
"""

from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Literal

import msgspec

from kamchatka.editions.rulebook import Rule
from tests.refusals.examples import FOLDER, Example, Key, write

FORBIDS: Literal["forbids"] = "forbids"
DOES_NOT: Literal["does not"] = "does not"


class Verdict(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One reader's verdict on one example."""

    clause: str
    step: str
    verb: str
    rule: str
    verdict: Literal["forbids", "does not"]
    reason: str
    digest: str

    @property
    def key(self) -> Key:
        """Return the kind of its example."""
        return self.clause, self.step, self.verb


def digest(rule: Rule, example: Example) -> str:
    """Return a digest of what was judged: the text of the paragraph, the position, and the action."""
    judged = [rule.id, rule.en, rule.reading, example.options, example.position, example.seat, example.action]
    return sha256(msgspec.json.encode(judged, order="sorted")).hexdigest()[:16]


def stored(booklet: str) -> Path:
    """Return the file with the verdicts on a booklet."""
    return FOLDER / "verdicts" / f"{booklet}.json"


def load_verdicts(booklet: str) -> list[Verdict]:
    """Load the verdicts on a booklet, or none if there is no file."""
    path = stored(booklet)
    return msgspec.json.decode(path.read_bytes(), type=list[Verdict]) if path.exists() else []


def save_verdicts(booklet: str, verdicts: Iterable[Verdict]) -> None:
    """Save the verdicts in the order of their kinds."""
    write(stored(booklet), sorted(verdicts, key=lambda verdict: verdict.key))
