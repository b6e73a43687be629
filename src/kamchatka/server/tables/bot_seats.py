"""Bots at one table: each decides in its own task and acts through the room's queue, like a client."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from kamchatka.kernel.options import Action
from kamchatka.server import supervision
from kamchatka.server.bots.bot_pool import BotPool, bot_spec
from kamchatka.server.bots.thinkers import STAND_IN
from kamchatka.server.bots.thinking import BotSpec
from kamchatka.server.presentation.placements import is_opening
from kamchatka.server.tables.payers import Payers
from kamchatka.server.tables.room_state import RoomState

ADVISER = "captain"  # the bot that suggests moves, and plays the placements that a player leaves to it

log = structlog.get_logger()


class BotSeats:
    """Decisions in progress. Bots and stand-ins are treated alike: what counts is the seats that bots play now.

    `act` runs a job in the room's queue that plays a decision, and `fail` handles unexpected exceptions.
    """

    def __init__(
        self,
        room: RoomState,
        pool: BotPool,
        payers: Payers,
        act: Callable[[int, Action, int], Awaitable[None]],
        fail: Callable[[Exception], None],
    ) -> None:
        self.room = room
        self.pool = pool
        self.payers = payers
        self.act = act
        self.fail = fail
        self.known: dict[tuple[int, str], BotSpec] = {}
        self.thinking: dict[int, asyncio.Task[None]] = {}
        self.rush = ""  # the pace until a person is asked

    def wake(self) -> None:
        """Start a decision for every seat that must answer and is played by a bot."""
        room = self.room
        if room.stored is None or room.is_over or not self.go_on():
            return
        if not all(map(room.attendance.bot_plays, room.clocks.asked)):
            self.rush = ""
        for seat in list(room.clocks.asked):
            if room.attendance.bot_plays(seat) and seat not in self.thinking:
                self.thinking[seat] = supervision.start("bot", self._think(seat), self.fail)

    def set_pace(self, pace: str, once: bool) -> None:
        """Change how fast bots play from their next decision on, or only until a person is asked."""
        if once:
            self.rush = pace
        else:
            self.room.bot_pace, self.rush = pace, ""

    def stop(self) -> None:
        """Cancel all decisions."""
        for thought in self.thinking.values():
            thought.cancel()

    def go_on(self) -> bool:
        """Whether bots keep playing: while there are listeners or people in the game, and where a result counts."""
        room = self.room
        assert room.match is not None
        alive = room.match.state.is_alive
        return bool(room.audience.listeners or room.table.is_official) or any(
            one.user is not None and alive(seat) for seat, one in enumerate(room.table.seats)
        )

    async def _think(self, seat: int) -> None:
        room = self.room
        assert room.stored is not None
        match, version = room.stored.match, room.stored.version
        if seat not in match.awaited:  # the game went on, or ended, before this task began
            self.thinking.pop(seat, None)
            return
        known, options = match.view(seat), match.options(seat)
        spec, pace, payer = self._thinker(seat), self.pace_of(seat), self.payers.payer_of(room.table)
        action = await self.pool.decide(spec, match.game, known, options, pace, payer)
        try:
            await self.act(seat, action, version)
        except Exception as error:
            self.thinking.pop(seat, None)  # the next alarm starts a new decision
            log.error("bot could not act", table=room.table.id, seat=seat, error=repr(error))

    def is_current(self, seat: int, version: int) -> bool:
        """End a decision. Return whether it still counts: nothing happened that the bot should have considered."""
        room = self.room
        assert room.stored is not None
        self.thinking.pop(seat, None)
        asked = seat in room.clocks.asked and not room.is_over
        return asked and room.attendance.bot_plays(seat) and room.stored.is_undisturbed(seat, version)

    def pace_of(self, seat: int) -> str:
        """Return how fast a bot plays: at once while the only person waits for their first turn."""
        room = self.room
        assert room.match is not None
        waits = any(map(room.attendance.is_placed_for, range(len(room.table.seats))))
        is_alone = room.table.is_solitary and (waits or is_opening(room.match.state))
        if is_alone or room.attendance.is_placed_for(seat):
            return "instant"
        return self.rush or room.bot_pace or room.table.agreed.pace

    def _thinker(self, seat: int) -> BotSpec:
        room = self.room
        assert room.match is not None
        name = room.table.seats[seat].bot or (ADVISER if room.attendance.is_placed_for(seat) else STAND_IN)
        if (seat, name) not in self.known:
            self.known[seat, name] = bot_spec(room.match, name, room.table.key, seat)
        return self.known[seat, name]
