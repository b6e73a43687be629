"""A room: one table and one task. Everything that happens at the table happens here, one thing after another."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import msgspec
import structlog

from kamchatka.kernel.edges import wire
from kamchatka.kernel.game import REFEREE
from kamchatka.kernel.options import STOP, TIME_UP, Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.match import Match
from kamchatka.server.bots.bot_seats import BotSeats
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.audience import Audience
from kamchatka.server.storage.errors import Fenced, Unstorable, described
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.attendance import Attendance
from kamchatka.server.tables.clocks import Clocks, table_limit
from kamchatka.server.tables.job_queue import JobQueue
from kamchatka.server.tables.room_context import RoomContexts
from kamchatka.server.tables.room_host import RoomHost
from kamchatka.server.tables.standing_answer import most_dice
from kamchatka.server.tables.stored_match import StoredMatch, listed_as

T = TypeVar("T")
NOT_PLAYED = 0.1  # of `idle_minutes`: a game that is over, or has not begun, needs its room less
LOOK_EVERY = 15.0  # seconds between two looks whether the room is still needed, and still ours
QUEUE_LIMIT = 512  # jobs that may wait; more is a flood

log = structlog.get_logger()


class Room:
    """One table: before its game, during it, and after."""

    def __init__(self, table: TableRecord, server: RoomHost) -> None:
        self.server = server
        self.table = table
        self.stored: StoredMatch | None = None
        self.clocks = Clocks(table.agreed.clock, len(table.seats))
        self.attendance = Attendance(lambda: self.table, self.clocks)
        self.audience = Audience(RoomContexts(self).now, table.agreed.delay)
        self.shown = 0  # entries that everybody has been shown
        self.votes: set[int] = set()  # users who want to call the game off
        self.bots = BotSeats(self)
        self.queue = JobQueue()
        self.quiet_since = time.monotonic()
        self.is_closed = False
        self.ended = "storage"  # the code that those are told who still wait for something here
        self.task: asyncio.Task[None] | None = None

    @property
    def match(self) -> Match | None:
        """The game, once it has begun."""
        return self.stored.match if self.stored is not None else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.match is not None and self.match.is_over

    @property
    def has_people(self) -> bool:
        """Whether a person sits at the table, here or not."""
        return any(one.user is not None for one in self.table.seats)

    # -------------------------------------------------------------- the task
    async def open(self, played: float = 0.0) -> None:
        """Take the game up where it stands, and begin to work; clocks may have gone on while the room was closed."""
        if self.table.status != "waiting":
            stored = await StoredMatch.load(self.table, self.server.store, self._on_entry, played)
            self.stored = stored
            self.audience.reopen(stored.match, stored.players, stored.late, stored.held)
            stored.late, stored.held = None, []
            self.shown = stored.version
            self._opened()
        self.task = asyncio.create_task(self._work(), name=f"table {self.table.id}")

    def _opened(self) -> None:
        assert self.stored is not None
        self.attendance.everybody_away(self.stored.now)
        for listener in self.audience.listeners:
            if listener.user is not None:
                self.attendance.came(listener.user.id)

    async def submit(self, job: Callable[[], Awaitable[T]], *, always: bool = False) -> T:
        """Have something done in its turn; a Fault when too much is waiting, unless it must be done (`always`)."""
        if self.is_closed:
            raise Fault(self.ended)
        if self.queue.qsize() >= QUEUE_LIMIT and not always:
            raise Fault("too_many")
        return await self.queue.put(job)  # type: ignore[return-value]

    async def _work(self) -> None:
        await self.answer_for_seats()
        self.wake_bots()
        while not self.is_closed:
            if not self.queue.jobs and not await self.queue.wait(self._rest()):
                if self._is_ours():
                    await self._alarm()
                continue
            job, done = self.queue.jobs.popleft()
            try:
                if not self._is_ours():
                    raise Fenced
                answer = await job()
            except asyncio.CancelledError:  # the room was closed meanwhile
                if not done.done():
                    done.set_exception(Fault(self.ended))
                raise
            except Exception as error:
                if isinstance(error, Fenced):
                    self.move_out()
                if not done.done():
                    done.set_exception(error)
            else:
                if not done.done():
                    done.set_result(answer)

    def _is_ours(self) -> bool:
        """Whether nobody else has the table; else everybody here is sent to whoever has."""
        if not self.server.leases.holds(self.table.id, self.table.epoch):
            self.move_out()
        return not self.is_closed

    def _rest(self) -> float:
        """Seconds until this room has something to do by itself."""
        waits = [LOOK_EVERY, self.audience.late_in()]
        if self.stored is not None and not self.is_over:
            waits += [self.attendance.alarm_in(self.stored.now), self.time_left()]
        return min(wait for wait in waits if wait is not None) + 0.001

    async def _alarm(self) -> None:
        """Something is due."""
        try:
            self._show_late()
            if self.stored is not None and not self.is_over:
                if self.time_left() == 0.0:
                    await self.perform(REFEREE, Action(TIME_UP))
                    self.publish()
                elif self.attendance.relieve(self.stored.now):
                    self.audience.show_presence()
                self.wake_bots()
            await self._close_if_idle()
        except Fenced:
            self.move_out()
        except Fault as fault:
            log.error("alarm", table=self.table.id, code=fault.code)

    def _show_late(self) -> None:
        """Spectators with a delay, and lists, come to know what they may by now."""
        self.audience.show_late()
        if self.stored is not None:
            table = listed_as(self.table, self.audience.public_match)
            if table != self.table:
                self.table = table
                self.server.lobby_changed(table)

    async def _close_if_idle(self) -> None:
        """Nobody needs this room any more: it is opened again when somebody does."""
        if self.audience.listeners or self.bots.thinking or self.audience.late_in() is not None:
            self.quiet_since = time.monotonic()
        under_way = self.stored is not None and not self.is_over
        minutes = self.server.settings.idle_minutes * (1.0 if under_way else NOT_PLAYED)
        if time.monotonic() - self.quiet_since <= 60.0 * minutes or self.queue.jobs:
            return
        if under_way:
            await self.server.store.wake_at(self.table, self._due())
        if not self.queue.jobs and not self.audience.listeners:
            self.close()
            self.server.forget(self)

    # -------------------------------------------------------------- time
    def clocked(self) -> float | None:
        """The seconds played so far in a game against clocks that is under way."""
        return self.stored.now if self.stored is not None and not self.is_over and self.table.is_timed else None

    def time_left(self) -> float | None:
        """Seconds on the table's own clock, in a game that is played against it."""
        match = self.match
        limit = table_limit(match.rules) if match is not None else None
        if limit is None or self.stored is None or match is None or not match.options(REFEREE).allows(Action(TIME_UP)):
            return None
        return max(0.0, limit - self.stored.now)

    def _on_entry(self, match: Match, now: float, acted: int | None) -> None:
        self.clocks.update(match.awaited, int(match.state.turn), now, acted)

    def _due(self) -> float | None:
        """When the room must be awake, should it be closed or the server stop: in Unix seconds."""
        assert self.stored is not None
        if self.is_over:
            return None
        if self.bots.go_on() and any(self.attendance.bot_plays(seat) for seat in self.clocks.asked):
            return self.server.leases.now()
        waits = (self.attendance.alarm_in(self.stored.now), self.time_left())
        known = [wait for wait in waits if wait is not None]
        return self.server.leases.now() + min(known) if known else None

    # -------------------------------------------------------------- play
    async def begin(self) -> None:
        """The seats are settled: the game begins."""
        table = await self.server.judged(self.table)
        self.stored, self.table = await StoredMatch.begin(table, self.server.store, self._on_entry)
        self.audience.open(self.stored.match, self.stored.players)
        self.shown = self.stored.version
        self._opened()
        self.server.lobby_changed(self.table)
        self.wake_bots()
        self._call_absent()

    async def perform(
        self,
        seat: int,
        action: Action | wire.NamedAction,
        author: int | None = None,
        nonce: str | None = None,
        by_bot: bool = False,
    ) -> None:
        """Play it and write it down, and what seats have answered to it once for all; `publish` must follow.

        A Refusal leaves everything as it was.
        """
        await self._perform_one(seat, action, author, nonce, by_bot)
        while (standing := self._standing_answer()) is not None:
            await self._perform_one(*standing, None, None, by_bot=True)

    def _standing_answer(self) -> tuple[int, Action] | None:
        """A seat whose player need not be asked what is asked now, and the answer."""
        match = self.match
        for seat in () if match is None or match.is_over else match.awaited:
            if self.table.seats[seat].most_dice and not self.attendance.bot_plays(seat):
                assert match is not None
                answer = most_dice(match.options(seat))
                if answer is not None:
                    return seat, answer
        return None

    async def answer_for_seats(self) -> None:
        """Answer what is asked already, where a seat has its answer; and show it."""
        if (standing := self._standing_answer()) is not None:
            await self.perform(*standing, by_bot=True)
            self.publish()

    async def _perform_one(
        self, seat: int, action: Action | wire.NamedAction, author: int | None, nonce: str | None, by_bot: bool
    ) -> None:
        """Play one action and write it down; `by_bot`: the player did not decide it now."""
        assert self.stored is not None
        turn, lap, back = self.stored.match.state.turn, self.table.round, self._moment()
        self._play(seat, action)
        state, now = self.stored.match.state, self.stored.now
        self._on_entry(self.stored.match, now, seat)
        if seat >= 0:
            self.attendance.acted(seat, by_bot)
        if state.turn != turn:
            self.attendance.turn_passed()
        try:
            self.table = await self.stored.commit(
                self.table, now, self._due(), self.audience.public_match, author, nonce
            )
        except Unstorable:  # what was sent, not the disk: the others play on
            self.stored.take_back()
            back()
            raise
        except Fenced:
            self.move_out()
            raise
        except Exception as error:
            self._break_down(error)
            raise Fault("storage") from error
        self.server.metrics.acted(self.table.agreed.edition, seat, by_bot)
        if self.is_over or self.table.round != lap:
            self.server.lobby_changed(self.table)
        if self.is_over:
            self.server.ended(self.table)

    def _moment(self) -> Callable[[], None]:
        """How clocks and people come back to this moment, should what is done next not count."""
        clocks, attendance = self.clocks.moment(), self.attendance.moment()

        def back() -> None:
            self.clocks.back_to(clocks)
            self.attendance.back_to(attendance)

        return back

    def _play(self, seat: int, action: Action | wire.NamedAction) -> None:
        """Play it in memory; should the rules themselves fail, the game is opened anew as the disk knows it."""
        assert self.stored is not None
        try:
            self.stored.play(seat, action)
        except (Refusal, Problem):
            raise
        except Exception as error:
            self._break_down(error)
            raise Fault("bug") from error

    def publish(self) -> None:
        """Show what was written down since, and let bots go on: what is written counts even if it cannot be shown."""
        assert self.match is not None
        entries = self.match.entries[self.shown :]
        self.shown = len(self.match.entries)
        try:
            self.audience.show(*entries)
        except Exception as error:
            log.error("not shown", table=self.table.id, version=len(self.match.entries), exc_info=error)
        self.wake_bots()
        self._call_absent()

    def _call_absent(self) -> None:
        """Who is asked and not here may want to know, in a game that is played over days."""
        if self.match is None or self.is_over or self.table.pace == "live":
            return
        asked = {self.table.seats[seat].user for seat in self.match.awaited}
        turn = f"{self.match.state.round}:{self.match.state.turn}"
        self.server.occasions.awaits(self.table, turn, [user for user in asked if user in self.attendance.away])

    def lay_rematch(self, id: str) -> None:
        """A table was laid for the next game: everybody here learns where it is."""
        self.table = msgspec.structs.replace(self.table, rematch=id)
        for listener in self.audience.listeners:
            self.audience.show_scene(listener)

    def note_rating(self, rating: str) -> None:
        """The game has counted, or it is known why not: everybody here is told."""
        if rating != self.table.rating:
            self.table = msgspec.structs.replace(self.table, rating=rating)
            for listener in self.audience.listeners:
                self.audience.show_scene(listener)

    def _break_down(self, error: Exception) -> None:
        """What was played is not on the disk: the room is closed, and opened anew from what the disk knows."""
        log.error("not written down", table=self.table.id, error=described(error), exc_info=error)
        self._empty()

    def close(self) -> None:
        """No more work here; what still waited is told so."""
        self.is_closed = True
        for done in self.queue.close():
            done.set_exception(Fault(self.ended))
        self.bots.stop()
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()

    async def call_off(self) -> None:
        """The referee ends the game without a winner."""
        await self.perform(REFEREE, Action(STOP))
        self.publish()

    async def give_up(self) -> None:
        """Nobody shall play here: a game that runs is called off, a table that waits is forgotten."""
        if self.stored is None:
            await self.server.store.forget(self.table.id)
            self.server.lobby_changed(msgspec.structs.replace(self.table, status="over"))
            self._empty()
        elif not self.is_over:
            await self.call_off()

    async def start_over(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something to the game on the disk; then everybody comes in anew."""
        done = await work()
        self._empty()
        return done

    async def hand_over(self) -> None:
        """The server is leaving: what was in hand is done, and everybody goes where the table will be."""
        if self.stored is not None and not self.is_over:
            await self.server.store.wake_at(self.table, self._due())
        self.move_out()

    def move_out(self) -> None:
        """The table is another server's by now, or soon will be: everybody comes again, and finds it there."""
        if not self.is_closed:
            self.ended = "elsewhere"
            self._empty()

    def _empty(self) -> None:
        """Everybody is sent out, and the room is closed."""
        for listener in self.audience.listeners:
            listener.hang_up(self.ended)
        self.close()
        self.server.forget(self)

    def wake_bots(self) -> None:
        """Every seat that is asked and played by a bot begins to think."""
        self.bots.wake()
