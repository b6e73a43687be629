"""A table as spectators see it who see later: everything they are sent was recorded when it happened, and waits.

Nothing here can ask how the table stands now: a late view has a match of its own, and of the rest (clocks, who is here,
what is said) only what was recorded with each moment.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kamchatka.match import Entry
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.presenter import Presenter, TableContext

MOST_WAITING = 5_000  # moments; more comings and goings than that are not worth a picture of their own


@dataclass(frozen=True)
class RecordedMoment:
    """Something that happened: an entry, a remark (`tell` says it to one listener), or people came and went."""

    at: float
    context: TableContext
    entry: Entry | None = None
    tell: Callable[[Listener], None] | None = None


class LateView:
    """The presenter of late spectators and what waits for them. Times are those of the audience's clock."""

    def __init__(self, presenter: Presenter, delay: float, first: RecordedMoment) -> None:
        self.presenter = presenter
        self.delay = delay
        self.shown = first  # the moment that spectators see
        self.waiting: deque[RecordedMoment] = deque()

    def record(self, moment: RecordedMoment) -> None:
        """It happens now, and will be seen later."""
        if moment.entry is not None or len(self.waiting) < MOST_WAITING:
            self.waiting.append(moment)

    def hold_back(self, moments: Sequence[RecordedMoment]) -> None:
        """What happened before the room was opened, but too lately to be seen."""
        self.waiting.extendleft(reversed(moments))

    def due(self, now: float, all: bool = False) -> Iterator[RecordedMoment]:
        """The moments that may be seen by now, one after another; each is what is shown from then on."""
        while self.waiting and (all or self.waiting[0].at + self.delay <= now):
            self.shown = self.waiting.popleft()
            if self.shown.entry is not None:
                self.presenter.match.apply_entry(self.shown.entry)
                self.presenter.on_entry(self.shown.entry)
            yield self.shown

    def due_in(self, now: float) -> float | None:
        """Seconds until something may be seen."""
        return max(0.0, self.waiting[0].at + self.delay - now) if self.waiting else None

    def context(self, now: float) -> TableContext:
        """The table around the game as it was then: clocks have run on since the moment that is shown."""
        return self.shown.context.later(max(0.0, now - self.delay - self.shown.at))
