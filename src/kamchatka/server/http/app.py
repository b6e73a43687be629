"""The Litestar application: routes, limits and error responses. `build` creates it, `kamchatka serve` runs it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec
import structlog
from litestar import Litestar, Response
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from sqlalchemy.exc import SQLAlchemyError

import kamchatka
from kamchatka.kernel.problem import Problem
from kamchatka.server.faults import Fault
from kamchatka.server.game_server import GameServer
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import address_of, check_csrf, language_of, server_of
from kamchatka.server.http.access.scopes import check_scope
from kamchatka.server.http.compression import Compression
from kamchatka.server.http.documented import TuplesOfAnyLength, with_errors
from kamchatka.server.http.guard import ClientLeft, loggable_path
from kamchatka.server.http.json_input import CheckedRequest
from kamchatka.server.http.live_sockets import LiveSockets
from kamchatka.server.http.routes import (
    credentials,
    exports,
    friends,
    games,
    health,
    library,
    moderation,
    notices,
    people,
    players,
    quick,
    recovery,
    study,
    words,
)
from kamchatka.server.http.routes.club import event_papers, event_phones, event_rounds, event_scores, events, seasons
from kamchatka.server.http.site import site
from kamchatka.server.http.sockets import event_socket, lobby_socket, table_socket
from kamchatka.server.protocol.payloads import ErrorSeen

LARGEST_BODY = 65_536
CODES = {400: "malformed", 401: "not_known", 404: "not_found", 405: "malformed", 413: "too_large", 429: "too_many"}

log = structlog.get_logger()
HANDLERS = [
    *people.HANDLERS,
    *credentials.HANDLERS,
    *recovery.HANDLERS,
    *players.HANDLERS,
    *friends.HANDLERS,
    *moderation.HANDLERS,
    *notices.HANDLERS,
    *quick.HANDLERS,
    *library.HANDLERS,
    *words.HANDLERS,
    *exports.HANDLERS,
    *games.HANDLERS,
    *study.HANDLERS,
    *events.HANDLERS,
    *event_rounds.HANDLERS,
    *event_scores.HANDLERS,
    *event_phones.HANDLERS,
    *event_papers.HANDLERS,
    *seasons.HANDLERS,
    *health.HANDLERS,
    table_socket,
    lobby_socket,
    event_socket,
    site,
]


def build(server: GameServer) -> Litestar:
    """Build the application for a game server, which it opens and closes."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        app.state.server = server
        app.state.live_sockets = live_sockets = LiveSockets()
        server.platform.news.session_ended = live_sockets.end
        if not server.is_open:
            await server.open()
        try:
            yield
        finally:
            await server.close()

    return Litestar(
        route_handlers=with_errors(HANDLERS),
        lifespan=[lifespan],
        before_request=_gate,
        request_class=CheckedRequest,
        request_max_body_size=LARGEST_BODY,
        exception_handlers={
            Fault: _fault,
            Problem: _problem,
            HTTPException: _http,
            SQLAlchemyError: _storage,
            OSError: _storage,
            ClientLeft: _ignore_disconnect,
            Exception: _bug,
        },
        middleware=[Compression()],
        plugins=[TuplesOfAnyLength()],
        openapi_config=OpenAPIConfig(
            "Kamchatka", kamchatka.__version__, path="/api/openapi", render_plugins=[JsonRenderPlugin(path="/api.json")]
        ),
        logging_config=None,
        type_encoders={msgspec.Struct: msgspec.to_builtins},
    )


async def _gate(request: Asked) -> None:
    """Check the CSRF token of changes from a browser, and the scope of personal tokens."""
    if request.scope["path"].startswith("/api/"):
        check_csrf(request, request.method)
        await check_scope(request)


def _error(request: Asked, status: int, code: str, text: str, rule: str = "") -> Response[ErrorSeen]:
    server_of(request).metrics.count_refusal(code)
    path = loggable_path(dict(request.scope))
    log.info("request refused", code=code, status=status, path=path, address=address_of(request))
    return Response(ErrorSeen(code, text, rule), status_code=status, media_type="application/json")


def _fault(request: Asked, fault: Fault) -> Response[ErrorSeen]:
    return _error(request, fault.status, fault.code, fault.sentence(language_of(request)))


def _problem(request: Asked, problem: Problem) -> Response[ErrorSeen]:
    return _error(request, 400, "problem", problem.text(language_of(request)), problem.rule)


def _http(request: Asked, error: HTTPException) -> Response[ErrorSeen]:
    """Answer errors of the framework, such as bodies of the wrong type and unknown paths."""
    if error.status_code >= 500:
        return _bug(request, error)
    code = CODES.get(error.status_code, "malformed")
    fault = Fault(code, why=_why(error) if code == "malformed" else "")
    return _error(request, error.status_code, code, fault.sentence(language_of(request)))


def _why(error: HTTPException) -> str:
    """Describe which field is wrong and how, as far as the framework says."""
    told = [one for one in error.extra if isinstance(one, dict)] if isinstance(error.extra, list) else []
    fields = "; ".join(": ".join(str(one[part]) for part in ("key", "message") if one.get(part)) for one in told)
    return (fields or str(error.extra or error.detail))[:300].rstrip(".")


def _ignore_disconnect(request: Asked, error: ClientLeft) -> Response[ErrorSeen]:
    """Return a dummy response: the client has disconnected before the request was complete."""
    return Response(ErrorSeen("malformed", ""), status_code=400)


def _storage(request: Asked, error: Exception) -> Response[ErrorSeen]:
    """Answer that storage is unavailable. The error is logged without statements or values."""
    said = getattr(error, "orig", None) or error
    log.error("storage", code=type(said).__name__, path=loggable_path(dict(request.scope)), said=str(said)[:300])
    return _fault(request, Fault("storage", "storage_away"))


def _bug(request: Asked, error: Exception) -> Response[ErrorSeen]:
    log.error("bug", path=loggable_path(dict(request.scope)), error=repr(error), exc_info=error)
    return _error(request, 500, "bug", Fault("bug").sentence(language_of(request)))
