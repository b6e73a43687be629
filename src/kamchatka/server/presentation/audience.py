"""The audience of a table: each message is built once per viewpoint. Spectators may see the game with a delay."""

from collections.abc import Callable, Iterable, Sequence

from kamchatka.match import Entry, Match
from kamchatka.server.clock import monotonic
from kamchatka.server.presentation.delayed_view import DelayedView, RecordedMoment
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.presentation.presenter import Presenter, TableContext, Viewpoint
from kamchatka.server.presentation.replica import copy_of
from kamchatka.server.protocol.messages import ServerMessage

MOST_MISSED = 60  # versions that a returning client may catch up with; beyond, it gets the whole scene


class Audience:
    """The listeners of one table and the presenters of its game; there are no presenters before the game begins."""

    def __init__(
        self, context: Callable[[], TableContext], delay: float, clock: Callable[[], float] = monotonic
    ) -> None:
        self.context = context
        self.delay = delay
        self.clock = clock
        self.listeners: set[Listener] = set()
        self.live: Presenter | None = None
        self.late: DelayedView | None = None  # for spectators of a table with a delay, until the game is over

    def open(self, match: Match, players: Sequence[str]) -> None:
        """Show the game that has just begun. Its setup is shown to everybody without delay."""
        self.live = Presenter(match, players)
        if self.delay > 0 and not match.is_over:
            begun = RecordedMoment(self.clock(), self.context())
            self.late = DelayedView(Presenter(copy_of(match), players), self.delay, begun)

    def reopen(
        self, match: Match, players: Sequence[str], late: Match | None, held: Sequence[tuple[float, Entry]]
    ) -> None:
        """Show a game loaded from the store.

        `late` is the spectators' match, `held` the entries still hidden with their age in seconds.
        """
        self.live = Presenter(match, players)
        if late is not None:
            now, context = self.clock(), self.context()
            bare = context.bare()  # presence at that time is unknown
            self.late = DelayedView(Presenter(late, players), self.delay, RecordedMoment(now - self.delay, bare))
            self.late.hold_back([RecordedMoment(now - age, bare, entry) for age, entry in held])
            self.late.record(RecordedMoment(now, context))

    def sees_late(self, listener: Listener) -> bool:
        """Whether the listener is a spectator of a table with a delay."""
        return self.late is not None and not listener.yours

    def presenter_of(self, listener: Listener) -> Presenter | None:
        """Return the presenter of this listener's view."""
        return self.late.presenter if self.late is not None and self.sees_late(listener) else self.live

    @property
    def public_match(self) -> Match:
        """The match as anybody may see it by now. Lists are made from it."""
        assert self.live is not None
        return self.live.match if self.late is None else self.late.presenter.match

    @property
    def watchers(self) -> int:
        """Number of listeners without a seat."""
        return sum(1 for listener in self.listeners if not listener.yours)

    # -------------------------------------------------------------- sending
    def show_scene(self, listener: Listener, after: int | None = None) -> None:
        """Send the whole scene, or what a returning client has missed."""
        presenter = self.presenter_of(listener)
        if presenter is None:
            return
        late = self.late if self.sees_late(listener) else None
        context = late.context(self.clock()) if late is not None else self.context()
        version = presenter.match.version
        presenter.last = presenter.last or presenter.places()
        log = presenter.log(listener.viewpoint.viewer)
        can_catch_up = after is not None and after > 0 and version - after <= MOST_MISSED and not log.is_cut
        if after is not None and can_catch_up and presenter.match.since(after) is not None:
            listener.send(presenter.build_moved(listener.viewpoint, context, after, presenter.places()))
        else:
            listener.send(presenter.scene(listener.viewpoint, context))

    def show(self, *entries: Entry) -> None:
        """Send stored entries, combined in one message."""
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
        """Send the current presence to all listeners."""
        if self.live is None:
            return
        context = self.context()
        self._show_presence(self.live, context)
        if self.late is not None:
            self.late.record(RecordedMoment(self.clock(), context))

    def tell(self, speaker: Listener, say: Callable[[Listener], None]) -> None:
        """Pass a remark on. Delayed spectators get a player's remark together with the play of that time."""
        held = self.late is not None and not self.sees_late(speaker)
        for listener in self.listeners:
            if not (held and self.sees_late(listener)):
                say(listener)
        if self.late is not None and held:
            self.late.record(RecordedMoment(self.clock(), self.context(), tell=say))

    def show_late(self, all: bool = False) -> None:
        """Send delayed spectators what they may see by now; `all` sends everything."""
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
        """Return the seconds until delayed spectators see something; None if nothing waits."""
        return self.late.due_in(self.clock()) if self.late is not None else None

    # -------------------------------------------------------------- shared messages
    def _looking(self, presenter: Presenter) -> list[Listener]:
        return [listener for listener in self.listeners if self.presenter_of(listener) is presenter]

    def _show_moved(self, presenter: Presenter, context: TableContext, new: int = 1) -> None:
        looking, after = self._looking(presenter), presenter.match.version - new
        presenter.forget({listener.viewpoint.viewer for listener in looking})
        if looking:
            changed = presenter.take_changes()
            self._each(looking, lambda viewpoint: presenter.build_moved(viewpoint, context, after, changed))

    def _show_presence(self, presenter: Presenter, context: TableContext) -> None:
        self._each(self._looking(presenter), lambda viewpoint: presenter.presence(viewpoint.language, context))

    @staticmethod
    def _each(listeners: Iterable[Listener], build: Callable[[Viewpoint], ServerMessage]) -> None:
        """Build and encode each message once per viewpoint."""
        written: dict[Viewpoint, bytes] = {}
        for listener in listeners:
            viewpoint = listener.viewpoint
            if viewpoint not in written:
                written[viewpoint] = encode(build(viewpoint))
            listener.send_bytes(written[viewpoint])
