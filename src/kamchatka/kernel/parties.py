"""Ranges for armies and pieces used together: dice, losses and moves of a mixed party."""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from kamchatka.kernel.bits import size
from kamchatka.kernel.chance import Chance
from kamchatka.kernel.options import Action, Range

NOWHERE: Final = 255  # stands for a missing place in a packed row


def ends(at: i64, to: i64) -> i64:
    """Pack two places as in a row of `Parties`."""
    here = i64(NOWHERE) if at < 0 else at
    there = i64(NOWHERE) if to < 0 else to
    return here | there << 8


@mypyc_attr(free_list_len=1)
@final
class Party:
    """One main choice: limits on armies, the pieces that may come, and those that must."""

    def __init__(self, at: i64, to: i64, least: i64, most: i64, pieces: i64, forced: i64, units: i64) -> None:
        self.at: Final[i64] = at
        self.to: Final[i64] = to
        self.least: Final[i64] = least
        self.most: Final[i64] = most
        self.pieces: Final[i64] = pieces  # all pieces that may come, including the forced ones
        self.forced: Final[i64] = forced
        self.units: Final[i64] = units  # maximum of armies and pieces together


@mypyc_attr(free_list_len=1)
@final
class Parties(Range):
    """Choices of armies (`n`) with pieces (`what`, as bits), optionally between places, of at least `units` units.

    `led`: armies may come only if all the pieces do.
    """

    def __init__(self, verb: i64, units: i64 = 1, led: bool = False) -> None:
        super().__init__(verb)
        self.units: Final[i64] = units
        self.led: Final = led
        self.rows: vec[i64] = vec[i64]()  # at, to, least, most, pieces, forced, units in 8+8+4+14+6+6+14 bits

    def add(self, at: i64, to: i64, least: i64, most: i64, pieces: i64, forced: i64 = 0, units: i64 = -1) -> None:
        """Add a choice if it is possible. `units` limits armies and pieces together; -1 means no limit."""
        units = most + size(pieces) if units < 0 else units
        if self.is_possible(least, most, pieces, forced, units):
            row = ends(at, to) | least << 16 | most << 20 | pieces << 34 | forced << 40 | units << 46
            self.rows = append(self.rows, row)

    def is_possible(self, least: i64, most: i64, pieces: i64, forced: i64, units: i64) -> bool:
        """Return True if some set of pieces satisfies the limits. Only the number of pieces matters."""
        if forced & ~pieces:
            return False
        all_pieces = size(pieces)
        for count in range(size(forced), all_pieces + 1):
            armies = i64(0) if self.led and count < all_pieces else most
            if max(least, self.units - count) <= min(armies, units - count):
                return True
        return False

    def party(self, row: i64) -> Party:
        """Unpack a row."""
        at = row & 255
        to = row >> 8 & 255
        return Party(
            i64(-1) if at == NOWHERE else at,
            i64(-1) if to == NOWHERE else to,
            row >> 16 & 15,
            row >> 20 & 0x3FFF,
            row >> 34 & 63,
            row >> 40 & 63,
            row >> 46,
        )

    def fewest(self, party: Party, what: i64) -> i64:
        """Return the minimum number of armies with these pieces."""
        return max(party.least, self.units - size(what))

    def most(self, party: Party, what: i64) -> i64:
        """Return the maximum number of armies with these pieces. If the set is impossible, it is less than `fewest`."""
        if what & ~party.pieces or party.forced & ~what:
            return -1
        if self.led and what != party.pieces:
            return min(i64(0), party.units - size(what))
        return min(party.most, party.units - size(what))

    def sets(self, party: Party) -> vec[i64]:
        """List every possible set of pieces."""
        found: vec[i64] = vec[i64]()
        what = party.pieces
        while True:
            if self.fewest(party, what) <= self.most(party, what):
                found = append(found, what)
            if what == 0:
                return found
            what = (what - 1) & party.pieces

    def alone(self) -> Party | None:
        """Return the choice if it is the only one and names no source; else None."""
        return self.party(self.rows[0]) if len(self.rows) == 1 and self.rows[0] & 255 == NOWHERE else None

    def between(self, at: i64, to: i64) -> Party | None:
        """Return the choice between these two places, or None."""
        if not -1 <= at < NOWHERE or not -1 <= to < NOWHERE:
            return None
        pair = ends(at, to)
        for row in self.rows:
            if row & 0xFFFF == pair:
                return self.party(row)
        return None

    def only(self) -> Action | None:
        """Return the only possible action; None if there are several or none."""
        found: Action | None = None
        for row in self.rows:
            party = self.party(row)
            for what in self.sets(party):
                least = self.fewest(party, what)
                if found is not None or least < self.most(party, what):
                    return None
                found = Action(self.verb, party.at, party.to, least, what)
        return found

    def fullest(self, party: Party) -> Action:
        """Return the action with the most units, preferring armies to pieces."""
        chosen: i64 = 0
        units: i64 = -1
        for what in self.sets(party):
            count = self.most(party, what) + size(what)
            if count > units or (count == units and size(what) < size(chosen)):
                units = count
                chosen = what
        return Action(self.verb, party.at, party.to, self.most(party, chosen), chosen)

    def count(self) -> i64:
        return i64(len(self.rows))

    def nth(self, i: i64, chance: Chance) -> Action:
        party = self.party(self.rows[i])
        sets = self.sets(party)
        what = sets[chance.below(i64(len(sets)))]
        least = self.fewest(party, what)
        n = least + chance.below(self.most(party, what) - least + 1)
        return Action(self.verb, party.at, party.to, n, what)

    def allows(self, action: Action) -> bool:
        party = self.between(action.at, action.to)
        if party is None or action.what & ~party.pieces:  # a negative number isn't a set and has no size
            return False
        return self.fewest(party, action.what) <= action.n <= self.most(party, action.what)

    def expand(self) -> list[Action]:
        found: list[Action] = []
        for row in self.rows:
            party = self.party(row)
            for what in self.sets(party):
                for n in range(self.fewest(party, what), self.most(party, what) + 1):
                    found.append(Action(self.verb, party.at, party.to, n, what))
        return found
