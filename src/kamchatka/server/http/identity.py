"""Who sends a request: by cookie with its CSRF word, or by a personal token."""

import hmac
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.live_sockets import LiveSockets
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage.accounts import csrf_of, digest
from kamchatka.server.storage.records import User
from kamchatka.texts.language import nearest

COOKIE = "kamchatka"
DEVICE = "kamchatka_device"  # a cookie that stays when somebody signs out: whether two who play share a browser
SAFE = ("GET", "HEAD", "OPTIONS")

Connection = ASGIConnection[Any, Any, Any, Any]


def server_of(connection: Connection) -> GameServer:
    """The game server behind this connection."""
    server: GameServer = connection.app.state.server
    return server


def live_sockets_of(connection: Connection) -> LiveSockets:
    """The open sockets, by what they were opened with."""
    sockets: LiveSockets = connection.app.state.live_sockets
    return sockets


def address_of(connection: Connection) -> str:
    """Where a request comes from."""
    return connection.client.host if connection.client is not None else "?"


def origin_of(connection: Connection) -> Origin:
    """The same, with the word that its browser was given; programs with a token have none."""
    return Origin(address_of(connection), connection.cookies.get(DEVICE, "")[:100])


def language_of(connection: Connection) -> str:
    """The language asked for: `?lang`, else what the browser prefers."""
    return nearest(connection.query_params.get("lang") or connection.headers.get("accept-language") or "")


def cookie_of(connection: Connection) -> str:
    """The session cookie, or nothing."""
    return connection.cookies.get(COOKIE, "")


def token_of(connection: Connection) -> str | None:
    """The personal token that came along; other schemes of authorization say nothing to us."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def credential_of(connection: Connection) -> str:
    """What stands for the cookie or token, where it may be kept."""
    token = token_of(connection)
    return digest(cookie_of(connection) if token is None else token)


async def user_of(connection: Connection) -> User | None:
    """Who it is. A wrong token is refused at once; a cookie we do not know is nobody."""
    server = server_of(connection)
    token = token_of(connection)
    if token is not None:
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
    """Whether the page that sends this is ours; programs send no origin, and "null" is anybody's."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc == connection.headers["host"]
    except (ValueError, KeyError):
        return False


def check_csrf(connection: Connection, method: str) -> None:
    """A change asked for with a cookie must carry the word that only our own page can know; a token needs none."""
    if method in SAFE or token_of(connection) is not None:
        return
    sent, cookie = connection.headers.get("x-csrf-token", ""), cookie_of(connection)
    if not cookie or not hmac.compare_digest(sent.encode(), csrf_of(cookie).encode()) or not is_same_origin(connection):
        raise Fault("csrf")
