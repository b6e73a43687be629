"""Everybody who looks at a table: messages are drawn once for those who see alike. Spectators may see later."""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence

from kamchatka.match import Entry, Match
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.presenter import Presenter, TableContext, Viewpoint
from kamchatka.server.presentation.replica import copy_of
from kamchatka.server.protocol.messages import ServerMessage

MOST_MISSED = 60  # versions that a returning client may catch up with; beyond, it gets the whole scene


class Audience:
    """The listeners of one table and the presenters that show it to them; none before the game begins."""

    def __init__(self, context: Callable[[], TableContext], delay: float) -> None:
        self.context = context
        self.delay = delay
        self.listeners: set[Listener] = set()
        self.live: Presenter | None = None
        self.late: Presenter | None = None  # for spectators of a table with a delay
        self.pending: deque[tuple[float, Entry]] = deque()

    def open(self, match: Match, players: Sequence[str]) -> None:
        """The game has begun, or was taken up: from now on it is shown."""
        self.live = Presenter(match, players)
        if self.delay > 0 and not match.is_over:
            self.late = Presenter(copy_of(match), players)

    def presenter_of(self, listener: Listener) -> Presenter | None:
        """Who sits at the table sees it as it is; others perhaps a little later."""
        return self.late if self.late is not None and not listener.yours else self.live

    @property
    def watchers(self) -> int:
        """Those who sit at no seat."""
        return sum(1 for listener in self.listeners if not listener.yours)

    # -------------------------------------------------------------- showing
    def show_scene(self, listener: Listener, after: int | None = None) -> None:
        """The whole picture, or what a returning client has missed."""
        presenter = self.presenter_of(listener)
        if presenter is None:
            return
        version = len(presenter.match.entries)
        presenter.last.setdefault(listener.viewer, presenter.places(listener.viewer))
        presenter.log(listener.viewer)
        if after is not None and 0 < after <= version and version - after <= MOST_MISSED:
            listener.send(presenter.moved(listener.viewpoint, self.context(), after, presenter.places(listener.viewer)))
        else:
            listener.send(presenter.scene(listener.viewpoint, self.context()))

    def show(self, entry: Entry) -> None:
        """An entry that is durable."""
        assert self.live is not None
        self.live.on_entry(entry)
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
            self.late.match.apply_entry(entry)
            self.late.on_entry(entry)
            self._show_moved(self.late)

    def late_in(self) -> float | None:
        """Seconds until spectators see something."""
        return max(0.0, self.pending[0][0] - time.monotonic()) if self.pending else None

    def _show_moved(self, presenter: Presenter) -> None:
        looking = [listener for listener in self.listeners if self.presenter_of(listener) is presenter]
        presenter.forget({listener.viewer for listener in looking})
        context, after = self.context(), len(presenter.match.entries) - 1
        changed = {viewer: presenter.changed(viewer) for viewer in {listener.viewer for listener in looking}}
        self._each(looking, lambda viewpoint: presenter.moved(viewpoint, context, after, changed[viewpoint.viewer]))

    def show_presence(self) -> None:
        """Who is here has changed."""
        context = self.context()
        for presenter in (self.live, self.late):
            if presenter is not None:
                looking = [listener for listener in self.listeners if self.presenter_of(listener) is presenter]
                self._each(looking, lambda viewpoint, presenter=presenter: presenter.presence(viewpoint, context))  # type: ignore[misc]

    @staticmethod
    def _each(listeners: Iterable[Listener], build: Callable[[Viewpoint], ServerMessage]) -> None:
        """Build and write each message once for all who see alike."""
        written: dict[Viewpoint, bytes] = {}
        for listener in listeners:
            viewpoint = listener.viewpoint
            if viewpoint not in written:
                written[viewpoint] = encode(build(viewpoint))
            listener.send_bytes(written[viewpoint])
