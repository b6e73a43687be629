"""A room: one table run by one task, which handles everything at the table in sequence."""

import asyncio
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
from kamchatka.match.undoing import is_undo
from kamchatka.server import supervision
from kamchatka.server.clock import monotonic
from kamchatka.server.faults import Fault
from kamchatka.server.presentation.audience import Audience
from kamchatka.server.storage.errors import Fenced, Unstorable, describe_error
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.automatic_moves import end_at_limit, explain_forced_end, return_placements, standing_answer
from kamchatka.server.tables.bot_seats import BotSeats
from kamchatka.server.tables.job_queue import JobQueue
from kamchatka.server.tables.room_context import RoomContexts
from kamchatka.server.tables.room_services import RoomServices
from kamchatka.server.tables.room_state import RoomState
from kamchatka.server.tables.stored_match import StoredMatch, with_round_and_colours
from kamchatka.server.tables.timing.clocks import turn_of

T = TypeVar("T")
NOT_PLAYED = 0.1  # share of `idle_minutes` before closing the room of a game that is over or has not begun
LOOK_EVERY = 15.0  # seconds between checks of idleness and of our lease
QUEUE_LIMIT = 512  # waiting jobs; more are refused as a flood

log = structlog.get_logger()


class Room(RoomState):
    """A table in memory, run by one task. `on_close` is called when the room has closed itself."""

    def __init__(self, table: TableRecord, services: RoomServices, on_close: Callable[["Room"], None]) -> None:
        super().__init__(table)
        self.services = services
        self.on_close = on_close
        self.audience = Audience(RoomContexts(self).now, table.agreed.delay)
        self.shown = 0  # entries sent to listeners
        self.bots = BotSeats(self, services.bot_pool, services.payers, self._act_for, self.fail)
        self.queue = JobQueue()
        self.quiet_since = monotonic()
        self.is_closed = False
        self.is_failing = False  # an unexpected exception is being handled
        self.ended = "storage"  # the code sent to clients and jobs when the room closes
        self.task: asyncio.Task[None] | None = None

    # -------------------------------------------------------------- the room's task
    async def open(self, played: float = 0.0) -> None:
        """Load the game and start the task.

        `played` is the clock's seconds if time went on while the room was closed.
        """
        if self.table.status != "waiting":
            stored = await StoredMatch.load(self.table, self.services.store, self._on_entry, played)
            self.stored = stored
            self.audience.reopen(stored.match, stored.players, stored.late, stored.held)
            stored.late, stored.held = None, []
            self.shown = stored.version
            self._take_attendance()
        self.task = supervision.start("table", self._work(), self.fail)

    def _take_attendance(self) -> None:
        assert self.stored is not None
        self.attendance.everybody_away(self.stored.now)
        for listener in self.audience.listeners:
            if listener.user is not None:
                self.attendance.came(listener.user.id)

    async def submit(self, job: Callable[[], Awaitable[T]], *, always: bool = False) -> T:
        """Run a job in the room's queue. Raise a Fault when the queue is full, unless `always` is set."""
        if self.is_closed:
            raise Fault(self.ended)
        if self.queue.qsize() >= QUEUE_LIMIT and not always:
            raise Fault("too_many")
        return await self.queue.put(job)  # type: ignore[return-value]  # the queue holds jobs of all results

    async def _work(self) -> None:
        await self.answer_for_seats()
        self.bots.wake()
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
        """Return True while we hold the lease; otherwise clients must reconnect elsewhere."""
        if not self.services.leases.holds(self.table.id, self.table.epoch):
            self.move_out()
        return not self.is_closed

    def _rest(self) -> float:
        """Return the seconds until this room has something to do by itself."""
        waits = [LOOK_EVERY, self.audience.late_in()]
        if self.stored is not None and not self.is_over:
            waits += [self.attendance.alarm_in(self.stored.now), self.time_left()]
        return min(wait for wait in waits if wait is not None) + 0.001

    async def _alarm(self) -> None:
        """Do what is due: clocks, absent players, delayed views and closing an idle room."""
        try:
            self._show_late()
            if self.stored is not None and not self.is_over:
                if self.time_left() == 0.0:
                    await self.perform(REFEREE, Action(TIME_UP))
                    self.publish()
                elif self.attendance.relieve(self.stored.now):
                    self.audience.show_presence()
                self.bots.wake()
            await self._close_if_idle()
        except Fenced:
            self.move_out()
        except Fault as fault:
            log.error("alarm", table=self.table.id, code=fault.code)

    def _show_late(self) -> None:
        """Update delayed spectators and the lobby row to what they may see by now."""
        self.audience.show_late()
        if self.stored is not None:
            table = with_round_and_colours(self.table, self.audience.public_match)
            if table != self.table:
                self.table = table
                self.services.lobby.announce(table)

    async def _close_if_idle(self) -> None:
        """Close the room if it has been idle too long. It is opened again on demand."""
        if self.audience.listeners or self.bots.thinking or self.audience.late_in() is not None:
            self.quiet_since = monotonic()
        under_way = self.stored is not None and not self.is_over
        minutes = self.services.settings.idle_minutes * (1.0 if under_way else NOT_PLAYED)
        if monotonic() - self.quiet_since <= 60.0 * minutes or self.queue.jobs:
            return
        if under_way:
            await self.services.store.wake_at(self.table, self._due())
        if not self.queue.jobs and not self.audience.listeners:
            self.close()
            self.on_close(self)

    def _on_entry(self, match: Match, now: float, acted: int | None, credit: float | None = None) -> None:
        if is_undo(match.entries[-1]):
            self.clocks.undo()
        else:
            self.clocks.update(match.awaited, turn_of(match.state), now, acted, credit)

    def _due(self) -> float | None:
        """Return the Unix time at which a closed room must be woken; None if never."""
        assert self.stored is not None
        if self.is_over:
            return None
        if self.bots.go_on() and any(self.attendance.bot_plays(seat) for seat in self.clocks.asked):
            return self.services.leases.now()
        waits = (self.attendance.alarm_in(self.stored.now), self.time_left())
        known = [wait for wait in waits if wait is not None]
        return self.services.leases.now() + min(known) if known else None

    # -------------------------------------------------------------- play
    async def begin(self) -> None:
        """Begin the game with the seats as they are."""
        table = await self.services.eligibility.judge(self.table)
        self.stored, self.table = await StoredMatch.begin(table, self.services.store, self._on_entry)
        self.audience.open(self.stored.match, self.stored.players)
        self.shown = self.stored.version
        self._take_attendance()
        self.services.lobby.announce(self.table)
        await self.answer_for_seats()
        self.bots.wake()
        self._call_absent()

    async def perform(
        self,
        seat: int,
        action: Action | wire.NamedAction,
        author: int | None = None,
        nonce: str | None = None,
        by_bot: bool = False,
    ) -> None:
        """Play an action, store it, and play the standing answers that follow. Call `publish` afterwards.

        A Refusal changes nothing.
        """
        await self.perform_one(seat, action, author, nonce, by_bot)
        while (standing := standing_answer(self)) is not None:
            await self.perform_one(*standing, by_bot=True)
        return_placements(self)
        most = self.services.settings.entries_per_game
        if (forced := end_at_limit(self, most)) is not None:
            await self.perform_one(REFEREE, forced)
            explain_forced_end(self, most)

    async def undo(self, seat: int, author: int | None = None, nonce: str | None = None) -> None:
        """Take back the seat's latest action, and standing answers that came of it. Call `publish` afterwards."""
        assert self.stored is not None
        await self.perform_one(seat, None, author, nonce)
        while standing_answer(self) is not None and self.stored.may_undo(seat):
            await self.perform_one(seat, None)

    async def _act_for(self, seat: int, action: Action, version: int) -> None:
        """Play a bot's decision about a version in the room's queue, unless it has been overtaken."""

        async def act() -> None:
            if self.bots.is_current(seat, version):
                await self.perform(seat, action, by_bot=True)
                self.publish()
            else:
                self.bots.wake()

        await self.submit(act)

    async def answer_for_seats(self) -> None:
        """Play standing answers to the current question and publish them."""
        if (standing := standing_answer(self)) is not None:
            await self.perform(*standing, by_bot=True)
            self.publish()

    async def perform_one(
        self,
        seat: int,
        action: Action | wire.NamedAction | None,
        author: int | None = None,
        nonce: str | None = None,
        by_bot: bool = False,
    ) -> None:
        """Play and store one action, or an undo (None). `by_bot` means that the player did not decide it now."""
        assert self.stored is not None
        turn, lap, back = self.stored.match.state.turn, self.table.round, self._moment()
        self._play(seat, action)
        state, now = self.stored.match.state, self.stored.now
        self._on_entry(self.stored.match, now, seat)
        if seat >= 0:
            self.attendance.note_answer(seat, by_bot)
        if state.turn != turn:
            self.attendance.turn_passed()
        try:
            self.table = await self.stored.commit(
                self.table, now, self._due(), self.audience.public_match, author, nonce, self.clocks.credited
            )
        except Unstorable:  # the action is at fault, not the disk, so the game goes on
            self.stored.take_back()
            back()
            raise
        except Fenced:
            self.move_out()
            raise
        except Exception as error:
            self._break_down(error)
            raise Fault("storage") from error
        self.services.metrics.count_action(self.table.agreed.edition, seat, by_bot)
        if self.is_over or self.table.round != lap:
            self.services.lobby.announce(self.table)
        if self.is_over:
            for tell in self.services.on_end:
                tell(self.table)

    def _moment(self) -> Callable[[], None]:
        """Return a function that restores clocks and attendance to this moment."""
        clocks, attendance = self.clocks.moment(), self.attendance.moment()

        def back() -> None:
            self.clocks.back_to(clocks)
            self.attendance.back_to(attendance)

        return back

    def _play(self, seat: int, action: Action | wire.NamedAction | None) -> None:
        """Play an action in memory. If the rules raise an unexpected error, the room is reopened from the store."""
        assert self.stored is not None
        try:
            self.stored.play(seat, action)
        except (Refusal, Problem):
            raise
        except Exception as error:
            self._break_down(error)
            raise Fault("bug") from error

    def publish(self) -> None:
        """Send the stored entries to listeners and wake bots. Stored entries count even if sending them fails."""
        assert self.match is not None
        entries = self.match.since(self.shown) or []
        self.shown = self.match.version
        try:
            self.audience.show(*entries)
        except Exception as error:
            log.error("not shown", table=self.table.id, version=self.match.version, exc_info=error)
        self.bots.wake()
        self._call_absent()

    def _call_absent(self) -> None:
        """Notify absent players who must answer, in games that last for days."""
        if self.match is None or self.is_over or self.table.pace == "live":
            return
        asked = {self.table.seats[seat].user for seat in self.match.awaited}
        turn = f"{self.match.state.round}:{self.match.state.turn}"
        self.services.occasions.awaits(self.table, turn, [user for user in asked if user in self.attendance.away])

    def lay_rematch(self, id: str) -> None:
        """Send all listeners the id of the rematch table."""
        self.table = msgspec.structs.replace(self.table, rematch=id)
        for listener in self.audience.listeners:
            self.audience.show_scene(listener)

    def note_rating(self, rating: str) -> None:
        """Send all listeners the rating result, or the reason why the game is not rated."""
        if rating != self.table.rating:
            self.table = msgspec.structs.replace(self.table, rating=rating)
            for listener in self.audience.listeners:
                self.audience.show_scene(listener)

    def _break_down(self, error: Exception) -> None:
        """Close the room because an action could not be stored. It reopens from the store."""
        log.error("not written down", table=self.table.id, error=describe_error(error), exc_info=error)
        self._empty()

    def fail(self, error: Exception) -> None:
        """Quarantine the game after an unexpected exception in one of the room's tasks, and tell its players."""
        if self._is_ours() and not self.is_failing:
            self.is_failing = True
            supervision.start("quarantine", self._set_apart(error))

    async def _set_apart(self, error: Exception) -> None:
        fault = await self.services.quarantine.set_apart(self.table.id, error)
        self.break_off(fault.code)

    def break_off(self, code: str) -> None:
        """Close the room; clients and waiting jobs get this code."""
        if not self.is_closed:
            self.ended = code
            self._empty()

    def close(self) -> None:
        """Stop the task and fail the waiting jobs."""
        self.is_closed = True
        for done in self.queue.close():
            done.set_exception(Fault(self.ended))
        self.bots.stop()
        if self.task is not None and self.task is not asyncio.current_task():
            self.task.cancel()

    async def call_off(self) -> None:
        """Have the referee end the game without a winner."""
        await self.perform(REFEREE, Action(STOP))
        self.publish()

    async def give_up(self) -> None:
        """End play at this table: call off a running game, or delete a waiting table."""
        if self.stored is None:
            await self.services.store.forget(self.table.id)
            self.services.lobby.announce(msgspec.structs.replace(self.table, status="over"))
            self._empty()
        elif not self.is_over:
            await self.call_off()

    async def start_over(self, work: Callable[[], Awaitable[T]]) -> T:
        """Change the stored game, then make all clients reconnect."""
        done = await work()
        self._empty()
        return done

    async def hand_over(self) -> None:
        """Store the next wake-up time and send the clients away, because the server is shutting down."""
        if self.stored is not None and not self.is_over:
            await self.services.store.wake_at(self.table, self._due())
        self.move_out()

    def move_out(self) -> None:
        """Close the room because another server has the table or soon will. Clients reconnect and find it there."""
        self.break_off("elsewhere")

    def _empty(self) -> None:
        """Disconnect all listeners and close the room."""
        for listener in self.audience.listeners:
            listener.hang_up(self.ended)
        self.close()
        self.on_close(self)
