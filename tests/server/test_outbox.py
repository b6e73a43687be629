"""The outbox of a socket: one wake-up per batch, all messages taken at once, and a limited size."""

import asyncio

import pytest

from kamchatka.server.presentation.outbox import MOST, Outbox
from tests.server.together import together


@together
async def test_an_outbox_wakes_whoever_takes_it_once_until_it_is_taken() -> None:
    outbox, woken = Outbox(), list[int]()
    outbox.wake = lambda: woken.append(outbox.qsize())
    for message in (b"one", b"two", None):
        outbox.put_nowait(message)
    assert (outbox.take(), outbox.empty()) == ([b"one", b"two", None], True)
    outbox.put_nowait(b"three")
    assert woken == [1, 1]
    for _ in range(MOST - 1):
        outbox.put_nowait(b"more")
    with pytest.raises(asyncio.QueueFull):
        outbox.put_nowait(b"too much")
    assert outbox.get_nowait() == b"three"
