"""FairQueue grants places to names in turn, so that no name takes all of them."""

import asyncio

from kamchatka.server.work.fair_queue import FairQueue
from tests.server.together import together


async def ask_in_order(queue: FairQueue, *names: str) -> list[asyncio.Task[None]]:
    """Request places under these names, in this order."""
    asking = [asyncio.create_task(queue.take(name)) for name in names]
    await asyncio.sleep(0)
    return asking


async def order_of(queue: FairQueue, holding: list[str], asking: list[tuple[str, asyncio.Task[None]]]) -> list[str]:
    """Return the order in which names are served as places are released one after another."""
    order = list[str]()
    for _ in range(len(asking)):
        queue.give_back(holding.pop(0))
        await asyncio.sleep(0)
        served = [one for one in asking if one[1].done()]
        asking = [one for one in asking if not one[1].done()]
        order += [name for name, _ in served]
        holding += [name for name, _ in served]
    return order


@together
async def test_a_crowd_behind_one_name_waits_for_itself() -> None:
    """Ten earlier requests by Mallory don't delay Ada and Eva, who are served next."""
    queue = FairQueue(1)
    names = ["Mallory"] * 10 + ["Ada", "Eva"]
    first, *others = await ask_in_order(queue, *names)
    assert first.done()
    order = await order_of(queue, ["Mallory"], list(zip(names[1:], others, strict=True)))
    assert order[:3] == ["Ada", "Eva", "Mallory"]


@together
async def test_one_place_is_kept_for_the_others() -> None:
    queue = FairQueue(3)
    mine = await ask_in_order(queue, "Mallory", "Mallory", "Mallory")
    assert [one.done() for one in mine] == [True, True, False]
    (hers,) = await ask_in_order(queue, "Ada")
    assert hers.done()
    mine[2].cancel()


@together
async def test_who_goes_away_leaves_no_place_taken() -> None:
    """A waiting request is cancelled in the queue, or at the very moment of its turn."""
    queue = FairQueue(1)
    _, second, third = await ask_in_order(queue, "Ada", "Eva", "Ivo")
    second.cancel()
    queue.give_back("Ada")
    third.cancel()
    await asyncio.gather(second, third, return_exceptions=True)
    assert (queue.waiting, queue.served.total(), queue.last) == ([], 0, {})
    (again,) = await ask_in_order(queue, "Ada")
    assert again.done()
