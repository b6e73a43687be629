"""Analyse a finished game turn by turn: exact luck, plus win chances and choices by search."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import process_time

from kamchatka.analysis.effort import CURVE, Effort, Spending
from kamchatka.analysis.review import ChoiceReview, Reviewer
from kamchatka.analysis.search import GameSearch
from kamchatka.analysis.throws import BattleThrow, ThrowReader, blank_copy
from kamchatka.kernel.edges import wire
from kamchatka.kernel.facts import TurnBegan
from kamchatka.match import Match

SWING = 0.08  # minimum change of a win chance that makes a turning point
MOST_TURNING = 6  # number of turning points reported, the largest ones


@dataclass(frozen=True)
class CurvePoint:
    """The win chances after a turn: searched, estimated when time ran out, or the final result."""

    entry: int  # index of the turn's last journal entry
    round: int
    seat: int  # the seat that played the turn; negative before the first turn
    chances: tuple[float, ...]  # by seat
    worlds: int  # worlds searched; 0: estimated without search

    @property
    def is_result(self) -> bool:
        """True for the point that holds the final result."""
        return self.worlds < 0


@dataclass(frozen=True)
class TurningPoint:
    """A turn that changed a player's win chance by at least SWING."""

    point: int  # index into the curve
    seat: int  # the seat whose chance changed
    before: float
    after: float


@dataclass(frozen=True)
class GameAnalysis:
    """The result of an analysis. The throws are exact; everything else comes from search."""

    throws: tuple[BattleThrow, ...]
    curve: tuple[CurvePoint, ...]
    turning: tuple[TurningPoint, ...]
    reviews: tuple[ChoiceReview, ...]
    decisions: int  # decisions reviewed
    alike: int  # reviewed decisions that match the marshal's choice
    unsearched: int  # decisions skipped for lack of time
    seconds: float


RESULT = -1  # value of `worlds` for the final result


class Analyser:
    """Analyse a game in one pass over its journal."""

    def __init__(self, match: Match, effort: Effort, clock: Callable[[], float] = process_time) -> None:
        self.match = match
        self.effort = effort
        self.again = blank_copy(match)
        self.search = GameSearch(match.game)
        self.reader = ThrowReader(match.edition, match.game)
        self.reviewer = Reviewer(self.search, effort.worlds, effort.rehearsals)
        steps = len(match.entries)
        self.for_curve = Spending(CURVE * effort.seconds, steps, clock)
        self.for_choices = Spending((1.0 - CURVE) * effort.seconds, steps, clock)
        self.throws: list[BattleThrow] = []
        self.curve: list[CurvePoint] = []
        self.reviews: list[ChoiceReview] = []
        self.unsearched = 0

    def run(self, seats: Iterable[int] | None = None) -> GameAnalysis:
        """Analyse the whole game. Choices are reviewed for the given seats, or for all."""
        wanted = set(range(self.match.seats)) if seats is None else set(seats)
        for number, entry in enumerate(self.match.entries):
            if entry.seat in wanted and entry.action is not None:
                self._review(number, entry.seat, entry.action)
            self.reader.begin(entry)
            round, turn = int(self.again.state.round), int(self.again.state.turn)
            for fact in entry.facts:
                if (throw := self.reader.hear(self.again.table, fact, number)) is not None:
                    self.throws.append(throw)
                self.again.table.note(fact)
            if self.again.state.over or any(isinstance(fact, TurnBegan) for fact in entry.facts):
                self._point(number, round, turn)
        return GameAnalysis(
            tuple(self.throws),
            tuple(self.curve),
            turning_points(self.curve),
            tuple(self.reviews),
            self.reviewer.looked_at,
            self.reviewer.alike,
            self.unsearched,
            self.for_curve.spent + self.for_choices.spent,
        )

    def _review(self, number: int, seat: int | None, action: wire.NamedAction) -> None:
        """Review a decision if the time budget allows it."""
        assert seat is not None
        if seat < 0 or self.again.state.turn != seat or self.again.state.round == 0:
            return
        if not self.for_choices.allows(number):
            self.unsearched += 1
            return
        with self.for_choices.timed():
            found = self.reviewer.review(self.again.table, seat, wire.inner(self.match.game, action), number)
        if found is not None:
            self.reviews.append(found)

    def _point(self, number: int, round: int, turn: int) -> None:
        """Add a curve point for the turn that just ended."""
        worlds = self.effort.points if self.for_curve.allows(number) else 0
        if self.again.state.over:
            worlds = RESULT
        with self.for_curve.timed():
            chances = self.search.chances(self.again.table, worlds, seed=number)
        self.curve.append(CurvePoint(number, round, turn, tuple(chances), worlds))


def turning_points(curve: list[CurvePoint]) -> tuple[TurningPoint, ...]:
    """Return the turns that changed a win chance most, in playing order."""
    found = []
    for number in range(1, len(curve)):
        before, after = curve[number - 1].chances, curve[number].chances
        seat = max(range(len(after)), key=lambda seat: abs(after[seat] - before[seat]))
        if abs(after[seat] - before[seat]) >= SWING:
            found.append(TurningPoint(number, seat, before[seat], after[seat]))
    largest = sorted(found, key=lambda turn: -abs(turn.after - turn.before))[:MOST_TURNING]
    return tuple(sorted(largest, key=lambda turn: turn.point))


def analyse(match: Match, effort: Effort | None = None, seats: Iterable[int] | None = None) -> GameAnalysis:
    """Analyse a game from its first throw to its end.

    >>> analyse(Match.new("modern", seats=3, seed=1)).curve
    ()
    """
    return Analyser(match, effort or Effort()).run(seats)
