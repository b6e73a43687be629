"""A table as delayed spectators see it: everything they are sent was recorded when it happened.

A late view never reads the current table. It has its own match, and takes clocks, presence and chat from what was
recorded with each moment.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kamchatka.match import Entry, apply_entry
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.presenter import Presenter, TableContext
from kamchatka.server.presentation.replica import RecentEntries

MOST_WAITING = 5_000  # moments waiting; beyond that, only entries are added


@dataclass(frozen=True)
class RecordedMoment:
    """Something that happened: an entry, a remark (`tell` sends it to one listener), or a change of presence."""

    at: float
    context: TableContext
    entry: Entry | None = None
    tell: Callable[[Listener], None] | None = None


class DelayedView:
    """The presenter of delayed spectators and their waiting moments. Times are those of the audience's clock."""

    def __init__(self, presenter: Presenter, delay: float, first: RecordedMoment) -> None:
        self.presenter = presenter
        self.delay = delay
        self.shown = first  # the moment that spectators see now
        self.recent = RecentEntries(presenter.match)
        self.waiting: deque[RecordedMoment] = deque()

    def record(self, moment: RecordedMoment) -> None:
        """Queue a moment that happens now and will be seen later."""
        if moment.entry is not None or len(self.waiting) < MOST_WAITING:
            self.waiting.append(moment)

    def hold_back(self, moments: Sequence[RecordedMoment]) -> None:
        """Queue moments from before the room was opened that are too recent to be seen."""
        self.waiting.extendleft(reversed(moments))

    def due(self, now: float, all: bool = False) -> Iterator[RecordedMoment]:
        """Yield the moments that may be seen by now, in order. Each becomes the one shown."""
        while self.waiting and (all or self.waiting[0].at + self.delay <= now):
            self.shown = self.waiting.popleft()
            if self.shown.entry is not None:
                apply_entry(self.presenter.match, self.shown.entry)
                self.presenter.on_entry(self.shown.entry)
                self.recent.trim()
            yield self.shown

    def due_in(self, now: float) -> float | None:
        """Return the seconds until the next moment may be seen; None if none waits."""
        return max(0.0, self.waiting[0].at + self.delay - now) if self.waiting else None

    def context(self, now: float) -> TableContext:
        """Return the context as it was `delay` seconds ago, with clocks advanced since the moment shown."""
        return self.shown.context.later(max(0.0, now - self.delay - self.shown.at))
