"""Read a finished game once: how it ended, the luck of its throws, and figures of every turn."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from kamchatka.analysis.luck import FoughtBattle, Luck, battles_of, luck_of
from kamchatka.analysis.throws import BattleThrow, ThrowReader, blank_copy
from kamchatka.editions.holdings import territories
from kamchatka.journal import OpenJournal, open_journal
from kamchatka.kernel.bits import has
from kamchatka.kernel.facts import ArmiesGranted, Eliminated, TurnBegan
from kamchatka.kernel.table import Fact
from kamchatka.kernel.view import ONLOOKER
from kamchatka.match import Entry, Follower, Match, apply_entry
from kamchatka.words.decision_fields import lap_of

INCOME = ("reinforce.", "collect.")  # clauses that editions count as a turn's income; trios, cards and relics are extra


@dataclass(frozen=True)
class EntryMoment:
    """When an entry was played: its seat, the seat in turn before it, and the rounds (or ages) before and after it."""

    seat: int | None
    turn: int
    before: int
    after: int


@dataclass(frozen=True)
class Fall:
    """The elimination of a seat, by another seat or None."""

    seat: int
    by: int | None
    round: int
    entry: int


@dataclass(frozen=True)
class TurnFigures:
    """The board after a turn. `seat` has played the turn; it is None for the figures before the first one."""

    entry: int
    round: int
    seat: int | None
    places: tuple[int, ...]  # by seat
    territories: tuple[int, ...]  # without places that pay no bonus
    armies: tuple[int, ...]
    income: tuple[int, ...]  # granted in each seat's latest turn; 0 for eliminated seats


@dataclass(frozen=True)
class FinishedGame:
    """What a journal says about a game. Win chances and turning points are estimates: `analyse` adds them."""

    match: Match  # at its end
    names: tuple[str, ...]  # of the players, if they are known
    moments: tuple[EntryMoment, ...]  # by entry
    throws: tuple[BattleThrow, ...]
    falls: tuple[Fall, ...]
    turns: tuple[TurnFigures, ...]
    longest: dict[int, tuple[int, int]]  # by seat: the most turns in a row that it held a zone, and the zone
    last_turn: int  # index of the entry with which the last turn began

    @cached_property
    def luck(self) -> dict[int, Luck]:
        """Luck by seat, without duels of pieces."""
        return luck_of(self.throws)

    @cached_property
    def duels(self) -> dict[int, Luck]:
        """Luck by seat in duels of pieces."""
        return luck_of(self.throws, duels=True)

    @cached_property
    def battles(self) -> list[FoughtBattle]:
        """All battles of armies in order."""
        return battles_of(self.throws)

    @property
    def fallen(self) -> list[int]:
        """The eliminated seats in order of elimination."""
        return [fall.seat for fall in self.falls]

    def ranks(self, gone: Collection[int] = ()) -> list[int]:
        """Return the rank of every seat: winners, survivors, then the eliminated, latest first.

        Seats of `gone`, whose players left, come last, even if bots won for them.
        """
        fallen, winners = self.fallen, self.match.state.winners

        def behind(seat: int) -> int:
            """Return the number of steps behind a winner."""
            if has(winners, seat):
                return 0
            return len(fallen) - fallen.index(seat) + 1 if seat in fallen else 1

        reached = {seat: behind(seat) for seat in range(self.match.seats)}
        last = 2 + len(fallen)
        kept = {seat: last if seat in gone else steps for seat, steps in reached.items()}
        stood_in = sum(1 for seat in gone if reached[seat] == 0)  # bots that won for absent players
        return [1 + sum(other < kept[seat] for other in kept.values()) + stood_in for seat in range(self.match.seats)]


class FinishedGameReader(Follower):
    """Collects what `FinishedGame` holds while a match is replayed."""

    def __init__(self, match: Match, names: tuple[str, ...] = ()) -> None:
        self.match = match
        self.names = names
        self.thrown = ThrowReader(match.edition, match.game)
        self.moments: list[EntryMoment] = []
        self.throws: list[BattleThrow] = []
        self.falls: list[Fall] = []
        self.turns: list[TurnFigures] = []
        self.income = [0] * match.seats
        self.streaks: dict[tuple[int, int], int] = {}  # by seat and zone: turns held in a row until now
        self.longest: dict[int, tuple[int, int]] = {}
        self.last_turn = -1
        self.before = EntryMoment(None, -1, 0, 0)

    @property
    def number(self) -> int:
        """The index of the current entry."""
        return len(self.moments)

    def begin(self, entry: Entry) -> None:
        """Note the moment before an entry."""
        lap = lap_of(self.match.state)
        self.before = EntryMoment(entry.seat, int(self.match.state.turn), lap, lap)
        self.thrown.begin(entry)

    def hear(self, fact: Fact) -> None:
        """Note throws, eliminations, income and beginnings of turns."""
        if (throw := self.thrown.hear(self.match.table, fact, self.number)) is not None:
            self.throws.append(throw)
        if isinstance(fact, Eliminated):
            by = int(fact.by) if fact.by >= 0 else None
            self.falls.append(Fall(int(fact.seat), by, int(self.match.state.round), self.number))
        elif isinstance(fact, TurnBegan):
            self.last_turn = self.number
            self.income[fact.seat] = 0
        elif isinstance(fact, ArmiesGranted) and fact.clause.startswith(INCOME):
            self.income[fact.seat] += int(fact.armies)

    def end(self, entry: Entry) -> None:
        """Note the figures if a turn has ended."""
        state, before = self.match.state, self.before
        if self.last_turn == self.number or state.over:
            self._note_turn(self.number, before.turn)
        self.moments.append(EntryMoment(before.seat, before.turn, before.before, lap_of(state)))

    def game(self) -> FinishedGame:
        """Return the game as it has been read. The figures of a turn that was cut short come last."""
        if self.moments and (not self.turns or self.turns[-1].entry < self.number - 1):
            self._note_turn(self.number - 1, int(self.match.state.turn))
        return FinishedGame(
            self.match,
            self.names,
            tuple(self.moments),
            tuple(self.throws),
            tuple(self.falls),
            tuple(self.turns),
            dict(sorted(self.longest.items())),
            max(0, self.last_turn),
        )

    def _note_turn(self, entry: int, seat: int) -> None:
        state, board, seats = self.match.state, self.match.game.board, range(self.match.seats)
        places, armies = [0] * len(seats), [0] * len(seats)
        for place, owner in enumerate(state.owner):
            if owner >= 0:
                places[owner] += 1
                armies[owner] += int(state.armies[place])
        self.turns.append(
            TurnFigures(
                entry,
                int(state.round),
                seat if seat >= 0 else None,
                tuple(places),
                tuple(territories(board, state, one) for one in seats),
                tuple(armies),
                tuple(armies if state.is_alive(one) else 0 for one, armies in enumerate(self.income)),
            )
        )
        display = self.match.edition.display(self.match.game, state, ONLOOKER)
        held = {(one, int(zone)) for one in seats for zone in display.zones_of(board, state, one)}
        self.streaks = {key: self.streaks.get(key, 0) + 1 for key in held}
        for (one, zone), turns in self.streaks.items():
            self.longest[one] = max(self.longest.get(one, (0, zone)), (turns, zone))


def reader_of(opened: OpenJournal) -> FinishedGameReader:
    """Return a reader for a journal that is about to be replayed."""
    return FinishedGameReader(opened.match, tuple(player.name for player in opened.header.players))


def read_game(data: bytes, name: str) -> FinishedGame:
    """Read a journal; `name` identifies it in Problems."""
    opened = open_journal(data, name)
    reader = reader_of(opened)
    opened.replay(reader)
    return reader.game()


def game_of(match: Match) -> FinishedGame:
    """Read a match that has all its entries.

    >>> game_of(Match.new("modern", seats=3, seed=1)).falls
    ()
    """
    again = blank_copy(match)
    reader = FinishedGameReader(again)
    for entry in match.entries:
        apply_entry(again, entry, (reader,))
    return reader.game()
