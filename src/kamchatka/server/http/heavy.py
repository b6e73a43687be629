"""Heavy questions over HTTP: answered by workers, paid by who asks, dropped when nobody waits for the answer."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from litestar import Request

from kamchatka.server.faults import Fault
from kamchatka.server.http.identity import address_of, server_of, user_of
from kamchatka.server.work.budget import Asker

Asked = Request[Any, Any, Any]
T = TypeVar("T")


async def asker_of(request: Asked) -> Asker:
    """Who pays."""
    user, address = await user_of(request), f"address {address_of(request)}"
    return Asker(address if user is None else f"user {user.id}", address)


async def payer(request: Asked) -> Callable[[float], None]:
    """Who pays for work that is done in a thread: told the seconds it took; a Fault if nothing is left."""
    asker, budget = await asker_of(request), server_of(request).work.budget
    budget.check(asker)
    return lambda seconds: budget.charge(asker, seconds)


async def reckoned(request: Asked, function: Callable[..., T], *args: object) -> T:
    """What a function gives, reckoned in a worker; given up when the client goes away."""
    asker = await asker_of(request)
    return await while_connected(request, server_of(request).work.run(asker, function, *args))


async def while_connected(request: Asked, question: Coroutine[Any, Any, T]) -> T:
    """The answer to a question, which is dropped as soon as nobody waits for it."""
    work = asyncio.create_task(question)
    gone = asyncio.create_task(_gone(request))
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise Fault("too_many", "too_slow")  # nobody reads it
    finally:
        work.cancel()
        gone.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


async def _gone(request: Asked) -> None:
    """Returns when the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
