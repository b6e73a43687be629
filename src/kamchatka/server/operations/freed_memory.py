"""Memory that is no longer used goes back to the machine, without a pause that people would notice.

glibc keeps what a program has freed for the program's next need, so one busy minute, or one attack, would be held for
as long as the server runs. Where the C library has no such habit, or no such function, nothing is done about it.

Before something is freed that refers to itself, the garbage collector must find it. Even a look at what is new goes
through what every table shows, since all of that is new: the more tables, the less often it comes.
"""

import asyncio
import ctypes
import gc
from collections.abc import Sized

EVERY = 10.0  # seconds
FEWEST = 20_000  # new objects before the collector looks at them,
EACH = 200  # or so many for each table
OLDER = (10, 50)  # younger collections before a generation is looked through


async def give_back(tables: Sized) -> None:
    """Now and then, in a thread: it takes some milliseconds, and holds no lock of Python's meanwhile."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    while True:
        gc.set_threshold(max(FEWEST, EACH * len(tables)), *OLDER)
        await asyncio.sleep(EVERY)
        if trim is not None:
            await asyncio.to_thread(trim, 0)
