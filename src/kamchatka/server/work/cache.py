"""A cache of immutable responses with a size limit. The least recently used ones are evicted first."""

from collections import OrderedDict
from collections.abc import Hashable


class ByteCache:
    """A cache of byte strings with a size limit. Values larger than a quarter of the limit aren't cached."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()

    def get(self, key: Hashable) -> bytes | None:
        """Return the cached value; None if there is none."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def clear(self) -> None:
        """Empty the cache."""
        self._kept.clear()
        self.size = 0

    def put(self, key: Hashable, data: bytes) -> None:
        """Cache a value, and evict the least recently used ones if necessary."""
        if len(data) > self.most // 4:
            return
        self.size += len(data) - len(self._kept.pop(key, b""))
        self._kept[key] = data
        while self.size > self.most:
            self.size -= len(self._kept.popitem(last=False)[1])
