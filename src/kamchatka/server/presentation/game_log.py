"""The game log as one viewer saw it, in numbered lines that can be rendered in any language."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kamchatka.editions.chronicle import Group
from kamchatka.kernel.table import Fact
from kamchatka.server.protocol.scene_types import LogLine
from kamchatka.words import Words
from kamchatka.words.story import Stories
from kamchatka.words.words import SILENT

LATEST = 200  # lines in a whole scene; a replay has them all


class LogPosition(NamedTuple):
    """Where a version's lines begin: its first group, and the number of its first line."""

    group: int
    line: int


class GameLog:
    """One viewer's log, by version. A battle in progress rewrites its last line."""

    def __init__(self, stories: Stories, viewer: int | None) -> None:
        self.groups: list[Group] = []
        self.first = int(stories.match.forgotten)  # the version that the first mark belongs to
        self.is_cut = self.first > 0  # earlier versions are forgotten, so line numbers have changed
        self.marks: list[LogPosition] = []  # by version
        self.next = LogPosition(0, 0)
        # by language, for the current version: whole scenes are requested often
        self._latest: dict[str, tuple[LogLine, ...]] = {}
        self.stories = Stories(stories.words, stories.match)
        self.stories.groups_of[viewer] = self.groups
        for entry in stories.match.entries:
            self.stories.hear(entry.facts)
            self.add()
        self.stories = stories  # from here on, facts arrive through the shared stories
        stories.groups_of[viewer] = self.groups

    def add(self) -> None:
        """Record one more version, whose facts the stories have received."""
        self._latest = {}
        self.marks.append(self.next)
        told, words = self.stories.tell_group, self.stories.words
        closed = sum([len(told(group, words)) for group in self.groups[self.next.group : -1]])
        self.next = LogPosition(max(0, len(self.groups) - 1), self.next.line + closed)

    def trim(self, first: int) -> None:
        """Forget the lines before a version."""
        cut = first - self.first
        if cut > 0:
            gone = self.marks[cut].group
            del self.groups[:gone]
            self.marks = [LogPosition(mark.group - gone, mark.line) for mark in self.marks[cut:]]
            self.next = LogPosition(self.next.group - gone, self.next.line)
            self.first = first

    def since(self, words: Words, version: int) -> tuple[LogLine, ...]:
        """Return the lines that were added or rewritten after a version."""
        known = 0 <= version - self.first < len(self.marks)
        return self._tell(words, self.marks[version - self.first]) if known else ()

    def latest(self, words: Words) -> tuple[LogLine, ...]:
        """Return the last lines, rendered once per version and language."""
        if words.language not in self._latest:
            self._latest[words.language] = self._last(words)
        return self._latest[words.language]

    def _last(self, words: Words) -> tuple[LogLine, ...]:
        for version in range(len(self.marks) - 1, -1, -1):
            if self.next.line - self.marks[version].line >= LATEST or version == 0:
                return self._tell(words, self.marks[version])[-LATEST:]
        return ()

    def _tell(self, words: Words, mark: LogPosition) -> tuple[LogLine, ...]:
        told = [sentence for group in self.groups[mark.group :] for sentence in self.stories.tell_group(group, words)]
        return tuple(
            [
                LogLine(mark.line + n, one.seat, one.text, one.rules, one.is_heading, one.detail)
                for n, one in enumerate(told)
            ]
        )


def facts_seen(facts: Sequence[Fact], viewer: int | None) -> Iterator[Fact]:
    """Yield the visible facts as this viewer may know them; None stands for the whole truth."""
    for fact in facts:
        if not isinstance(fact, SILENT):
            yield fact if viewer is None else fact.seen_by(viewer)
