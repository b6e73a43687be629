"""A game in memory and in the store: every action is played, stored, and only then shown."""

from collections.abc import Callable, Sequence

import msgspec

from kamchatka.journal import Header, Player, line_of, new_header, new_match, parse_stored, seal_line
from kamchatka.kernel.chance import RecordedChance, SealedChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.record import hides
from kamchatka.kernel.options import Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Refusal
from kamchatka.kernel.table import Fact
from kamchatka.match import Entry, Match, apply_entry, play_numeric
from kamchatka.match.undoing import UndoStack
from kamchatka.server.clock import monotonic
from kamchatka.server.presentation.ranges import mark_of
from kamchatka.server.presentation.replica import RecentEntries, copy_of, empty_copy
from kamchatka.server.storage.records import EntryRecord, Sitter, TableRecord
from kamchatka.server.storage.store import Store
from kamchatka.words import Words
from kamchatka.words.decision_fields import lap_of
from kamchatka.words.words import SILENT

# called after every entry with the match, its time, the acting seat and, when loading, the lag credited to it
OnEntry = Callable[[Match, float, int | None, float | None], None]


class StoredMatch:
    """A match whose entries are stored. Table time is the seconds played, without outages.

    The table's row belongs to the room: `begin` and `commit` receive it and return it as stored.
    """

    def __init__(self, store: Store, match: Match, mark: str, players: Sequence[str]) -> None:
        self.store = store
        self.match = match
        self.mark = mark
        self.recent = RecentEntries(match)
        self.players = players  # player names, by seat
        self.nonces: dict[tuple[int, str], int] = {}
        self.late: Match | None = None  # after loading: the match as delayed spectators may see it
        # after loading: entries still hidden from them, with their age in seconds
        self.held: list[tuple[float, Entry]] = []
        self.undo: UndoStack | None = None  # None: nothing may be taken back at this table
        self.before = 0.0  # seconds played before this process loaded the game
        self.begun = monotonic()

    @property
    def version(self) -> int:
        """Number of entries."""
        return self.match.version

    @property
    def now(self) -> float:
        """Table time in seconds."""
        return self.before + monotonic() - self.begun

    # -------------------------------------------------------------- creation
    @classmethod
    async def begin(cls, table: TableRecord, store: Store, on_entry: OnEntry) -> "tuple[StoredMatch, TableRecord]":
        """Begin the game and store its setup. Return it with the table as stored."""
        header = header_of(table)
        match = new_match(header)
        mark, first = seal_line("", msgspec.to_builtins(header))
        mark, line = seal_line(mark, line_of(match.game, 0, match.entries[0]))
        begun = msgspec.structs.replace(
            table, status="playing", header=first, asked=tuple(match.awaited), clock=0.0 if table.is_timed else None
        )
        await store.begin(begun, EntryRecord(table.id, 0, line, 0))
        on_entry(match, 0.0, None, None)
        stored = cls(store, match, mark, names_of(table))
        stored.undo = undo_stack(match, table) if table.may_undo else None
        return stored, begun

    @classmethod
    async def load(cls, table: TableRecord, store: Store, on_entry: OnEntry, played: float = 0.0) -> "StoredMatch":
        """Load a game from its journal. `played` seconds, if later than the journal, also age the delayed view."""
        lines = await store.journal(table.id)
        now = max([played, *(one.clock / 1000 for one in lines[-1:])])
        ages = [now - one.clock / 1000 for one in lines]
        shown = max(1, sum(1 for age in ages if age >= table.agreed.delay))
        late: list[Match] = []
        held: list[tuple[float, Entry]] = []
        recents: list[RecentEntries] = []
        undo: list[UndoStack] = []

        def follow_entry(match: Match) -> None:
            version = match.version
            line = lines[version - 1]
            on_entry(match, line.clock / 1000, match.entries[-1].seat, line.lag / 1000)
            recent = recents[0] if recents else RecentEntries(match)
            recents[:] = [recent]
            if table.may_undo:
                undo[:] = undo or [undo_stack(match, table)]
                undo[0].follow()
            recent.trim()
            if table.agreed.delay and table.status != "over":
                if version == shown:
                    late.append(copy_of(match))
                elif version > shown:
                    held.append((ages[version - 1], match.entries[-1]))

        kept = parse_stored((table.header or b"") + b"".join(one.line for one in lines), table.id, follow_entry)
        stored = cls(store, kept.match, kept.mark, names_of(table))
        stored.nonces = {
            (one.author, one.nonce): one.n + 1 for one in lines if one.author is not None and one.nonce is not None
        }
        stored.before = now
        stored.undo = undo[0] if undo else None
        stored.late = late[0] if late else None
        stored.held = held
        return stored

    # -------------------------------------------------------------- play
    def play(self, seat: int, action: Action | wire.NamedAction | None) -> None:
        """Play in memory, or take the seat's latest action back if `action` is None.

        A Refusal or a Problem changes nothing; otherwise `commit` must follow.
        """
        if action is None:
            self._undo_stack().take_back(seat)
        elif isinstance(action, Action):
            play_numeric(self.match, action, seat)
        else:
            self.match.play(action, seat)
        if self.undo is not None:
            self.undo.follow()

    def _undo_stack(self) -> UndoStack:
        if self.undo is None:
            raise Problem("match.undo_off")
        return self.undo

    def may_undo(self, seat: int) -> bool:
        """Whether the seat may take its latest action back."""
        return self.undo is not None and self.undo.allows(seat)

    async def commit(
        self,
        table: TableRecord,
        at: float,
        due: float | None,
        public: Match,
        author: int | None = None,
        nonce: str | None = None,
        credit: float = 0.0,
    ) -> TableRecord:
        """Store the action just played. It counts once this returns the table as stored.

        `public` is the match as anybody may see it: the table row takes round and colours from it. `credit` are the
        seconds of lag that the acting seat's clock wasn't charged.
        """
        match, number = self.match, self.version - 1
        table = msgspec.structs.replace(
            with_round_and_colours(table, match if match.is_over else public),
            due=due,
            asked=tuple(match.awaited),
            seats=_mark_winners(table.seats, match) if match.is_over else table.seats,
            status="over" if match.is_over else "playing",
            clock=at if table.is_timed else None,
        )
        mark, line = seal_line(self.mark, line_of(match.game, number, match.entries[-1], int(at)))
        entry = EntryRecord(table.id, number, line, int(at * 1000), author, nonce, round(credit * 1000))
        await self.store.append(entry, table)
        self.mark = mark
        self.recent.trim()
        if author is not None and nonce is not None:
            self.nonces[author, nonce] = self.version
        return table

    def take_back(self) -> None:
        """Undo the last action, which could not be stored. The random source is restored as well."""
        match, gone = self.match, self.match.entries.pop()
        luck, journal = match.table.chance, match.table.journal
        assert isinstance(luck, RecordedChance)
        assert isinstance(luck.source, SealedChance)
        assert journal is not None
        before = empty_copy(match)
        for entry in match.entries:
            apply_entry(before, entry)
        match.table.state = before.state
        del journal[len(journal) - len(gone.facts) :]
        del luck.draws[len(luck.draws) - len(gone.draws) :]
        luck.source.drawn -= len(gone.draws)
        if self.undo is not None:
            self.undo.reset()

    def is_undisturbed(self, seat: int, after: int) -> bool:
        """Whether this seat has learnt nothing since a version, except that others acted in secret."""
        if after == self.version:
            return True
        since = self.match.since(after) if after > 0 else None
        return since is not None and all(
            entry.seat != seat and all(_is_sealed(fact.seen_by(seat)) for fact in entry.facts) for entry in since
        )

    def why(self, refusal: Refusal, language: str) -> str:
        """Explain in words why an action is refused in the current position."""
        words = Words(language, self.match.edition, self.players)
        return words.why(refusal, self.match.game, self.match.table)


def header_of(table: TableRecord) -> Header:
    """Return the first line of the journal of a table's game."""
    players = tuple(Player(one.name, one.bot) for one in table.seats)
    return new_header(table.agreed.edition, dict(table.agreed.options), players, bytes.fromhex(table.key))


def undo_stack(match: Match, table: TableRecord) -> UndoStack:
    """Return what the people of a table may take back, from here on."""
    return UndoStack(match, [seat for seat, one in enumerate(table.seats) if one.user is not None])


def begin_match(table: TableRecord) -> Match:
    """Return a table's game as it begins, without storing it."""
    return new_match(header_of(table))


def with_round_and_colours(table: TableRecord, public: Match) -> TableRecord:
    """Return the table with what lists show of its game."""
    colours = tuple(mark_of(public.game, int(colour)) for colour in public.state.colour)
    return msgspec.structs.replace(table, round=lap_of(public.state), colours=colours)


def names_of(table: TableRecord) -> list[str]:
    """Return the player names by seat, which stay the same for the whole game."""
    return [one.name for one in table.seats]


def _mark_winners(seats: tuple[Sitter, ...], match: Match) -> tuple[Sitter, ...]:
    """Mark the seats that have won."""
    winners = match.winners
    return tuple(msgspec.structs.replace(one, won=seat in winners) for seat, one in enumerate(seats))


def _is_sealed(seen: Fact) -> bool:
    return isinstance(seen, SILENT) or hides(seen)
