"""For machines that watch this one: whether the process answers, and whether it can serve."""

from typing import Any

import msgspec
from litestar import Request, Response, get

from kamchatka.server.http.identity import server_of

NOT_KEPT = {"cache-control": "no-store"}


class Health(msgspec.Struct, frozen=True):
    """`trouble` is a word for programs; empty when there is none."""

    ok: bool
    trouble: str = ""


@get("/healthz", include_in_schema=False)
async def healthz() -> Response[Health]:
    """The process answers; nothing else is asked."""
    return Response(Health(True), headers=NOT_KEPT)


@get("/readyz", include_in_schema=False)
async def readyz(request: Request[Any, Any, Any]) -> Response[Health]:
    """The server is open and its database answers, at the version we know; else 503 and why."""
    trouble = await server_of(request).health.trouble()
    return Response(Health(not trouble, trouble), status_code=503 if trouble else 200, headers=NOT_KEPT)


HANDLERS = [healthz, readyz]
