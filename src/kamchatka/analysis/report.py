"""Render an analysis: replace ids by names and write sentences in one language, for terminal and page."""

from collections.abc import Sequence

import msgspec

from kamchatka.analysis.analyse import JUDGED, CurvePoint, GameAnalysis, TurningPoint
from kamchatka.analysis.effort import NETWORK, SEARCH
from kamchatka.analysis.luck import FoughtBattle, Luck
from kamchatka.analysis.review import ChoiceReview
from kamchatka.match import Match
from kamchatka.words import Words

DIGITS = 4  # of chances after every decision
NOTABLE = 8  # number of battles reported, those with the most luck


class SeatLuck(msgspec.Struct, frozen=True):
    """One player's exact luck: actual and expected armies lost and destroyed, and how unlikely the result is."""

    seat: int
    throws: int
    lost: int
    lost_on_average: float
    beaten: int
    beaten_on_average: float
    luck: float  # in armies; negative means bad luck
    deviation: float  # standard deviation of the luck for such throws
    chance: float  # probability that the same throws end at least this far from the mean


class BattleLuck(msgspec.Struct, frozen=True):
    """A battle with unusually good or bad luck for its attacker."""

    entry: int
    round: int
    attacker: int
    defender: int | None  # None for neutral armies
    source: str
    target: str
    throws: int
    luck: float
    chance: float


class ChancePoint(msgspec.Struct, frozen=True):
    """Win chances after a turn. `how` is "network", "search", "look" (estimated without search) or "result"."""

    entry: int
    round: int
    seat: int | None  # the seat that played the turn
    chances: tuple[float, ...]
    how: str


class MomentSeen(msgspec.Struct, frozen=True):
    """Win chances after a decision."""

    entry: int
    chances: tuple[float, ...]


class TurningSeen(msgspec.Struct, frozen=True):
    """A turn after which a win chance had changed a lot."""

    entry: int
    round: int
    turn: int | None  # the seat that played the turn
    seat: int  # the seat whose chance changed
    before: float
    after: float
    text: str


class CostlyChoice(msgspec.Struct, frozen=True):
    """A choice that lowered the win chance, with what the judge would have done."""

    entry: int
    round: int
    seat: int
    played: str
    better: str
    cost: float  # loss of win chance
    error: float  # one standard error
    worlds: int


class AnalysisSeen(msgspec.Struct, frozen=True):
    """The report on a finished game. `luck`, `duels` and `battles` are exact, the other fields are estimates.

    `judge` made them: "network" (the admiral judges every decision) or "search" (the marshal, turn by turn).
    """

    edition: str
    players: tuple[str, ...]
    luck: tuple[SeatLuck, ...]
    duels: tuple[SeatLuck, ...]  # luck in duels of pieces, which are fought before battles of armies
    battles: tuple[BattleLuck, ...]
    curve: tuple[ChancePoint, ...]
    turning: tuple[TurningSeen, ...]
    choices: tuple[CostlyChoice, ...]
    decisions: int  # decisions reviewed
    alike: int  # reviewed decisions that match the judge's choice
    unsearched: int  # decisions skipped for lack of time
    judge: str = SEARCH
    moments: tuple[MomentSeen, ...] = ()  # after every decision; empty for a search


class Reporter:
    """Render the analysis of one game in one language."""

    def __init__(self, match: Match, players: Sequence[str], language: str) -> None:
        self.match = match
        self.words = Words(language, match.edition, players)
        self.players = tuple(players)

    def report(self, found: GameAnalysis) -> AnalysisSeen:
        """Build the whole report."""
        battles = sorted(found.game.battles, key=lambda battle: -abs(battle.luck.armies))[:NOTABLE]
        return AnalysisSeen(
            self.match.edition.id,
            self.players,
            tuple(seat_luck(seat, luck) for seat, luck in found.game.luck.items()),
            tuple(seat_luck(seat, luck) for seat, luck in found.game.duels.items()),
            tuple(self._battle(battle) for battle in battles),
            tuple(_point(point) for point in found.curve),
            tuple(self._turning(turn, found.curve) for turn in found.turning),
            tuple(self._choice(review) for review in found.reviews),
            found.decisions,
            found.alike,
            found.unsearched,
            found.judge,
            tuple(
                MomentSeen(point.entry, tuple(round(chance, DIGITS) for chance in point.chances))
                for point in found.moments
            ),
        )

    def _battle(self, battle: FoughtBattle) -> BattleLuck:
        throw, places = battle.first, self.match.game.board.places
        return BattleLuck(
            throw.entry,
            throw.round,
            throw.attacker,
            _seat_or_none(throw.defender),
            places[throw.source],
            places[throw.target],
            battle.luck.throws,
            battle.luck.armies,
            battle.luck.chance,
        )

    def _turning(self, turn: TurningPoint, curve: Sequence[CurvePoint]) -> TurningSeen:
        point = curve[turn.point]
        text = self.words.phrases.say(
            "analysis",
            "turning" if point.seat >= 0 else "turning_before",
            number=point.round,
            turn=self.words.names.player(point.seat),
            seat=self.words.names.player(turn.seat),
            before=percent(turn.before),
            after=percent(turn.after),
        )
        return TurningSeen(
            point.entry, point.round, _seat_or_none(point.seat), turn.seat, turn.before, turn.after, text
        )

    def _choice(self, review: ChoiceReview) -> CostlyChoice:
        played, better = self.words.action(review.played), self.words.action(review.better)
        cost = review.cost
        return CostlyChoice(review.entry, review.round, review.seat, played, better, cost.mean, cost.error, cost.worlds)


def percent(chance: float) -> str:
    """Format a probability as a whole percentage.

    >>> percent(0.126)
    '13%'
    """
    return f"{chance * 100:.0f}%"


def one_in(chance: float) -> str:
    """Format the reciprocal of a probability, for "1 in N".

    >>> one_in(0.031), one_in(0.7)
    ('32', '1.4')
    """
    times = 1.0 / chance
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}"


def _point(point: CurvePoint) -> ChancePoint:
    how = "result" if point.is_result else NETWORK if point.worlds == JUDGED else SEARCH if point.worlds else "look"
    return ChancePoint(point.entry, point.round, _seat_or_none(point.seat), point.chances, how)


def seat_luck(seat: int, luck: Luck) -> SeatLuck:
    """Return the reported luck of one seat."""
    return SeatLuck(
        seat,
        luck.throws,
        luck.lost,
        luck.lost_on_average,
        luck.beaten,
        luck.beaten_on_average,
        luck.armies,
        luck.variance**0.5,
        luck.chance,
    )


def _seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None
