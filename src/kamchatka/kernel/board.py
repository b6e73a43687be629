"""The immutable board: numbered places, their links, and zones with bonuses."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64


@final
class Board:
    """A board. Places and zones are numbered in input order; ids are used only outside the kernel."""

    def __init__(
        self,
        places: list[str],
        zones: list[str],
        zone_of: list[int],
        bonuses: list[int],
        values: list[int],
        links: list[tuple[int, int]],
    ) -> None:
        rows: list[list[int]] = [[] for _ in places]
        for a, b in links:
            rows[a].append(b)
            rows[b].append(a)
        self.places: Final = places
        self.zone_ids: Final = zones
        self.size: Final[i64] = len(places)
        self.zones: Final[i64] = len(zones)
        self.zone: Final = vec[i64](zone_of)
        self.bonus: Final = vec[i64](bonuses)
        self.value: Final = vec[i64](values)  # value printed on the place; it counts as points at the end of some games
        self.zone_size: Final = vec[i64]([zone_of.count(zone) for zone in range(len(zones))])
        # the links of place p are links[first[p]] .. links[first[p + 1] - 1]
        self.first: Final = vec[i64]([sum(len(row) for row in rows[:p]) for p in range(len(places) + 1)])
        self.links: Final = vec[i64]([q for row in rows for q in sorted(row)])

    def adjacent(self, a: i64, b: i64) -> bool:
        """Return True if a link joins the two places; False for a place outside the board."""
        if a < 0 or a >= self.size:
            return False
        for i in range(self.first[a], self.first[a + 1]):
            if self.links[i] == b:
                return True
        return False
