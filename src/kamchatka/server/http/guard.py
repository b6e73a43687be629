"""Checks every request and handshake before any route sees it.

- The path is normalised (`paths`).
- Networks that exceed the rate limit are refused.
- Invalid URLs and headers are refused: control characters, bad encodings, numbers beyond 64 bits, too many fields, two
  lengths of one body, two hosts.
- Every response gets the headers of `site.HEADERS`. API responses are not cached unless they say so.
- Uncaught exceptions are answered and logged once.

Bodies and messages are read by `intake`; timeouts are up to `door`.
"""

import re
from collections import Counter
from urllib.parse import unquote_to_bytes

import msgspec
import structlog

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.asgi import Application, Message, Receive, Scope, Send
from kamchatka.server.http.json_input import as_text
from kamchatka.server.http.paths import check_number, is_api, normalise
from kamchatka.server.http.site import HEADERS
from kamchatka.server.limit_table import PAGE, REQUEST, SOCKET, Rate
from kamchatka.server.protocol.payloads import ErrorSeen
from kamchatka.texts.language import nearest
from kamchatka.texts.untrusted_text import Unfit, check_characters

MOST_FIELDS = 32  # fields of a query
MOST_HEADERS = 100
LONGEST_QUERY = 8192
HOST = re.compile(rb"(?:[\w.-]*|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?", re.ASCII)
ONCE = {
    b"host": "Host",
    b"origin": "Origin",
    b"authorization": "Authorization",
}  # proxies differ on which of two counts
HEALTH = ("/healthz", "/readyz")
SOCKET_PATH = re.compile(r"/ws/(?:lobby|(?:tables|events)/[^/]+)")
UNCLEAR = "two_lengths"  # request whose end proxies may see in different places
NO_STORE = (b"cache-control", b"no-store")
NOT_SENT = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

log = structlog.get_logger()


class ClientLeft(ConnectionError):
    """The client has disconnected."""


class Guard:
    """An application behind these checks."""

    def __init__(self, app: Application, server: GameServer) -> None:
        self.app = app
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle an ASGI connection."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        answer = GuardedSend(scope, send)
        try:
            self._admit(scope)
            check_scope(scope)
            await self.app(scope, _whole(receive) if scope["type"] == "http" else receive, answer)
        except Fault as fault:
            self.server.metrics.count_refusal(fault.code)
            log.info("request refused", code=fault.code, why=fault.phrase, address=_address(scope))
            await answer.refuse(fault)
        except ConnectionError:
            pass
        except Exception as error:
            log.error("bug", path=loggable_path(scope), error=repr(error), exc_info=error)
            await answer.refuse(Fault("bug"))

    def _admit(self, scope: Scope) -> None:
        """Normalise the path and apply the network's rate limit before any expensive work."""
        try:
            normalise(scope)
        except Fault:
            self.server.limits.check(REQUEST, address=_address(scope))
            raise
        rate = rate_of(scope)
        if rate is not SOCKET:  # sockets are opened first, so that the close code can give the reason
            self.server.limits.check(rate, address=_address(scope))


def rate_of(scope: Scope) -> Rate:
    """Return the rate limit that a request or a handshake counts towards."""
    if scope["type"] == "websocket":
        return SOCKET if SOCKET_PATH.fullmatch(scope["path"]) else REQUEST
    return REQUEST if is_api(scope["path"]) or scope["path"] in HEALTH else PAGE


def _whole(receive: Receive) -> Receive:
    """Raise ClientLeft if the client leaves before its request is complete, which frameworks overlook."""
    is_whole = False

    async def hear() -> Message:
        nonlocal is_whole
        message: Message = await receive()
        if message["type"] == "http.disconnect" and not is_whole:
            raise ClientLeft
        is_whole = is_whole or not message.get("more_body", False)
        return message

    return hear


class GuardedSend:
    """Sends responses, and adds our headers to all of them."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.send = send
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        """Send an application message. A socket closed before it was opened becomes a 404 response."""
        kind = message["type"]
        if kind == "websocket.close" and not self.has_begun:
            await self.refuse(Fault("not_found"))
            return
        if kind == "http.response.start" or kind == "websocket.http.response.start":
            named = {name.lower() for name, _ in message.get("headers", ())}
            more = [(name, value) for name, value in NOT_SENT if name not in named]
            if is_api(self.scope["path"]) and b"cache-control" not in named:  # the response may be private
                more.append(NO_STORE)
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        self.has_begun = True
        try:
            await self.send(message)
        except OSError as error:  # what ASGI servers raise when the client has left
            raise ClientLeft from error

    async def refuse(self, fault: Fault) -> None:
        """Send the error, unless a response has begun."""
        if self.has_begun:
            return
        body = refusal(fault, nearest(_header(self.scope, b"accept-language")))
        kind = "websocket.http.response" if self.scope["type"] == "websocket" else "http.response"
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), NO_STORE]
        if fault.phrase == UNCLEAR and kind == "http.response":
            headers.append((b"connection", b"close"))  # the start of the next request is unknown
        try:
            await self({"type": f"{kind}.start", "status": fault.status, "headers": headers})
            await self({"type": f"{kind}.body", "body": body})
        except ConnectionError:
            pass


def refusal(fault: Fault, language: str) -> bytes:
    """Return the body of an error response."""
    return msgspec.json.encode(ErrorSeen(fault.code, fault.sentence(language)))


def loggable_path(scope: Scope) -> str:
    """Return the path for a log line, limited in length."""
    return str(scope["path"])[:200]


# ------------------------------------------------------------------ checks of every request
def check_scope(scope: Scope) -> None:
    """Raise a Fault unless path, query and headers are valid."""
    _check_query(scope["query_string"])
    if len(scope["headers"]) > MOST_HEADERS:
        raise Fault("too_large")
    sent = Counter(name for name, _ in scope["headers"])
    if {b"content-length", b"transfer-encoding"} <= sent.keys():
        raise Fault("malformed", UNCLEAR)
    for header, shown in ONCE.items():
        if sent[header] > 1:
            raise Fault("malformed", "bad_header", name=shown)
    for name, value in scope["headers"]:
        if name == b"host" and not HOST.fullmatch(value):
            raise Fault("malformed", "bad_header", name="Host")


def _check_query(raw: bytes) -> None:
    if len(raw) > LONGEST_QUERY:
        raise Fault("too_large")
    fields = raw.split(b"&")
    if len(fields) > MOST_FIELDS:
        raise Fault("malformed", "many_fields", most=MOST_FIELDS)
    try:
        for field in fields:
            text = as_text(unquote_to_bytes(field.replace(b"+", b" ")))
            check_characters(text)
            check_number(text.partition("=")[2].strip())
    except Unfit as unfit:
        raise Fault("malformed", "bad_query", why=unfit.why) from None


def _header(scope: Scope, wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), "")


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "?"
