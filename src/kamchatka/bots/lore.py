"""What anybody may know of a game before it is played: objectives on the cards, worth of trios, odds of battles."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.editions.challenge.challenge_card import ChallengeCard
from kamchatka.editions.challenge.scoring import HundredThenReveal
from kamchatka.editions.classic.cards import Sets
from kamchatka.kernel.board import Board
from kamchatka.kernel.game import Game
from kamchatka.kernel.ports import Aside
from kamchatka.kernel.rules.cards import Trios
from kamchatka.kernel.rules.combat import Combat
from kamchatka.kernel.rules.objectives import Objective, ObjectiveMet
from kamchatka.kernel.rules.reinforce import Reinforce
from kamchatka.odds import DiceRule, bounties, grid
from kamchatka.odds.booklet import rule_of

LARGEST: Final = 100  # armies a side up to which battles are known exactly; larger ones are scaled down
PAID: Final = 40  # the same for battles with a prize
PRIZES: Final = 24  # prizes for which they are known, each so much larger than the one before:
STEP: Final = 1.35
LEAST_PRIZE: Final = 0.4  # 0.4, 0.54, 0.73 … 400 armies
MIDDLING: Final = 1.35  # armies of its bonus for each border place of a zone neither easy nor hard to keep
FAR: Final = 99  # as distance: no way


@final
class Battles:
    """The odds of every battle by one dice rule, as flat tables."""

    def __init__(self, rule: DiceRule) -> None:
        known = grid(LARGEST, rule)
        self.wins: Final[vec[float]] = known.wins
        self.left: Final[vec[float]] = known.left
        self.prizes: Final = vec[float]([LEAST_PRIZE * STEP**n for n in range(PRIZES)])
        self.paid: Final[vec[float]] = bounties(PAID, tuple(LEAST_PRIZE * STEP**n for n in range(PRIZES)), rule)
        # by armies of a place: what it costs, on average, to take it with plenty and to leave one army there
        self.toll: Final = vec[float]([1.0] + [1.0 + self.losses(2 * n + 6, n) for n in range(1, LARGEST + 1)])
        # armies lost for each army beaten, by who attacks with plenty
        self.rate: Final = (self.toll[12] - self.toll[2]) / 10.0

    def win(self, attackers: i64, defenders: i64) -> float:
        """The chance that so many armies able to fight take a place of so many."""
        return self.wins[cell(attackers, defenders)] if attackers > 0 else 0.0

    def losses(self, attackers: i64, defenders: i64) -> float:
        """The armies such an attack costs, on average."""
        if attackers <= 0:
            return 0.0
        scale = max(1.0, float(max(attackers, defenders)) / float(LARGEST))
        return float(attackers) - self.left[cell(attackers, defenders)] * scale

    def cost(self, defenders: i64) -> float:
        """What a place of so many armies costs who comes with plenty."""
        return self.toll[min(i64(LARGEST), defenders)]

    def pays(self, attackers: i64, defenders: i64, prize: float) -> float:
        """What an attack for a prize is worth beyond its cost to who stops when it no longer pays."""
        if attackers <= 0 or prize <= LEAST_PRIZE:
            return 0.0
        larger = max(attackers, defenders)
        scale = 1.0
        if larger > PAID:
            scale = float(larger) / float(PAID)
            attackers = attackers * PAID // larger
            defenders = max(i64(1), defenders * PAID // larger)
        return scale * self.paid_for(attackers * (PAID + 1) + defenders, prize / scale)

    def paid_for(self, cell: i64, prize: float) -> float:
        """Between the two prizes that are known, in proportion."""
        if prize <= LEAST_PRIZE:
            return 0.0
        n: i64 = 0
        while n < PRIZES - 2 and self.prizes[n + 1] < prize:
            n += 1
        table = i64((PAID + 1) * (PAID + 1))
        low = self.paid[n * table + cell]
        high = self.paid[(n + 1) * table + cell]
        return low + (high - low) * (prize - self.prizes[n]) / (self.prizes[n + 1] - self.prizes[n])


KNOWN: Final[dict[DiceRule, Battles]] = {}


def battles_by(rule: DiceRule) -> Battles:
    """The tables of a dice rule, made once."""
    if rule not in KNOWN:
        KNOWN[rule] = Battles(rule)
    return KNOWN[rule]


def cell(attackers: i64, defenders: i64) -> i64:
    """Where a battle stands in the flat table; a very large one stands where its proportions do."""
    larger = max(attackers, defenders)
    if larger > LARGEST:
        attackers = attackers * LARGEST // larger
        defenders = max(i64(1), defenders * LARGEST // larger)
    return attackers * (LARGEST + 1) + defenders


def trios_of(aside: Aside) -> Trios | None:
    """The trios that may be traded among the reinforcements, whatever else the booklet says about them."""
    return aside if isinstance(aside, Trios) else aside.trios if isinstance(aside, Sets) else None


def places_in(board: Board, zone: i64) -> vec[i64]:
    """The places of a zone."""
    return vec[i64]([place for place in range(board.size) if board.zone[place] == zone])


def borders_of(board: Board, zone: i64) -> i64:
    """The places of a zone from which, or into which, other zones can attack."""
    borders: i64 = 0
    for place in places_in(board, zone):
        for i in range(board.first[place], board.first[place + 1]):
            if board.zone[board.links[i]] != zone:
                borders += 1
                break
    return borders


def distances(board: Board) -> vec[i64]:
    """Links from each place to each other, row after row."""
    size = board.size
    steps = vec[i64]([FAR] * int(size * size))
    for start in range(size):
        steps[start * size + start] = 0
        edge: list[i64] = [start]
        while edge:
            place = edge.pop(0)
            for i in range(board.first[place], board.first[place + 1]):
                beside = board.links[i]
                if steps[start * size + beside] == FAR:
                    steps[start * size + beside] = steps[start * size + place] + 1
                    edge.append(beside)
    return steps


@final
class Lore:
    """The public side of one game, looked up once."""

    def __init__(self, game: Game) -> None:
        self.board: Final[Board] = game.board
        self.distance: Final = distances(game.board)
        self.inside: Final = [places_in(game.board, zone) for zone in range(game.board.zones)]  # places, by zone
        # by zone: armies of its bonus for each place that must be defended to keep it, against a middling zone
        self.tenable: Final = vec[float](
            [
                float(game.board.bonus[zone]) / float(max(i64(1), borders_of(game.board, zone))) / MIDDLING
                for zone in range(game.board.zones)
            ]
        )
        self.has_pieces: Final = len(game.kinds) > 0  # besides armies: commanders, gods
        self.objectives: list[Objective] = []
        self.trios: Trios | None = None
        self.spared_until: i64 = 0  # the last round in which a last army cannot be destroyed
        for ending in game.endings:
            if isinstance(ending, ObjectiveMet):
                self.objectives = ending.objectives
            elif isinstance(ending, HundredThenReveal):  # the same cards, worth points
                self.objectives = ending.objectives.objectives
        self.has_duels: bool = False  # whether everybody holds a Challenge card
        for step in game.steps:
            if isinstance(step, Combat):
                self.has_duels = isinstance(step.aside, ChallengeCard)
                self.spared_until = step.defence.spared_until
            elif isinstance(step, Reinforce):
                self.trios = trios_of(step.aside) or self.trios
        self.rule: Final = rule_of(game)
        self.battles: Final = battles_by(self.rule)
