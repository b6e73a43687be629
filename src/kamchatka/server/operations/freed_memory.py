"""Returns freed memory to the system without noticeable pauses.

glibc keeps freed memory for later use, so a single busy minute, or an attack, would occupy it as long as the server
runs. Other C libraries need nothing.

Reference cycles are freed by the garbage collector only. Even a collection of the youngest generation looks at
everything that tables show, as all of it is new. So the more tables there are, the less often the collector runs.
"""

import asyncio
import ctypes
import gc
from collections.abc import Sized

EVERY = 10.0  # seconds between two calls
FEWEST = 20_000  # new objects before a collection
EACH = 200  # or this number per table
OLDER = (10, 50)  # younger collections before an older generation is collected


async def give_back(tables: Sized) -> None:
    """Return memory regularly in a thread. It takes some milliseconds and doesn't hold the GIL."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    while True:
        gc.set_threshold(max(FEWEST, EACH * len(tables)), *OLDER)
        await asyncio.sleep(EVERY)
        if trim is not None:
            await asyncio.to_thread(trim, 0)
