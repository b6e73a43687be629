"""The web page: the built client from `static/`, with security headers."""

import mimetypes
import re
from functools import cache
from pathlib import Path

from litestar import Response, get

from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import language_of, server_of
from kamchatka.server.presentation.previews import tags

STATIC = Path(__file__).parent.parent / "static"
GAME_PAGES = re.compile(r"(?:replay|t)/([\w-]{1,32})")
HEAD_END = b"</head>"
FOREVER = "public, max-age=31536000, immutable"
# The page contains no inline code or style. Two policies create markup from text: Svelte's, for our own components, and
# that of the drawings (web/src/board/trustedDrawings.ts). A third names the worker (notices/push.ts).
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; media-src 'self' data:; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types svelte-trusted-html kamchatka-drawings "
    "kamchatka-worker"
)
UNUSED = ("camera", "display-capture", "geolocation", "hid", "microphone", "midi", "payment", "serial", "usb")
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": ", ".join(f"{name}=()" for name in UNUSED),
}
UNBUILT = (
    "<!doctype html><meta charset=utf-8><title>Kamchatka</title><p>The page has not been built: <code>make web</code>. "
    "The API is at <a href=/api/openapi.json>/api/openapi.json</a>."
)


mimetypes.add_type("application/manifest+json", ".webmanifest")


@get(["/", "/{path:path}"], include_in_schema=False)
async def site(request: Asked, path: str = "") -> Response[bytes]:
    """Serve a file of the client; every other address is a page of the client."""
    name = path.strip("/")
    if name.startswith(("api/", "ws/")):
        raise Fault("not_found")
    file = _file(name)
    data = UNBUILT.encode() if file is None else _read(file)
    if file is not None and file.name == "index.html":
        data = await _with_preview(request, name, data)
    media = "text/html" if file is None else mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    lasting = file is not None and file.parent.name == "assets"
    return Response(data, media_type=media, headers={"cache-control": FOREVER if lasting else "no-cache"})


async def _with_preview(request: Asked, path: str, page: bytes) -> bytes:
    """Add tags for link previews to the page, if its address is that of a finished public game."""
    found, server = GAME_PAGES.fullmatch(path), server_of(request)
    table = await server.store.table(found[1]) if found and server.is_open else None
    if table is None or table.status != "over" or table.agreed.private:
        return page
    base = server.settings.public_address or str(request.base_url)
    return page.replace(HEAD_END, tags(table, base.rstrip("/"), language_of(request)).encode() + HEAD_END, 1)


def _file(name: str) -> Path | None:
    """Return the file below `static/` for an address, or else the page. None if the page has not been built."""
    wanted = (STATIC / name).resolve() if name and "\0" not in name else STATIC
    if wanted.is_relative_to(STATIC) and wanted.is_file():
        return wanted
    page = STATIC / "index.html"
    return page if page.is_file() else None


@cache
def _read(file: Path) -> bytes:
    """Return the file's bytes. They are cached: a new build is served after a restart."""
    return file.read_bytes()
