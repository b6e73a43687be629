"""Names, accounts, tokens."""

from typing import Any

from litestar import Request, Response, delete, get, post

from kamchatka.server.faults import Fault
from kamchatka.server.http.identity import COOKIE, address_of, cookie_of, known_user, server_of, user_of
from kamchatka.server.protocol.payloads import AccountForm, GuestForm, Me, TokenForm, TokenSeen
from kamchatka.server.storage.accounts import csrf_of, fresh_secret
from kamchatka.server.storage.records import User

Asked = Request[Any, Any, Any]


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
    user = await user_of(request)
    cookie = cookie_of(request) if user is not None else fresh_secret()
    made = await server_of(request).accounts.register(user, data.name, data.password, cookie)
    return _me(request, made, cookie)


@post("/api/login", status_code=200)
async def login(request: Asked, data: AccountForm) -> Response[Me]:
    """Come in with a password; the cookie is a new one."""
    _slowly(request)
    cookie = fresh_secret()
    return _me(request, await server_of(request).accounts.login(data.name, data.password, cookie), cookie)


@post("/api/logout", status_code=200)
async def logout(request: Asked) -> Response[Me]:
    """Go; the old cookie is worth nothing any more."""
    await server_of(request).accounts.logout(cookie_of(request))
    return _me(request, None, fresh_secret())


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
async def drop_token(request: Asked, id: int) -> None:
    """Forget a token."""
    await server_of(request).accounts.drop_token(await known_user(request), id)


HANDLERS = [me, session, register, login, logout, tokens, new_token, drop_token]
