"""Names, accounts, tokens."""

from typing import Annotated, Any

from litestar import Request, Response, delete, get, post
from litestar.background_tasks import BackgroundTask
from litestar.params import Parameter

from kamchatka.server.faults import Fault
from kamchatka.server.http.identity import (
    COOKIE,
    DEVICE,
    address_of,
    cookie_of,
    known_user,
    live_sockets_of,
    server_of,
    token_of,
    user_of,
)
from kamchatka.server.http.live_sockets import LiveSockets
from kamchatka.server.people.remains import export
from kamchatka.server.protocol.payloads import AccountForm, DeleteForm, GuestForm, Me, TokenForm, TokenSeen
from kamchatka.server.storage.accounts import csrf_of, digest, fresh_secret
from kamchatka.server.storage.records import User

Asked = Request[Any, Any, Any]
EXPORTS_A_MINUTE = 2.0
Number = Annotated[int, Parameter(ge=0, le=2**31 - 1)]  # of a row, as every database counts them


def _me(request: Asked, user: User | None, cookie: str) -> Response[Me]:
    """Who you are, with a cookie that scripts cannot read."""
    response = Response(Me(user.name if user else None, user.guest if user else True, csrf_of(cookie)))
    if cookie != cookie_of(request):
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=90 * 86_400,
            httponly=True,
            samesite="lax",
            path="/",
            secure=server_of(request).settings.secure_cookies,
        )
    if DEVICE not in request.cookies:
        response.set_cookie(
            DEVICE,
            fresh_secret(),
            max_age=400 * 86_400,
            httponly=True,
            samesite="lax",
            path="/",
            secure=server_of(request).settings.secure_cookies,
        )
    response.headers["cache-control"] = "no-store"
    return response


@get("/api/me")
async def me(request: Asked) -> Response[Me]:
    """Who the server takes you for."""
    return _me(request, await user_of(request), cookie_of(request) or fresh_secret())


@post("/api/session", status_code=200)
async def session(request: Asked, data: GuestForm) -> Response[Me]:
    """A guest name, at once; a guest may change it."""
    accounts, user = server_of(request).accounts, await user_of(request)
    if user is not None and not user.guest:
        raise Fault("wrong_time", "guest_only")
    if user is not None:
        return _me(request, await accounts.rename(user, data.name), cookie_of(request))
    cookie = fresh_secret()
    return _me(request, await accounts.guest(data.name, cookie), cookie)


@post("/api/accounts", status_code=200)
async def register(request: Asked, data: AccountForm) -> Response[Me]:
    """An account; a guest keeps its games."""
    _slowly(request)
    cookie = fresh_secret()
    made = await server_of(request).accounts.register(await user_of(request), data.name, data.password, cookie)
    return await _instead(request, made, cookie)


@post("/api/login", status_code=200)
async def login(request: Asked, data: AccountForm) -> Response[Me]:
    """Come in with a password; the cookie is a new one."""
    _slowly(request)
    cookie = fresh_secret()
    user = await server_of(request).accounts.login(data.name, data.password, cookie)
    return await _instead(request, user, cookie)


@post("/api/logout", status_code=200)
async def logout(request: Asked) -> Response[Me]:
    """Go; the old cookie is worth nothing any more."""
    return await _instead(request, None, fresh_secret())


async def _instead(request: Asked, user: User | None, cookie: str) -> Response[Me]:
    """Another cookie from now on: the one that was sent is worth nothing any more, and what it opened is closed.

    Whoever planted or stole the old one before somebody came in gains nothing by it. Sockets are closed once the answer
    has been sent, so that the page comes back with its new cookie.
    """
    response = _me(request, user, cookie)
    if token_of(request) is None and (old := cookie_of(request)):
        await server_of(request).accounts.logout(old)
        response.background = BackgroundTask(live_sockets_of(request).end, digest(old))
    return response


def _slowly(request: Asked) -> None:
    """Nobody tries passwords by the thousand."""
    server = server_of(request)
    if not server.limits.allows("password", address_of(request), server.settings.logins_a_minute):
        raise Fault("too_many")


@get("/api/tokens")
async def tokens(request: Asked) -> list[TokenSeen]:
    """Your tokens, without their secrets."""
    return await server_of(request).accounts.tokens(await known_user(request))


@post("/api/tokens")
async def new_token(request: Asked, data: TokenForm) -> TokenSeen:
    """A token for a program of yours."""
    return await server_of(request).accounts.new_token(await known_user(request), data.label)


@delete("/api/tokens/{id:int}")
async def drop_token(request: Asked, id: Number) -> None:
    """Forget a token; what it opened is closed."""
    dropped = await server_of(request).accounts.drop_token(await known_user(request), id)
    if dropped is not None:
        await live_sockets_of(request).end(dropped)


@get("/api/me/export")
async def own_data(request: Asked) -> Response[dict[str, Any]]:
    """Everything that this server keeps about you, as a file."""
    server, user = server_of(request), await known_user(request)
    if not server.limits.allows("export", f"user {user.id}", EXPORTS_A_MINUTE):
        raise Fault("too_many")
    headers = {"content-disposition": 'attachment; filename="kamchatka-data.json"', "cache-control": "no-store"}
    return Response(await export(user, server.database, server.store), headers=headers)


@post("/api/me/delete", status_code=200)
async def delete_me(request: Asked, data: DeleteForm) -> Response[Me]:
    """Delete the account: your name in old games becomes a mark, all else about you is forgotten."""
    _slowly(request)
    server, user = server_of(request), await known_user(request)
    await server.accounts.check_password(user, data.password)
    credentials = await server.erasure.credentials(user.id)
    await server.erase(user)
    response = _me(request, None, fresh_secret())
    response.background = BackgroundTask(_end_all, live_sockets_of(request), credentials)
    return response


async def _end_all(sockets: LiveSockets, credentials: list[str]) -> None:
    for one in credentials:
        await sockets.end(one)


HANDLERS = [me, session, register, login, logout, tokens, new_token, drop_token, own_data, delete_me]
