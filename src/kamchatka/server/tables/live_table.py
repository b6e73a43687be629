"""A table in memory: its room, message handler and seating."""

from dataclasses import dataclass

from kamchatka.server.presentation.listener import Listener
from kamchatka.server.protocol.messages import AnyClientMessage
from kamchatka.server.tables.message_handler import MessageHandler
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.seating import Seating


@dataclass
class LiveTable:
    """A table in memory with the objects that serve it."""

    room: Room
    handler: MessageHandler
    seating: Seating


@dataclass
class NearLink:
    """A client socket connected to a table of this server."""

    live_table: LiveTable
    listener: Listener

    async def say(self, message: AnyClientMessage, text: str) -> None:
        """Handle a client message in the room's queue."""
        await self.live_table.room.submit(lambda: self.live_table.handler.handle(self.listener, message))

    async def leave(self) -> None:
        """Handle the closed socket."""
        if not self.live_table.room.is_closed:
            await self.live_table.room.submit(lambda: self.live_table.handler.leave(self.listener), always=True)
