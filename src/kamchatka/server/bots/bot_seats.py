"""Bots at one table: each decides in its own task and acts through the room's queue, like a client."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from kamchatka.kernel.options import Action
from kamchatka.server import supervision
from kamchatka.server.bots.bot_pool import bot_spec
from kamchatka.server.bots.thinkers import STAND_IN
from kamchatka.server.bots.thinking import BotSpec
from kamchatka.server.presentation.placements import is_opening

if TYPE_CHECKING:
    from kamchatka.server.tables.room import Room

ADVISER = "captain"  # the bot that suggests moves, and plays the placements that a player leaves to it

log = structlog.get_logger()


class BotSeats:
    """Decisions in progress. Bots and stand-ins are treated alike: what counts is the seats that bots play now."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.known: dict[tuple[int, str], BotSpec] = {}
        self.thinking: dict[int, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Start a decision for every seat that must answer and is played by a bot."""
        room = self.room
        if room.stored is None or room.is_over or not self.go_on():
            return
        for seat in list(room.clocks.asked):
            if room.attendance.bot_plays(seat) and seat not in self.thinking:
                self.thinking[seat] = supervision.start("bot", self._think(seat), room.fail)

    def stop(self) -> None:
        """Cancel all decisions."""
        for thought in self.thinking.values():
            thought.cancel()

    def go_on(self) -> bool:
        """Whether bots keep playing: only while there are listeners, or people still in the game."""
        room = self.room
        assert room.match is not None
        alive = room.match.state.is_alive
        return bool(room.audience.listeners) or any(
            one.user is not None and alive(seat) for seat, one in enumerate(room.table.seats)
        )

    async def _think(self, seat: int) -> None:
        room = self.room
        assert room.stored is not None
        match, version = room.stored.match, room.stored.version
        known, options = match.view(seat), match.options(seat)
        spec, pace, payer = self._thinker(seat), self._pace(seat), room.server.payer(room.table)
        action = await room.server.bot_pool.decide(spec, match.game, known, options, pace, payer)
        try:
            await room.submit(lambda: self._act(seat, action, version))
        except Exception as error:
            self.thinking.pop(seat, None)  # the next alarm starts a new decision
            log.error("bot could not act", table=room.table.id, seat=seat, error=repr(error))

    async def _act(self, seat: int, action: Action, version: int) -> None:
        """Act in the room's queue, unless something has happened that the bot should have considered."""
        room = self.room
        assert room.stored is not None
        self.thinking.pop(seat, None)
        asked = seat in room.clocks.asked and not room.is_over
        if asked and room.attendance.bot_plays(seat) and room.stored.undisturbed(seat, version):
            await room.perform(seat, action, by_bot=True)
            room.publish()
        else:
            self.wake()

    def _pace(self, seat: int) -> str:
        """Return how fast a bot plays: at once while the only person waits for their first turn."""
        room = self.room
        assert room.match is not None
        waits = any(map(room.attendance.is_placed_for, range(len(room.table.seats))))
        is_alone = room.table.is_solitary and (waits or is_opening(room.match.state))
        return "instant" if is_alone or room.attendance.is_placed_for(seat) else room.table.agreed.pace

    def _thinker(self, seat: int) -> BotSpec:
        room = self.room
        assert room.match is not None
        name = room.table.seats[seat].bot or (ADVISER if room.attendance.is_placed_for(seat) else STAND_IN)
        if (seat, name) not in self.known:
            self.known[seat, name] = bot_spec(room.match, name, room.table.key, seat)
        return self.known[seat, name]
