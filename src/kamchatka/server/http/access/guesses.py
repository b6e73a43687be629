"""Limits on wrong passwords per account: low for each network and known browser, higher for all clients together.

A correct password costs nothing. Strangers who use up an account's common limit lock out new browsers only, and only
while they continue. A browser that has signed in before (`browser_marks`) has its own limit, and open sessions go on.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.browser_marks import find_mark
from kamchatka.server.http.access.identity import address_of, cookies_of, server_of
from kamchatka.server.limit_table import GUESS, GUESS_KNOWN, GUESS_NEARBY, LOGIN, Rate
from kamchatka.server.limits import Limits
from kamchatka.server.storage.accounts import strip_name


class Guess(NamedTuple):
    """A rate limit that a wrong password counts towards."""

    rate: Rate
    who: str
    address: str = ""


def check_hash(request: Asked) -> None:
    """Raise a Fault if a network has too many passwords checked, right or wrong."""
    server_of(request).limits.check(LOGIN, address=address_of(request))


async def stranger_guesses(request: Asked, name: str) -> list[Guess]:
    """Return the limits of a login: a known browser's own, or those of its network and of everybody."""
    account = _account(name)
    mark = find_mark(cookies_of(request).marks, await server_of(request).accounts.hash_of(name))
    if mark is not None:
        return [Guess(GUESS_KNOWN, f"{account} {mark[:32]}")]
    return [Guess(GUESS_NEARBY, account, address_of(request)), Guess(GUESS, account)]


def own_guesses(request: Asked, name: str) -> list[Guess]:
    """Return the limits of a password sent within a session of the account."""
    return [Guess(GUESS_NEARBY, _account(name), address_of(request))]


@contextmanager
def counting(request: Asked, guesses: Iterable[Guess]) -> Iterator[None]:
    """Count the guesses before hashing, so that parallel attempts count. Undo it unless the password is wrong."""
    limits = server_of(request).limits
    taken: list[Guess] = []
    try:
        for guess in guesses:
            limits.check(*guess, phrase="guesses")
            taken.append(guess)
        yield
    except Fault as fault:
        if fault.code == "wrong_password":
            raise
        _give_back(limits, taken)
        raise
    else:
        _give_back(limits, taken)


def _give_back(limits: Limits, taken: list[Guess]) -> None:
    for guess in taken:
        limits.give_back(*guess)


def _account(name: str) -> str:
    """Return an account's key. Unknown names count as well, so that responses don't reveal which names exist."""
    return strip_name(name).casefold()
