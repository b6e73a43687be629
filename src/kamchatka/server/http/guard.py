"""The door of the application: every request and every opening of a socket passes, whichever route it is for.

Who comes too often is refused here, and whatever is wrong with an address or a header, so that no route meets it:
characters that no text holds, encodings that are none, numbers beyond 64 bits, too many fields. Every answer leaves
with the headers of `site.HEADERS`, and a failure that nobody has caught is told and logged once. Bodies and messages
are read by `intake`; how long they may take to arrive is the matter of `connections`.
"""

import re
from urllib.parse import unquote_to_bytes

import msgspec
import structlog
from uvicorn.protocols.utils import ClientDisconnected

from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.asgi import Application, Message, Receive, Scope, Send
from kamchatka.server.http.intake import as_text
from kamchatka.server.http.site import HEADERS
from kamchatka.server.protocol.payloads import ErrorSeen
from kamchatka.texts.language import nearest
from kamchatka.texts.outside import Unfit, check_characters, check_integer

MOST_FIELDS = 32  # of a query
MOST_HEADERS = 100
LONGEST_PATH = 1024  # bytes
LONGEST_QUERY = 8192
NUMBER = re.compile(r"[-+]?\d[\d_]*")
HOST = re.compile(rb"(?:[\w.-]*|\[[0-9a-fA-F:.]+\])(?::\d{1,5})?", re.ASCII)
GONE = (ClientDisconnected, ConnectionError)  # people close their browsers
NOT_SENT = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

log = structlog.get_logger()


class Guard:
    """An application behind its door."""

    def __init__(self, app: Application, server: GameServer) -> None:
        self.app = app
        self.server = server

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Whatever comes in."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        answer = GuardedSend(scope, send)
        try:
            self._check_rate(scope)
            check_scope(scope)
            await self.app(scope, _whole(receive) if scope["type"] == "http" else receive, answer)
        except Fault as fault:
            self.server.metrics.refused(fault.code)
            log.info("request refused", code=fault.code, why=fault.phrase, address=_address(scope))
            await answer.refuse(fault)
        except GONE:
            pass
        except Exception as error:
            log.error("bug", path=shown_path(scope), error=repr(error), exc_info=error)
            await answer.refuse(Fault("bug"))

    def _check_rate(self, scope: Scope) -> None:
        """Not too often from one address; a refusal must cost next to nothing, so it comes before everything else."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            return
        if not self.server.limits.allows("request", _address(scope), self.server.settings.requests_a_minute):
            raise Fault("too_many")


def _whole(receive: Receive) -> Receive:
    """What comes in; who leaves before a request is whole is nobody's fault, which frameworks do not see."""
    is_whole = False

    async def hear() -> Message:
        nonlocal is_whole
        message: Message = await receive()
        if message["type"] == "http.disconnect" and not is_whole:
            raise ClientDisconnected
        is_whole = is_whole or not message.get("more_body", False)
        return message

    return hear


class GuardedSend:
    """What goes out: with our headers on it, whoever made it."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self.send = send
        self.has_begun = False

    async def __call__(self, message: Message) -> None:
        """One message of the application. A socket that is closed before it is open was for nothing that is here."""
        if message["type"] == "websocket.close" and not self.has_begun:
            await self.refuse(Fault("not_found"))
            return
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            named = {name.lower() for name, _ in message.get("headers", ())}
            more = [(name, value) for name, value in NOT_SENT if name not in named]
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        self.has_begun = True
        await self.send(message)

    async def refuse(self, fault: Fault) -> None:
        """The sentence, if nothing has been said yet."""
        if self.has_begun:
            return
        body = refusal(fault, nearest(_header(self.scope, b"accept-language")))
        kind = "websocket.http.response" if self.scope["type"] == "websocket" else "http.response"
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        try:
            await self({"type": f"{kind}.start", "status": fault.status, "headers": headers})
            await self({"type": f"{kind}.body", "body": body})
        except GONE:
            pass


def refusal(fault: Fault, language: str) -> bytes:
    """The body of an answer that refuses."""
    return msgspec.json.encode(ErrorSeen(fault.code, fault.sentence(language)))


def shown_path(scope: Scope) -> str:
    """The path for a log, which is not to be filled by one line."""
    return str(scope["path"])[:200]


# ------------------------------------------------------------------ what is asked of every request
def check_scope(scope: Scope) -> None:
    """A Fault unless path, query and headers are such as a client of ours may send."""
    _check_path(scope.get("raw_path") or scope["path"].encode())
    _check_query(scope["query_string"])
    if len(scope["headers"]) > MOST_HEADERS:
        raise Fault("too_large")
    for name, value in scope["headers"]:
        if name == b"host" and not HOST.fullmatch(value):
            raise Fault("malformed", "bad_header", name="Host")


def _check_path(raw: bytes) -> None:
    """What cannot be the name of anything is not here."""
    try:
        path = as_text(unquote_to_bytes(raw))
        check_characters(path)
        for part in path.split("/"):
            _check_number(part)
    except (Fault, Unfit):
        raise Fault("not_found", "bad_path") from None
    if len(raw) > LONGEST_PATH:
        raise Fault("not_found", "bad_path")


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
            _check_number(text.partition("=")[2].strip())
    except Unfit as unfit:
        raise Fault("malformed", "bad_query", why=unfit.why) from None


def _check_number(text: str) -> None:
    if NUMBER.fullmatch(text):
        check_integer(text)


def _header(scope: Scope, wanted: bytes) -> str:
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == wanted), "")


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "?"
