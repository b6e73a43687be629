"""Match: a convenient interface to the kernel that records every action, draw and fact."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kamchatka.editions import edition as find_edition
from kamchatka.editions.edition import Edition, TableRules
from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import Chance, FastChance, RecordedChance
from kamchatka.kernel.edges import wire
from kamchatka.kernel.edges.notation import SEATS, parse_position, print_position
from kamchatka.kernel.game import REFEREE, Game
from kamchatka.kernel.options import Action as Inner
from kamchatka.kernel.options import Options
from kamchatka.kernel.problem import Problem
from kamchatka.kernel.refusal import Citation, Refusal
from kamchatka.kernel.state import State
from kamchatka.kernel.table import Fact, Table
from kamchatka.kernel.view import View, view


@dataclass(frozen=True)
class Entry:
    """One recorded step: the acting seat, its action, the random draws and the resulting facts."""

    seat: int | None  # None: the preparation, before any decision
    action: wire.NamedAction | None
    draws: tuple[tuple[int, int], ...]  # (n, value) for every number below n that was drawn
    facts: tuple[Fact, ...]


@dataclass
class Match:
    """One game from start to end. Build it with `Match.new`, `Match.from_position` or from a journal."""

    edition: Edition
    rules: TableRules
    game: Game
    table: Table
    start: str = ""  # the starting position; "" for an empty board
    entries: list[Entry] = field(default_factory=list)  # the latest ones, if earlier entries were dropped
    forgotten: int = 0  # number of entries dropped from memory
    base: State | None = None  # the state before the first entry in memory, once entries were dropped

    # -------------------------------------------------------------- constructors
    @classmethod
    def new(
        cls,
        edition: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        kept: bool = False,
    ) -> "Match":
        """Start a game and go to its first decision.

        Pass a seed for quick play, or any Chance (SealedChance for games between people).

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.awaited, match.seats
        ([0], 3)
        >>> Match.new("modern", seats=3, seed=1).position() == match.position()  # the same seed, the same game
        True
        """
        match = cls.blank(edition, seats, options, chance=chance or FastChance(seed or 0), kept=kept)
        match.begin()
        return match

    @classmethod
    def blank(
        cls,
        edition: str,
        seats: int,
        options: Mapping[str, object] | None = None,
        *,
        chance: Chance,
        kept: bool = False,
    ) -> "Match":
        """Create a match before its preparation; `kept` accepts options that only stored games may have.

        >>> from kamchatka.kernel.chance import FastChance
        >>> Match.blank("classic", 2, chance=FastChance(0)).entries
        []
        """
        booklet = find_edition(edition)
        booklet.check_seats(seats)
        rules = booklet.table_rules(options or {}, kept)
        game = booklet.game(rules)
        return cls(booklet.at(rules), rules, game, game.blank(seats, RecordedChance(chance), []))

    @classmethod
    def from_position(
        cls,
        text: str,
        options: Mapping[str, object] | None = None,
        *,
        seed: int | None = None,
        chance: Chance | None = None,
        kept: bool = False,
    ) -> "Match":
        """Continue a game from a position in notation.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> again = Match.from_position(match.position())
        >>> again.awaited
        [0]
        """
        name, _, seats = text.partition(" ")[0].partition("/")
        luck = chance or FastChance(seed or 0)
        match = cls.blank(name, int(seats) if seats in SEATS else 0, options, chance=luck, kept=kept)
        match.table.state = parse_position(match.game, text)
        match.start = text
        return match

    def begin(self) -> None:
        """Play the preparation up to the first decision; it becomes the first entry.

        >>> from kamchatka.kernel.chance import FastChance
        >>> match = Match.blank("modern", 3, chance=FastChance(1))
        >>> match.begin()
        >>> len(match.entries), match.entries[0].seat
        (1, None)
        """
        self._write(None, None, lambda: self.game.begin(self.table))

    # -------------------------------------------------------------- queries
    @property
    def state(self) -> State:
        """The complete state, secrets included.

        >>> Match.new("modern", seats=3).state.round  # 0: the preparation
        0
        """
        return self.table.state

    @property
    def seats(self) -> int:
        """Number of seats.

        >>> Match.new("original", seats=5).seats
        5
        """
        return self.state.seats

    @property
    def is_over(self) -> bool:
        """True when the game has ended.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.is_over
        False
        >>> facts = match.referee(wire.Stop())
        >>> match.is_over
        True
        """
        return self.state.over

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty while the game runs or if it was called off.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.referee(wire.Stop())
        >>> match.winners  # nobody: it was called off
        []
        """
        return members(self.state.winners)

    @property
    def ending(self) -> Citation | None:
        """The rule that ended the game, or None.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.ending is None
        True
        >>> facts = match.referee(wire.Stop())
        >>> match.ending is None
        False
        """
        return self.game.citations[self.state.ending] if self.is_over else None

    @property
    def awaited(self) -> list[int]:
        """The seats that must decide now.

        >>> Match.new("modern", seats=3, seed=1).awaited
        [0]
        """
        return members(self.game.awaits(self.table))

    @property
    def journal(self) -> list[Fact]:
        """Every fact so far, dice included.

        >>> [type(fact).__name__ for fact in Match.new("modern", seats=3, seed=1).journal][:2]
        ['Opened', 'FrameReplaced']
        """
        return list(self.table.journal or [])

    def owner(self, place: str) -> int | None:
        """Return the seat that owns a place, or None.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.owner("kamchatka")
        >>> while match.state.round == 0:
        ...     facts = match.play(next(match.actions()))
        >>> match.owner("kamchatka")
        2
        """
        seat = int(self.state.owner[wire.number_of(self.game, "place", place)])
        return seat if seat >= 0 else None

    def armies(self, place: str) -> int:
        """Return the number of armies on a place.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.armies("kamchatka")
        0
        """
        return int(self.state.armies[wire.number_of(self.game, "place", place)])

    @property
    def version(self) -> int:
        """Number of entries so far, including those dropped from memory.

        >>> Match.new("modern", seats=3, seed=1).version
        1
        """
        return self.forgotten + len(self.entries)

    def since(self, version: int) -> list[Entry] | None:
        """Return the entries after a version; None if some are no longer in memory or the version doesn't exist.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.since(1), match.since(2)
        ([], None)
        """
        return self.entries[version - self.forgotten :] if self.forgotten <= version <= self.version else None

    def forget(self, version: int, base: State) -> None:
        """Drop the entries up to a version, whose state was `base`; the game itself doesn't change.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.forget(1, match.state.copy())
        >>> len(match.entries), match.version
        (0, 1)
        """
        gone, self.entries = self.entries[: version - self.forgotten], self.entries[version - self.forgotten :]
        self.forgotten, self.base = version, base
        luck, journal = self.table.chance, self.table.journal
        if journal is not None:
            del journal[: sum(len(entry.facts) for entry in gone)]
        if isinstance(luck, RecordedChance):
            del luck.draws[: sum(len(entry.draws) for entry in gone)]

    def view(self, seat: int) -> View:
        """Return the game as a seat may see it.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.view(0).seat
        0
        """
        return view(self.table, seat)

    def position(self) -> str:
        """Return the position as one line, secrets included.

        >>> Match.new("modern", seats=3, seed=1).position().split()[0]
        'modern/3'
        """
        return print_position(self.game, self.state)

    # -------------------------------------------------------------- options
    def options(self, seat: int | None = None) -> Options:
        """Return a seat's options as ranges.

        >>> len(Match.new("modern", seats=3, seed=1).options().ranges)
        1
        """
        return self.game.options(self.table, self._who(seat))

    def actions(self, seat: int | None = None) -> Iterator[wire.NamedAction]:
        """Yield every single action that a seat may take.

        >>> next(Match.new("modern", seats=3, seed=1).actions())
        TakeColour(colour='red')
        """
        return (wire.outer(self.game, action) for action in self.options(seat).expand())

    def why_not(self, action: wire.NamedAction, seat: int | None = None) -> Refusal | None:
        """Return the refusal that an action would get; None if it is allowed.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> refusal = match.why_not(wire.Attack("kamchatka", "alaska", 3))
        >>> refusal.rule if refusal else "allowed"
        'std.setup.4'
        """
        asked, inside = self._who(seat), wire.inner(self.game, action)
        return self.game.refusal(self.table, asked, inside) if self.game.why(self.table, asked, inside) else None

    def play(self, action: wire.NamedAction, seat: int | None = None) -> Sequence[Fact]:
        """Play an action and return the resulting facts. A Refusal or a Problem leaves the match unchanged.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.play(next(match.actions()))
        >>> type(facts[0]).__name__
        'ColourChosen'
        """
        inside, asked = wire.inner(self.game, action), self._who(seat)
        return self._write(asked, action, lambda: self.game.play(self.table, asked, inside))

    def play_inner(self, action: Inner, seat: int | None = None) -> Sequence[Fact]:
        """Play an action given in the kernel's numeric form, which bots use.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> action = match.options().expand()[0]
        >>> facts = match.play_inner(action)
        >>> match.entries[-1].seat
        0
        """
        asked = self._who(seat)
        return self._write(asked, action, lambda: self.game.play(self.table, asked, action))

    def referee(self, action: wire.TimeUp | wire.Stop) -> Sequence[Fact]:
        """Play an action of the referee: time is up, or the game is called off.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.referee(wire.Stop())
        >>> match.is_over
        True
        """
        return self.play(action, REFEREE)

    # -------------------------------------------------------------- internals
    def _who(self, seat: int | None) -> int:
        """Resolve the acting seat; it may be omitted when only one seat is awaited."""
        if seat is not None:
            return seat
        if len(self.awaited) > 1:
            seats = ", ".join(str(awaited) for awaited in self.awaited)
            raise Problem("match.several_seats", seats=seats)
        return self.awaited[0] if self.awaited else 0

    def _write(
        self, seat: int | None, action: wire.NamedAction | Inner | None, change: Callable[[], None]
    ) -> Sequence[Fact]:
        """Run a change and record its draws and facts as one entry."""
        luck, journal = self.table.chance, self.table.journal
        assert isinstance(luck, RecordedChance)
        assert journal is not None
        draws, facts = len(luck.draws), len(journal)
        change()
        done = wire.outer(self.game, action) if isinstance(action, Inner) else action
        self.entries.append(Entry(seat, done, tuple(luck.draws[draws:]), tuple(journal[facts:])))
        return self.entries[-1].facts

    def apply_entry(self, entry: Entry) -> None:
        """Replay a recorded entry: note its facts again without checking rules or drawing numbers."""
        for fact in entry.facts:
            self.table.note(fact)
        self.entries.append(entry)
