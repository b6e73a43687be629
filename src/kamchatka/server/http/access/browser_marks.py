"""Marks of browsers that have signed in to an account: they have their own limit of password attempts.

A mark is a random word with its keyed hash; the key is the stored password hash. The server stores nothing, a mark does
not reveal its account, and a new password invalidates all marks of the account.
"""

import hashlib
import hmac

from kamchatka.server import randomness

MOST_MARKS = 5  # marks in one cookie, for accounts that share a browser
BETWEEN = "."  # separator of marks


def new_mark(hashed: str) -> str:
    """Return a mark of the account whose password has this hash."""
    word = randomness.token_hex(16)
    return word + _proof(word, hashed)


def find_mark(marks: str, hashed: str | None) -> str | None:
    """Return the mark of the account among those of a cookie, if there is one."""
    if hashed is None:
        return None
    for mark in marks.split(BETWEEN)[:MOST_MARKS]:
        if hmac.compare_digest(_proof(mark[:32], hashed).encode(), mark[32:].encode()):
            return mark
    return None


def add_mark(marks: str, hashed: str) -> str:
    """Add a mark of this account to those of a cookie, newest first."""
    if find_mark(marks, hashed):
        return marks
    return BETWEEN.join([new_mark(hashed), *filter(None, marks.split(BETWEEN))][:MOST_MARKS])


def _proof(word: str, hashed: str) -> str:
    return hmac.new(hashed.encode(), b"browser " + word.encode(), hashlib.sha256).hexdigest()[:32]
