"""Handles client messages at a table and answers them. Runs inside the room's task, one message at a time."""

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakKeyDictionary

import msgspec
import structlog

from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Match
from kamchatka.odds.forecast import Forecast
from kamchatka.server import supervision
from kamchatka.server.bots.suggestions import Suggester, advice_for, check_allowed
from kamchatka.server.clock import monotonic
from kamchatka.server.display_names import in_words
from kamchatka.server.faults import Fault
from kamchatka.server.limit_table import QUESTION
from kamchatka.server.limits import Clock, TokenBucket
from kamchatka.server.presentation.listener import Listener
from kamchatka.server.presentation.placements import rest_of
from kamchatka.server.presentation.table_info import table_seen
from kamchatka.server.protocol.messages import (
    Act,
    AnyClientMessage,
    Back,
    BotPace,
    Chances,
    Changed,
    Done,
    MostDice,
    Mute,
    Odds,
    Ping,
    PlaceRest,
    Pong,
    Reason,
    Refused,
    Resync,
    Say,
    Sit,
    SpeakLanguage,
    Stale,
    Suggest,
    Trouble,
    Undo,
    Why,
)
from kamchatka.server.storage.errors import Fenced
from kamchatka.server.tables.attack_odds import chances, chances_elsewhere, is_light
from kamchatka.server.tables.chat import Chat
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.room_context import sitting
from kamchatka.server.tables.stored_match import StoredMatch
from kamchatka.server.work.budget import Asker
from kamchatka.texts import languages

log = structlog.get_logger()


class MessageHandler:
    """Handles the messages of one room's listeners."""

    def __init__(self, room: Room, chat: Chat, clock: Clock = monotonic) -> None:
        self.room = room
        self.clock = clock
        self.chat = chat
        self.questions: WeakKeyDictionary[Listener, TokenBucket] = WeakKeyDictionary()
        self.computing: set[asyncio.Task[None]] = set()  # large battles computed by a worker

    # -------------------------------------------------------------- entering and leaving
    async def enter(self, listener: Listener, after: int | None) -> None:
        """Add a listener: send them the table and announce them to others."""
        room = self.room
        listener.yours = room.table.seats_of(listener.user_id)
        listener.viewer = listener.yours[0] if len(listener.yours) == 1 else ONLOOKER
        room.audience.listeners.add(listener)
        if listener.user is not None:
            room.attendance.came(listener.user.id)
            listener.muted = set(await room.services.store.mutes(listener.user.id))
        self.show(listener, after)
        await self.chat.recall(listener)
        if listener.yours:
            room.audience.show_presence()
        self.send_table()
        room.bots.wake()

    async def leave(self, listener: Listener) -> None:
        """Remove a listener. A user with another open socket stays present."""
        room = self.room
        room.audience.listeners.discard(listener)
        here = {other.user_id for other in room.audience.listeners}
        if listener.user is not None and room.stored is not None and listener.user.id not in here:
            room.attendance.went(listener.user.id, room.stored.now)
        if listener.yours:
            room.audience.show_presence()
        self.send_table()
        is_idle = room.stored is not None and not room.is_over and not room.audience.listeners
        if is_idle and not room.has_people and not room.table.is_official:
            await room.call_off()  # all players have left for good, and nobody watches the bots

    def show(self, listener: Listener, after: int | None = None) -> None:
        """Send the game, or the table while it waits for players."""
        if self.room.stored is not None:
            self.room.audience.show_scene(listener, after)
        else:
            listener.send(self._build_changed(listener))

    def send_table(self) -> None:
        """Send a waiting table to all listeners."""
        if self.room.stored is None:
            for listener in self.room.audience.listeners:
                listener.send(self._build_changed(listener))

    def _build_changed(self, listener: Listener) -> Changed:
        room = self.room
        plain = table_seen(room.table, room.audience.watchers, room.is_over, room.bot_pace)
        seen = in_words(plain, listener.language)
        you = listener.viewer if listener.viewer != ONLOOKER else None
        most_dice = tuple(seat for seat in listener.yours if room.table.seats[seat].most_dice)
        return Changed(seen, sitting(room), you, listener.yours, most_dice)

    # -------------------------------------------------------------- messages
    async def handle(self, listener: Listener, message: AnyClientMessage) -> None:
        """Handle one message. Errors are sent to its sender only."""
        await self._report_errors(listener, message, self._dispatch(listener, message))

    async def _report_errors(self, listener: Listener, message: AnyClientMessage, work: Awaitable[None]) -> None:
        try:
            await work
        except Fenced:
            raise
        except Fault as fault:
            self.room.services.metrics.count_refusal(fault.code)
            listener.send(_trouble(fault, listener, message))
        except Problem as problem:
            self.room.services.metrics.count_refusal("problem")
            listener.send(Trouble("problem", problem.sentence(listener.language), getattr(message, "nonce", "")))

    async def _dispatch(self, listener: Listener, message: AnyClientMessage) -> None:
        if isinstance(message, Why | Odds | Suggest | SpeakLanguage | Sit | MostDice | PlaceRest | BotPace | Resync):
            fresh = TokenBucket.of(QUESTION, self.room.services.settings, clock=self.clock)
            bucket = self.questions.setdefault(listener, fresh)
            if not bucket.take():
                raise Fault("too_many")
        match message:
            case Act():
                await self._act(listener, message)
            case Undo():
                await self._undo(listener, message)
            case Why():
                self._why(listener, message)
            case Odds():
                self._odds(listener, message)
            case Suggest():
                self._suggest(listener, message)
            case Say():
                await self.chat.say(listener, message)
            case Mute():
                await self.chat.mute(listener, message)
            case SpeakLanguage():
                self._speak(listener, message.language)
            case Sit():
                self._sit(listener, message)
            case MostDice():
                await self._most_dice(listener, message)
            case PlaceRest():
                self._place_rest(listener)
            case BotPace():
                self._bot_pace(listener, message)
            case Back():
                self._back(listener)
            case Resync():
                self.show(listener)
            case Ping():
                self._pong(listener, message)

    def _playing(self, listener: Listener) -> StoredMatch:
        """Return the running game if the listener plays in it; raise a Fault otherwise."""
        if self.room.stored is None:
            raise Fault("wrong_time", "not_begun")
        if listener.viewer == ONLOOKER:
            raise Fault("not_seated")
        return self.room.stored

    async def _undo(self, listener: Listener, message: Undo) -> None:
        """Take back the latest action of one of this client's seats."""
        self._playing(listener)
        seat = self.room.undo_seat if self.room.undo_seat in listener.yours else listener.viewer
        await self._play(listener, message, seat, self.room.undo)

    async def _act(self, listener: Listener, message: Act) -> None:
        async def act(seat: int, author: int, nonce: str) -> None:
            await self.room.perform(seat, message.act, author, nonce)

        await self._play(listener, message, listener.viewer, act)

    async def _play(
        self, listener: Listener, message: Act | Undo, seat: int, act: Callable[[int, int, str], Awaitable[None]]
    ) -> None:
        """Do for a seat what a message asks, once, unless the table has changed since its client looked."""
        stored, user, metrics = self._playing(listener), listener.user_id, self.room.services.metrics
        assert user is not None
        if (done := stored.nonces.get((user, message.nonce))) is not None:
            listener.send(Done(message.nonce, done))
            return
        if not stored.is_undisturbed(seat, message.after):
            metrics.count_refusal("stale")
            listener.send(Stale(message.nonce, stored.version))
            self.show(listener)
            return
        try:
            await act(seat, user, message.nonce)
        except Refusal as refusal:
            metrics.count_refusal("rule")
            text, rule_text = self._sentences(listener, stored, refusal)
            listener.send(Refused(message.nonce, text, refusal.rule, rule_text, refusal.clause))
            return
        listener.send(Done(message.nonce, stored.nonces[user, message.nonce]))
        self.room.publish()
        metrics.shown.observe(monotonic() - listener.heard_at)

    def _why(self, listener: Listener, message: Why) -> None:
        stored = self._playing(listener)
        refusal = stored.match.why_not(message.act, listener.viewer)
        if refusal is None:
            listener.send(Reason(message.nonce, True))
        else:
            text, rule_text = self._sentences(listener, stored, refusal)
            listener.send(Reason(message.nonce, False, text, refusal.rule, rule_text))

    def _speak(self, listener: Listener, language: str) -> None:
        if language not in languages():
            raise Fault("malformed", "no_language", name=language, known=", ".join(languages()))
        listener.language = language
        self.show(listener)

    @staticmethod
    def _sentences(listener: Listener, stored: StoredMatch, refusal: Refusal) -> tuple[str, str]:
        """Return why the action is refused in this case, and the rule's text."""
        return stored.why(refusal, listener.language), refusal.text(listener.language)

    def _odds(self, listener: Listener, message: Odds) -> None:
        presenter = self.room.audience.presenter_of(listener)
        if presenter is None:
            raise Fault("wrong_time", "not_begun")
        if is_light(presenter.match, message):
            _send_odds(listener, message, chances(presenter.match, message))
        else:
            self._compute_odds(listener, message, presenter.match)

    def _compute_odds(self, listener: Listener, message: Odds, match: Match) -> None:
        """Compute a large battle in a worker, while the table goes on."""
        found = chances_elsewhere(match, message, self.room.services.work, self._asker(listener))

        async def answer() -> None:
            _send_odds(listener, message, await found)

        self._answer_later(listener, message, answer())

    def _suggest(self, listener: Listener, message: Suggest) -> None:
        """Ask a worker which move the Captain bot would make."""
        stored, seat = self._playing(listener), listener.viewer
        check_allowed(self.room.table)
        if seat not in stored.match.awaited:
            raise Fault("wrong_time", "not_asked")
        found = advice_for(stored.match, seat, self.room.services.work, self._asker(listener))
        presenter = self.room.audience.presenter_of(listener)
        assert presenter is not None
        words = presenter.builders[listener.language].words
        suggester = Suggester(words, stored.match, stored.version, message.nonce)

        async def answer() -> None:
            listener.send(suggester.answer(await found))

        self._answer_later(listener, message, answer())

    def _asker(self, listener: Listener) -> Asker:
        """Return the account that worker time is charged to."""
        table = f"table {self.room.table.id}"
        return Asker(table if listener.user is None else f"user {listener.user.id}", table)

    def _answer_later(self, listener: Listener, message: AnyClientMessage, answer: Awaitable[None]) -> None:
        """Send an answer once a worker has computed it."""

        def answer_bug(error: Exception) -> None:
            log.error("not answered", table=self.room.table.id, message=type(message).__name__, exc_info=error)
            listener.send(_trouble(Fault("bug"), listener, message))

        task = supervision.start("answer", self._report_errors(listener, message, answer), answer_bug)
        self.computing.add(task)
        task.add_done_callback(self.computing.discard)

    def _sit(self, listener: Listener, message: Sit) -> None:
        if message.seat not in listener.yours:
            raise Fault("not_seated")
        listener.viewer, listener.open = message.seat, message.open
        self.show(listener)

    async def _most_dice(self, listener: Listener, message: MostDice) -> None:
        """Toggle auto-defend for one of this client's seats. Other users are not told."""
        room, seat = self.room, message.seat
        if seat not in listener.yours:
            raise Fault("not_seated")
        seats = list(room.table.seats)
        seats[seat] = msgspec.structs.replace(seats[seat], most_dice=message.on)
        changed = msgspec.structs.replace(room.table, seats=tuple(seats))
        await room.services.store.change_seats(changed)
        room.table = changed
        for other in room.audience.listeners:
            if other.user_id == listener.user_id:
                other.send(self._build_changed(other))
        await room.answer_for_seats()

    def _place_rest(self, listener: Listener) -> None:
        """Have a bot play this seat's remaining placements."""
        stored, seat, room = self._playing(listener), listener.viewer, self.room
        rest = rest_of(stored.match, seat) if room.table.may_leave_placements else ""
        if not rest or room.attendance.bot_plays(seat):
            raise Fault("wrong_time", "nothing_to_place")
        room.attendance.leave_placements(seat)
        room.audience.show_presence()
        room.bots.wake()

    def _bot_pace(self, listener: Listener, message: BotPace) -> None:
        """Change how fast bots play, where that concerns nobody else."""
        self._playing(listener)
        if not self.room.table.is_solitary or self.room.table.is_official:
            raise Fault("problem", "no_pace_among_people")
        self.room.bots.set_pace(message.pace, message.once)
        listener.send(self._build_changed(listener))

    def _pong(self, listener: Listener, message: Ping) -> None:
        """Answer, and note the reported lag for the clocks of this client's seats."""
        for seat in listener.yours:
            self.room.clocks.lag.reported[seat] = message.lag / 1000
        listener.send(Pong())

    def _back(self, listener: Listener) -> None:
        if listener.user is None or not listener.yours:
            raise Fault("not_seated")
        self.room.attendance.came(listener.user.id)
        self.room.audience.show_presence()


def _trouble(fault: Fault, listener: Listener, message: AnyClientMessage) -> Trouble:
    return Trouble(fault.code, fault.sentence(listener.language), getattr(message, "nonce", ""))


def _send_odds(listener: Listener, message: Odds, found: Forecast) -> None:
    listener.send(Chances(message.nonce, found.wins, found.lost, found.beaten, found.prelude))
