"""Expensive requests: computed by workers, charged to the requester, cancelled when the client disconnects."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from kamchatka.server import supervision
from kamchatka.server.faults import Fault
from kamchatka.server.http.access.asked import Asked
from kamchatka.server.http.access.identity import address_of, server_of, user_of
from kamchatka.server.networks import network_of
from kamchatka.server.supervision import Work
from kamchatka.server.work.budget import Asker

T = TypeVar("T")


async def asker_of(request: Asked) -> Asker:
    """Return the account that computing time is charged to."""
    user, address = await user_of(request), f"network {network_of(address_of(request))}"
    return Asker(address if user is None else f"user {user.id}", address)


async def payer(request: Asked) -> Callable[[float], None]:
    """Return a function that charges seconds of thread time. Raise a Fault if the budget is used up."""
    asker, budget = await asker_of(request), server_of(request).work.budget
    budget.check(asker)
    return lambda seconds: budget.charge(asker, seconds)


async def compute(request: Asked, function: Callable[..., T], *args: object) -> T:
    """Run a function in a worker and return its result; cancel it when the client disconnects."""
    asker = await asker_of(request)
    return await while_connected(request, server_of(request).work.run(asker, function, *args))


async def while_connected(request: Asked, question: Work[T]) -> T:
    """Await the result, but cancel the work as soon as the client disconnects."""
    work = supervision.child(question)
    gone = supervision.child(_wait_for_disconnect(request))
    try:
        await asyncio.wait((work, gone), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise Fault("too_many", "too_slow")  # the client has gone, so this is never sent
    finally:
        work.cancel()
        gone.cancel()
        await asyncio.gather(work, gone, return_exceptions=True)


async def _wait_for_disconnect(request: Asked) -> None:
    """Return once the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
