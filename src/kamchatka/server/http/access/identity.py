"""Identifies the sender of a request: by session cookie with CSRF token, or by personal token."""

import hmac
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.browsers import describe_browser
from kamchatka.server.http.access.cookies import Cookies
from kamchatka.server.http.live_sockets import LiveSockets
from kamchatka.server.networks import network_of
from kamchatka.server.ratings.eligibility import Origin
from kamchatka.server.storage.credentials import csrf_of, digest
from kamchatka.server.storage.records import Caller, Client, User
from kamchatka.texts.language import nearest

SAFE = ("GET", "HEAD", "OPTIONS")

Connection = ASGIConnection[Any, Any, Any, Any]


def server_of(connection: Connection) -> GameServer:
    """Return the game server behind this connection."""
    server: GameServer = connection.app.state.server
    return server


def live_sockets_of(connection: Connection) -> LiveSockets:
    """Return the open sockets by credential."""
    sockets: LiveSockets = connection.app.state.live_sockets
    return sockets


def address_of(connection: Connection) -> str:
    """Return the network address of a request."""
    return connection.client.host if connection.client is not None else "?"


def origin_of(connection: Connection) -> Origin:
    """Return the network of a request and its browser's device cookie; programs with a token have none."""
    return Origin(network_of(address_of(connection)), cookies_of(connection).device[:100])


def language_of(connection: Connection) -> str:
    """Return the requested language: `?lang`, or else the browser's preference."""
    return nearest(connection.query_params.get("lang") or connection.headers.get("accept-language") or "")


def cookies_of(connection: Connection) -> Cookies:
    """Return the cookies of a request."""
    return Cookies(connection.cookies, server_of(connection).settings.secure_cookies)


def cookie_of(connection: Connection) -> str:
    """Return the session cookie, or nothing."""
    return cookies_of(connection).session


def token_of(connection: Connection) -> str | None:
    """Return the personal token of the request; other schemes of authorization are ignored."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def credential_of(connection: Connection) -> str:
    """Return the digest of the cookie or token."""
    token = token_of(connection)
    return digest(cookie_of(connection) if token is None else token)


def new_client(connection: Connection) -> Client:
    """Return what is stored about a browser that signs in, without address or version."""
    return Client(describe_browser(connection.headers.get("user-agent", "")), cookies_of(connection).is_secure)


def _client(connection: Connection) -> Client:
    """Return the client data of a browser that has a session."""
    return Client(new_client(connection).browser, cookies_of(connection).is_host_only)


async def caller_of(connection: Connection) -> Caller | None:
    """Return the caller of a request, or None for an unknown cookie. Raise a Fault for an unknown token."""
    credentials, token = server_of(connection).accounts.credentials, token_of(connection)
    if token is not None:
        caller = await credentials.by_token(token)
        if caller is None:
            raise Fault("not_known")
        return caller
    cookie = cookie_of(connection)
    return await credentials.by_cookie(cookie, _client(connection)) if cookie else None


async def user_of(connection: Connection) -> User | None:
    """Return the user who sends a request, or None for an unknown cookie."""
    caller = await caller_of(connection)
    return None if caller is None else caller.user


async def require_user(connection: Connection) -> User:
    """Return the user who sends a request; raise a Fault if there is none."""
    user = await user_of(connection)
    if user is None:
        raise Fault("not_known")
    return user


def is_same_origin(connection: Connection) -> bool:
    """Return whether the sending page is ours by scheme and host. Requests without an origin are accepted.

    A trusted proxy determines the scheme. With secure cookies, pages always come over HTTPS.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    try:
        sent = urlsplit(origin)
    except ValueError:
        return False
    schemes = {str(connection.scope["scheme"]).replace("ws", "http")}
    if server_of(connection).settings.secure_cookies:
        schemes.add("https")
    return sent.scheme in schemes and sent.netloc == connection.headers.get("host")


def check_csrf(connection: Connection, method: str) -> None:
    """Raise a Fault if a change by cookie lacks its CSRF token or comes from another origin. Tokens need none."""
    if method in SAFE or token_of(connection) is not None:
        return
    sent, cookie = connection.headers.get("x-csrf-token", ""), cookie_of(connection)
    if not cookie or not hmac.compare_digest(sent.encode(), csrf_of(cookie).encode()) or not is_same_origin(connection):
        raise Fault("csrf")
