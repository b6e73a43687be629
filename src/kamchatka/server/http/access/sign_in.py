"""Responses that change a browser's user: they set a new cookie and close the former session's sockets."""

from typing import Any

from litestar import Response
from litestar.background_tasks import BackgroundTask

from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import cookie_of, cookies_of, live_sockets_of, server_of, token_of
from kamchatka.server.http.live_sockets import LiveSockets
from kamchatka.server.protocol.payloads import Me
from kamchatka.server.storage.credentials import csrf_of
from kamchatka.server.storage.records import User


def who(user: User | None, cookie: str) -> Me:
    """Describe the user of a session cookie."""
    if user is None:
        return Me(None, True, csrf_of(cookie))
    return Me(user.name, user.guest, csrf_of(cookie), user.avatar)


def with_cookie(request: Asked, response: Response[Any], cookie: str, ended: list[str]) -> None:
    """Set a session cookie, unless the request used a token. Then close the sockets of the `ended` sessions and tokens.

    They are closed after the response was sent, so that the page reconnects with its new cookie.
    """
    if token_of(request) is None:
        for one in cookies_of(request).to_set(cookie):
            response.set_cookie(one)
    response.headers["cache-control"] = "no-store"
    if ended:
        response.background = BackgroundTask(_end_all, live_sockets_of(request), ended)


def me_answer(request: Asked, user: User | None, cookie: str, ended: list[str] | None = None) -> Response[Me]:
    """Return the user of the new cookie, and set it."""
    response = Response(who(user, cookie))
    with_cookie(request, response, cookie, ended or [])
    return response


async def log_out(request: Asked) -> list[str]:
    """End the requesting session, if any. Return the digests of what ended with it.

    This makes a planted or stolen cookie worthless once the user signs in.
    """
    old = cookie_of(request)
    return await server_of(request).accounts.credentials.log_out(old) if old else []


async def remember(request: Asked, response: Response[Any], name: str) -> None:
    """Mark this browser as known to the account, unless the request used a token."""
    hashed = await server_of(request).accounts.hash_of(name)
    if hashed is not None and token_of(request) is None:
        response.set_cookie(cookies_of(request).to_remember(hashed))


async def _end_all(sockets: LiveSockets, ended: list[str]) -> None:
    for one in ended:
        await sockets.end(one)
