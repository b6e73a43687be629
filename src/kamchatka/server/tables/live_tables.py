"""The tables in this process: opened on demand, closed when idle."""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import suppress
from weakref import WeakValueDictionary

import msgspec
import structlog

from kamchatka.server.background_tasks import BackgroundTasks
from kamchatka.server.faults import Fault
from kamchatka.server.storage.leases import NotHere, OwnedElsewhere
from kamchatka.server.storage.records import TableRecord
from kamchatka.server.tables.chat import Chat
from kamchatka.server.tables.live_table import LiveTable
from kamchatka.server.tables.message_handler import MessageHandler
from kamchatka.server.tables.room import Room
from kamchatka.server.tables.room_services import RoomServices
from kamchatka.server.tables.seating import Seating
from kamchatka.server.tables.timing.idle_clocks import RestingClocks

CLOCKS_EVERY = 60.0  # seconds between two saves of the clocks, the most that a crash gives back

log = structlog.get_logger()


class LiveTables(Mapping[str, LiveTable]):
    """The open tables by id."""

    def __init__(self, services: RoomServices, idle_clocks: RestingClocks, background_tasks: BackgroundTasks) -> None:
        self.services = services
        self.idle_clocks = idle_clocks
        self.background_tasks = background_tasks
        self.is_leaving = False  # no more tables are opened, because the server stops
        self._tables: dict[str, LiveTable] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # while a table is being opened

    def __getitem__(self, id: str) -> LiveTable:
        return self._tables[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    # -------------------------------------------------------------- opening and closing
    async def open(self, id: str, gone: str = "") -> LiveTable:
        """Return a live table, opened if necessary. Raise a Fault if it doesn't exist.

        Raise OwnedElsewhere if another server has it, unless that server is known to be `gone`.
        """
        lock = self._opening.setdefault(id, asyncio.Lock())
        async with lock:
            if id not in self._tables:
                self._tables[id] = await self._claim(id, gone)
            return self._tables[id]

    async def _claim(self, id: str, gone: str) -> LiveTable:
        if self.is_leaving:
            raise NotHere
        leases = self.services.leases
        epoch = await leases.claim(id, gone)
        try:
            table = await self.services.store.table(id)
            if table is None:
                raise Fault("not_found")
            epoch = table.epoch if epoch is None else epoch
            return await self._open(msgspec.structs.replace(table, epoch=epoch))
        except BaseException:
            if epoch is not None:
                await leases.release(id, epoch, None)
            raise

    async def _open(self, table: TableRecord) -> LiveTable:
        """Open a table in memory. An unreadable game is quarantined and raises a Fault."""
        if table.unreadable:
            raise Fault("unreadable")
        room, played = Room(table, self.services, self._forget), self.idle_clocks.wake(table.id)
        handler = MessageHandler(room, Chat(room))
        try:
            await room.open(max(played, table.clock or 0.0))
        except (Fault, MemoryError):  # not the game's fault, so its clock goes on
            if played:
                self.idle_clocks.rest(table.id, played)
            raise
        except Exception as error:
            raise await self.services.quarantine.add(table.id, error) from None
        return LiveTable(room, handler, Seating(room, handler))

    async def wake(self, id: str) -> None:
        """Open a table that is due, unless another server has it."""
        with suppress(OwnedElsewhere):
            if id not in self._tables:
                await self.open(id)

    def _forget(self, room: Room) -> None:
        """Drop a closed room and release its lease; it is opened again on demand."""
        known = self._tables.get(room.table.id)
        if known is not None and known.room is room:
            del self._tables[room.table.id]
        if (played := room.seconds_played()) is not None:
            self.idle_clocks.rest(room.table.id, played)
        self.background_tasks.start(
            self.services.leases.release(room.table.id, room.table.epoch, room.seconds_played())
        )

    async def hand_over(self) -> None:
        """Let all rooms finish their work and send their clients to other servers."""
        leaving = [table.room.submit(table.room.hand_over, always=True) for table in self.values()]
        await asyncio.gather(*leaving, return_exceptions=True)
        await self.background_tasks.finish()

    def close(self) -> None:
        """Close all rooms. Nothing is lost, because every action is stored."""
        for table in self.values():
            table.room.close()

    # -------------------------------------------------------------- all tables
    async def find(self, id: str) -> TableRecord | None:
        """Return a table from its room here, or else from the store."""
        known = self._tables.get(id)
        return await self.services.store.table(id) if known is None else known.room.table

    def watchers(self, id: str) -> int | None:
        """Return the number of a table's spectators; None if it isn't open here."""
        known = self._tables.get(id)
        return None if known is None else known.room.audience.watchers

    def note_rating(self, id: str, rating: str) -> None:
        """Tell the players who are still there how the game was rated."""
        if id in self._tables:
            self._tables[id].room.note_rating(rating)
        elif id in self._opening:  # its row may have been read before
            self.background_tasks.start(self._note_when_open(id, rating))

    async def _note_when_open(self, id: str, rating: str) -> None:
        async with self._opening.setdefault(id, asyncio.Lock()):
            known = self._tables.get(id)
        if known is not None:
            known.room.note_rating(rating)

    async def look_after(self) -> None:
        """Release games that can be read again, then save the clocks and count quarantined games regularly."""
        work = self.services.quarantine.look_again
        while True:
            try:
                await work()
                await self.note_clocks()
            except Exception as error:
                log.error("clocks not noted", error=repr(error))
            work = self.services.quarantine.count
            await asyncio.sleep(CLOCKS_EVERY)

    async def note_clocks(self) -> None:
        """Save the playing time of all clocked games, in a room or resting, so that a restart can resume them."""
        rooms = {id: table.room.seconds_played() for id, table in self.items()}
        epochs = {id: table.room.table.epoch for id, table in self.items()}
        played = self.idle_clocks.seconds_played() | {id: at for id, at in rooms.items() if at is not None}
        await self.services.store.note_clocks(played, epochs)
