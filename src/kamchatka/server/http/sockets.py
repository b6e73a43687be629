"""WebSockets: strict decoding, rate limits, and outboxes that never wait for a slow reader."""

import asyncio
from typing import Any

import msgspec
import structlog
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from sqlalchemy.exc import SQLAlchemyError

from kamchatka.server import supervision
from kamchatka.server.clock import monotonic
from kamchatka.server.cluster.remote_tables import TableLink
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.identity import (
    address_of,
    caller_of,
    credential_of,
    is_same_origin,
    language_of,
    live_sockets_of,
    origin_of,
    server_of,
)
from kamchatka.server.http.access.scopes import check_scope, may_say
from kamchatka.server.http.guard import loggable_path
from kamchatka.server.http.json_input import read_json
from kamchatka.server.limit_table import LARGEST_MESSAGE, LISTENING, MESSAGE, SOCKET
from kamchatka.server.presentation.listener import Listener, encode
from kamchatka.server.protocol.messages import AnyClientMessage, Trouble
from kamchatka.server.storage.records import Caller
from kamchatka.server.supervision import Job

STRIKES = 20  # invalid messages before the socket is closed
COME_AGAIN = 1012  # the code of a restarting server: pages reconnect at once and find the table where it is now
CLOSED = {
    "not_found": 4404,
    "not_known": 4401,
    "csrf": 4403,
    "scope": 4403,
    "too_many": 4429,
    "too_large": 1009,
    "storage": 1011,
    "unreadable": 4503,
    "elsewhere": COME_AGAIN,
    "bug": 1011,
}

Socket = WebSocket[Any, Any, Any]
LEFT = (
    ConnectionError,
    WebSocketDisconnect,
    RuntimeError,
)  # while sending; a RuntimeError means that the socket is closed already
decoder = msgspec.json.Decoder(AnyClientMessage)
log = structlog.get_logger()


@websocket("/ws/tables/{id:str}", access="read")
async def table_socket(socket: Socket, id: str) -> None:
    """Serve a table: players with a seat play, everybody else watches."""
    await _serve_socket(socket, lambda server, listener, caller: _at_table(socket, server, listener, id, caller))


@websocket("/ws/events/{id:str}", access="read")
async def event_socket(socket: Socket, id: str) -> None:
    """Serve a tournament's updates to anybody."""
    await _serve_socket(socket, lambda server, listener, _: _at_event(socket, server, listener, id))


@websocket("/ws/lobby", access="read")
async def lobby_socket(socket: Socket) -> None:
    """Serve the lobby's updates."""
    await _serve_socket(socket, lambda server, listener, _: _in_lobby(socket, server, listener))


async def _serve_socket(socket: Socket, serve: Any) -> None:
    """Accept a socket within the limits, serve it, and close it with the reason when it ends."""
    server, address, language = server_of(socket), address_of(socket), language_of(socket)
    await socket.accept()
    entered = server.limits.enter(address)
    try:
        if not entered or not server.limits.allows(SOCKET, address=address):
            raise Fault("too_many")
        if not is_same_origin(socket):
            raise Fault("csrf")
        with live_sockets_of(socket).holding(credential_of(socket)):
            await check_scope(socket)
            caller = await caller_of(socket)
            with live_sockets_of(socket).expiring(caller.expires if caller else None):
                await serve(server, Listener(caller.user if caller else None, language), caller)
    except Exception as error:
        await _see_out(socket, error, language)
    finally:
        if entered:
            server.limits.leave(address)


async def _see_out(socket: Socket, error: Exception, language: str) -> None:
    """Send the reason for closing if the client is still connected. Log it as a bug only if it is one."""
    if isinstance(error, (ConnectionError, WebSocketDisconnect)):
        return
    path = loggable_path(dict(socket.scope))
    fault = error if isinstance(error, Fault) else Fault("bug")
    if isinstance(error, SQLAlchemyError):
        fault = Fault("storage", "storage_away")
        log.error("storage", code=type(error).__name__, path=path, said=str(getattr(error, "orig", ""))[:300])
    elif fault is not error:
        log.error("bug", path=path, error=repr(error), exc_info=error)
    else:
        log.info("socket refused", code=fault.code, address=address_of(socket), path=path)
    server_of(socket).metrics.count_refusal(fault.code)
    try:
        if CLOSED.get(fault.code) != COME_AGAIN:  # restarting is no error for the client
            await socket.send_data(encode(Trouble(fault.code, fault.sentence(language))), mode="text")
        await socket.close(CLOSED.get(fault.code, 4400), fault.code)
    except LEFT:
        pass


# ------------------------------------------------------------------ a table
async def _at_table(socket: Socket, server: GameServer, listener: Listener, id: str, caller: Caller | None) -> None:
    after = socket.query_params.get("after", "")
    known = int(after) if after.isdecimal() and len(after) < 10 else None
    if listener.user is not None:
        await server.tables.came(id, listener.user, origin_of(socket))
    link = await server.platform.enter(id, listener, known)
    try:
        await _keep_open(socket, server, listener, _read(socket, server, link, listener, caller))
    finally:
        await link.leave()


async def _keep_open(socket: Socket, server: GameServer, listener: Listener, reading: Job) -> None:
    """Handle incoming messages and send the outbox until the socket is closed. Raise a Fault if the server hangs up."""
    tasks = supervision.child(reading), supervision.child(_write(socket, server, listener))
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:  # what the client did comes first
            if task in done:
                task.result()
                break
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _write(socket: Socket, server: GameServer, listener: Listener) -> None:
    """Send the outbox as it fills. Raise a Fault at its end."""
    while True:
        await listener.outbox.wait()
        for message in listener.outbox.take():
            if message is None:
                raise Fault("too_many", "too_slow") if listener.is_slow else Fault(listener.ended)
            await socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})
            server.metrics.sent.inc()


async def _read(socket: Socket, server: GameServer, link: TableLink, listener: Listener, caller: Caller | None) -> None:
    bucket, strikes = server.limits.bucket(MESSAGE), 0
    while (event := await socket.receive())["type"] == "websocket.receive":
        if not bucket.take():
            raise Fault("too_many")
        text = event.get("text") or ""
        try:
            message = _decode(event.get("text"))
        except Fault as fault:
            strikes += 1
            server.metrics.count_refusal(fault.code)
            if strikes > STRIKES or fault.code == "too_large":
                raise
            listener.send(Trouble(fault.code, fault.sentence(listener.language)))
            continue
        if not may_say(caller, message):
            sentence = Fault("scope", scope="play").sentence(listener.language)
            listener.send(Trouble("scope", sentence, getattr(message, "nonce", "")))
            continue
        listener.heard_at = monotonic()
        server.metrics.count_message(str(message.__struct_config__.tag))
        await link.say(message, text)


def _decode(text: str | None) -> AnyClientMessage:
    """Decode a client message, or raise a Fault."""
    if text is None:
        raise Fault("malformed", why="binary")
    if len(text.encode()) > LARGEST_MESSAGE:
        raise Fault("too_large")
    message: AnyClientMessage = read_json(text, decoder)
    return message


# ------------------------------------------------------------------ the lobby and tournaments
async def _in_lobby(socket: Socket, server: GameServer, listener: Listener) -> None:
    try:
        await server.lobby.welcome(listener)
        await _only_listens(socket, server, listener)
    finally:
        server.lobby.listeners.discard(listener)


async def _at_event(socket: Socket, server: GameServer, listener: Listener, id: str) -> None:
    live = await server.club.event(id)
    try:
        await server.club.welcome(live, listener)
        await _only_listens(socket, server, listener)
    finally:
        live.listeners.discard(listener)


async def _only_listens(socket: Socket, server: GameServer, listener: Listener) -> None:
    """Serve a socket on which the client has nothing to say, until it is closed."""

    async def read() -> None:
        bucket = server.limits.bucket(LISTENING)
        while (await socket.receive())["type"] == "websocket.receive":
            if not bucket.take():
                raise Fault("too_many")

    await _keep_open(socket, server, listener, read())
