"""Scopes of personal tokens. Every route declares its scope; a route without one requires a session."""

from typing import Any, Literal, get_args

from litestar.handlers import BaseRouteHandler

from kamchatka.server.faults import Fault
from kamchatka.server.http.access.identity import Connection, caller_of, token_of
from kamchatka.server.protocol.credential_payloads import Scope
from kamchatka.server.protocol.messages import AnyClientMessage, Odds, Ping, Resync, SpeakLanguage, Suggest, Why
from kamchatka.server.storage.records import Caller

Access = Literal[Scope, "session"]
ACCESS: tuple[Access, ...] = (*get_args(Scope), "session")
QUESTIONS = (Why, Odds, Suggest, SpeakLanguage, Resync, Ping)  # socket messages allowed without the scope to play


def access_of(handler: BaseRouteHandler) -> Access:
    """Return what a route requires: a scope, or a session. Routes declare it as `access`."""
    declared: Any = handler.opt.get("access", "session")
    access: Access = declared
    return access


async def check_scope(connection: Connection) -> None:
    """Raise a Fault unless the token may use this route. Sessions may use all routes."""
    if token_of(connection) is not None:
        caller, access = await caller_of(connection), access_of(connection.route_handler)
        if access == "session":
            raise Fault("scope", "session_only")
        if caller is not None and not may(caller, access):
            raise Fault("scope", scope=access)


def may(caller: Caller | None, scope: Scope) -> bool:
    """Return whether a session or token has a scope. Requests without credentials are checked elsewhere."""
    return caller is None or caller.scopes is None or scope in caller.scopes


def may_say(caller: Caller | None, message: AnyClientMessage) -> bool:
    """Return whether a session or token may send this message to a table."""
    return isinstance(message, QUESTIONS) or may(caller, "play")
