"""A game in memory and in the store: every action is played, written down, and only then told."""

import time
from collections.abc import Callable, Sequence

import msgspec

from kamchatka.journal import Player, line_of, new_header, new_match, parse, sealed
from kamchatka.kernel.options import Action
from kamchatka.kernel.record import hides
from kamchatka.kernel.table import Fact
from kamchatka.match import Match
from kamchatka.server.ranges import mark_of
from kamchatka.server.records import EntryRecord, TableRecord
from kamchatka.server.store import Store
from kamchatka.words.moment import lap_of
from kamchatka.words.words import SILENT

Hearing = Callable[[Match, float, int | None], None]  # told of every entry: the match after it, when, by whom


class Keeper:
    """The one who plays and writes. `version` counts entries; table time is the seconds played, outages left out."""

    def __init__(self, table: TableRecord, store: Store, match: Match, mark: str) -> None:
        self.table = table
        self.store = store
        self.match = match
        self.mark = mark
        self.nonces: dict[tuple[int, str], int] = {}
        self.before = 0.0  # seconds played before this process took the game up
        self.begun = time.monotonic()

    @property
    def version(self) -> int:
        """How many entries there are."""
        return len(self.match.entries)

    @property
    def now(self) -> float:
        """Table time."""
        return self.before + time.monotonic() - self.begun

    # -------------------------------------------------------------- beginnings
    @classmethod
    async def begin(cls, table: TableRecord, store: Store, hear: Hearing) -> "Keeper":
        """The game begins: the preparation is on the disk when this returns."""
        players = tuple(Player(one.name, one.bot) for one in table.seats)
        header = new_header(table.agreed.edition, dict(table.agreed.options), players, bytes.fromhex(table.key))
        match = new_match(header)
        mark, first = sealed("", msgspec.to_builtins(header))
        mark, line = sealed(mark, line_of(match.game, 0, match.entries[0]))
        begun = msgspec.structs.replace(
            table, status="playing", header=first, asked=tuple(match.awaited), clock=0.0 if table.is_timed else None
        )
        await store.begin(begun, EntryRecord(table.id, 0, line, 0))
        hear(match, 0.0, None)
        return cls(begun, store, match, mark)

    @classmethod
    async def load(cls, table: TableRecord, store: Store, hear: Hearing) -> "Keeper":
        """The game as its journal left it."""
        lines = await store.journal(table.id)
        kept = parse((table.header or b"") + b"".join(one.line for one in lines), table.id)
        keeper = cls(table, store, kept.match, kept.mark)
        replica = twin(kept.match)
        for entry, one in zip(kept.match.entries, lines, strict=True):
            replica.take_up(entry)
            hear(replica, one.clock / 1000, entry.seat)
            if one.author is not None and one.nonce is not None:
                keeper.nonces[one.author, one.nonce] = one.n + 1
        keeper.before = lines[-1].clock / 1000 if lines else 0.0
        return keeper

    # -------------------------------------------------------------- play
    def play(self, seat: int, action: Action) -> Sequence[Fact]:
        """Do it in memory. A Refusal leaves everything as it was; otherwise `keep` must follow."""
        return self.match.play_inner(action, seat)

    async def keep(self, at: float, due: float | None, author: int | None = None, nonce: str | None = None) -> None:
        """Write down what was just played at that moment; it counts when this returns."""
        match, number = self.match, self.version - 1
        self.table = msgspec.structs.replace(
            self.table,
            due=due,
            round=lap_of(match.state),
            asked=tuple(match.awaited),
            status="over" if match.is_over else "playing",
            clock=at if self.table.is_timed else None,
            colours=tuple(mark_of(match.game, int(colour)) for colour in match.state.colour),
        )
        mark, line = sealed(self.mark, line_of(match.game, number, match.entries[-1], int(at)))
        entry = EntryRecord(self.table.id, number, line, int(at * 1000), author, nonce)
        await self.store.append(entry, self.table)
        self.mark = mark
        if author is not None and nonce is not None:
            self.nonces[author, nonce] = self.version

    def undisturbed(self, seat: int, after: int) -> bool:
        """Whether what happened since a version taught this seat nothing: others' sealed acts at most."""
        if after == self.version:
            return True
        since = self.match.entries[after:] if 0 < after < self.version else None
        return since is not None and all(
            entry.seat != seat and all(_is_sealed(fact.seen_by(seat)) for fact in entry.facts) for entry in since
        )


def twin(match: Match) -> Match:
    """The same table before anything happened; it takes up entries and never plays."""
    chance = match.table.chance
    options = match.rules.changed()
    if match.start:
        return Match.from_position(match.start, options, chance=chance, kept=True)
    return Match.blank(match.edition.id, match.seats, options, chance=chance, kept=True)


def _is_sealed(seen: Fact) -> bool:
    return isinstance(seen, SILENT) or hides(seen)
