"""An analysis as it is told: names for numbers, sentences in one language; the same for a terminal and a page."""

from collections.abc import Sequence

import msgspec

from kamchatka.analysis.analyse import CurvePoint, GameAnalysis, TurningPoint
from kamchatka.analysis.luck import FoughtBattle, Luck, battles_of, luck_of
from kamchatka.analysis.review import ChoiceReview
from kamchatka.match import Match
from kamchatka.words import Words

NOTABLE = 8  # battles that are told, those of the most luck


class SeatLuck(msgspec.Struct, frozen=True):
    """One player's luck, exactly: armies lost and destroyed by dice, what is usual, and how unlikely that is."""

    seat: int
    throws: int
    lost: int
    lost_on_average: float
    beaten: int
    beaten_on_average: float
    luck: float  # armies: below nought, bad luck
    deviation: float  # how far the luck of such throws usually strays
    chance: float  # that the same throws come out like this, or farther from the average


class BattleLuck(msgspec.Struct, frozen=True):
    """A battle of much luck, good or bad, for its attacker."""

    entry: int
    round: int
    attacker: int
    defender: int | None  # None: neutral armies
    source: str
    target: str
    throws: int
    luck: float
    chance: float


class ChancePoint(msgspec.Struct, frozen=True):
    """The chances to win after a turn. `how`: by search, by the look of the position alone, or as the game ended."""

    entry: int
    round: int
    seat: int | None  # whose turn it was
    chances: tuple[float, ...]
    how: str


class TurningSeen(msgspec.Struct, frozen=True):
    """A turn after which a chance was quite another."""

    entry: int
    round: int
    turn: int | None  # whose turn it was
    seat: int  # whose chance it was
    before: float
    after: float
    text: str


class CostlyChoice(msgspec.Struct, frozen=True):
    """A choice that cost something, and what the marshal would have done, by search."""

    entry: int
    round: int
    seat: int
    played: str
    better: str
    cost: float  # of a chance to win
    error: float  # one standard error
    worlds: int


class AnalysisSeen(msgspec.Struct, frozen=True):
    """A finished game: `luck`, `duels` and `battles` are exact, `curve`, `turning` and `choices` are search."""

    edition: str
    players: tuple[str, ...]
    luck: tuple[SeatLuck, ...]
    duels: tuple[SeatLuck, ...]  # of pieces that fight before armies do
    battles: tuple[BattleLuck, ...]
    curve: tuple[ChancePoint, ...]
    turning: tuple[TurningSeen, ...]
    choices: tuple[CostlyChoice, ...]
    decisions: int  # that were searched
    alike: int  # as the marshal would have decided
    unsearched: int  # for which no time was left


class Reporter:
    """Tells one game's analysis in one language."""

    def __init__(self, match: Match, players: Sequence[str], language: str) -> None:
        self.match = match
        self.words = Words(language, match.edition, players)
        self.players = tuple(players)

    def report(self, found: GameAnalysis) -> AnalysisSeen:
        """All of it."""
        battles = sorted(battles_of(found.throws), key=lambda battle: -abs(battle.luck.armies))[:NOTABLE]
        return AnalysisSeen(
            self.match.edition.id,
            self.players,
            tuple(_seat(seat, luck) for seat, luck in luck_of(found.throws).items()),
            tuple(_seat(seat, luck) for seat, luck in luck_of(found.throws, duels=True).items()),
            tuple(self._battle(battle) for battle in battles),
            tuple(_point(point) for point in found.curve),
            tuple(self._turning(turn, found.curve) for turn in found.turning),
            tuple(self._choice(review) for review in found.reviews),
            found.decisions,
            found.alike,
            found.unsearched,
        )

    def _battle(self, battle: FoughtBattle) -> BattleLuck:
        throw, places = battle.first, self.match.game.board.places
        return BattleLuck(
            throw.entry,
            throw.round,
            throw.attacker,
            _known(throw.defender),
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
        return TurningSeen(point.entry, point.round, _known(point.seat), turn.seat, turn.before, turn.after, text)

    def _choice(self, review: ChoiceReview) -> CostlyChoice:
        played, better = self.words.action(review.played), self.words.action(review.better)
        cost = review.cost
        return CostlyChoice(review.entry, review.round, review.seat, played, better, cost.mean, cost.error, cost.worlds)


def percent(chance: float) -> str:
    """A chance in whole hundredths.

    >>> percent(0.126)
    '13%'
    """
    return f"{chance * 100:.0f}%"


def one_in(chance: float) -> str:
    """How unlikely, as people say it: 1 in so many.

    >>> one_in(0.031), one_in(0.7)
    ('32', '1.4')
    """
    times = 1.0 / chance
    return f"{times:.0f}" if times >= 10 else f"{times:.1f}"


def _point(point: CurvePoint) -> ChancePoint:
    how = "result" if point.is_result else "search" if point.worlds else "look"
    return ChancePoint(point.entry, point.round, _known(point.seat), point.chances, how)


def _seat(seat: int, luck: Luck) -> SeatLuck:
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


def _known(seat: int) -> int | None:
    return seat if seat >= 0 else None
