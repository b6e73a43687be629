"""Routes for tables: lobby, creating and joining, voting to stop, replays and journals."""

from collections.abc import Callable

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec

from kamchatka.server.cluster.server_requests import StandUp, StartGame, VoteToStop
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, origin_of, require_user, server_of, user_of
from kamchatka.server.http.compression import send_compressed
from kamchatka.server.http.expensive_requests import compute
from kamchatka.server.presentation.game_pictures import clip_of, picture_of
from kamchatka.server.presentation.replays import journal_of, replay_packed
from kamchatka.server.protocol.payloads import JoinForm, Lobby, Replay, TableForm, TableId, TableRow, VoteForm
from kamchatka.server.storage.records import TableRecord


@get("/api/tables", access="read")
async def lobby(request: Asked) -> Lobby:
    """List the public tables that wait for players or have a game in progress."""
    return await server_of(request).lobby.list_for(await user_of(request), language_of(request))


@get("/api/mine", access="read")
async def mine(request: Asked) -> Lobby:
    """List your own tables, running and finished."""
    server, user = server_of(request), await require_user(request)
    return server.lobby.rows(await server.store.mine(user.id), user, language_of(request))


@post("/api/tables", access="play")
async def lay(request: Asked, data: TableForm) -> TableId:
    """Create a table. If no seat is open, the game begins at once."""
    return TableId(await server_of(request).tables.lay(data, await require_user(request), origin_of(request)))


@get("/api/tables/{id:str}", access="read")
async def table(request: Asked, id: str) -> TableRow:
    """Return a table's row in the lobby."""
    server = server_of(request)
    record = await server.store.table(id)
    if record is None:
        raise Fault("not_found")
    return server.lobby.rows([record], await user_of(request), language_of(request)).tables[0]


@post("/api/tables/{id:str}/join", status_code=200, access="play")
async def join(request: Asked, id: str, data: JoinForm) -> TableRow:
    """Take a seat at a table: the given one, or the first free one."""
    user = await require_user(request)
    return await _row(
        request, await server_of(request).tables.sit(id, user, origin_of(request), data.seat, data.most_dice)
    )


@post("/api/tables/{id:str}/leave", status_code=200, access="play")
async def leave(request: Asked, id: str) -> TableRow:
    """Leave the table. During the game, a bot keeps the seat for good."""
    user, server = await require_user(request), server_of(request)
    try:
        left = await server.platform.do(id, StandUp(user))
    except Fault as fault:
        if fault.code != "unreadable":
            raise
        left = await server.quarantine.leave(id, user)
    return await _row(request, left)


@post("/api/tables/{id:str}/start", status_code=200, access="play")
async def start(request: Asked, id: str) -> TableRow:
    """Begin the game as its host, with bots in the open seats."""
    deed = StartGame(await require_user(request))
    return await _row(request, await server_of(request).platform.do(id, deed))


@post("/api/tables/{id:str}/stop", status_code=200, access="play")
async def stop(request: Asked, id: str, data: VoteForm) -> TableRow:
    """Vote to call the game off, or withdraw the vote."""
    deed = VoteToStop(await require_user(request), data.stop)
    return await _row(request, await server_of(request).platform.do(id, deed))


@post("/api/tables/{id:str}/rematch", status_code=200, access="play")
async def rematch(request: Asked, id: str) -> TableId:
    """Open the rematch table of a finished game, and take your seat there."""
    return TableId(await server_of(request).tables.rematch(id, await require_user(request), origin_of(request)))


async def _row(request: Asked, table: TableRecord) -> TableRow:
    rows = server_of(request).lobby.rows([table], await user_of(request), language_of(request))
    return rows.tables[0]


@get("/api/tables/{id:str}/replay", responses={200: ResponseSpec(Replay, generate_examples=False)}, access="read")
async def replay(request: Asked, id: str) -> Response[bytes]:
    """Return the replay of a finished game. It never changes, so it is computed once."""
    server, language = server_of(request), language_of(request)
    record = await require_finished_table(server, id)
    packed = server.replays.get((id, language))
    if packed is None:
        packed = await compute(request, replay_packed, record, await journal_of(record, server.store), language)
        server.replays.put((id, language), packed)
    return await send_compressed(request, packed)


@get("/api/tables/{id:str}/journal", media_type="application/jsonl", access="read")
async def journal(request: Asked, id: str) -> Response[bytes]:
    """Download the journal of a finished game."""
    record = await require_finished_table(server_of(request), id)
    name = f"kamchatka-{record.agreed.edition}-{record.id[:8]}.jsonl"
    return Response(
        await journal_of(record, server_of(request).store),
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@get("/api/tables/{id:str}/picture.png", media_type="image/png", access="read")
async def picture(request: Asked, id: str) -> Response[bytes]:
    """Return the board at the end of a finished game, for link previews."""
    return await _draw(request, id, picture_of, "image/png")


@get("/api/tables/{id:str}/clip.gif", media_type="image/gif", access="read")
async def clip(request: Asked, id: str) -> Response[bytes]:
    """Return the last turn of a finished game as a short loop."""
    return await _draw(request, id, clip_of, "image/gif")


async def _draw(request: Asked, id: str, draw: Callable[[TableRecord, bytes], bytes], media: str) -> Response[bytes]:
    """Return a picture of a finished game. It never changes, so a worker draws it once."""
    server = server_of(request)
    record = await require_finished_table(server, id)
    data = server.replays.get((id, media))
    if data is None:
        data = await compute(request, draw, record, await journal_of(record, server.store))
        server.replays.put((id, media), data)
    return Response(data, media_type=media, headers={"cache-control": "private, max-age=86400"})


async def require_finished_table(server: GameServer, id: str) -> TableRecord:
    """Return the table of a finished game. Raise a Fault for any other, because its history must stay secret."""
    record = await server.store.table(id)
    if record is None:
        raise Fault("not_found")
    if record.status != "over":
        raise Fault("wrong_time", "not_over")
    return record


HANDLERS = [lobby, mine, lay, table, join, leave, start, stop, rematch, replay, journal, picture, clip]
