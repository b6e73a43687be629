"""The story of a game as one viewer saw it, in numbered lines that any language can tell."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kamchatka.editions.chronicle import Group
from kamchatka.kernel.table import Fact
from kamchatka.server.protocol.scene_types import LogLine
from kamchatka.words import Words
from kamchatka.words.story import Stories
from kamchatka.words.words import SILENT

LATEST = 200  # lines of a whole scene; a replay has them all


class LogPosition(NamedTuple):
    """Where the news of a version begin: a group of the story, and the number of its first line."""

    group: int
    line: int


class GameLog:
    """What one viewer was told, version by version. A battle that goes on rewrites its last line."""

    def __init__(self, stories: Stories, viewer: int | None) -> None:
        self.groups: list[Group] = []
        self.marks: list[LogPosition] = []  # by version, from the first
        self.next = LogPosition(0, 0)
        self._latest: dict[str, tuple[LogLine, ...]] = {}  # by language, of this version: whole scenes are asked often
        self.stories = Stories(stories.words, stories.match)
        self.stories.groups_of[viewer] = self.groups
        for entry in stories.match.entries:
            self.stories.hear(entry.facts)
            self.add()
        self.stories = stories  # from here on it is heard together with others
        stories.groups_of[viewer] = self.groups

    def add(self) -> None:
        """One more version: its facts have been heard."""
        self._latest = {}
        self.marks.append(self.next)
        told, words = self.stories.told, self.stories.words
        closed = sum([len(told(group, words)) for group in self.groups[self.next.group : -1]])
        self.next = LogPosition(max(0, len(self.groups) - 1), self.next.line + closed)

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
            if self.next.line - self.marks[version].line >= LATEST or version == 0:
                return self._told(words, self.marks[version])[-LATEST:]
        return ()

    def _told(self, words: Words, mark: LogPosition) -> tuple[LogLine, ...]:
        told = [sentence for group in self.groups[mark.group :] for sentence in self.stories.told(group, words)]
        return tuple(
            [
                LogLine(mark.line + n, one.seat, one.text, one.rules, one.is_heading, one.detail)
                for n, one in enumerate(told)
            ]
        )


def facts_seen(facts: Sequence[Fact], viewer: int | None) -> Iterator[Fact]:
    """The facts that people can see happen, as this viewer may know them; None: the whole truth."""
    for fact in facts:
        if not isinstance(fact, SILENT):
            yield fact if viewer is None else fact.seen_by(viewer)
