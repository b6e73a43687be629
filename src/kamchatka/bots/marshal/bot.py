"""`marshal`: simulates a turn with several plans in imagined worlds and follows the best plan."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.bot import Bot
from kamchatka.bots.goals.duel import find_beaten_rival
from kamchatka.bots.habits import LATEST, Habits
from kamchatka.bots.learned.learned import UNTAUGHT, Lessons
from kamchatka.bots.learned.plans import HURRY
from kamchatka.bots.learned.valuation import Valuation
from kamchatka.bots.marshal.manners import Manner, Manners
from kamchatka.bots.marshal.race import Race
from kamchatka.bots.marshal.rehearsal import is_bid, play_on
from kamchatka.bots.marshal.worlds import blind_view, world
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.chance import Chance, FastChance
from kamchatka.kernel.options import ATTACK, INVADE, PLACE, TRADE, Action, Options
from kamchatka.kernel.state import NOBODY, State
from kamchatka.kernel.view import View

LONGEST: Final = 400  # maximum number of actions in one rehearsal
AGE_LONGEST: Final = 2000  # the same for games of ages, whose turns have many phases
BIDDING: Final = 0.25  # fraction of a turn's budget for its bid
OPENING: Final = 0.5  # fraction of a turn's budget for its first decision
UNKNOWN: Final = 1e9  # cost of a rehearsal before any was made; large, so that everything expensive waits
TRIES: Final = 3  # rehearsals per plan that must be affordable before impulses are added to the plans
WORLDS: Final = 2  # worlds in which all plans must be tried before the plan changes within a turn


@final
class Budget:
    """Thinking budget per turn, in seconds of the given clock or in rehearsals."""

    def __init__(self, clock: Callable[[], float], seconds: float, rehearsals: int) -> None:
        self.clock: Final = clock
        self.rehearsals: Final = rehearsals
        self.whole: float = float(rehearsals) if rehearsals > 0 else seconds
        self.spent: float = 0.0  # seconds or rehearsals used in this turn
        self.made: int = 0  # rehearsals made in this turn
        self.dearest: float = 0.0  # cost of the most expensive rehearsal in this turn
        self.usual: float = 1.0 if rehearsals > 0 else UNKNOWN  # average cost of a rehearsal in the previous turn

    def grant(self, seconds: float) -> None:
        """Set the seconds per turn from now on. A budget in rehearsals stays unchanged."""
        if self.rehearsals == 0:
            self.whole = seconds

    def renew(self) -> None:
        """Start another turn."""
        if self.made > 0:
            self.usual = self.spent / float(self.made)
        self.made = 0
        self.spent = 0.0
        self.dearest = 0.0

    def fraction_left(self) -> float:
        """Return the fraction of the turn's budget that is left."""
        return max(0.0, 1.0 - self.spent / self.whole)

    def allows(self, rehearsals: int) -> bool:
        """Return whether half of the remaining budget suffices for this many rehearsals."""
        return 0.5 * (self.whole - self.spent) >= float(rehearsals) * self.dearest

    def suffices(self, part: float, rehearsals: int) -> bool:
        """Return whether a fraction of the budget suffices for this many rehearsals at last turn's average cost."""
        return part * self.whole >= float(rehearsals) * self.usual

    def charge(self, seconds: float) -> None:
        """Record the cost of a rehearsal."""
        cost = 1.0 if self.rehearsals > 0 else seconds
        self.made += 1
        self.spent += cost
        self.dearest = max(self.dearest, cost)


@final
class MarshalBot(Bot):
    """A bot that remembers its plan and the budget used within a turn."""

    def __init__(
        self,
        strategy: Strategy,
        seed: int,
        valuation: Valuation,
        budget: Budget,
        habits: Habits = LATEST,
        lessons: Lessons = UNTAUGHT,
    ) -> None:
        self.game: Final = strategy.game
        self.strategy: Final = strategy
        self.habits: Final = habits
        self.luck: Final[Chance] = FastChance(seed)
        self.valuation: Final = valuation
        self.budget: Final = budget
        self.manners: Final = Manners(strategy, habits, lessons)
        self.patient: Final[i64] = lessons.rounds
        self.longest: Final = AGE_LONGEST if valuation.info.has_pieces else LONGEST
        self.plan: Bot = self.manners.own.turns[0]
        # how to play against the rivals; chosen when the turn begins, because conquests would distort the choice
        self.facing: Manner = self.manners.patient
        self.phase: tuple[int, bool] = (-1, False)  # round of the current plan, and whether it was made for a bid
        self.conquests: i64 = 0  # number of conquests when the plan was made

    def decide(self, view: View, options: Options) -> Action:
        state = view.state
        bids = is_bid(options)
        if state.round > 0 and (bids or (state.turn == view.seat and matters(options))):
            self.prepare(view, bids)
        return self.plan.decide(view, options)

    def prepare(self, known: View, bids: bool) -> None:
        """Plan for a bid or a turn, and again after every conquest if enough time is left."""
        state = known.state
        phase = (int(state.round), bids)
        if self.phase != phase:
            self.facing = self.manners.facing(state, known.seat)
        manner = self.manner(state, known.seat)
        if self.phase[0] != state.round:
            self.budget.renew()
        if self.phase != phase:
            part = BIDDING if bids else OPENING
            self.think(known, part, self.plans(manner, bids, part), manner)
        elif self.conquests != state.conquests:
            part = 0.5 * self.budget.fraction_left()
            plans = self.plans(manner, bids, part)
            if self.budget.allows(WORLDS * len(plans)):
                self.think(known, part, plans, manner)
        self.phase = phase
        self.conquests = state.conquests

    def plans(self, manner: Manner, bids: bool, part: float) -> list[Bot]:
        """Return the plans tried for a bid or a turn. Impulses are included if the budget suffices."""
        if bids and manner.bids:
            return manner.bids
        every = manner.turns + manner.impulses
        return every if self.budget.suffices(part, TRIES * len(every)) else manner.turns

    def manner(self, state: State, seat: i64) -> Manner:
        """Return the manner of play now. Ages are too short to lose patience."""
        if self.valuation.info.has_pieces or self.is_patient(state, seat):
            return self.facing
        return self.manners.own

    def is_patient(self, state: State, seat: i64) -> bool:
        """Return True in the first rounds, unless the end is known to be near or a duel is already won."""
        if state.round > self.patient:
            return False
        if self.habits.counts_rounds and self.strategy.rounds_left(state) < HURRY:
            return False
        return not (self.habits.finishes and find_beaten_rival(state, seat) != NOBODY)

    def think(self, known: View, part: float, plans: list[Bot], manner: Manner) -> None:
        """Choose a plan by successive halving: rehearse all plans, then the better half, and so on."""
        honest = blind_view(self.game, known, self.luck)
        race = Race([*range(len(plans))], manner.head_start)
        most, stages = len(plans), halvings(len(plans))
        limit = self.budget.spent
        for _ in range(stages):
            limit += part * self.budget.whole / float(stages)
            while race.is_open() and self.budget.spent < limit:
                seed = int(self.luck.below(1_000_000_000))
                rivals = manner.rivals[seed % len(manner.rivals)]
                race.run([self.rehearse(honest, plans[plan], rivals, seed) for plan in race.plans])
            most = (most + 1) // 2
            race.cut(most)
        self.plan = plans[race.plans[0]]

    def rehearse(self, known: View, plan: Bot, rivals: Bot, seed: int) -> float:
        """Play a world on with a plan until the seat's next turn, and return its estimated win chance."""
        started = self.budget.clock()
        table = world(self.game, self.valuation.info, known, FastChance(seed))
        play_on(self.game, self.valuation.info.battles, table, known.seat, plan, rivals, self.longest)
        self.budget.charge(self.budget.clock() - started)
        return self.valuation.chance(table.state, known.seat)


def halvings(plans: int) -> int:
    """Return the number of times the worse half of the plans can be dropped until one is left."""
    stages = 0
    while plans > 1:
        plans = (plans + 1) // 2
        stages += 1
    return stages


def matters(options: Options) -> bool:
    """Return whether a decision deserves planning: placing armies, trading cards, or attacking."""
    for option in options.ranges:
        if option.verb in (PLACE, TRADE, ATTACK, INVADE):
            return True
    return False
