"""The sockets: strict decoding, limits, and a writer that never waits for a slow reader."""

import asyncio
import time
from functools import partial
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import House, Parlour
from kamchatka.server.http.identity import address_of, house_of, is_same_origin, language_of, user_of
from kamchatka.server.limits import Bucket
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.protocol.messages import ClientWord, Trouble

LARGEST = 4096  # bytes of a message
BURST = 40.0  # messages at once
STRIKES = 20  # messages that make no sense, then the socket is closed
CLOSED = {
    "not_found": 4404,
    "not_known": 4401,
    "csrf": 4403,
    "too_many": 4429,
    "too_large": 1009,
    "storage": 1011,
    "bug": 1011,
}

Socket = WebSocket[Any, Any, Any]
decoder = msgspec.json.Decoder(ClientWord)
log = structlog.get_logger()


@websocket("/ws/tables/{id:str}")
async def table_socket(socket: Socket, id: str) -> None:
    """A table: who sits at it plays, anybody else watches."""
    await _held(socket, lambda house, listener: _at_table(socket, house, listener, id))


@websocket("/ws/events/{id:str}")
async def event_socket(socket: Socket, id: str) -> None:
    """A tournament, whenever it changes; anybody may look."""
    await _held(socket, lambda house, listener: _at_event(socket, house, listener, id))


@websocket("/ws/lobby")
async def lobby_socket(socket: Socket) -> None:
    """The lobby, whenever it changes."""
    await _held(socket, lambda house, listener: _in_lobby(socket, house, listener))


async def _held(socket: Socket, talk: Any) -> None:
    """Let somebody in if there is room, and see them out whatever happens."""
    house, address, language = house_of(socket), address_of(socket), language_of(socket)
    await socket.accept()
    entered = house.guard.enter(address)
    try:
        if not entered:
            raise Fault("too_many")
        if not is_same_origin(socket):
            raise Fault("csrf")
        await talk(house, Listener(await user_of(socket), language))
    except Fault as fault:
        house.metrics.refused(fault.code)
        log.info("socket refused", code=fault.code, address=address, path=socket.url.path)
        await _refuse(socket, fault, language)
    except WebSocketDisconnect:
        pass
    except Exception as error:
        log.error("bug", path=socket.url.path, error=repr(error), exc_info=error)
        await _refuse(socket, Fault("bug"), language)
    finally:
        if entered:
            house.guard.leave(address)


async def _refuse(socket: Socket, fault: Fault, language: str) -> None:
    try:
        await socket.send_data(encode(Trouble(fault.code, fault.sentence(language))), mode="text")
        await socket.close(CLOSED.get(fault.code, 4400), fault.code)
    except (RuntimeError, WebSocketDisconnect):
        pass  # gone already


# ------------------------------------------------------------------ a table
async def _at_table(socket: Socket, house: House, listener: Listener, id: str) -> None:
    parlour = await house.parlour(id)
    after = socket.query_params.get("after", "")
    known = int(after) if after.isdecimal() and len(after) < 10 else None
    await parlour.room.ask(lambda: parlour.conversation.enter(listener, known))
    writing = asyncio.create_task(_write(socket, house, listener))
    reading = asyncio.create_task(_read(socket, parlour, listener))
    try:
        done, _ = await asyncio.wait((reading, writing), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        writing.cancel()
        reading.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)
        room = parlour.room
        room.audience.listeners.discard(listener)  # even if the room is too busy to say goodbye
        if not room.is_closed:
            await room.ask(lambda: parlour.conversation.leave(listener))


async def _write(socket: Socket, house: House, listener: Listener) -> None:
    while (message := await listener.outbox.get()) is not None:
        await socket.send_data(message, mode="text")
        house.metrics.sent.inc()
    if listener.is_slow:
        raise Fault("too_many", "too_slow")
    raise Fault("storage")


async def _read(socket: Socket, parlour: Parlour, listener: Listener) -> None:
    house = parlour.room.house
    bucket, strikes = Bucket(house.settings.messages_a_second, BURST), 0
    while (event := await socket.receive())["type"] == "websocket.receive":
        if not bucket.take():
            raise Fault("too_many")
        try:
            word = _decoded(event.get("text"))
        except Fault as fault:
            strikes += 1
            house.metrics.refused(fault.code)
            if strikes > STRIKES or fault.code == "too_large":
                raise
            listener.tell(Trouble(fault.code, fault.sentence(listener.language)))
            continue
        listener.heard_at = time.perf_counter()
        house.metrics.received.labels(word.__struct_config__.tag).inc()
        await parlour.room.ask(partial(parlour.conversation.answer, listener, word))


def _decoded(text: str | None) -> ClientWord:
    """A message that is one of ours, or a Fault."""
    if text is None:
        raise Fault("malformed", why="binary")
    if len(text.encode()) > LARGEST:
        raise Fault("too_large")
    try:
        word: ClientWord = decoder.decode(text)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Fault("malformed", why=str(error)[:200]) from None
    return word


# ------------------------------------------------------------------ the lobby, and tournaments
async def _in_lobby(socket: Socket, house: House, listener: Listener) -> None:
    house.lobby.add(listener)
    try:
        listener.send(encode(house.rows(await house.store.lobby(), listener.user, listener.language)))
        await _only_listens(socket, house, listener)
    finally:
        house.lobby.discard(listener)


async def _at_event(socket: Socket, house: House, listener: Listener, id: str) -> None:
    live = await house.club.event(id)
    try:
        await house.club.welcome(live, listener)
        await _only_listens(socket, house, listener)
    finally:
        live.listeners.discard(listener)


async def _only_listens(socket: Socket, house: House, listener: Listener) -> None:
    """Until it is closed; there is nothing to say on such a socket."""
    writing = asyncio.create_task(_write(socket, house, listener))
    try:
        bucket = Bucket(1.0, 10.0)
        while (await socket.receive())["type"] == "websocket.receive":
            if not bucket.take():
                raise Fault("too_many")
    finally:
        writing.cancel()
        await asyncio.gather(writing, return_exceptions=True)
