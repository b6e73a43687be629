"""The bots at one table: each that is asked thinks in its own task and acts through the room's door like anybody."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from kamchatka.kernel.options import Action
from kamchatka.server.bots.bot_pool import bot_spec
from kamchatka.server.bots.thinkers import STAND_IN
from kamchatka.server.bots.thinking import BotSpec

if TYPE_CHECKING:
    from kamchatka.server.tables.room import Room

log = structlog.get_logger()


class BotSeats:
    """Who thinks now. Bots and stand-ins are the same here: whatever seat a bot plays at this moment."""

    def __init__(self, room: "Room") -> None:
        self.room = room
        self.known: dict[tuple[int, str], BotSpec] = {}
        self.thinking: dict[int, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Every seat that is asked and played by a bot begins to think."""
        room = self.room
        if room.stored is None or room.is_over or not self.go_on():
            return
        for seat in list(room.clocks.asked):
            if room.attendance.bot_plays(seat) and seat not in self.thinking:
                self.thinking[seat] = asyncio.create_task(self._think(seat))

    def stop(self) -> None:
        """No more thinking here."""
        for thought in self.thinking.values():
            thought.cancel()

    def go_on(self) -> bool:
        """Bots play for somebody: who looks on, or a person still in the game. Among themselves they rest."""
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
        spec, pace, payer = self._thinker(seat), room.table.agreed.pace, room.server.payer(room.table)
        action = await room.server.bot_pool.decide(spec, match.game, known, options, pace, payer)
        try:
            await room.submit(lambda: self._act(seat, action, version))
        except Exception as error:
            self.thinking.pop(seat, None)  # the next alarm lets it think again
            log.error("bot could not act", table=room.table.id, seat=seat, error=repr(error))

    async def _act(self, seat: int, action: Action, version: int) -> None:
        """In the room's turn: if nothing has happened that the bot should have known."""
        room = self.room
        assert room.stored is not None
        self.thinking.pop(seat, None)
        asked = seat in room.clocks.asked and not room.is_over
        if asked and room.attendance.bot_plays(seat) and room.stored.undisturbed(seat, version):
            await room.perform(seat, action, by_bot=True)
            room.publish()
        else:
            self.wake()

    def _thinker(self, seat: int) -> BotSpec:
        room = self.room
        assert room.match is not None
        name = room.table.seats[seat].bot or STAND_IN
        if (seat, name) not in self.known:
            self.known[seat, name] = bot_spec(room.match, name, room.table.key, seat)
        return self.known[seat, name]
