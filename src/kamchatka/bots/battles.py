"""The odds of every battle by one dice rule, looked up instead of reckoned: bots ask thousands of times a turn."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from kamchatka.odds import DiceRule, bounties, grid

LARGEST: Final = 100  # armies a side up to which battles are known exactly; larger ones are scaled down
PAID: Final = 40  # the same for battles with a prize
PRIZES: Final = 24  # prizes for which they are known, each so much larger than the one before:
STEP: Final = 1.35
LEAST_PRIZE: Final = 0.4  # 0.4, 0.54, 0.73 … 400 armies


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
        """The chance that so many armies able to fight take a place of so many.

        >>> from kamchatka.odds import THREE_DICE
        >>> round(battles_by(THREE_DICE).win(10, 5), 3)
        0.681
        """
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
        beyond: i64 = PRIZES - 1
        while beyond - n > 1:  # the last known prize below this one, by halving
            middle = (n + beyond) // 2
            if self.prizes[middle] < prize:
                n = middle
            else:
                beyond = middle
        table = i64((PAID + 1) * (PAID + 1))
        low = self.paid[n * table + cell]
        high = self.paid[(n + 1) * table + cell]
        return low + (high - low) * (prize - self.prizes[n]) / (self.prizes[n + 1] - self.prizes[n])


KNOWN: Final[dict[DiceRule, Battles]] = {}


def battles_by(rule: DiceRule) -> Battles:
    """The tables of a dice rule, made once.

    >>> from kamchatka.odds import TWO_DICE
    >>> battles_by(TWO_DICE) is battles_by(TWO_DICE)
    True
    """
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
