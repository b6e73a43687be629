"""Validates push endpoints and browser keys. An endpoint is an untrusted URL."""

import base64
import binascii
import re
from collections.abc import Collection

from cryptography.hazmat.primitives.asymmetric import ec

# ASCII; the host in lower case, as IDNA encodes it; no user, backslash or fragment
ENDPOINT = re.compile(
    r"(?P<scheme>https?)://(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)*)(?P<port>:[0-9]{1,5})?(?:/[\w.~!$&'()*+,;=:@%/-]*)?"
    r"(?:\?[\w.~!$&'()*+,;=:@%/?-]*)?",
    re.ASCII,
)
AUTH_BYTES = 16  # RFC 8291


def is_known_service(endpoint: str, services: Collection[str]) -> bool:
    """Return whether the endpoint belongs to one of these services.

    A service is a host, `*.` and a domain for all hosts below it, or `host:port` for plain HTTP (a service on the
    server's own machine). HTTPS endpoints must not name a port.
    """
    match = ENDPOINT.fullmatch(endpoint)
    if match is None:
        return False
    host, port = match["host"], match["port"] or ""
    if match["scheme"] == "http":
        return bool(port) and host + port in services
    return not port and any(host == one or (one.startswith("*.") and host.endswith(one[1:])) for one in services)


def are_valid_keys(p256dh: str, auth: str) -> bool:
    """Return whether messages can be encrypted with these keys: a point on P-256, and 16 bytes."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decode(p256dh))
        return len(_decode(auth)) == AUTH_BYTES
    except (ValueError, binascii.Error):
        return False


def _decode(text: str) -> bytes:
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
