"""ASGI types, as far as our own layers need them."""

from collections.abc import Awaitable, Callable
from typing import Any

from kamchatka.kernel.edges.plain import JsonObject

Scope = JsonObject
Message = JsonObject
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
Application = Callable[[Any, Any, Any], Awaitable[None]]
