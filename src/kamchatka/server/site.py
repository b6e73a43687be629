"""The page itself: the built client from `static/`, with headers that let nothing foreign in."""
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, Response, get

from kamchatka.server.faults import Fault

STATIC = Path(__file__).parent / "static"
FOREVER = "public, max-age=31536000, immutable"
HEADERS = {
    "content-security-policy":
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self' data:; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
UNBUILT = (
    "<!doctype html><meta charset=utf-8><title>Kamchatka</title><p>The page has not been built: <code>make web</code>. "
    "The API is at <a href=/api/openapi.json>/api/openapi.json</a>.")


@get(["/", "/{path:path}"], include_in_schema=False)
async def site(request: Request[Any, Any, Any], path: str = "") -> Response[bytes]:
    """A file of the client; every other address is a page of it."""
    name = path.strip("/")
    if name.startswith(("api/", "ws/")):
        raise Fault("not_found")
    data, media, lasting = _file(name)
    return Response(data, media_type=media, headers={"cache-control": FOREVER if lasting else "no-cache"})


@cache
def _file(name: str) -> tuple[bytes, str, bool]:
    """The bytes of a file below `static/`, or of the page."""
    wanted = (STATIC / name).resolve() if name and "\0" not in name else STATIC
    if not wanted.is_relative_to(STATIC) or not wanted.is_file():
        page = STATIC / "index.html"
        return page.read_bytes() if page.is_file() else UNBUILT.encode(), "text/html", False
    media = mimetypes.guess_type(wanted.name)[0] or "application/octet-stream"
    return wanted.read_bytes(), media, name.startswith("assets/")
