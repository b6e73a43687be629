"""Manners of a marshal: the plans it considers and the bots it expects as rivals, by kind of rivals."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.bots.ages.plans import BIDS
from kamchatka.bots.bot import Bot
from kamchatka.bots.captain.bot import CaptainBot
from kamchatka.bots.cautious.bot import CautiousBot
from kamchatka.bots.habits import Habits
from kamchatka.bots.learned.learned import Lessons, Temper
from kamchatka.bots.learned.plans import PATIENCE, plans_by, rebase_plans
from kamchatka.bots.marshal.rivals import SIGNS, signs
from kamchatka.bots.strategy import Strategy
from kamchatka.kernel.state import State


@final
class Manner:
    """Captains for the plans of a turn and of a bid, the usual one first, and bots for the other seats.

    Impulses are further plans of a turn, tried if there is time.
    """

    def __init__(
        self, turns: list[Bot], bids: list[Bot], rivals: list[Bot], head_start: float, impulses: list[Bot]
    ) -> None:
        self.turns: Final = turns
        self.impulses: Final = impulses
        self.bids: Final = bids
        self.rivals: Final = rivals
        self.head_start: Final = head_start


@final
class Manners:
    """All manners of a version in a game: a captain's, a patient one, and one per kind of rivals."""

    def __init__(self, strategy: Strategy, habits: Habits, lessons: Lessons) -> None:
        self.strategy: Final = strategy
        self.habits: Final = habits
        self.own: Final = self.impatient()
        self.patient: Final = self.towards("hasty", Temper())
        self.kinds: Final[list[Manner]] = [self.towards(name, kind.temper) for name, kind in lessons.kinds.items()]
        self.biases: Final = vec[float]([kind.bias for kind in lessons.kinds.values()])
        self.weights: Final = vec[float](
            [kind.signs.get(sign, 0.0) for kind in lessons.kinds.values() for sign in SIGNS]
        )

    def impatient(self) -> Manner:
        """Return a captain's own weights and their variations, or the captain of an edition that has its own."""
        plain = self.strategy.captain({})
        if plain is not None:
            return Manner([plain], [], [plain], 0.0, [])
        turns: list[Bot] = [CaptainBot(self.strategy, plan) for plan in plans_by(self.habits, {})]
        return Manner(turns, [], turns[:1], 0.0, [])

    def towards(self, kind: str, temper: Temper) -> Manner:
        """Return plans based on a temper, in worlds with this kind of rivals. Wary rivals may have learned it, too."""
        turns = self.turns(temper.factors)
        rivals = self.own.rivals
        if kind == "weak":
            rivals = [CautiousBot(self.strategy)]
        elif kind == "wary":
            rivals = self.patient.turns[:1] + turns[:1]
        impulses = self.own.turns if temper.impulses else []
        return Manner(turns, self.bids(temper.factors), rivals, temper.head_start, impulses)

    def turns(self, temper: dict[str, float]) -> list[Bot]:
        """Return a captain for each plan of a turn: the edition's plans, or variations of the usual ones."""
        found = [self.strategy.captain(plan) for plan in self.own_plans(temper)]
        own: list[Bot] = [captain for captain in found if captain is not None]
        if own or self.strategy.info.has_pieces:
            return own or self.own.turns[:1]
        return [CaptainBot(self.strategy, plan) for plan in plans_by(self.habits, temper or PATIENCE)]

    def bids(self, temper: dict[str, float]) -> list[Bot]:
        """Return a captain for each bid, with the plan that its turn will most likely follow."""
        usual = self.own_plans(temper)[:1]
        found = [self.strategy.captain({**plan, **bid}) for plan in usual for bid in BIDS]
        return [captain for captain in found if captain is not None]

    def own_plans(self, temper: dict[str, float]) -> list[dict[str, float]]:
        """Return the plans of an edition with its own captain, based on a temper. The first one is only for rivals."""
        plans = self.strategy.plans()
        return rebase_plans(plans, temper)[1:] if temper and plans else plans[1:]

    def captains(self) -> list[Bot]:
        """Return captains for all plans that don't depend on rivals: own plans, patient ones and those of bids."""
        return self.own.turns + self.patient.turns + self.patient.bids

    def facing(self, state: State, seat: i64) -> Manner:
        """Return the manner for the seat's rivals: the kind with the highest total weight of signs."""
        best: i64 = -1
        most = 0.0
        if len(self.kinds) > 0:
            found = signs(state, seat)
            for kind in range(i64(len(self.kinds))):
                weight = self.weight(found, kind)
                if best < 0 or weight > most:
                    best = kind
                    most = weight
        return self.kinds[best] if best >= 0 else self.patient

    def weight(self, found: vec[float], kind: i64) -> float:
        """Return the total weight of the signs for one kind of rivals."""
        count = i64(len(found))
        total = self.biases[kind]
        for i in range(count):
            total += found[i] * self.weights[kind * count + i]
        return total
