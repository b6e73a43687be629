"""Internal: record and replay the entries of a match, with the kernel's numeric actions. The public API is `Match`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kamchatka.editions import edition as find_edition
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import Chance, RecordedChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.game import Game
from kamchatka.kernel.options import Action
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact, Table
from kamchatka.match.facts import Facts


@dataclass(frozen=True)
class Entry:
    """One recorded step: the acting seat, its action, the random draws and the resulting facts."""

    seat: int | None  # None for the preparation, before any decision
    action: wire.NamedAction | None
    draws: tuple[tuple[int, int], ...]  # (n, number drawn) for every draw below n
    facts: tuple[Fact, ...]


class Follower:
    """Follows a match while recorded entries are replayed. Override the methods you need.

    Each follower has its own match.
    """

    def begin(self, entry: Entry) -> None:
        """Handle the beginning of an entry."""

    def hear(self, fact: Fact) -> None:
        """Handle a fact before it is applied."""

    def end(self, entry: Entry) -> None:
        """Handle the end of an entry, after its facts have been applied."""


@dataclass(frozen=True)
class SavedTable:
    """A match before a pushed action."""

    version: int
    state: State
    luck: Chance


@dataclass(eq=False, repr=False)
class Recording:
    """The data of a match: the composed game, its table and the recorded entries."""

    edition: Edition
    rules: TableRules
    game: Game
    table: Table
    start: str = ""  # the starting position; "" for an empty board
    entries: list[Entry] = field(default_factory=list)  # only the latest ones, if earlier entries were dropped
    forgotten: int = 0  # number of entries dropped from memory
    base: State | None = None  # the state before the first entry in memory, if entries were dropped
    pushed: list["SavedTable"] = field(default_factory=list, init=False)  # for `Match.pop`; the latest comes last


def prepare(match: Recording) -> None:
    """Play the preparation up to the first decision. It becomes the first entry."""
    record(match, None, None, lambda: match.game.begin(match.table))


def play_numeric(match: Recording, action: Action, seat: int | None = None) -> Facts:
    """Play an action in the kernel's numeric form, which the built-in bots use."""
    asked = acting_seat(match, seat)
    return record(match, asked, action, lambda: match.game.play(match.table, asked, action))


def apply_entry(match: Recording, entry: Entry, followers: Sequence[Follower] = ()) -> None:
    """Replay a recorded entry: note its facts without checking rules or drawing numbers."""
    for follower in followers:
        follower.begin(entry)
    for fact in entry.facts:
        for follower in followers:
            follower.hear(fact)
        match.table.note(fact)
    match.entries.append(entry)
    for follower in followers:
        follower.end(entry)


def acting_seat(match: Recording, seat: int | None) -> int:
    """Return the acting seat, which may be omitted if only one seat is awaited."""
    if seat is not None:
        return seat
    awaited = members(match.game.awaits(match.table))
    if len(awaited) > 1:
        raise Problem("match.several_seats", seats=", ".join(map(str, awaited)))
    return awaited[0] if awaited else 0


def record(
    match: Recording, seat: int | None, action: wire.NamedAction | Action | None, change: Callable[[], None]
) -> Facts:
    """Run a change, and record its draws and facts as one entry."""
    luck, journal = match.table.chance, match.table.journal
    assert isinstance(luck, RecordedChance)
    assert journal is not None
    draws, facts = len(luck.draws), len(journal)
    change()
    done = wire.outer(match.game, action) if isinstance(action, Action) else action
    match.entries.append(Entry(seat, done, tuple(luck.draws[draws:]), tuple(journal[facts:])))
    return Facts(match.game, match.entries[-1].facts)


def compose(
    edition: str, seats: int, options: Mapping[str, object], chance: Chance, stored: bool
) -> tuple[Edition, TableRules, Game, Table]:
    """Compose the data of a match before its preparation. `stored` accepts options that only stored games may have."""
    booklet = find_edition(edition)
    booklet.check_seats(seats)
    rules = booklet.table_rules(options, stored)
    game = booklet.game(rules)
    return booklet.at(rules), rules, game, game.blank(seats, RecordedChance(chance), [])
