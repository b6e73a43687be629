"""Everybody who looks at a table: messages are drawn once for those who see alike. Spectators may see later."""

import time
from collections.abc import Callable, Iterable, Sequence

from kamchatka.match import Entry, Match
from kamchatka.server.presentation.late_view import LateView, RecordedMoment
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.presenter import Presenter, TableContext, Viewpoint
from kamchatka.server.presentation.replica import copy_of
from kamchatka.server.protocol.messages import ServerMessage

MOST_MISSED = 60  # versions that a returning client may catch up with; beyond, it gets the whole scene


class Audience:
    """The listeners of one table and the presenters that show it to them; none before the game begins."""

    def __init__(
        self, context: Callable[[], TableContext], delay: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.context = context
        self.delay = delay
        self.clock = clock
        self.listeners: set[Listener] = set()
        self.live: Presenter | None = None
        self.late: LateView | None = None  # for spectators of a table with a delay, until the game is over

    def open(self, match: Match, players: Sequence[str]) -> None:
        """The game has begun: from now on it is shown; its beginning to everybody at once."""
        self.live = Presenter(match, players)
        if self.delay > 0 and not match.is_over:
            begun = RecordedMoment(self.clock(), self.context())
            self.late = LateView(Presenter(copy_of(match), players), self.delay, begun)

    def reopen(
        self, match: Match, players: Sequence[str], late: Match | None, held: Sequence[tuple[float, Entry]]
    ) -> None:
        """The game was taken up: spectators go on from a match of their own; `held` entries are so many seconds old."""
        self.live = Presenter(match, players)
        if late is not None:
            now, context = self.clock(), self.context()
            bare = context.bare()  # nobody knows any more who was here then
            self.late = LateView(Presenter(late, players), self.delay, RecordedMoment(now - self.delay, bare))
            self.late.hold_back([RecordedMoment(now - age, bare, entry) for age, entry in held])
            self.late.record(RecordedMoment(now, context))

    def sees_late(self, listener: Listener) -> bool:
        """Who sits at the table sees it as it is; others perhaps a little later."""
        return self.late is not None and not listener.yours

    def presenter_of(self, listener: Listener) -> Presenter | None:
        """Who shows it to them."""
        return self.late.presenter if self.late is not None and self.sees_late(listener) else self.live

    @property
    def public_match(self) -> Match:
        """The game as anybody may see it by now: lists go by it."""
        assert self.live is not None
        return self.live.match if self.late is None else self.late.presenter.match

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
        late = self.late if self.sees_late(listener) else None
        context = late.context(self.clock()) if late is not None else self.context()
        version = len(presenter.match.entries)
        presenter.last = presenter.last or presenter.places()
        presenter.log(listener.viewpoint.viewer)
        if after is not None and 0 < after <= version and version - after <= MOST_MISSED:
            listener.send(presenter.moved(listener.viewpoint, context, after, presenter.places()))
        else:
            listener.send(presenter.scene(listener.viewpoint, context))

    def show(self, *entries: Entry) -> None:
        """Entries that are durable, in one message."""
        assert self.live is not None
        for entry in entries:
            self.live.on_entry(entry)
        context = self.context()
        self._show_moved(self.live, context, len(entries))
        if self.late is not None:
            for entry in entries:
                self.late.record(RecordedMoment(self.clock(), context, entry))
            if self.live.match.is_over:
                self.show_late(all=True)
                self.late = None  # nothing is held back any more

    def show_presence(self) -> None:
        """Who is here has changed."""
        if self.live is None:
            return
        context = self.context()
        self._show_presence(self.live, context)
        if self.late is not None:
            self.late.record(RecordedMoment(self.clock(), context))

    def tell(self, speaker: Listener, say: Callable[[Listener], None]) -> None:
        """Somebody speaks: late spectators hear a player when they see what was played then."""
        held = self.late is not None and not self.sees_late(speaker)
        for listener in self.listeners:
            if not (held and self.sees_late(listener)):
                say(listener)
        if self.late is not None and held:
            self.late.record(RecordedMoment(self.clock(), self.context(), tell=say))

    def show_late(self, all: bool = False) -> None:
        """What spectators may see by now."""
        late = self.late
        for moment in late.due(self.clock(), all) if late is not None else ():
            assert late is not None
            if moment.entry is not None:
                self._show_moved(late.presenter, moment.context)
            elif moment.tell is None:
                self._show_presence(late.presenter, moment.context)
            else:
                for listener in self._looking(late.presenter):
                    moment.tell(listener)

    def late_in(self) -> float | None:
        """Seconds until spectators see something."""
        return self.late.due_in(self.clock()) if self.late is not None else None

    # -------------------------------------------------------------- to all who see alike
    def _looking(self, presenter: Presenter) -> list[Listener]:
        return [listener for listener in self.listeners if self.presenter_of(listener) is presenter]

    def _show_moved(self, presenter: Presenter, context: TableContext, new: int = 1) -> None:
        looking, after = self._looking(presenter), len(presenter.match.entries) - new
        presenter.forget({listener.viewpoint.viewer for listener in looking})
        if looking:
            changed = presenter.changed()
            self._each(looking, lambda viewpoint: presenter.moved(viewpoint, context, after, changed))

    def _show_presence(self, presenter: Presenter, context: TableContext) -> None:
        self._each(self._looking(presenter), lambda viewpoint: presenter.presence(viewpoint.language, context))

    @staticmethod
    def _each(listeners: Iterable[Listener], build: Callable[[Viewpoint], ServerMessage]) -> None:
        """Build and write each message once for all who see alike."""
        written: dict[Viewpoint, bytes] = {}
        for listener in listeners:
            viewpoint = listener.viewpoint
            if viewpoint not in written:
                written[viewpoint] = encode(build(viewpoint))
            listener.send_bytes(written[viewpoint])
