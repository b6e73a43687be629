"""What clients sent and received, checked against one journal per table.

A table is linearisable if its journal, read from top to bottom, is an order in which everything could have happened:
each acknowledged action is in it once, at the version of its acknowledgement; nothing was shown that it doesn't have;
and a client that connects after a version was shown to anyone sees that version or a later one.
"""

import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from kamchatka.journal import EntryCaller, open_journal
from kamchatka.match import Match

Places = dict[str, tuple[int | None, int]]  # by place: owner and number of armies


class Sent(NamedTuple):
    """An action that was sent."""

    at: float
    table: str
    nonce: str


class Acknowledged(NamedTuple):
    """An acknowledgement: the action is durable and made this version."""

    at: float
    table: str
    nonce: str
    version: int


class SceneShown(NamedTuple):
    """A scene on a screen: its version, some places on it, and when its socket began to open.

    `fresh`: the first on its socket, so that it must show at least what any client knew before.
    """

    at: float
    table: str
    version: int
    places: Places
    opened: float
    fresh: bool


class StoredLine(NamedTuple):
    """A row of a journal."""

    table: str
    n: int
    nonce: str | None
    line: bytes


@dataclass
class History:
    """The logs of all clients together."""

    sent: list[Sent] = field(default_factory=list)
    acknowledged: list[Acknowledged] = field(default_factory=list)
    scenes: list[SceneShown] = field(default_factory=list)

    def send(self, table: str, nonce: str) -> None:
        """Record an action that is sent."""
        self.sent.append(Sent(time.monotonic(), table, nonce))

    def acknowledge(self, table: str, nonce: str, version: int) -> None:
        """Record an acknowledgement."""
        self.acknowledged.append(Acknowledged(time.monotonic(), table, nonce, version))

    def look(self, table: str, picture: Mapping[str, Any], opened: float, fresh: bool) -> None:
        """Record a scene."""
        places = {place["id"]: (place["owner"], place["armies"]) for place in picture["places"]}
        self.scenes.append(SceneShown(time.monotonic(), table, picture["version"], places, opened, fresh))

    def settle(self, tables: Collection[str], until: float) -> None:
        """Forget earlier scenes at these tables, except the latest version of each: they have been checked."""
        latest: dict[str, SceneShown] = {}
        for look in self.scenes:
            if look.table in tables and look.at < until:
                latest[look.table] = max(latest.get(look.table, look), look, key=lambda one: one.version)
        kept = (look for look in self.scenes if look.table not in tables or look.at >= until)
        self.scenes = [*latest.values(), *kept]

    @property
    def versions(self) -> dict[str, int]:
        """Return the latest version that any client knows, by table."""
        known: dict[str, int] = defaultdict(int)
        for look in self.scenes:
            known[look.table] = max(known[look.table], look.version)
        return known


def violations(history: History, lines: Sequence[StoredLine]) -> list[str]:
    """Return contradictions to the journals; none if all is well."""
    return [
        *_of_journals(lines),
        *_of_acknowledgements(history, lines),
        *_of_order(history),
        *_of_looks(history, lines),
    ]


def _of_journals(lines: Sequence[StoredLine]) -> Iterable[str]:
    """Check that numbers have no gap and no nonce occurs twice."""
    by_table: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        by_table[line.table].append(line.n)
    for table, numbers in by_table.items():
        if sorted(numbers) != list(range(len(numbers))):
            yield f"{table}: the journal has lines {sorted(numbers)[-5:]}"
    nonces = Counter((line.table, line.nonce) for line in lines if line.nonce is not None)
    yield from (f"{table}: {nonce} is there {count} times" for (table, nonce), count in nonces.items() if count > 1)


def _of_acknowledgements(history: History, lines: Sequence[StoredLine]) -> Iterable[str]:
    """Check that each acknowledged action is at its version."""
    stored = {(line.table, line.nonce): line.n for line in lines}
    for one in history.acknowledged:
        if stored.get((one.table, one.nonce)) != one.version - 1:
            where = stored.get((one.table, one.nonce))
            yield f"{one.table}: {one.nonce} was acknowledged as {one.version}, its line is {where}"


def _of_order(history: History) -> Iterable[str]:
    """Check that an action acknowledged before another was sent comes before it."""
    sent = {(one.table, one.nonce): one.at for one in history.sent}
    latest: dict[str, tuple[float, int]] = {}
    for one in sorted(history.acknowledged, key=lambda one: one.version):
        begun = sent.get((one.table, one.nonce), one.at)
        for at, version in [latest[one.table]] if one.table in latest else []:
            if one.version <= version and begun > at:
                yield f"{one.table}: {one.nonce} is {one.version}, and was sent after {version} had been acknowledged"
        latest[one.table] = max(latest.get(one.table, (0.0, 0)), (one.at, one.version), key=lambda pair: pair[1])


def _of_looks(history: History, lines: Sequence[StoredLine]) -> Iterable[str]:
    """Check that every version shown is in the journal and not older than what was known when its viewer came."""
    length = Counter(line.table for line in lines)
    known: dict[str, list[tuple[float, int]]] = defaultdict(list)
    for look in sorted(history.scenes, key=lambda one: one[:3]):
        if look.version > length[look.table]:
            yield f"{look.table}: version {look.version} was shown, the journal has {length[look.table]}"
        earlier = bisect_left(known[look.table], (look.opened, 0))
        before = known[look.table][earlier - 1][1] if earlier else 0
        if look.fresh and look.version < before:
            yield f"{look.table}: {look.version} was shown to a client that came after {before} was known"
        if not known[look.table] or look.version > known[look.table][-1][1]:
            known[look.table].append((look.at, look.version))


def find_wrong_scenes(history: History, table: str, journal: bytes) -> list[str]:
    """Return the scenes that contradict the journal at their version; reads it completely, as `verify` does."""
    drawn: dict[int, Places] = {}

    def entered(match: Match) -> None:
        game, state = match.game, match.state
        drawn[len(match.entries)] = {
            name: (None if int(state.owner[place]) < 0 else int(state.owner[place]), int(state.armies[place]))
            for place, name in enumerate(game.board.places)
        }

    opened = open_journal(journal, table)
    opened.replay(EntryCaller(opened.match, entered))
    return [
        f"{table}: at {look.version} {name} was shown as {seen}, and is {drawn[look.version].get(name)}"
        for look in history.scenes
        if look.table == table and look.version in drawn
        for name, seen in look.places.items()
        if drawn[look.version].get(name) != seen
    ]
