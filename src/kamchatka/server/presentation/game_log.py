"""The story of a game as one viewer saw it, in numbered lines that any language can tell."""

from collections.abc import Sequence
from dataclasses import dataclass

from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from kamchatka.server.protocol.fact_types import FactSeen, fact_told
from kamchatka.server.protocol.scene_types import LogLine
from kamchatka.words import Story, Words
from kamchatka.words.words import SILENT

LATEST = 200  # lines of a whole scene; a replay has them all


@dataclass(frozen=True)
class LogPosition:
    """Where the news of a version begin: a group of the story, and the number of its first line."""

    group: int
    line: int


class GameLog:
    """What one viewer was told, version by version. A battle that goes on rewrites its last line."""

    def __init__(self, words: Words, match: Match, viewer: int | None) -> None:
        self.story = Story(words, match, viewer)
        self.viewer = viewer
        self.lines = 0  # of all groups but the last
        self.marks: list[LogPosition] = []  # by version, from the first
        self._latest: dict[str, tuple[LogLine, ...]] = {}  # by language, of this version: whole scenes are asked often
        for entry in match.entries:
            self.add(entry.facts)

    def add(self, facts: Sequence[Fact]) -> None:
        """One more version."""
        self._latest = {}
        story, known = self.story, len(self.story.groups)
        last = max(0, known - 1)
        self.marks.append(LogPosition(last, self.lines))
        story.hear(facts)
        self.lines += sum(len(group.tell(story.words)) for group in story.groups[last:-1])

    def since(self, words: Words, version: int) -> tuple[LogLine, ...]:
        """The lines that were new, or told anew, after a version."""
        return self._told(words, self.marks[version]) if version < len(self.marks) else ()

    def latest(self, words: Words) -> tuple[LogLine, ...]:
        """The last lines, worded once a version."""
        if words.language not in self._latest:
            self._latest[words.language] = self._last(words)
        return self._latest[words.language]

    def _last(self, words: Words) -> tuple[LogLine, ...]:
        for version in range(len(self.marks) - 1, -1, -1):
            if self.lines - self.marks[version].line >= LATEST or version == 0:
                return self._told(words, self.marks[version])[-LATEST:]
        return ()

    def _told(self, words: Words, mark: LogPosition) -> tuple[LogLine, ...]:
        told = [sentence for group in self.story.groups[mark.group :] for sentence in group.tell(words)]
        return tuple(
            LogLine(mark.line + n, one.seat, one.text, one.rules, one.is_heading, one.detail)
            for n, one in enumerate(told)
        )


def events(match: Match, facts: Sequence[Fact], viewer: int | None) -> tuple[FactSeen, ...]:
    """The facts that people can see happen, as this viewer may know them; None: the whole truth."""
    seen = (fact if viewer is None else fact.seen_by(viewer) for fact in facts)
    return tuple(fact_told(match.game, fact) for fact in seen if not isinstance(fact, SILENT))
