"""What second readers said: whether the paragraph that is cited forbids what was asked, kept as data.

A verdict is about one example and the words of one paragraph: when either changes, it is no longer a verdict on it.
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
    """One reader's word on one example."""

    clause: str
    step: str
    verb: str
    rule: str
    verdict: Literal["forbids", "does not"]
    reason: str
    digest: str

    @property
    def key(self) -> Key:
        """The kind of example it is about."""
        return self.clause, self.step, self.verb


def digest(rule: Rule, example: Example) -> str:
    """What was judged: the paragraph as it reads, the position, and what was asked there."""
    judged = [rule.id, rule.en, rule.reading, example.options, example.position, example.seat, example.action]
    return sha256(msgspec.json.encode(judged, order="sorted")).hexdigest()[:16]


def stored(booklet: str) -> Path:
    """Where the verdicts on a booklet are kept."""
    return FOLDER / "verdicts" / f"{booklet}.json"


def load_verdicts(booklet: str) -> list[Verdict]:
    """The verdicts on a booklet; none, if nobody has read it."""
    path = stored(booklet)
    return msgspec.json.decode(path.read_bytes(), type=list[Verdict]) if path.exists() else []


def save_verdicts(booklet: str, verdicts: Iterable[Verdict]) -> None:
    """Write them down in the order of their kinds."""
    write(stored(booklet), sorted(verdicts, key=lambda verdict: verdict.key))
