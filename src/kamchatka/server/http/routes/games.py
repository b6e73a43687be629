"""Tables over HTTP: the lobby, laying and joining, the vote to stop, what remains after the game."""

from typing import Any

from litestar import Request, Response, get, post
from litestar.openapi.datastructures import ResponseSpec

from kamchatka.server.cluster.deeds import StandUp, StartGame, VoteToStop
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.compression import packed_answer
from kamchatka.server.http.heavy import reckoned
from kamchatka.server.http.identity import known_user, language_of, origin_of, server_of, user_of
from kamchatka.server.presentation.replays import journal_of, replay_packed
from kamchatka.server.protocol.payloads import JoinForm, Lobby, Replay, TableForm, TableId, TableRow, VoteForm
from kamchatka.server.storage.records import TableRecord

Asked = Request[Any, Any, Any]


@get("/api/tables")
async def lobby(request: Asked) -> Lobby:
    """The public tables that wait or play."""
    return await server_of(request).lobby.list_for(await user_of(request), language_of(request))


@get("/api/mine")
async def mine(request: Asked) -> Lobby:
    """Your own tables, running and finished."""
    server, user = server_of(request), await known_user(request)
    return server.lobby.rows(await server.store.mine(user.id), user, language_of(request))


@post("/api/tables")
async def lay(request: Asked, data: TableForm) -> TableId:
    """A new table."""
    return TableId(await server_of(request).lay(data, await known_user(request), origin_of(request)))


@get("/api/tables/{id:str}")
async def table(request: Asked, id: str) -> TableRow:
    """One table."""
    server = server_of(request)
    record = await server.store.table(id)
    if record is None:
        raise Fault("not_found")
    return server.lobby.rows([record], await user_of(request), language_of(request)).tables[0]


@post("/api/tables/{id:str}/join", status_code=200)
async def join(request: Asked, id: str, data: JoinForm) -> TableRow:
    """Sit down."""
    user = await known_user(request)
    return await _row(request, await server_of(request).sit(id, user, origin_of(request), data.seat, data.most_dice))


@post("/api/tables/{id:str}/leave", status_code=200)
async def leave(request: Asked, id: str) -> TableRow:
    """Stand up; during the game a bot has the seat for good."""
    user, server = await known_user(request), server_of(request)
    try:
        left = await server.platform.do(id, StandUp(user))
    except Fault as fault:
        if fault.code != "unreadable":
            raise
        left = await server.quarantine.leave(id, user)
    return await _row(request, left)


@post("/api/tables/{id:str}/start", status_code=200)
async def start(request: Asked, id: str) -> TableRow:
    """The host begins; bots take the open seats."""
    deed = StartGame(await known_user(request))
    return await _row(request, await server_of(request).platform.do(id, deed))


@post("/api/tables/{id:str}/stop", status_code=200)
async def stop(request: Asked, id: str, data: VoteForm) -> TableRow:
    """A vote to call the game off, or the vote taken back."""
    deed = VoteToStop(await known_user(request), data.stop)
    return await _row(request, await server_of(request).platform.do(id, deed))


@post("/api/tables/{id:str}/rematch", status_code=200)
async def rematch(request: Asked, id: str) -> TableId:
    """The same people once more."""
    return TableId(await server_of(request).rematch(id, await known_user(request), origin_of(request)))


async def _row(request: Asked, table: TableRecord) -> TableRow:
    rows = server_of(request).lobby.rows([table], await user_of(request), language_of(request))
    return rows.tables[0]


@get("/api/tables/{id:str}/replay", responses={200: ResponseSpec(Replay, generate_examples=False)})
async def replay(request: Asked, id: str) -> Response[bytes]:
    """A finished game from its first die to its end. It never changes, so it is reckoned once."""
    server, language = server_of(request), language_of(request)
    record = await finished_table(server, id)
    packed = server.replays.get((id, language))
    if packed is None:
        packed = await reckoned(request, replay_packed, record, await journal_of(record, server.store), language)
        server.replays.put((id, language), packed)
    return await packed_answer(request, packed)


@get("/api/tables/{id:str}/journal")
async def journal(request: Asked, id: str) -> Response[bytes]:
    """The journal of a finished game as a file."""
    record = await finished_table(server_of(request), id)
    name = f"kamchatka-{record.agreed.edition}-{record.id[:8]}.jsonl"
    return Response(
        await journal_of(record, server_of(request).store),
        media_type="application/jsonl",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


async def finished_table(server: GameServer, id: str) -> TableRecord:
    """The table of a game that is over; of any other nothing may be shown that looks back."""
    record = await server.store.table(id)
    if record is None:
        raise Fault("not_found")
    if record.status != "over":
        raise Fault("wrong_time", "not_over")
    return record


HANDLERS = [lobby, mine, lay, table, join, leave, start, stop, rematch, replay, journal]
