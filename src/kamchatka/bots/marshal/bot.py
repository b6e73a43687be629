"""`marshal`: rehearses a turn by several plans in imagined worlds, and follows the plan that promises most."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.ages.plans import BIDS
from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.captain.duel import beaten
from kamchatka.bots.habits import LATEST, Habits
from kamchatka.bots.marshal.learned import UNTAUGHT, Temper
from kamchatka.bots.marshal.plans import HURRY, PATIENCE, VARIATIONS, plans_by, rebased
from kamchatka.bots.marshal.race import Race
from kamchatka.bots.marshal.rehearsal import is_bid, play_on
from kamchatka.bots.marshal.valuation import Valuation
from kamchatka.bots.marshal.worlds import blinded, world
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.options import ATTACK, INVADE, PLACE, TRADE, Action, Options
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.view import View

LONGEST: Final = 400  # actions of one rehearsal; in the games of ages, whose turns have many phases,
AGE_LONGEST: Final = 2000  # so many
BIDDING: Final = 0.25  # the part of a turn's budget that goes into the bid for it,
OPENING: Final = 0.5  # and into its first decision
WORLDS: Final = 2  # in which all plans must be tried before another is preferred within a turn


@final
class Budget:
    """How much thinking a turn may take: seconds by a clock that is handed in, or a number of rehearsals."""

    def __init__(self, clock: Callable[[], float], seconds: float, rehearsals: int) -> None:
        self.clock: Final = clock
        self.rehearsals: Final = rehearsals
        self.whole: float = float(rehearsals) if rehearsals > 0 else seconds
        self.spent: float = 0.0  # seconds, or rehearsals, in this turn
        self.dearest: float = 0.0  # what a rehearsal has cost at most in this turn

    def grant(self, seconds: float) -> None:
        """From now on so many seconds a turn; a number of rehearsals stays what it is."""
        if self.rehearsals == 0:
            self.whole = seconds

    def renew(self) -> None:
        """Another turn."""
        self.spent = 0.0
        self.dearest = 0.0

    def left(self) -> float:
        """The part of a turn's budget that is left."""
        return max(0.0, 1.0 - self.spent / self.whole)

    def allows(self, rehearsals: int) -> bool:
        """Whether half of what is left is enough for so many."""
        return 0.5 * (self.whole - self.spent) >= float(rehearsals) * self.dearest

    def charge(self, seconds: float) -> None:
        """A rehearsal is over."""
        cost = 1.0 if self.rehearsals > 0 else seconds
        self.spent += cost
        self.dearest = max(self.dearest, cost)


@final
class MarshalBot(Bot):
    """Remembers, within a turn, the plan it follows and what it has spent on thinking."""

    def __init__(
        self,
        strategy: Strategy,
        seed: int,
        valuation: Valuation,
        budget: Budget,
        habits: Habits = LATEST,
        temper: Temper = UNTAUGHT,
    ) -> None:
        self.game: Final = strategy.game
        self.strategy: Final = strategy
        self.habits: Final = habits
        self.luck: Final[Chance] = FastChance(seed)
        self.valuation: Final = valuation
        self.budget: Final = budget
        self.captains: Final = captains_by_plan(strategy, habits, temper.factors)
        self.patient: Final = temper.rounds
        self.head_start: Final = temper.head_start
        self.rivals: Final = rivals_by(strategy, temper, self.captains)
        self.bids: Final = len(BIDS) if valuation.info.has_pieces and len(self.captains) > 1 else 0
        self.longest: Final = AGE_LONGEST if valuation.info.has_pieces else LONGEST
        self.plan: i64 = 0
        self.phase: tuple[int, bool] = (-1, False)  # round, and whether it is a bid, for which the plan was made,
        self.conquests: i64 = 0  # and after how many conquests

    def decide(self, view: View, options: Options) -> Action:
        state = view.state
        bids = is_bid(options)
        if state.round > 0 and (bids or (state.turn == view.seat and matters(options))):
            self.prepare(view, bids)
        return self.captains[self.plan].decide(view, options)

    def prepare(self, known: View, bids: bool) -> None:
        """Think about a bid, a turn, and again after every conquest if time enough is left."""
        state = known.state
        phase = (int(state.round), bids)
        plans = self.choices(self.is_patient(state, known.seat), bids)
        if self.phase[0] != state.round:
            self.budget.renew()
        if self.phase != phase:
            self.plan = 0
            self.think(known, BIDDING if bids else OPENING, plans)
        elif self.conquests != state.conquests and self.budget.allows(WORLDS * len(plans)):
            self.think(known, 0.5 * self.budget.left(), plans)
        self.phase = phase
        self.conquests = state.conquests

    def is_patient(self, state: State, seat: i64) -> bool:
        """In the first rounds, unless the end is known to be near or the game only has to be finished."""
        if state.round > self.patient:
            return False
        if self.habits.counts_rounds and self.strategy.rounds_left(state) < HURRY:
            return False
        return not (self.habits.finishes and beaten(state, seat) != NOBODY)

    def choices(self, is_patient: bool, bids: bool) -> list[int]:
        """The plans to be tried: those of a bid, or of a turn, which may be patient ones."""
        count, turns = len(self.captains), len(self.captains) - self.bids
        if self.valuation.info.has_pieces:  # its first plan is only the rivals', where there are others
            return [*range(turns, count)] if bids else [*range(min(1, turns - 1), turns)]
        patient = len(VARIATIONS)
        return [*range(patient, count)] if is_patient else [*range(patient)]

    def think(self, known: View, part: float, plans: list[int]) -> None:
        """Choose a plan by rehearsals: all are tried for a part of the time, then the better half, and so on."""
        honest = blinded(self.game, known, self.luck)
        race = Race(plans, self.head_start)
        most, stages = len(plans), halvings(len(plans))
        limit = self.budget.spent
        for _ in range(stages):
            limit += part * self.budget.whole / float(stages)
            while race.is_open() and self.budget.spent < limit:
                seed = int(self.luck.below(1_000_000_000))
                race.run([self.rehearse(honest, plan, seed) for plan in race.plans])
            most = (most + 1) // 2
            race.cut(most)
        self.plan = race.plans[0]

    def rehearse(self, known: View, plan: i64, seed: int) -> float:
        """Play a world on by a plan until the seat's next turn; what it promises then."""
        started = self.budget.clock()
        table = world(self.game, self.valuation.info, known, FastChance(seed))
        play_on(
            self.game,
            self.valuation.info.battles,
            table,
            known.seat,
            self.captains[plan],
            self.rivals[seed % len(self.rivals)],
            self.longest,
        )
        self.budget.charge(self.budget.clock() - started)
        return self.valuation.chance(table.state, known.seat)


def captains_by_plan(strategy: Strategy, habits: Habits, temper: dict[str, float]) -> list[Bot]:
    """A captain for each plan; one alone where all of them would play alike. No temper: the one found by hand."""
    found: list[Bot] = own_captains(strategy, temper)
    if found and strategy.info.has_pieces:  # the temper is of its weights
        return found
    for plan in plans_by(habits, temper or PATIENCE):
        if not found or not strategy.info.has_pieces:
            found.append(CaptainBot(strategy, plan))
    return found


def rivals_by(strategy: Strategy, temper: Temper, captains: list[Bot]) -> list[Bot]:
    """Who sits in the other seats of a world: plain captains, and by turns such as have learned the same temper."""
    usual = 1 if strategy.info.has_pieces else len(VARIATIONS)
    return [captains[0], captains[usual]] if temper.factors else captains[:1]


def own_captains(strategy: Strategy, temper: dict[str, float]) -> list[Bot]:
    """The edition's own captain by each of its plans, then by each bid; none where it has no captain of its own."""
    plans = strategy.plans()
    if not plans:
        return []
    if temper:
        plans = rebased(plans, temper)
    bids = [{**plans[1], **bid} for bid in BIDS]  # each with the plan that its turn will most likely follow
    found = [strategy.captain(change) for change in plans + bids]
    return [captain for captain in found if captain is not None]


def halvings(plans: int) -> int:
    """How often the worse half of so many plans can be dropped until one is left."""
    stages = 0
    while plans > 1:
        plans = (plans + 1) // 2
        stages += 1
    return stages


def matters(options: Options) -> bool:
    """Whether a decision is worth thinking about: armies to place, cards to trade, whom to attack."""
    for option in options.ranges:
        if option.verb in (PLACE, TRADE, ATTACK, INVADE):
            return True
    return False
