"""Analyse a finished game: exact luck, plus win chances and choices by a trained network or by search."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from time import process_time

from kamchatka.analysis.effort import AUTOMATIC, CURVE, NETWORK, SEARCH, Effort, Spending
from kamchatka.analysis.finished import FinishedGame, FinishedGameReader, reader_of
from kamchatka.analysis.judged import NetworkReviewer
from kamchatka.analysis.review import ChoiceReview, Reviewer
from kamchatka.analysis.search import GameSearch
from kamchatka.analysis.throws import blank_copy
from kamchatka.journal import open_journal
from kamchatka.kernel.edges import wire
from kamchatka.kernel.facts import TurnBegan
from kamchatka.kernel.table import Fact
from kamchatka.match import Entry, Follower, Match, apply_entry
from kamchatka.players.admiral.judge import Judge, is_judged, judge_of

SWING = 0.08  # minimum change of a win chance that makes a turning point
MOST_TURNING = 6  # number of turning points reported, the largest ones


@dataclass(frozen=True)
class CurvePoint:
    """The win chances after a turn or a decision: judged, searched, estimated when time ran out, or the result."""

    entry: int  # index of the last journal entry
    round: int
    seat: int  # the seat that played the turn; negative before the first turn
    chances: tuple[float, ...]  # by seat
    worlds: int  # worlds searched; 0: estimated without search; negative: RESULT or JUDGED

    @property
    def is_result(self) -> bool:
        """True for the point that holds the final result."""
        return self.worlds == RESULT


@dataclass(frozen=True)
class TurningPoint:
    """A turn that changed a player's win chance by at least SWING."""

    point: int  # index into the curve
    seat: int  # the seat whose chance changed
    before: float
    after: float


@dataclass(frozen=True)
class GameAnalysis:
    """The result of an analysis. The game's throws are exact; everything else is estimated by the judge."""

    game: FinishedGame
    curve: tuple[CurvePoint, ...]  # after every turn
    moments: tuple[CurvePoint, ...]  # after every decision; empty for a search
    turning: tuple[TurningPoint, ...]
    reviews: tuple[ChoiceReview, ...]
    decisions: int  # decisions reviewed
    alike: int  # reviewed decisions that match the judge's choice
    unsearched: int  # decisions skipped for lack of time
    seconds: float
    judge: str = SEARCH


RESULT = -1  # value of `worlds` for the final result
JUDGED = -2  # for chances by the network


class Analyser(Follower):
    """Estimates win chances and reviews choices while a match is replayed. `entries` is the number that will come.

    Choices are reviewed for the given seats, or for all.
    """

    def __init__(
        self,
        match: Match,
        entries: int,
        effort: Effort,
        seats: Iterable[int] | None = None,
        clock: Callable[[], float] = process_time,
    ) -> None:
        self.match = match
        self.effort = effort
        self.seats = set(range(match.seats)) if seats is None else set(seats)
        self.search = GameSearch(match.game)
        by_network = effort.judge == NETWORK or (effort.judge == AUTOMATIC and is_judged(match.edition.id))
        self.judge: Judge | None = judge_of(match.game, match.seats) if by_network else None
        self.reviewer: Reviewer | NetworkReviewer = (
            Reviewer(self.search, effort.worlds, effort.rehearsals)
            if self.judge is None
            else NetworkReviewer(self.search, self.judge, effort.worlds)
        )
        self.for_curve = Spending(CURVE * effort.seconds, entries, clock)
        self.for_choices = Spending((1.0 - CURVE) * effort.seconds, entries, clock)
        self.curve: list[CurvePoint] = []
        self.moments: list[CurvePoint] = []
        self.reviews: list[ChoiceReview] = []
        self.unsearched = 0
        self.number = 0  # of the current entry
        self.before = (0, -1)  # round and active seat before it
        self.is_turn = False

    def begin(self, entry: Entry) -> None:
        """Review the decision of an entry before it is applied."""
        if entry.seat in self.seats and entry.action is not None:
            self._review(self.number, entry.seat, entry.action)
        self.before, self.is_turn = (int(self.match.state.round), int(self.match.state.turn)), False

    def hear(self, fact: Fact) -> None:
        """Note whether a turn begins."""
        self.is_turn = self.is_turn or isinstance(fact, TurnBegan)

    def end(self, entry: Entry) -> None:
        """Estimate the win chances after an entry."""
        number, (round, turn) = self.number, self.before
        is_turn = self.is_turn or bool(self.match.state.over)
        if self.judge is not None:
            self._judge(self.judge, CurvePoint(number, round, turn, (), JUDGED), is_turn)
        elif is_turn:
            self._point(number, round, turn)
        self.number += 1

    def result(self, game: FinishedGame) -> GameAnalysis:
        """Return the analysis of the game that has been replayed."""
        return GameAnalysis(
            game,
            tuple(self.curve),
            tuple(self.moments),
            turning_points(self.curve),
            tuple(self.reviews),
            self.reviewer.looked_at,
            self.reviewer.alike,
            self.unsearched,
            self.for_curve.spent + self.for_choices.spent,
            SEARCH if self.judge is None else NETWORK,
        )

    def _review(self, number: int, seat: int | None, action: wire.NamedAction) -> None:
        """Review a decision if the time budget allows it."""
        assert seat is not None
        if seat < 0 or self.match.state.turn != seat or self.match.state.round == 0:
            return
        if not self.for_choices.allows(number):
            self.unsearched += 1
            return
        with self.for_choices.charge():
            found = self.reviewer.review(self.match.table, seat, wire.inner(self.match.game, action), number)
        if found is not None:
            self.reviews.append(found)

    def _point(self, number: int, round: int, turn: int) -> None:
        """Add a curve point for the turn that just ended."""
        worlds = self.effort.points if self.for_curve.allows(number) else 0
        if self.match.state.over:
            worlds = RESULT
        with self.for_curve.charge():
            chances = self.search.chances(self.match.table, worlds, seed=number)
        self.curve.append(CurvePoint(number, round, turn, tuple(chances), worlds))

    def _judge(self, judge: Judge, point: CurvePoint, is_turn: bool) -> None:
        """Add the network's chances after a decision; after a turn also to the curve, however little time is left."""
        before_play = self.match.state.round == 0 and not self.match.state.over
        if before_play or not (is_turn or self.for_curve.allows(point.entry)):
            return
        with self.for_curve.charge():
            worlds = RESULT if self.match.state.over else JUDGED
            found = replace(point, chances=judge.chances(self.match.table), worlds=worlds)
        self.moments.append(found)
        if is_turn:
            self.curve.append(found)


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


def analyse(
    match: Match,
    effort: Effort | None = None,
    seats: Iterable[int] | None = None,
    clock: Callable[[], float] = process_time,
) -> GameAnalysis:
    """Analyse a game from its first throw to its end.

    >>> analyse(Match.new("modern", seats=3, seed=1)).curve
    ()
    """
    again = blank_copy(match)
    reader = FinishedGameReader(again)
    analyser = Analyser(again, len(match.entries), effort or Effort(), seats, clock)
    for entry in match.entries:
        apply_entry(again, entry, (reader, analyser))
    return analyser.result(reader.game())


def analyse_journal(data: bytes, name: str, effort: Effort) -> GameAnalysis:
    """Analyse a journal in the one pass that reads it; `name` identifies it in Problems."""
    opened = open_journal(data, name)
    reader, analyser = reader_of(opened), Analyser(opened.match, len(opened.lines), effort)
    opened.replay(reader, analyser)
    return analyser.result(reader.game())
