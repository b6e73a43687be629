"""Normalised paths: limits, CSRF checks, routes, logs and metrics all see the same spelling.

`//api/tables` and `/api/tables/` mean `/api/tables`. Spellings that a proxy may read differently are refused: encoded
slashes, backslashes, dot segments, and `/API`.
"""

import re
from urllib.parse import quote, unquote_to_bytes

from kamchatka.server.faults import Fault
from kamchatka.server.http.asgi import Scope
from kamchatka.server.http.json_input import as_text
from kamchatka.texts.untrusted_text import Unfit, check_characters, check_integer

LONGEST_PATH = 1024  # bytes
NUMBER = re.compile(r"[-+]?\d[\d_]*")
OURS = ("api", "ws")  # first segments that don't belong to the page


def normalise(scope: Scope) -> None:
    """Normalise the path of a request or handshake. Raise a Fault if it is invalid.

    After a Fault the path is "/", so that the refused one is never used.
    """
    raw = scope.get("raw_path") or scope["path"].encode()
    scope["path"], scope["raw_path"] = "/", b"/"
    segments = split_path(raw)
    scope["path"] = "/" + "/".join(segments)
    scope["raw_path"] = quote(scope["path"]).encode()


def split_path(raw: bytes) -> list[str]:
    """Return the decoded segments of a path, without empty ones."""
    if len(raw) > LONGEST_PATH or not raw.startswith(b"/"):
        raise Fault("not_found", "bad_path")
    try:
        segments = [_decode(part) for part in raw.split(b"/") if part]
    except (Fault, Unfit):
        raise Fault("not_found", "bad_path") from None
    if segments and segments[0].casefold() in OURS and segments[0] not in OURS:
        raise Fault("not_found", "bad_path")
    return segments


def is_api(path: str) -> bool:
    """Return whether a normalised path belongs to the API. All others are pages, files and sockets."""
    return path == "/api" or path.startswith("/api/")


def check_number(text: str) -> None:
    """Raise Unfit for a number beyond the database's range."""
    if NUMBER.fullmatch(text):
        check_integer(text)


def _decode(part: bytes) -> str:
    segment = as_text(unquote_to_bytes(part))
    check_characters(segment)
    check_number(segment)
    if segment in (".", "..") or "/" in segment or "\\" in segment:
        raise Fault("not_found", "bad_path")
    return segment
