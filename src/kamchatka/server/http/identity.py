"""Who sends a request: by cookie with its CSRF word, or by a personal token."""

import hmac
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.storage.accounts import csrf_of
from kamchatka.server.storage.records import User
from kamchatka.texts.language import nearest

COOKIE = "kamchatka"
SAFE = ("GET", "HEAD", "OPTIONS")

Connection = ASGIConnection[Any, Any, Any, Any]


def server_of(connection: Connection) -> GameServer:
    """The game server behind this connection."""
    server: GameServer = connection.app.state.server
    return server


def address_of(connection: Connection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else "?"


def language_of(connection: Connection) -> str:
    """The language asked for: `?lang`, else what the browser prefers."""
    return nearest(connection.query_params.get("lang") or connection.headers.get("accept-language") or "")


def cookie_of(connection: Connection) -> str:
    """The session cookie, or nothing."""
    return connection.cookies.get(COOKIE, "")


async def user_of(connection: Connection) -> User | None:
    """Who it is. A wrong token is refused at once; a cookie we do not know is nobody."""
    server = server_of(connection)
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        user = await server.accounts.by_token(token)
        if user is None:
            raise Fault("not_known")
        return user
    cookie = cookie_of(connection)
    return await server.accounts.by_cookie(cookie) if cookie else None


async def known_user(connection: Connection) -> User:
    """The same, for what only somebody with a name may do."""
    user = await user_of(connection)
    if user is None:
        raise Fault("not_known")
    return user


def is_same_origin(connection: Connection) -> bool:
    """Whether the page that sends this is ours; programs send no origin."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


def check_csrf(connection: Connection, method: str) -> None:
    """A change asked for with a cookie must carry the word that only our own page can know."""
    if method in SAFE or connection.headers.get("authorization"):
        return
    sent, cookie = connection.headers.get("x-csrf-token", ""), cookie_of(connection)
    if not cookie or not hmac.compare_digest(sent.encode(), csrf_of(cookie).encode()) or not is_same_origin(connection):
        raise Fault("csrf")
