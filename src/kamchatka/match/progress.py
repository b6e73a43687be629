"""Progress of a match: awaited seats, winners and recorded entries."""

from kamchatka.kernel.bits import members
from kamchatka.kernel.chance import RecordedChance
from kamchatka.kernel.edges.notation import print_position
from kamchatka.kernel.refusal import Citation
from kamchatka.kernel.state import State
from kamchatka.kernel.view import View, view
from kamchatka.match.facts import Facts
from kamchatka.match.former_names import FormerNames
from kamchatka.match.queries import TableQueries
from kamchatka.match.recording import Entry


class MatchProgress(FormerNames, TableQueries):
    """The part of `Match` that only reads the match, except that it can drop old entries."""

    @property
    def state(self) -> State:
        """The complete state as the kernel's numbers, secrets included.

        >>> from kamchatka import Match
        >>> Match.new("modern", seats=3).state.round  # 0: the preparation
        0
        """
        return self.table.state

    @property
    def is_over(self) -> bool:
        """True when the game has ended.

        >>> from kamchatka import Match, Stop
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.is_over
        False
        >>> facts = match.referee(Stop())
        >>> match.is_over
        True
        """
        return self.state.over

    @property
    def winners(self) -> list[int]:
        """The winning seats; empty while the game runs or if it was called off.

        >>> from kamchatka import Match, Stop
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.referee(Stop())
        >>> match.winners  # nobody: it was called off
        []
        """
        return members(self.state.winners)

    @property
    def ending(self) -> Citation | None:
        """The rule that ended the game, or None.

        >>> from kamchatka import Match, Stop
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> facts = match.referee(Stop())
        >>> match.ending.rule if match.ending else "still running"
        'std.end.1'
        """
        return self.game.citations[self.state.ending] if self.is_over else None

    @property
    def awaited(self) -> list[int]:
        """The seats that must decide now.

        There may be several, for example for secret bids; they don't wait for each other.

        >>> from kamchatka import Match
        >>> Match.new("modern", seats=3, seed=1).awaited
        [0]
        """
        return members(self.game.awaits(self.table))

    @property
    def journal(self) -> Facts:
        """Every fact so far, dice included.

        >>> from kamchatka import Match
        >>> print(Match.new("modern", seats=3, seed=1).journal[2:7])
        Opened(frame=PlainFrame(step='FirstByDie', seat=0))
        DieThrown(pips=6, seat=0)
        DieThrown(pips=5, seat=1)
        DieThrown(pips=2, seat=2)
        Closed()
        """
        return Facts(self.game, self.table.journal or ())

    @property
    def version(self) -> int:
        """Number of entries so far. Entries that were dropped from memory count too.

        >>> from kamchatka import Match
        >>> Match.new("modern", seats=3, seed=1).version
        1
        """
        return self.forgotten + len(self.entries)

    def since(self, version: int) -> list[Entry] | None:
        """Return the entries after a version; None if some are no longer in memory or the version doesn't exist.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.since(1), match.since(2)
        ([], None)
        """
        return self.entries[version - self.forgotten :] if self.forgotten <= version <= self.version else None

    def forget(self, version: int, base: State) -> None:
        """Drop the entries up to a version; `base` is the state at that version.

        Pushed actions can't be popped afterwards.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.forget(1, match.state.copy())
        >>> len(match.entries), match.version
        (0, 1)
        """
        gone, self.entries = self.entries[: version - self.forgotten], self.entries[version - self.forgotten :]
        self.forgotten, self.base = version, base
        self.pushed.clear()
        luck, journal = self.table.chance, self.table.journal
        if journal is not None:
            del journal[: sum(len(entry.facts) for entry in gone)]
        if isinstance(luck, RecordedChance):
            del luck.draws[: sum(len(entry.draws) for entry in gone)]

    def view(self, seat: int) -> View:
        """Return the game as a seat may see it, as the kernel's numbers.

        >>> from kamchatka import Match
        >>> match = Match.new("modern", seats=3, seed=1)
        >>> match.view(0).seat
        0
        """
        return view(self.table, seat)

    def position(self) -> str:
        """Return the position as one line, secrets included. Equal lines mean equal positions.

        >>> from kamchatka import Match
        >>> Match.new("modern", seats=3, seed=1).position().split()[0]
        'modern/3'
        """
        return print_position(self.game, self.state)
