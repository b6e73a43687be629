"""Everybody who looks at a table: messages are drawn once for those who see alike. Spectators may see later."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from kamchatka.match import Entry, Match
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.presenter import Around, Eyes, Stage
from kamchatka.server.protocol.messages import Answer
from kamchatka.server.tables.stored_match import twin

MOST_MISSED = 60  # versions that a returning client may catch up with; beyond, it gets the whole scene


class Audience:
    """The listeners of one table and the stages they look at; none before the game begins."""

    def __init__(self, around: Callable[[], Around], delay: float) -> None:
        self.around = around
        self.delay = delay
        self.listeners: set[Listener] = set()
        self.live: Stage | None = None
        self.late: Stage | None = None  # for spectators of a table with a delay
        self.pending: deque[tuple[float, Entry]] = deque()

    def open(self, match: Match, players: Sequence[str]) -> None:
        """The game has begun, or was taken up: from now on it is shown."""
        self.live = Stage(match, players)
        if self.delay > 0 and not match.is_over:
            replica = twin(match)
            for entry in match.entries:
                replica.take_up(entry)
            self.late = Stage(replica, players)

    def stage_of(self, listener: Listener) -> Stage | None:
        """Who sits at the table sees it as it is; others perhaps a little later."""
        return self.late if self.late is not None and not listener.yours else self.live

    @property
    def watchers(self) -> int:
        """Those who sit at no seat."""
        return sum(1 for listener in self.listeners if not listener.yours)

    # -------------------------------------------------------------- showing
    def show_scene(self, listener: Listener, after: int | None = None) -> None:
        """The whole picture, or what a returning client has missed."""
        stage = self.stage_of(listener)
        if stage is None:
            return
        version = len(stage.match.entries)
        stage.last.setdefault(listener.viewer, stage.places(listener.viewer))
        stage.chronicle(listener.viewer)
        if after is not None and 0 < after <= version and version - after <= MOST_MISSED:
            listener.tell(stage.moved(listener.eyes, self.around(), after, stage.places(listener.viewer)))
        else:
            listener.tell(stage.scene(listener.eyes, self.around()))

    def show(self, entry: Entry) -> None:
        """An entry that is durable."""
        assert self.live is not None
        self.live.hear(entry)
        self._show_moved(self.live)
        if self.late is not None:
            self.pending.append((time.monotonic() + self.delay, entry))
            if self.live.match.is_over:
                self.pending = deque((0.0, waiting) for _, waiting in self.pending)
                self.show_late()

    def show_late(self) -> None:
        """What spectators may see by now."""
        while self.late is not None and self.pending and self.pending[0][0] <= time.monotonic():
            entry = self.pending.popleft()[1]
            self.late.match.take_up(entry)
            self.late.hear(entry)
            self._show_moved(self.late)

    def late_in(self) -> float | None:
        """Seconds until spectators see something."""
        return max(0.0, self.pending[0][0] - time.monotonic()) if self.pending else None

    def _show_moved(self, stage: Stage) -> None:
        looking = [listener for listener in self.listeners if self.stage_of(listener) is stage]
        stage.forget({listener.viewer for listener in looking})
        around, after = self.around(), len(stage.match.entries) - 1
        changed = {viewer: stage.changed(viewer) for viewer in {listener.viewer for listener in looking}}
        self._each(looking, lambda eyes: stage.moved(eyes, around, after, changed[eyes.viewer]))

    def show_presence(self) -> None:
        """Who is here has changed."""
        around = self.around()
        for stage in (self.live, self.late):
            if stage is not None:
                looking = [listener for listener in self.listeners if self.stage_of(listener) is stage]
                self._each(looking, lambda eyes, stage=stage: stage.presence(eyes, around))  # type: ignore[misc]

    @staticmethod
    def _each(listeners: Iterable[Listener], build: Callable[[Eyes], Answer]) -> None:
        """Build and write each message once for all who see alike."""
        written: dict[Eyes, bytes] = {}
        for listener in listeners:
            if listener.eyes not in written:
                written[listener.eyes] = encode(build(listener.eyes))
            listener.send(written[listener.eyes])
