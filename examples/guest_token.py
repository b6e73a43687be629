"""Sign in as a guest and print a token with which a program may play, for 90 days.

    python examples/guest_token.py http://127.0.0.1:8210 NAME

Tokens of an account are made on the page: your name, then “Access tokens”. Registering a guest revokes its tokens.
"""

import json
import sys
import urllib.request
from http.cookiejar import CookieJar
from typing import Any


def make_token(server: str, name: str) -> str:
    """Return the secret of a new token."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def ask(path: str, body: dict[str, Any] | None = None, csrf: str = "") -> Any:
        headers = {"Content-Type": "application/json", "X-CSRF-Token": csrf}
        data = None if body is None else json.dumps(body).encode()
        with opener.open(urllib.request.Request(server + path, data, headers)) as answer:
            return json.load(answer)

    csrf = ask("/api/me")["csrf"]
    csrf = ask("/api/session", {"name": name}, csrf)["csrf"]
    secret: str = ask("/api/tokens", {"label": "program", "scopes": ["read", "play"]}, csrf)["secret"]
    return secret


if __name__ == "__main__":
    print(make_token(*sys.argv[1:]))
