"""`marshal`: rehearses a turn by several plans in imagined worlds, and follows the plan that promises most."""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.duel import beaten
from kamchatka.bots.habits import LATEST, Habits
from kamchatka.bots.marshal.learned import UNTAUGHT, Lessons
from kamchatka.bots.marshal.manners import Manner, Manners
from kamchatka.bots.marshal.plans import HURRY
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
UNKNOWN: Final = 1e9  # as the cost of a rehearsal, before there was any: whatever asks for many has to wait
TRIES: Final = 3  # of every plan for which there must be time before impulses are among them
WORLDS: Final = 2  # in which all plans must be tried before another is preferred within a turn


@final
class Budget:
    """How much thinking a turn may take: seconds by a clock that is handed in, or a number of rehearsals."""

    def __init__(self, clock: Callable[[], float], seconds: float, rehearsals: int) -> None:
        self.clock: Final = clock
        self.rehearsals: Final = rehearsals
        self.whole: float = float(rehearsals) if rehearsals > 0 else seconds
        self.spent: float = 0.0  # seconds, or rehearsals, in this turn
        self.made: int = 0  # rehearsals in this turn;
        self.dearest: float = 0.0  # what one of them has cost at most,
        self.usual: float = 1.0 if rehearsals > 0 else UNKNOWN  # and those of the turn before on average

    def grant(self, seconds: float) -> None:
        """From now on so many seconds a turn; a number of rehearsals stays what it is."""
        if self.rehearsals == 0:
            self.whole = seconds

    def renew(self) -> None:
        """Another turn."""
        if self.made > 0:
            self.usual = self.spent / float(self.made)
        self.made = 0
        self.spent = 0.0
        self.dearest = 0.0

    def left(self) -> float:
        """The part of a turn's budget that is left."""
        return max(0.0, 1.0 - self.spent / self.whole)

    def allows(self, rehearsals: int) -> bool:
        """Whether half of what is left is enough for so many."""
        return 0.5 * (self.whole - self.spent) >= float(rehearsals) * self.dearest

    def suffices(self, part: float, rehearsals: int) -> bool:
        """Whether a part of the whole is enough for so many, by what they cost a turn ago."""
        return part * self.whole >= float(rehearsals) * self.usual

    def charge(self, seconds: float) -> None:
        """A rehearsal is over."""
        cost = 1.0 if self.rehearsals > 0 else seconds
        self.made += 1
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
        self.facing: Manner = self.manners.patient  # as rivals were when the turn began: conquests hide what they show
        self.phase: tuple[int, bool] = (-1, False)  # round, and whether it is a bid, for which the plan was made,
        self.conquests: i64 = 0  # and after how many conquests

    def decide(self, view: View, options: Options) -> Action:
        state = view.state
        bids = is_bid(options)
        if state.round > 0 and (bids or (state.turn == view.seat and matters(options))):
            self.prepare(view, bids)
        return self.plan.decide(view, options)

    def prepare(self, known: View, bids: bool) -> None:
        """Think about a bid, a turn, and again after every conquest if time enough is left."""
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
            part = 0.5 * self.budget.left()
            plans = self.plans(manner, bids, part)
            if self.budget.allows(WORLDS * len(plans)):
                self.think(known, part, plans, manner)
        self.phase = phase
        self.conquests = state.conquests

    def plans(self, manner: Manner, bids: bool, part: float) -> list[Bot]:
        """Those that are tried for a bid or a turn with a part of the budget: impulses, too, where it is enough."""
        if bids and manner.bids:
            return manner.bids
        every = manner.turns + manner.impulses
        return every if self.budget.suffices(part, TRIES * len(every)) else manner.turns

    def manner(self, state: State, seat: i64) -> Manner:
        """How to play now; an age is too short to lose patience."""
        if self.valuation.info.has_pieces or self.is_patient(state, seat):
            return self.facing
        return self.manners.own

    def is_patient(self, state: State, seat: i64) -> bool:
        """In the first rounds, unless the end is known to be near or the game only has to be finished."""
        if state.round > self.patient:
            return False
        if self.habits.counts_rounds and self.strategy.rounds_left(state) < HURRY:
            return False
        return not (self.habits.finishes and beaten(state, seat) != NOBODY)

    def think(self, known: View, part: float, plans: list[Bot], manner: Manner) -> None:
        """Choose a plan by rehearsals: all are tried for a part of the time, then the better half, and so on."""
        honest = blinded(self.game, known, self.luck)
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
        """Play a world on by a plan until the seat's next turn; what it promises then."""
        started = self.budget.clock()
        table = world(self.game, self.valuation.info, known, FastChance(seed))
        play_on(self.game, self.valuation.info.battles, table, known.seat, plan, rivals, self.longest)
        self.budget.charge(self.budget.clock() - started)
        return self.valuation.chance(table.state, known.seat)


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
