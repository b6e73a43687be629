"""Finished answers that never change, as bytes: as many as fit into so much memory, those used last."""

from collections import OrderedDict
from collections.abc import Hashable


class ByteCache:
    """A cache with a bound in bytes. What is larger than a quarter of it is not kept."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """What is kept under a key."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: Hashable, data: bytes) -> None:
        """Keep it; what was not used for longest goes."""
        if len(data) > self.most // 4:
            return
        self.size += len(data) - len(self._kept.pop(key, b""))
        self._kept[key] = data
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1])
