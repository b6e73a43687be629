"""A match: the friendly object over the kernel, as pleasant as a chess board. Everything it does is written down."""

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
    """One thing that was done: by whom, what, the luck it used, and the facts that followed."""

    seat: int | None  # None: the preparation, before anybody was asked
    action: wire.NamedAction | None
    draws: tuple[tuple[int, int], ...]  # (n, value) for every number below n that chance gave
    facts: tuple[Fact, ...]


@dataclass
class Match:
    """One game from its first die to its end. Build it with `Match.new`, `from_position` or from a journal."""

    edition: Edition
    rules: TableRules
    game: Game
    table: Table
    start: str = ""  # the position it began from; "" for an empty board
    entries: list[Entry] = field(default_factory=list)

    # -------------------------------------------------------------- beginnings
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
        """A fresh game at its first decision. Luck: a seed for quick play, or any Chance (Sealed among people).

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
        """A table at which nothing has happened yet. `kept`: its options come from a game that was kept.

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
        """A game that goes on from a position in notation.

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
        """From an empty table to the first decision: the preparation is the first entry.

        >>> from kamchatka.kernel.chance import FastChance
        >>> match = Match.blank("modern", 3, chance=FastChance(1))
        >>> match.begin()
        >>> len(match.entries), match.entries[0].seat
        (1, None)
        """
        self._write(None, None, lambda: self.game.begin(self.table))

    # -------------------------------------------------------------- what is so
    @property
    def state(self) -> State:
        """The whole truth, secrets included.

        >>> Match.new("modern", seats=3).state.round  # 0: the preparation
        0
        """
        return self.table.state

    @property
    def seats(self) -> int:
        """How many sit at the table.

        >>> Match.new("original", seats=5).seats
        5
        """
        return self.state.seats

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

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
        """Who won; nobody while it goes on or when it was called off.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.referee(wire.Stop())
        >>> match.winners  # nobody: it was called off
        []
        """
        return members(self.state.winners)

    @property
    def ending(self) -> Citation | None:
        """The rule that ended the game.

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
        """The seats that are asked now.

        >>> Match.new("modern", seats=3, seed=1).awaited
        [0]
        """
        return members(self.game.awaits(self.table))

    @property
    def journal(self) -> list[Fact]:
        """Everything that happened, dice included.

        >>> [type(fact).__name__ for fact in Match.new("modern", seats=3, seed=1).journal][:2]
        ['Opened', 'FrameReplaced']
        """
        return list(self.table.journal or [])

    def owner(self, place: str) -> int | None:
        """Who holds a place.

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
        """The armies on a place.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.armies("kamchatka")
        0
        """
        return int(self.state.armies[wire.number_of(self.game, "place", place)])

    def view(self, seat: int) -> View:
        """What a seat may know.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.view(0).seat
        0
        """
        return view(self.table, seat)

    def position(self) -> str:
        """The position in one line, secrets included.

        >>> Match.new("modern", seats=3, seed=1).position().split()[0]
        'modern/3'
        """
        return print_position(self.game, self.state)

    # -------------------------------------------------------------- what may be done
    def options(self, seat: int | None = None) -> Options:
        """What a seat may do, as ranges.

        >>> len(Match.new("modern", seats=3, seed=1).options().ranges)
        1
        """
        return self.game.options(self.table, self._who(seat))

    def actions(self, seat: int | None = None) -> Iterator[wire.NamedAction]:
        """Every single thing a seat may do.

        >>> next(Match.new("modern", seats=3, seed=1).actions())
        TakeColour(colour='red')
        """
        return (wire.outer(self.game, action) for action in self.options(seat).expand())

    def why_not(self, action: wire.NamedAction, seat: int | None = None) -> Refusal | None:
        """The refusal this action would get; None when it is allowed.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> refusal = match.why_not(wire.Attack("kamchatka", "alaska", 3))
        >>> refusal.rule if refusal else "allowed"
        'std.setup.4'
        """
        asked, inside = self._who(seat), wire.inner(self.game, action)
        return self.game.refusal(self.table, asked, inside) if self.game.why(self.table, asked, inside) else None

    def play(self, action: wire.NamedAction, seat: int | None = None) -> Sequence[Fact]:
        """Do it: the facts that followed. A Refusal or a Problem leaves everything as it was.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.play(next(match.actions()))
        >>> type(facts[0]).__name__
        'ColourChosen'
        """
        inside, asked = wire.inner(self.game, action), self._who(seat)
        return self._write(asked, action, lambda: self.game.play(self.table, asked, inside))

    def play_inner(self, action: Inner, seat: int | None = None) -> Sequence[Fact]:
        """The same for an action as the kernel and the bots know it.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> action = match.options().expand()[0]
        >>> facts = match.play_inner(action)
        >>> match.entries[-1].seat
        0
        """
        asked = self._who(seat)
        return self._write(asked, action, lambda: self.game.play(self.table, asked, action))

    def referee(self, action: wire.TimeUp | wire.Stop) -> Sequence[Fact]:
        """Something declared from outside: time is up, or the game is called off.

        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.referee(wire.Stop())
        >>> match.is_over
        True
        """
        return self.play(action, REFEREE)

    # -------------------------------------------------------------- inside
    def _who(self, seat: int | None) -> int:
        """The seat meant: when only one is asked it need not be named."""
        if seat is not None:
            return seat
        if len(self.awaited) > 1:
            seats = ", ".join(str(awaited) for awaited in self.awaited)
            raise Problem("match.several_seats", seats=seats)
        return self.awaited[0] if self.awaited else 0

    def _write(
        self, seat: int | None, action: wire.NamedAction | Inner | None, change: Callable[[], None]
    ) -> Sequence[Fact]:
        """Make a change and keep what it drew and noted as one entry."""
        luck, journal = self.table.chance, self.table.journal
        assert isinstance(luck, RecordedChance)
        assert journal is not None
        draws, facts = len(luck.draws), len(journal)
        change()
        done = wire.outer(self.game, action) if isinstance(action, Inner) else action
        self.entries.append(Entry(seat, done, tuple(luck.draws[draws:]), tuple(journal[facts:])))
        return self.entries[-1].facts

    def apply_entry(self, entry: Entry) -> None:
        """An entry from a journal: its facts are noted again, no rule is asked, no luck is used."""
        for fact in entry.facts:
            self.table.note(fact)
        self.entries.append(entry)
