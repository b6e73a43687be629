"""Routes for monitoring: whether the process responds, and whether it can serve."""

import msgspec
from litestar import Response, get

from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import server_of

NOT_KEPT = {"cache-control": "no-store"}


class Health(msgspec.Struct, frozen=True):
    """The state of the server. `trouble` is a reason for programs; empty if there is none."""

    ok: bool
    trouble: str = ""


@get("/healthz", include_in_schema=False)
async def healthz() -> Response[Health]:
    """Respond without checking anything else."""
    return Response(Health(True), headers=NOT_KEPT)


@get("/readyz", include_in_schema=False)
async def readyz(request: Asked) -> Response[Health]:
    """Check that the server is open and its database responds with the expected schema.

    Otherwise the response is 503 with the reason.
    """
    trouble = await server_of(request).health.trouble()
    return Response(Health(not trouble, trouble), status_code=503 if trouble else 200, headers=NOT_KEPT)


HANDLERS = [healthz, readyz]
